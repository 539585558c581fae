import { entryFor } from "./entry.ts";
import { fileReasons } from "./file-reasons.ts";
import { ask, koAsk, koLater, messageReasons, tryLater } from "./message-reasons.ts";
import type { Translated, Words } from "./words.ts";

/** Why the platform or the app did not do it, and what the person can do about it, by the platform's code or ours. */
export type Reasons = Readonly<Record<string, Reason>>;
/** `inFull`: what only the story has room for. */
export type Reason = { says: string; remedy?: string; inFull?: string };
/** The same as one language writes it down. */
export type ReasonTable = Readonly<Record<string, readonly [says: string, remedy?: string]>>;

const enCodes = {
  Unauthorized: ["The platform did not accept the app's key.", ask],
  InvalidAPIKey: ["The platform does not know the app's key.", ask],
  SignatureDoesNotMatch: ["The platform did not accept the app's secret.", ask],
  RequestTimeTooSkewed: ["The app's clock is wrong.", ask],
  DuplicatedSignature: ["The platform has already seen this request.", tryLater],
  Forbidden: ["The account may not do this.", ask],
  TooManyRequests: ["The platform was too busy.", tryLater],
  ResourceNotFound: ["The platform could not find it.", "Check the ID."],
  InternalServerError: ["The platform had an error."],
  InvalidPaymentId: ["The platform does not know this payment method.", ask],
  InvalidCountryId: ["The platform does not know this country.", "Check the country."],
  InvalidAppId: ["The platform does not know the app's own ID.", ask],
  BlockedApp: ["The platform has blocked this app.", ask],
  InDevelopment: ["The platform lists this app as in development.", ask],
  InactiveApp: ["The platform lists this app as inactive.", ask],
  InvalidInput: ["It breaks one of the platform's limits.", "Correct it and try again."],
  ConnectionFailed: ["The platform could not be reached.", tryLater],
  ConnectionLost: ["The connection dropped before the platform answered."],
  TimedOut: ["The platform did not answer in time."],
  TooLate: ["The app stood still for too long.", "Try again."],
  Aborted: ["The app was being restarted."],
  ReplyCut: ["The platform's answer was cut off half-way."],
  ReplyTooLarge: ["The platform's answer was too large to read."],
  ReplyUnreadable: ["The platform's answer could not be read."],
  ReplyUseless: ["The platform's answer did not say what became of it."],
  PolicyTestOnly: ["Only test recipients may be sent to here."],
  PolicySender: ["The sender number is not one of this app's numbers."],
  PolicyQuietHours: ["No advertisements from 21:00 to 08:00 Korean time.", "Send it in the morning."],
  NotReached: ["The step before it was not accepted."],
  ProcessEnded: ["The app was interrupted."],
  Needless: ["The first one was accepted, or has arrived, meanwhile."],
  StoreFailed: ["The app could not save it.", tryLater],
  TookTooLong: ["The app did not answer Slack in time.", "Try again."],
  NotAcknowledged: ["The app's answer did not reach Slack.", "Try again."],
  SealBroken: ["What was stored is not what was approved, so it was not sent.", ask],
  Defect: ["Something went wrong in the app.", ask],
} satisfies ReasonTable;

const koCodes: Words<typeof enCodes> = {
  Unauthorized: ["플랫폼이 앱의 API 키를 거부했습니다.", koAsk],
  InvalidAPIKey: ["플랫폼에 없는 API 키입니다.", koAsk],
  SignatureDoesNotMatch: ["플랫폼이 앱의 API 시크릿 키를 거부했습니다.", koAsk],
  RequestTimeTooSkewed: ["앱 서버의 시계가 맞지 않습니다.", koAsk],
  DuplicatedSignature: ["플랫폼이 이미 받은 요청입니다.", koLater],
  Forbidden: ["이 계정에는 권한이 없습니다.", koAsk],
  TooManyRequests: ["플랫폼에 요청이 몰려 처리하지 못했습니다.", koLater],
  ResourceNotFound: ["플랫폼에서 찾을 수 없습니다.", "ID를 확인해 주세요."],
  InternalServerError: ["플랫폼에 오류가 났습니다."],
  InvalidPaymentId: ["플랫폼에 없는 결제 수단입니다.", koAsk],
  InvalidCountryId: ["플랫폼에 없는 국가입니다.", "국가를 확인해 주세요."],
  InvalidAppId: ["플랫폼에 없는 앱 ID입니다.", koAsk],
  BlockedApp: ["플랫폼이 이 앱을 차단했습니다.", koAsk],
  InDevelopment: ["플랫폼에 개발 중으로 등록된 앱입니다.", koAsk],
  InactiveApp: ["플랫폼에서 사용 중지된 앱입니다.", koAsk],
  InvalidInput: ["플랫폼의 제한을 넘는 값이 있습니다.", "수정 후 다시 시도해 주세요."],
  ConnectionFailed: ["플랫폼에 연결하지 못했습니다.", koLater],
  ConnectionLost: ["플랫폼이 응답하기 전에 연결이 끊겼습니다."],
  TimedOut: ["플랫폼이 제때 응답하지 않았습니다."],
  TooLate: ["앱이 너무 오래 멈춰 있었습니다.", "다시 시도해 주세요."],
  Aborted: ["앱이 다시 시작되는 중이었습니다."],
  ReplyCut: ["플랫폼의 응답이 중간에 끊겼습니다."],
  ReplyTooLarge: ["플랫폼의 응답이 너무 커서 읽지 못했습니다."],
  ReplyUnreadable: ["플랫폼의 응답을 읽지 못했습니다."],
  ReplyUseless: ["플랫폼의 응답에 처리 결과가 없습니다."],
  PolicyTestOnly: ["여기서는 테스트 수신자에게만 보낼 수 있습니다."],
  PolicySender: ["앱에 등록된 발신번호가 아닙니다."],
  PolicyQuietHours: ["한국 시간 21시부터 8시까지는 광고를 보내지 않습니다.", "아침에 보내 주세요."],
  NotReached: ["앞 단계가 접수되지 않았습니다."],
  ProcessEnded: ["앱이 처리 도중 중단되었습니다."],
  Needless: ["먼저 것이 그사이 접수되었거나 도착했습니다."],
  StoreFailed: ["앱이 저장하지 못했습니다.", koLater],
  TookTooLong: ["앱이 Slack에 제때 응답하지 못했습니다.", "다시 시도해 주세요."],
  NotAcknowledged: ["앱의 응답이 Slack에 전달되지 않았습니다.", "다시 시도해 주세요."],
  SealBroken: ["저장된 내용이 승인된 내용과 달라 보내지 않았습니다.", koAsk],
  Defect: ["앱에 문제가 생겼습니다.", koAsk],
};

/** Codes of the same cause, found at another stage. */
const sameAs: Readonly<Record<string, string>> = {
  NotEnoughBalance: "1030",
  BalanceInsufficient: "1030",
  InvalidApiKey: "InvalidAPIKey",
  InvalidToken: "Unauthorized",
  InvalidAccountId: "1020",
  ImageNotFound: "1034",
  Closed: "Aborted",
  "1023": "1034",
  "2011": "1011",
  "2060": "1060",
  "2061": "1061",
  "2062": "1062",
  "2064": "1064",
  "2230": "1030",
  "3024": "3012",
  "3048": "3014",
  "3055": "3054",
  "3057": "3056",
  "3058": "1058",
  "3103": "1043",
};

function toReasons(table: ReasonTable): Reasons {
  const same = Object.entries(sameAs).flatMap(([code, other]) => {
    const reason = table[other];
    return reason === undefined ? [] : [[code, reason] as const];
  });
  const reasons = [...Object.entries(table), ...same].map(
    ([code, [says, remedy]]) => [code, remedy === undefined ? { says } : { says, remedy }] as const,
  );
  return Object.fromEntries(reasons);
}

const en = {
  byCode: toReasons({ ...fileReasons.en, ...messageReasons.en, ...enCodes }),
  byStatus: (status: number): Reason => ({ says: `The platform answered with HTTP ${status}.` }),
  other: { says: "The platform did not accept it.", remedy: ask },
  /** What to do where only the platform's own words say what is wrong with it. */
  correct: "Correct it and send again, or ask an operator.",
};

const ko: Words<typeof en> = {
  byCode: toReasons({ ...fileReasons.ko, ...messageReasons.ko, ...koCodes }),
  byStatus: (status) => ({ says: `플랫폼이 HTTP ${status} 응답을 보냈습니다.` }),
  other: { says: "플랫폼이 받아들이지 않았습니다.", remedy: koAsk },
  correct: "수정 후 다시 보내거나 운영자에게 문의해 주세요.",
};

export const reasons: Translated<typeof en> = { en, ko };

/** What a code of the platform's or of the app's own means; null for one in no table. */
export function knownReason(code: string, { byCode }: { byCode: Reasons }): Reason | null {
  return entryFor(byCode, code) ?? null;
}
