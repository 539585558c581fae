import { enCount } from "./format.ts";
import { marks } from "./marks.ts";
import type { Translated, Words } from "./words.ts";

/** An operation's state, shown after its kind: `SMS accepted`. */
export const enStates = {
  accepted: "accepted",
  refused: "refused",
  not_sent: "not sent",
  unknown: "outcome unknown",
  arrived: "reported as arrived",
  looks_wrong: "looks wrong",
  did_not_arrive: "reported as not arrived",
  sent_again: "sent again",
  under_way: "on its way",
};

export const koStates: Words<typeof enStates> = {
  accepted: "접수됨",
  refused: "거부됨",
  not_sent: "미발송",
  unknown: "결과 미확인",
  arrived: "도착 보고됨",
  looks_wrong: "문제 있음",
  did_not_arrive: "미도착 보고됨",
  sent_again: "다시 보냄",
  under_way: "처리 중",
};

type States = Words<typeof enStates>;

function mapStates<T>(of: (state: keyof States) => T): Record<keyof States, T> {
  return {
    accepted: of("accepted"),
    refused: of("refused"),
    not_sent: of("not_sent"),
    unknown: of("unknown"),
    arrived: of("arrived"),
    looks_wrong: of("looks_wrong"),
    did_not_arrive: of("did_not_arrive"),
    sent_again: of("sent_again"),
    under_way: of("under_way"),
  };
}

export const withMarks = (states: States) => mapStates((state) => `${marks[state]} ${states[state]}`);

/**
 * Titles by state: `✅ SMS accepted`, `❓ SMS: outcome unknown`. `changed`: title with two states, `🔁 SMS refused, sent
 * again`. `arrived`: mark of the state "reported as arrived".
 */
export function toTitles(states: States, arrived: string = marks.arrived) {
  const say = (kind: string, says: string) =>
    `${kind}${says.startsWith(enStates.unknown) ? ":" : ""} ${says}`;
  const own = { ...marks, arrived };
  return {
    states,
    title: mapStates((state) => (kind: string) => `${own[state]} ${say(kind, states[state])}`),
    changed: (kind: string, was: keyof States, is: keyof States) =>
      `${own[is]} ${say(kind, `${states[was]}, ${states[is]}`)}`,
  };
}

/** Makes a sentence that ends with a quote; adds a full stop unless the quoted text ends with one. */
const quoting = (before: string) => (words: string) =>
  `${before}: “${words}”${/[.!?…。]$/.test(words) ? "" : "."}`;

/** Title of a post about unknown outcomes: `❓ Outcome unknown: 2 messages, 1 other resolved`. */
export function enUnknown(left: number, total: number, noun: string): string {
  const resolved = total - left;
  const others = `, ${resolved} ${resolved === 1 ? "other" : "others"} resolved`;
  return `❓ Outcome unknown: ${enCount(left, noun)}${resolved === 0 ? "" : others}`;
}

export function koUnknown(left: number, total: number, noun: string): string {
  const others = `, 나머지 ${total - left}건은 확인됨`;
  return `❓ ${noun} ${left}건 결과 미확인${total === left ? "" : others}`;
}

const en = {
  ...toTitles(enStates),
  /** Outcome of the next try, on the card of the try before it. */
  newer: {
    accepted: "The newer try was accepted.",
    unknown: "The newer try's outcome is unknown.",
    under_way: "The newer try is on its way.",
  },
  /** Appended to `newer` if the outcome of the card's own try is unknown. */
  earlierToo: "This try may have been sent too.",
  notConfirmed: "Delivery not confirmed",
  mayBeSent: "It may have been sent.",
  /** Follows the author's name. */
  asked: " has been asked.",
  ask: "Did it arrive?",
  /** In place of `ask` for on-call, who has to ask somebody else. */
  askOthers: "Ask whoever has the phone, then report.",
  sentTwice: "It was sent again too: it may arrive twice and cost twice.",
  platformSays: quoting("The platform says"),
  /** Replaces the platform's text in a conversation if that text repeats part of the message. */
  details: (operation: string) => `Details: /msg-history ${operation}`,
  again: (reason: string) => `Sent again: “${reason}”`,
  /** Replaces `again` in a conversation if the reason repeats part of the message. */
  againKept: "Sent again.",
  sentFrom: (sender: string) => `From ${sender}`,
  code: (code: string) => `code ${code}`,
  left: "Request sent {at}",
  resultIn: "Result in",
  edit: "Edit and send again…",
  another: "Send again…",
  /** Followed by the reason why the image was not uploaded. */
  imageFirst: {
    failed: "The image was not uploaded.",
    unknown: "Its image was not confirmed as uploaded in time.",
    /** Names the file's format, if no message takes it. */
    format: (format: string) => `This is ${format}. A message usually takes PNG, JPG, GIF or TIFF.`,
    /** Reasons by code; the usual ones are about uploads of any type. */
    reasons: {
      FileFormat: {
        says: "A message usually takes PNG, JPG, GIF or TIFF.",
        remedy: "Save it as one of these.",
      },
      FileNotPicture: { says: "A message takes images only.", remedy: "Choose an image." },
      FileTooLarge: { says: "The image is too large for a message.", remedy: "Choose a smaller one." },
    },
  },
  /** Follows the author's name. */
  late: (state: string) => `, the platform answered late: ${state}.`,
  /** Follows the name of the person who reported. */
  says: { arrived: " says it arrived.", did_not_arrive: " says it did not arrive." },
  /** A report that a late answer of the platform contradicts. */
  had: {
    arrived: "{by} had reported that it arrived.",
    did_not_arrive: "{by} had reported that it did not arrive.",
  },
  /** Between the author's name and a sentence about somebody else. */
  to: ", ",
  /** Line of the thread, after a person's name. `ends`: `accepted`, or of several tries `✅ Message accepted (2)`. */
  triedAgain: (ends: string) => ` tried again: ${ends}.`,
  several: {
    title: (left: number, total: number) => enUnknown(left, total, "message"),
    ask: "No clear answer came, so they may have been sent. Ask whoever has the phone, then report.",
    button: "Report what arrived…",
    /** Title; at most 24 characters. */
    formTitle: "Did they arrive?",
    formAsk: "Ask whoever has the phone. Skip what they can't tell.",
  },
  unknownsCard: {
    closed: (total: number) =>
      `☑️ ${total === 1 ? "1 unknown outcome, " : `${total} unknown outcomes, all `}resolved`,
    none: "There is nothing left to report.",
    done: "Done",
  },
  onlyAuthor: "Only the person who started it can do that.",
  noLonger: "This is no longer stored. Please start again.",
  /** Replaces the kind if the message's type has no name. */
  message: "Message",
  groupId: "group",
  operationId: "Operation",
};

export type OutcomeWords = Words<typeof en>;

const ko: OutcomeWords = {
  ...toTitles(koStates),
  newer: {
    accepted: "새 시도는 접수되었습니다.",
    unknown: "새 시도는 결과가 확인되지 않았습니다.",
    under_way: "새 시도는 처리 중입니다.",
  },
  earlierToo: "이 시도에서도 발송되었을 수 있습니다.",
  notConfirmed: "도착 여부 미확인",
  mayBeSent: "발송되었을 수도 있습니다.",
  asked: " 님에게 확인 중입니다.",
  ask: "도착했나요?",
  askOthers: "휴대폰 주인에게 물어본 뒤 도착 여부를 알려 주세요.",
  sentTwice: "다시 보낸 것도 있어 두 번 도착하고 비용도 두 번 들 수 있습니다.",
  platformSays: quoting("플랫폼 응답"),
  details: (operation) => `자세히: /msg-history ${operation}`,
  again: (reason) => `다시 보냄: “${reason}”`,
  againKept: "다시 보냈습니다.",
  sentFrom: (sender) => `발신 ${sender}`,
  code: (code) => `코드 ${code}`,
  left: "{at} 요청",
  resultIn: "결과:",
  edit: "수정 후 다시 보내기…",
  another: "다시 보내기…",
  imageFirst: {
    failed: "이미지를 올리지 못했습니다.",
    unknown: "이미지 업로드가 제때 확인되지 않았습니다.",
    format: (format) => `${format} 형식입니다. 메시지에는 보통 PNG, JPG, GIF, TIFF만 넣을 수 있습니다.`,
    reasons: {
      FileFormat: {
        says: "메시지에는 보통 PNG, JPG, GIF, TIFF만 넣을 수 있습니다.",
        remedy: "이 중 하나로 저장해 주세요.",
      },
      FileNotPicture: { says: "메시지에는 이미지만 넣을 수 있습니다.", remedy: "이미지를 골라 주세요." },
      FileTooLarge: {
        says: "메시지에 넣기에는 이미지가 너무 큽니다.",
        remedy: "더 작은 이미지를 골라 주세요.",
      },
    },
  },
  late: (state) => ` 님, 플랫폼이 늦게 응답했습니다: ${state}.`,
  says: {
    arrived: " 님이 도착했다고 알렸습니다.",
    did_not_arrive: " 님이 도착하지 않았다고 알렸습니다.",
  },
  had: {
    arrived: "앞서 {by} 님은 도착했다고 알렸습니다.",
    did_not_arrive: "앞서 {by} 님은 도착하지 않았다고 알렸습니다.",
  },
  to: " 님, ",
  triedAgain: (ends) => ` 님이 다시 시도했습니다: ${ends}.`,
  several: {
    title: (left, total) => koUnknown(left, total, "메시지"),
    ask: "플랫폼에서 확실한 응답을 받지 못했지만 이미 발송되었을 수도 있습니다. 휴대폰 주인에게 물어본 뒤 도착 여부를 알려 주세요.",
    button: "도착 여부 알리기…",
    formTitle: "도착했나요?",
    formAsk: "휴대폰 주인에게 물어보세요. 모르는 것은 그대로 두면 됩니다.",
  },
  unknownsCard: {
    closed: (total) => `☑️ 결과 미확인 ${total}건 ${total === 1 ? "" : "모두 "}확인됨`,
    none: "더 확인할 내용이 없습니다.",
    done: "완료",
  },
  onlyAuthor: "요청한 사람만 할 수 있습니다.",
  noLonger: "더 이상 저장되어 있지 않은 작업입니다. 처음부터 다시 해 주세요.",
  message: "메시지",
  groupId: "그룹",
  operationId: "작업",
};

export const outcomes: Translated<typeof en> = { en, ko };
