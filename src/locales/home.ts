import { enAccess, koAccess } from "./forms.ts";
import type { Translated, Words } from "./words.ts";

const en = {
  start: "What would you like to do?",
  notKnown: (group: string) =>
    `Slack did not say who is in the group ${group}, so what its members may do is missing here. Open Home again in a minute.`,
  today: (used: string, limit: string) => `Sent today: ${used} of ${limit}`,
  nothing: `You have no access to anything here yet. ${enAccess.anybody}`,
  waiting: (count: number) => `Waiting for you: ${count}`,
  unknown: (count: number) => `Other people's unknown outcomes: ${count}`,
  askSender: "Ask whoever has the phone before you answer.",
  alerts: (count: number) => `On-call alerts: ${count}`,
  recent: "Recent activity",
  begin: "Getting started",
  sending: [
    "“Send a message” opens the form. Test recipients get the message straight away. You're asked once more for any other number, or if something looks like a mistake.",
    "Or type /msg-send in any conversation. The result is posted there if possible.",
  ],
  help: "/msg-help lists everything you can do.",
  /** Followed by the time when Home was read. */
  asOf: "Updated",
  unread: "This page could not be read. Open Home again in a moment.",
};

const ko: Words<typeof en> = {
  start: "무엇을 할까요?",
  notKnown: (group) =>
    `Slack에서 ${group} 그룹의 멤버를 확인하지 못해 이 그룹이 쓸 수 있는 기능이 여기에 빠져 있습니다. 잠시 후 홈을 다시 열어 주세요.`,
  today: (used, limit) => `오늘 발송 ${used}/${limit}건`,
  nothing: `아직 쓸 수 있는 기능이 없습니다. ${koAccess.anybody}`,
  waiting: (count) => `확인할 일 ${count}건`,
  unknown: (count) => `다른 사람의 결과 미확인 ${count}건`,
  askSender: "휴대폰 주인에게 확인한 뒤 눌러 주세요.",
  alerts: (count) => `운영 알림 ${count}건`,
  recent: "최근 작업",
  begin: "처음이라면",
  sending: [
    "“메시지 보내기”를 누르면 양식이 열립니다. 테스트 수신자에게는 바로 가고, 다른 번호이거나 실수로 보이면 보내기 전에 한 번 더 묻습니다.",
    "아무 대화에서나 /msg-send를 입력해도 됩니다. 가능하면 결과도 그 대화에 올라옵니다.",
  ],
  help: "/msg-help에서 할 수 있는 일을 모두 볼 수 있습니다.",
  asOf: "화면 갱신",
  unread: "이 화면을 읽지 못했습니다. 잠시 후 홈을 다시 열어 주세요.",
};

export const home: Translated<typeof en> = { en, ko };
