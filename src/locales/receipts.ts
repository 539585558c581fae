import type { Translated, Words } from "./words.ts";

/** Questions to a phone's owner: the platform reports only acceptance, not arrival. */
const en = {
  /** `isKnown` is false if an outcome is unknown. */
  ask: (count: number, isKnown: boolean) => {
    const were = count === 1 ? "was" : "were";
    const messages = count === 1 ? "A test message" : `${count} test messages`;
    const they = count === 1 ? "it" : "they";
    return `📱 ${messages} ${isKnown ? were : "may have been"} sent to your phone. Did ${they} arrive?`;
  },
  /** Title once all questions are answered. */
  thanks: "Thanks. Your answer is on the result.",
  /** Title once no question is open, though none was answered. */
  nothingLeft: "There is nothing left for you to answer here.",
  /** Confirmation of “Didn't arrive” on an accepted message. */
  sure: "If it arrives later, you can still say so.",
  /** Followed by the author's name. */
  from: "sent by",
  /** Buttons short enough for three side by side on a phone. */
  buttons: { arrived: "Arrived", looks_wrong: "Looks wrong", did_not_arrive: "Didn't arrive" },
  allArrived: "All arrived",
  /** Button that corrects the answer “Didn't arrive”. */
  afterAll: "It arrived after all",
  overtaken: "no answer needed: the platform did not accept it",
  stop: "Stop asking me whether messages arrive",
  stopped: "You will not be asked any more. A button on Home brings the questions back.",
  resume: "Ask me again whether messages arrive",
  resumed: "You will be asked again whether messages arrive.",
  /** Form; its title has at most 24 characters. */
  form: {
    title: "Report what looks wrong",
    what: "What looks wrong?",
    hint: "Up to 300 characters. Posted with the result: don't quote the message.",
    submit: "Report",
  },
  /** After the phone owner's name, on the result. `said`: the owner's words as `quoted`, or empty. */
  says: {
    looks_wrong: (said: string) => ` says it looks wrong${said === "" ? "." : `:${said}`}`,
    allArrived: (count: number) => ` says all ${count} arrived.`,
  },
  quoted: (words: string) => ` “${words}”`,
  notAsked: "Only the person who holds this phone can say that.",
  /** Follows “Delivery not confirmed” until the phone's owner answers. */
  asked: "the phone's owner has been asked",
  noPhoneOwner: "no one is registered for this phone",
  already: "You have already answered this one.",
  /** Followed by the author's name. */
  waiting: (kind: string) => `📱 ${kind}: did it arrive?`,
};

const ko: Words<typeof en> = {
  ask: (count, isKnown) =>
    isKnown
      ? `📱 내 휴대폰으로 발송된 테스트 메시지 ${count}건, 도착했나요?`
      : `📱 내 휴대폰으로 테스트 메시지 ${count}건이 발송되었을 수 있습니다. 도착했나요?`,
  thanks: "감사합니다. 결과에 반영했습니다.",
  nothingLeft: "더 답할 것이 없습니다.",
  sure: "나중에 도착하면 다시 알릴 수 있습니다.",
  from: "보낸 사람",
  buttons: { arrived: "도착함", looks_wrong: "문제 있음", did_not_arrive: "미도착" },
  allArrived: "모두 도착함",
  afterAll: "나중에 도착함",
  overtaken: "플랫폼이 접수하지 않아 답할 필요 없음",
  stop: "도착 확인 질문 그만 받기",
  stopped: "더 이상 묻지 않습니다. 홈의 버튼으로 다시 받을 수 있습니다.",
  resume: "도착 확인 질문 다시 받기",
  resumed: "메시지가 도착했는지 다시 묻습니다.",
  form: {
    title: "문제 알리기",
    what: "어떤 문제가 있나요?",
    hint: "최대 300자. 결과와 함께 게시되니 메시지 내용은 옮겨 적지 마세요.",
    submit: "알리기",
  },
  says: {
    looks_wrong: (said) => ` 님이 문제가 있다고 알렸습니다${said === "" ? "." : `:${said}`}`,
    allArrived: (count) => ` 님이 ${count}건 모두 도착했다고 알렸습니다.`,
  },
  quoted: (words) => ` “${words}”`,
  notAsked: "이 휴대폰을 가진 사람만 알릴 수 있습니다.",
  asked: "휴대폰 주인에게 확인 중",
  noPhoneOwner: "이 휴대폰에 등록된 주인 없음",
  already: "이미 답한 메시지입니다.",
  waiting: (kind) => `📱 ${kind}, 도착했나요?`,
};

export const receipts: Translated<typeof en> = { en, ko };
