import { enAccess, koAccess } from "./forms.ts";
import type { Translated, Words } from "./words.ts";

const en = {
  start: "What would you like to do?",
  notKnown:
    "Slack didn't list the members of {group}, so some buttons may be missing. Open Home again in a minute.",
  today: (used: string, limit: string) => `Sent today: ${used} of ${limit}`,
  nothing: `You have no access to anything here yet. ${enAccess.anybody}`,
  /** In place of `nothing` if something waits or was done. */
  nothingNew: `You can't do anything new here yet. ${enAccess.anybody}`,
  waiting: (count: number) => `Waiting for you: ${count}`,
  unknown: (count: number) => `Other people's unknown outcomes: ${count}`,
  askSender: "Ask whoever has the phone before you answer.",
  /** Lines below `waiting` and `unknown`, if more than is shown waits. */
  moreWaiting: (count: number) => `and ${count} more, shown when these are done`,
  moreOthers: (count: number) => `and ${count} more: /msg-history all failed`,
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
  unread: "Home could not be loaded. Open it again in a minute.",
};

const ko: Words<typeof en> = {
  start: "무엇을 할까요?",
  notKnown:
    "Slack에서 {group} 그룹의 멤버를 확인하지 못해 일부 버튼이 빠져 있을 수 있습니다. 잠시 후 홈을 다시 열어 주세요.",
  today: (used, limit) => `오늘 발송 ${used}/${limit}건`,
  nothing: `아직 쓸 수 있는 기능이 없습니다. ${koAccess.anybody}`,
  nothingNew: `지금은 새로 할 수 있는 일이 없습니다. 권한이 필요하면 ${koAccess.anybody}`,
  waiting: (count) => `확인할 일 ${count}건`,
  unknown: (count) => `다른 사람의 결과 미확인 ${count}건`,
  askSender: "휴대폰 주인에게 확인한 뒤 눌러 주세요.",
  moreWaiting: (count) => `외 ${count}건(위의 일을 마치면 표시됩니다)`,
  moreOthers: (count) => `외 ${count}건: /msg-history all failed`,
  alerts: (count) => `운영 알림 ${count}건`,
  recent: "최근 작업",
  begin: "처음이라면",
  sending: [
    "“메시지 보내기”를 누르면 양식이 열립니다. 테스트 수신자에게는 바로 가고, 다른 번호이거나 실수로 보이면 보내기 전에 한 번 더 묻습니다.",
    "아무 대화에서나 /msg-send를 입력해도 됩니다. 가능하면 결과도 그 대화에 올라옵니다.",
  ],
  help: "/msg-help에서 할 수 있는 일을 모두 볼 수 있습니다.",
  asOf: "화면 갱신",
  unread: "홈을 불러오지 못했습니다. 잠시 후 다시 열어 주세요.",
};

export const home: Translated<typeof en> = { en, ko };
