import { entryFor } from "./entry.ts";
import { fileReasons } from "./file-reasons.ts";
import { messageReasons } from "./message-reasons.ts";
import type { Translated, Words } from "./words.ts";

/** Why the platform or the app did not do it, and what the person can do about it, by the platform's code or ours. */
export type Reason = { says: string; remedy?: string };
export type Reasons = Readonly<Record<string, Reason>>;

const ask = "Ask an operator.";
const tryLater = "Try again in a few minutes.";

const enCodes = {
  NotEnoughBalance: { says: "The account's balance is too low.", remedy: ask },
  BalanceInsufficient: { says: "The account's balance is too low.", remedy: ask },
  Unauthorized: { says: "The platform did not accept the app's key.", remedy: ask },
  InvalidAPIKey: { says: "The platform does not know the app's key.", remedy: ask },
  InvalidApiKey: { says: "The platform does not know the app's key.", remedy: ask },
  SignatureDoesNotMatch: { says: "The platform did not accept the app's secret.", remedy: ask },
  RequestTimeTooSkewed: { says: "The app's clock is wrong.", remedy: ask },
  DuplicatedSignature: { says: "The platform has already seen this request.", remedy: tryLater },
  Forbidden: { says: "The account may not do this.", remedy: ask },
  TooManyRequests: { says: "The platform is taking no more requests at the moment.", remedy: tryLater },
  ResourceNotFound: { says: "The platform could not find it.", remedy: "Check the ID." },
  InternalServerError: { says: "The platform had an error." },
  ImageNotFound: { says: "The platform does not have this image.", remedy: "Upload it again." },
  InvalidToken: { says: "The platform did not accept the app's key.", remedy: ask },
  InvalidAccountId: { says: "The platform does not know this account.", remedy: ask },
  InvalidPaymentId: { says: "The platform does not know this payment method.", remedy: ask },
  InvalidCountryId: { says: "The platform does not know this country.", remedy: "Check the country." },
  InvalidAppId: { says: "The platform does not know the app's own ID.", remedy: ask },
  BlockedApp: { says: "The platform has blocked this app.", remedy: ask },
  InDevelopment: { says: "The platform lists this app as in development.", remedy: ask },
  InactiveApp: { says: "The platform lists this app as inactive.", remedy: ask },
  InvalidInput: {
    says: "It breaks one of the platform's limits.",
    remedy: "Correct it and try again.",
  },
  ConnectionFailed: { says: "The platform could not be reached.", remedy: tryLater },
  ConnectionLost: { says: "The connection broke before the answer came." },
  TimedOut: { says: "The platform did not answer in time." },
  TooLate: { says: "The app stood still for too long.", remedy: "Try again." },
  Aborted: { says: "The app was being restarted." },
  Closed: { says: "The app was being restarted." },
  ReplyCut: { says: "The platform's answer was cut off half-way." },
  ReplyTooLarge: { says: "The platform's answer was too large to read." },
  ReplyUnreadable: { says: "The platform's answer could not be read." },
  ReplyUseless: { says: "The platform's answer did not say what became of it." },
  PolicyTestOnly: { says: "Only test recipients may be sent to here." },
  PolicySender: { says: "The sender number is not one of this app's numbers." },
  PolicyQuietHours: {
    says: "No advertisements from 21:00 to 08:00 Korean time.",
    remedy: "Send it in the morning.",
  },
  NotReached: { says: "The step before it was not accepted." },
  ProcessEnded: { says: "The app was restarted." },
  Needless: { says: "The first one was accepted, or has arrived, meanwhile." },
  StoreFailed: { says: "The app could not save it.", remedy: tryLater },
  TookTooLong: { says: "The app did not answer Slack in time.", remedy: "Try again." },
  NotAcknowledged: { says: "The app's answer did not reach Slack.", remedy: "Try again." },
  SealBroken: { says: "What was stored is not what was approved, so it was not sent.", remedy: ask },
  Defect: { says: "Something went wrong in the app.", remedy: ask },
} satisfies Reasons;

const koAsk = "운영자에게 문의해 주세요.";
const koLater = "몇 분 뒤 다시 시도해 주세요.";

const koCodes: Words<typeof enCodes> = {
  NotEnoughBalance: { says: "잔액이 부족합니다.", remedy: koAsk },
  BalanceInsufficient: { says: "잔액이 부족합니다.", remedy: koAsk },
  Unauthorized: { says: "플랫폼이 앱의 API 키를 거부했습니다.", remedy: koAsk },
  InvalidAPIKey: { says: "플랫폼에 없는 API 키입니다.", remedy: koAsk },
  InvalidApiKey: { says: "플랫폼에 없는 API 키입니다.", remedy: koAsk },
  SignatureDoesNotMatch: { says: "플랫폼이 앱의 API 시크릿 키를 거부했습니다.", remedy: koAsk },
  RequestTimeTooSkewed: { says: "앱 서버의 시계가 맞지 않습니다.", remedy: koAsk },
  DuplicatedSignature: { says: "플랫폼이 이미 받은 요청입니다.", remedy: koLater },
  Forbidden: { says: "이 계정에는 권한이 없습니다.", remedy: koAsk },
  TooManyRequests: { says: "지금은 플랫폼이 요청을 더 받지 않습니다.", remedy: koLater },
  ResourceNotFound: { says: "플랫폼에서 찾을 수 없습니다.", remedy: "ID를 확인해 주세요." },
  InternalServerError: { says: "플랫폼에 오류가 났습니다." },
  ImageNotFound: { says: "플랫폼에 없는 이미지입니다.", remedy: "이미지를 다시 올려 주세요." },
  InvalidToken: { says: "플랫폼이 앱의 API 키를 거부했습니다.", remedy: koAsk },
  InvalidAccountId: { says: "플랫폼에 없는 계정입니다.", remedy: koAsk },
  InvalidPaymentId: { says: "플랫폼에 없는 결제 수단입니다.", remedy: koAsk },
  InvalidCountryId: { says: "플랫폼에 없는 국가입니다.", remedy: "국가를 확인해 주세요." },
  InvalidAppId: { says: "플랫폼에 없는 앱 ID입니다.", remedy: koAsk },
  BlockedApp: { says: "플랫폼이 이 앱을 차단했습니다.", remedy: koAsk },
  InDevelopment: { says: "플랫폼에 개발 중으로 등록된 앱입니다.", remedy: koAsk },
  InactiveApp: { says: "플랫폼에서 사용 중지된 앱입니다.", remedy: koAsk },
  InvalidInput: { says: "플랫폼의 제한을 넘는 값이 있습니다.", remedy: "고쳐서 다시 시도해 주세요." },
  ConnectionFailed: { says: "플랫폼에 연결하지 못했습니다.", remedy: koLater },
  ConnectionLost: { says: "응답이 오기 전에 연결이 끊겼습니다." },
  TimedOut: { says: "플랫폼이 제때 응답하지 않았습니다." },
  TooLate: { says: "앱이 너무 오래 멈춰 있었습니다.", remedy: "다시 시도해 주세요." },
  Aborted: { says: "앱이 다시 시작되는 중이었습니다." },
  Closed: { says: "앱이 다시 시작되는 중이었습니다." },
  ReplyCut: { says: "플랫폼의 응답이 중간에 끊겼습니다." },
  ReplyTooLarge: { says: "플랫폼의 응답이 너무 커서 읽지 못했습니다." },
  ReplyUnreadable: { says: "플랫폼의 응답을 읽지 못했습니다." },
  ReplyUseless: { says: "플랫폼의 응답에 처리 결과가 없습니다." },
  PolicyTestOnly: { says: "여기서는 테스트 수신자에게만 보낼 수 있습니다." },
  PolicySender: { says: "앱에 등록된 발신번호가 아닙니다." },
  PolicyQuietHours: {
    says: "한국 시간 21시부터 8시까지는 광고를 보내지 않습니다.",
    remedy: "아침에 보내 주세요.",
  },
  NotReached: { says: "앞 단계가 접수되지 않았습니다." },
  ProcessEnded: { says: "앱이 다시 시작되었습니다." },
  Needless: { says: "먼저 것이 그사이 접수되었거나 도착했습니다." },
  StoreFailed: { says: "앱이 저장하지 못했습니다.", remedy: koLater },
  TookTooLong: { says: "앱이 Slack에 제때 응답하지 못했습니다.", remedy: "다시 시도해 주세요." },
  NotAcknowledged: { says: "앱의 응답이 Slack에 전달되지 않았습니다.", remedy: "다시 시도해 주세요." },
  SealBroken: { says: "저장된 내용이 승인된 내용과 달라 보내지 않았습니다.", remedy: koAsk },
  Defect: { says: "앱에 문제가 생겼습니다.", remedy: koAsk },
};

const codes: Translated<Reasons> = {
  en: { ...fileReasons.en, ...messageReasons.en, ...enCodes },
  ko: { ...fileReasons.ko, ...messageReasons.ko, ...koCodes },
};

const en = {
  byCode: codes.en,
  byStatus: (status: number): Reason => ({ says: `The platform answered with HTTP ${status}.` }),
  other: { says: "The platform did not accept it.", remedy: ask },
  /** What to do where only the platform's own words say what is wrong with it. */
  correct: "Correct it and send again, or ask an operator.",
};

const ko: Words<typeof en> = {
  byCode: codes.ko,
  byStatus: (status) => ({ says: `플랫폼이 HTTP ${status} 응답을 보냈습니다.` }),
  other: { says: "플랫폼이 받아들이지 않았습니다.", remedy: koAsk },
  correct: "고쳐서 다시 보내거나 운영자에게 문의해 주세요.",
};

export const reasons: Translated<typeof en> = { en, ko };

/** What a code of the platform's or of the app's own means; null for one in no table. */
export function knownReason(code: string, { byCode }: { byCode: Reasons }): Reason | null {
  return entryFor(byCode, code) ?? null;
}
