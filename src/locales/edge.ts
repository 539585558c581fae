import type { Translated, Words } from "./words.ts";

const en = {
  outsider:
    "Only full members of this workspace can use this app. Nothing was done. To have a message sent, ask one of them.",
  notRecognised: "Slack did not say in time who you are. Nothing was done this time. Please try again.",
  groupNotKnown: (group: string) =>
    `Slack did not say who is in the group ${group}. Nothing was done this time. Please try again in a minute.`,
  outdated: "This button or form is from an older version of the app. Nothing was done. Please start again.",
  failed: (reference: string) =>
    `Something went wrong in the app. Tell an operator the reference ${reference}.`,
  /** Lacks “nothing was done”: the database may finish after the time limit. */
  storeSlow: "The database did not answer in time. Please try again in a minute.",
  notAllShown: (reference: string) =>
    `Slack may not have shown all that the app answered. Please try again in a minute. If it happens again, tell an operator the reference ${reference}.`,
  modalNotOpened: "Slack did not open the form in time. Nothing was done. Please try again.",
  modalNotKnown: "Slack did not say whether the form opened. If you don't see it, please try again.",
  repeatedPost: "You may see this twice: the app was interrupted while posting it.",
  oldDeliveries: {
    title: "⚠️ Slack's deliveries look older than 10 s",
    says: [
      "Nothing was sent for them, and whoever acted was told so.",
      "Either this machine's clock is ahead, or a proxy in front of the app holds requests back: npm run doctor checks the clock.",
    ],
  },
  notDrawn: (subject: string) => `Something happened here that the app couldn't show (${subject}).`,
  /** Modal for an answer outside a conversation; its title has at most 24 characters. */
  answer: { title: "Messaging ChatOps", close: "Close" },
  plainOutcome: (kind: string, id: string, state: string) =>
    `${kind}: ${state}. This version of the app can't show more. Operation ${id}`,
};

const ko: Words<typeof en> = {
  outsider:
    "이 워크스페이스의 정식 멤버만 쓸 수 있는 앱입니다. 아무 작업도 하지 않았습니다. 보낼 메시지가 있으면 정식 멤버에게 부탁해 주세요.",
  notRecognised:
    "Slack에서 사용자 정보를 제때 받지 못해 이번에는 아무 작업도 하지 않았습니다. 다시 시도해 주세요.",
  groupNotKnown: (group) =>
    `Slack에서 ${group} 그룹의 멤버를 확인하지 못해 이번에는 아무 작업도 하지 않았습니다. 잠시 후 다시 시도해 주세요.`,
  outdated:
    "이전 버전의 앱에서 만든 버튼이나 양식입니다. 아무 작업도 하지 않았습니다. 처음부터 다시 해 주세요.",
  failed: (reference) => `앱에 문제가 생겼습니다. 운영자에게 이 참조 번호를 알려 주세요: ${reference}`,
  storeSlow: "데이터베이스가 제때 응답하지 않았습니다. 잠시 후 다시 시도해 주세요.",
  notAllShown: (reference) =>
    `Slack에 앱의 응답이 다 표시되지 않았을 수 있습니다. 잠시 후 다시 시도해 주세요. 계속되면 운영자에게 이 참조 번호를 알려 주세요: ${reference}`,
  modalNotOpened: "Slack에서 양식이 제때 열리지 않아 아무 작업도 하지 않았습니다. 다시 시도해 주세요.",
  modalNotKnown: "Slack에서 양식이 열렸는지 확인하지 못했습니다. 양식이 보이지 않으면 다시 시도해 주세요.",
  oldDeliveries: {
    title: "⚠️ Slack 요청이 10초 넘게 늦은 것으로 보입니다",
    says: [
      "이런 요청은 아무것도 보내지 않고 끝냈으며, 요청한 사람에게도 그렇게 알렸습니다.",
      "이 서버의 시계가 빠르거나 앞단 프록시가 요청을 붙잡고 있습니다. 시계는 npm run doctor로 확인할 수 있습니다.",
    ],
  },
  notDrawn: (subject) => `앱에서 표시하지 못한 내용이 있습니다(${subject}).`,
  answer: { title: "메시징 ChatOps", close: "닫기" },
  repeatedPost: "게시하는 도중 앱이 중단되어 같은 글이 두 번 보일 수 있습니다.",
  plainOutcome: (kind, id, state) =>
    `${kind}: ${state}. 이 버전의 앱에서는 더 표시할 수 없습니다. 작업 ID: ${id}`,
};

export const edge: Translated<typeof en> = { en, ko };
