import type { Translated, Words } from "./words.ts";

/** Reports of people on unknown outcomes, which no platform call can look up. */
const enResolve = {
  buttons: { arrived: "It arrived", did_not_arrive: "It didn't arrive" },
  confirm: {
    asks: (yes: string) => `${yes}?`,
    says: {
      arrived: "This closes it as arrived: it can't be sent again.",
      did_not_arrive: "It can then be edited and sent again.",
    },
    yes: { arrived: "Report as arrived", did_not_arrive: "Report as not arrived" },
    no: "Cancel",
  },
  already: "Already reported: ",
  /** Followed by the outcome in the platform's late answer. */
  overtaken: "The platform has answered meanwhile: ",
  notYours: "Only the person who started it, or an operator, can report on it.",
};

const enRepeat = {
  button: "Send again…",
  title: "Send it again?",
  submit: "Send again",
  risk: "It may have been sent already. If so, it arrives twice and costs twice.",
  costs: "Costs once more",
  reason: "Why send it again?",
  reasonHint: "Posted with the result; long numbers are masked.",
  reasonSize: (shortest: number, longest: number) => `Give a reason of ${shortest} to ${longest} characters.`,
  already: "Already tried again by {by} ({at}): {became}.",
  not: {
    accepted: "The platform has accepted it in the meantime. Nothing was sent again.",
    ended: "It was not accepted. Edit it and send it again from its result.",
    arrived: "It was reported as arrived. Nothing was sent again.",
    open: "It is still on its way. Nothing was sent again.",
  },
  /** Answer to “Edit and send again…” while the outcome is unknown. */
  unresolved: "First report whether it arrived, or use “Send again…”.",
  /** Answer to “Edit and send again…” while an earlier try's outcome is unknown. */
  unresolvedBefore: "The message before this one may have been sent. First report whether that one arrived.",
  unreadable: "Another version of the app stored it, and this one can't read it. Start again with /msg-send.",
  tooLarge:
    "It is too large to be shown in full before it is sent again. First report whether it arrived, then use “Edit and send again…”.",
};

export type ResolveWords = Words<typeof enResolve>;
export type RepeatWords = Words<typeof enRepeat>;

const koResolve: ResolveWords = {
  buttons: { arrived: "도착함", did_not_arrive: "미도착" },
  confirm: {
    asks: (yes) => `${yes}할까요?`,
    says: {
      arrived: "도착한 것으로 마무리되며 다시 보낼 수 없습니다.",
      did_not_arrive: "수정 후 다시 보낼 수 있게 됩니다.",
    },
    yes: { arrived: "도착으로 보고", did_not_arrive: "미도착으로 보고" },
    no: "취소",
  },
  already: "이미 보고되었습니다: ",
  overtaken: "그사이 플랫폼이 응답했습니다: ",
  notYours: "요청한 사람이나 운영자만 알릴 수 있습니다.",
};

const koRepeat: RepeatWords = {
  button: "다시 보내기…",
  title: "다시 보낼까요?",
  submit: "다시 보내기",
  risk: "이미 발송되었을 수 있습니다. 그렇다면 두 번 도착하고 비용도 두 번 듭니다.",
  costs: "추가 비용",
  reason: "다시 보내는 이유",
  reasonHint: "결과와 함께 게시되며 긴 숫자는 가려집니다.",
  reasonSize: (shortest, longest) => `이유를 ${shortest}~${longest}자로 입력해 주세요.`,
  already: "이미 {by} 님이 다시 시도했습니다({at}): {became}.",
  not: {
    accepted: "그사이 플랫폼이 접수했습니다. 다시 보내지 않았습니다.",
    ended: "접수되지 않았습니다. 결과에서 수정 후 다시 보낼 수 있습니다.",
    arrived: "이미 도착한 것으로 보고된 메시지입니다. 다시 보내지 않았습니다.",
    open: "아직 처리 중입니다. 다시 보내지 않았습니다.",
  },
  unresolved: "도착했는지 먼저 알리거나 “다시 보내기…”를 사용해 주세요.",
  unresolvedBefore: "앞선 시도에서 이미 발송되었을 수도 있습니다. 그 메시지가 도착했는지 먼저 알려 주세요.",
  unreadable: "다른 버전의 앱이 저장하여 읽을 수 없는 메시지입니다. /msg-send로 새로 시작해 주세요.",
  tooLarge:
    "메시지가 너무 커서 다시 보내기 전에 전체 내용을 표시할 수 없습니다. 도착했는지 먼저 알린 다음 “수정 후 다시 보내기…”를 사용해 주세요.",
};

export const resolve: Translated<typeof enResolve> = { en: enResolve, ko: koResolve };
export const repeat: Translated<typeof enRepeat> = { en: enRepeat, ko: koRepeat };
