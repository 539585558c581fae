type SettledAs = "arrived" | "did_not_arrive";

/** What a person found out about an unknown outcome. Never more than a report: the platform has no call that asks. */
export type SettleWords = {
  buttons: Record<SettledAs, string>;
  /** Under a post that has those buttons. */
  ask: string;
  heading: Record<SettledAs, (kind: string, to: string) => string>;
  /** Follows the person's name; the time comes behind it in brackets. */
  says: Record<SettledAs, string>;
  onlyReported: string;
  /** Before who was first. */
  already: string;
  /** Before the outcome that the platform's late answer brought. */
  overtaken: string;
  notYours: string;
  /** Before what a person had reported. */
  contradicted: string;
  agreed: string;
};

/** Sending an unknown outcome again. */
export type RepeatWords = {
  button: string;
  title: string;
  submit: string;
  risk: string;
  reason: string;
  reasonHint: string;
  reasonSize: (shortest: number, longest: number) => string;
  /** Before the person's name, and between it and the reason. */
  sentAgainBy: string;
  because: string;
  already: string;
  /** Between `already` and the person's name. */
  alreadyBy: string;
  meanwhile: { twice: string; other: string };
  /** Why it isn't sent again. */
  not: Record<"accepted" | "ended" | "arrived" | "open", string>;
  onlyAuthor: string;
  /** Edit and send again was asked for before anybody knows. */
  unsettled: string;
  /** The same of what the message was a repeat of. */
  unsettledBefore: string;
  /** In a conversation, in the reason's place. */
  reasonKept: string;
  /** Another version of the app stored it with what this one doesn't know. */
  unreadable: string;
};

const enSettle: SettleWords = {
  buttons: { arrived: "It arrived", did_not_arrive: "It did not arrive" },
  ask: "Whoever finds out whether it arrived: please say so with a button here.",
  heading: {
    arrived: (kind, to) => `Reported as arrived: ${kind} to ${to}`,
    did_not_arrive: (kind, to) => `Reported as not arrived: ${kind} to ${to}`,
  },
  says: { arrived: " says that it arrived", did_not_arrive: " says that it did not arrive" },
  onlyReported: "A person reported this. The platform itself has not said what became of it.",
  already: "This was already reported: ",
  overtaken: "The platform's answer came after all, so there is nothing left to report.",
  notYours:
    "Only the person who asked for this message, or one of the app's operators (OPERATORS), can say what became of it.",
  contradicted: "This contradicts what was reported: ",
  agreed: "Before that it was reported: ",
};

const enRepeat: RepeatWords = {
  button: "Send again",
  title: "Send it again?",
  submit: "Send again",
  risk: "It is not known whether this message was sent. If it was, the person gets it twice and it costs twice. That cannot be undone.",
  reason: "Why send it again?",
  reasonHint: "It is posted with the result, with long numbers masked.",
  reasonSize: (shortest, longest) => `Please give a reason of ${shortest} to ${longest} characters.`,
  sentAgainBy: "Sent again by ",
  because: " because: ",
  already: "This message was already sent again",
  alreadyBy: " by ",
  meanwhile: {
    twice:
      "It had been sent again before this answer came: the person may get it twice, and it may cost twice.",
    other: "It had been sent again before this answer came.",
  },
  not: {
    accepted: "The platform accepted this message after all. Nothing was sent again.",
    ended:
      "The platform's answer came after all: this message was not sent. Its newest result has a button to edit and send it.",
    arrived: "This message was reported as arrived. Nothing was sent again.",
    open: "This message is still on its way. Nothing was sent again.",
  },
  onlyAuthor: "Only the person who asked for this message can send it again.",
  unsettled:
    "It is not known whether this message was sent. In your direct message you can say what became of it, or send it again.",
  unsettledBefore:
    "It is not known whether this message was sent the first time. In your direct message you can say what became of that one, or send it again.",
  reasonKept: "the reason repeats parts of the message",
  unreadable:
    "Another version of the app stored this message, and this one can't read all of it. Please start with /msg-send.",
};

const koSettle: SettleWords = {
  buttons: { arrived: "도착함", did_not_arrive: "도착하지 않음" },
  ask: "도착했는지 알게 된 분은 여기 버튼으로 알려 주세요.",
  heading: {
    arrived: (kind, to) => `도착했다고 보고됨: ${kind} → ${to}`,
    did_not_arrive: (kind, to) => `도착하지 않았다고 보고됨: ${kind} → ${to}`,
  },
  says: { arrived: " 님이 도착했다고 알렸습니다", did_not_arrive: " 님이 도착하지 않았다고 알렸습니다" },
  onlyReported: "사람이 알린 내용입니다. 플랫폼은 결과를 말해 주지 않았습니다.",
  already: "이미 보고되었습니다: ",
  overtaken: "그사이 플랫폼의 응답이 와서 더 알릴 것이 없습니다.",
  notYours: "이 메시지를 요청한 사람이나 앱 운영자(OPERATORS)만 결과를 알릴 수 있습니다.",
  contradicted: "앞서 보고된 내용과 다릅니다: ",
  agreed: "그 전에 보고된 내용: ",
};

const koRepeat: RepeatWords = {
  button: "다시 보내기",
  title: "다시 보낼까요?",
  submit: "다시 보내기",
  risk: "이 메시지가 보내졌는지 알 수 없습니다. 이미 보내졌다면 받는 사람은 두 번 받고 비용도 두 번 듭니다. 되돌릴 수 없습니다.",
  reason: "다시 보내는 이유",
  reasonHint: "결과와 함께 게시하며, 긴 숫자는 가립니다.",
  reasonSize: (shortest, longest) => `이유를 ${shortest}자에서 ${longest}자로 써 주세요.`,
  sentAgainBy: "다시 보낸 사람: ",
  because: ", 이유: ",
  already: "이 메시지는 이미 다시 보냈습니다",
  alreadyBy: ": ",
  meanwhile: {
    twice: "이 응답이 오기 전에 다시 보냈으므로 받는 사람이 두 번 받고 비용도 두 번 들 수 있습니다.",
    other: "이 응답이 오기 전에 다시 보냈습니다.",
  },
  not: {
    accepted: "플랫폼이 이 메시지를 결국 접수했습니다. 다시 보내지 않았습니다.",
    ended:
      "그사이 플랫폼의 응답이 왔습니다: 이 메시지는 보내지지 않았습니다. 가장 최근 결과의 버튼으로 고쳐서 보낼 수 있습니다.",
    arrived: "이 메시지는 도착했다고 보고되었습니다. 다시 보내지 않았습니다.",
    open: "이 메시지는 아직 보내는 중입니다. 다시 보내지 않았습니다.",
  },
  onlyAuthor: "이 메시지를 요청한 사람만 다시 보낼 수 있습니다.",
  unsettled:
    "이 메시지가 보내졌는지 아직 알 수 없습니다. 나에게 온 DM에서 결과를 알리거나 다시 보낼 수 있습니다.",
  unsettledBefore:
    "이 메시지가 처음에 보내졌는지 아직 알 수 없습니다. 나에게 온 DM에서 그 결과를 알리거나 다시 보낼 수 있습니다.",
  reasonKept: "이유에 메시지 내용이 들어 있음",
  unreadable:
    "앱의 다른 버전이 저장한 메시지라 이 버전에서 모두 읽을 수 없습니다. /msg-send 로 시작해 주세요.",
};

export const settle = { en: enSettle, ko: koSettle };
export const repeat = { en: enRepeat, ko: koRepeat };
