import { fileReasons } from "./file-reasons.ts";

/** Why the platform or the app did not do it, and what the person can do about it, by the platform's code or ours. */
export type Reason = { says: string; remedy?: string };

export type ReasonWords = {
  byCode: Readonly<Record<string, Reason>>;
  byStatus: (status: number) => Reason;
  other: Reason;
};

const ask = "Ask an operator.";
const tryLater = "Try again in a few minutes.";

const en: ReasonWords = {
  byCode: {
    ...fileReasons.en,
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
    "1010": { says: "A required value is missing.", remedy: "Fill it in and send again." },
    "1011": { says: "A value has the wrong form.", remedy: "Correct it and send again." },
    "1013": { says: "An SMS cannot have a title.", remedy: "Remove the title, or send an LMS." },
    "1014": { says: "The title is too long.", remedy: "Keep it to 40 bytes." },
    "1020": { says: "The platform does not know this account.", remedy: ask },
    "1025": { says: "The platform does not know this kind of message.", remedy: "Choose another kind." },
    "1026": {
      says: "This recipient is already in the same request.",
      remedy: "Send it once, or allow duplicates.",
    },
    "1027": { says: "The text is not valid UTF-8.", remedy: "Type it again." },
    "1028": { says: "The text has a character that cannot be printed.", remedy: "Type it again." },
    "1029": {
      says: "The text has a character that text messages cannot carry.",
      remedy: "Remove emoji and rare characters.",
    },
    "1030": { says: "The account's balance is too low.", remedy: ask },
    "1031": {
      says: "The text is too long for its kind.",
      remedy: "Shorten it: an SMS holds 90 bytes, an LMS or MMS 2,000.",
    },
    "1032": { says: "A custom field is too long.", remedy: "Keep keys to 30 characters and values to 100." },
    "1033": { says: "Messenger options do not go with this kind.", remedy: "Choose the messenger kind." },
    "1034": { says: "The platform does not have this image.", remedy: "Upload it again." },
    "1041": {
      says: "The platform does not know this messenger channel.",
      remedy: "Choose it from the list.",
    },
    "1042": { says: "The platform does not know this template.", remedy: "Check the template's ID." },
    "1043": { says: "The text differs from its template.", remedy: "Use the template's own words." },
    "1044": { says: "A button is not right.", remedy: "Check the buttons." },
    "1045": { says: "A button's address is not right.", remedy: "Check the buttons' links." },
    "1046": { says: "The template's buttons are missing.", remedy: "Add the template's buttons." },
    "1047": { says: "This template has no buttons.", remedy: "Remove the buttons." },
    "1048": { says: "A button's address is too long.", remedy: "Keep links to 100 characters." },
    "1049": { says: "A button's name is too long.", remedy: "Keep names to 14 characters." },
    "1050": { says: "There are more than 5 buttons.", remedy: "Keep 5 at most." },
    "1051": {
      says: "This image is not registered with the messenger.",
      remedy: "Upload it as a CHAT image.",
    },
    "1052": {
      says: "The buttons are in another order than the template's.",
      remedy: "Put them in its order.",
    },
    "1053": { says: "This kind of message cannot track a delivery.", remedy: "Remove that button." },
    "1058": { says: "There is no route to this number.", remedy: "Check the number and the country." },
    "1060": { says: "This recipient is blocked.", remedy: "Use another number." },
    "1061": { says: "This recipient has opted out.", remedy: "Use another number." },
    "1062": {
      says: "This sender number is not registered.",
      remedy: "Choose a registered one, or ask an operator.",
    },
    "1064": { says: "The regulator has blocked this message.", remedy: ask },
    InvalidInput: {
      says: "The message breaks one of the platform's limits.",
      remedy: "Correct it and send again.",
    },
    ConnectionFailed: { says: "The platform could not be reached.", remedy: tryLater },
    ConnectionLost: { says: "The connection broke before the answer came." },
    TimedOut: { says: "The platform did not answer in time." },
    Aborted: { says: "The app was being restarted." },
    Closed: { says: "The app was being restarted." },
    ReplyCut: { says: "The platform's answer was cut off half-way." },
    ReplyTooLarge: { says: "The platform's answer was too large to read." },
    ReplyUnreadable: { says: "The platform's answer could not be read." },
    ReplyUseless: { says: "The platform's answer did not say what became of it." },
    PolicyTestOnly: { says: "Only test recipients may be sent to here." },
    PolicySender: { says: "The sender number is not one of the app's." },
    PolicyQuietHours: {
      says: "No advertisements from 21:00 to 08:00 Korean time.",
      remedy: "Send it in the morning.",
    },
    NotReached: { says: "The step before it was not accepted." },
    ProcessEnded: { says: "The app was restarted." },
    StoreFailed: { says: "The app could not save it.", remedy: tryLater },
    TookTooLong: { says: "The app did not answer Slack in time.", remedy: "Send it again." },
    NotAcknowledged: { says: "Slack did not take the app's answer.", remedy: "Send it again." },
    SealBroken: { says: "What was stored is not what was approved, so it was not sent.", remedy: ask },
    Defect: { says: "Something went wrong in the app.", remedy: ask },
  },
  byStatus: (status) => ({ says: `The platform answered with HTTP ${status}.` }),
  other: { says: "The platform did not accept it." },
};

const koAsk = "운영자에게 문의해 주세요.";
const koLater = "몇 분 뒤 다시 시도해 주세요.";

const ko: ReasonWords = {
  byCode: {
    ...fileReasons.ko,
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
    "1010": { says: "필수 값이 빠졌습니다.", remedy: "값을 넣고 다시 보내 주세요." },
    "1011": { says: "값의 형식이 올바르지 않습니다.", remedy: "고쳐서 다시 보내 주세요." },
    "1013": { says: "SMS에는 제목을 넣을 수 없습니다.", remedy: "제목을 지우거나 LMS로 보내 주세요." },
    "1014": { says: "제목이 너무 깁니다.", remedy: "40바이트 이내로 줄여 주세요." },
    "1020": { says: "플랫폼에 없는 계정입니다.", remedy: koAsk },
    "1025": { says: "플랫폼이 모르는 메시지 종류입니다.", remedy: "다른 종류를 골라 주세요." },
    "1026": {
      says: "같은 요청에 수신자가 중복되었습니다.",
      remedy: "한 번만 보내거나 중복을 허용해 주세요.",
    },
    "1027": { says: "본문이 UTF-8이 아닙니다.", remedy: "본문을 다시 입력해 주세요." },
    "1028": { says: "본문에 표시할 수 없는 문자가 있습니다.", remedy: "본문을 다시 입력해 주세요." },
    "1029": {
      says: "본문에 문자 메시지로 보낼 수 없는 문자가 있습니다.",
      remedy: "이모지와 특수 문자를 지워 주세요.",
    },
    "1030": { says: "잔액이 부족합니다.", remedy: koAsk },
    "1031": {
      says: "본문이 너무 깁니다.",
      remedy: "SMS는 90바이트, LMS·MMS는 2,000바이트까지입니다.",
    },
    "1032": { says: "사용자 정의 필드가 너무 깁니다.", remedy: "키는 30자, 값은 100자 이내로 줄여 주세요." },
    "1033": { says: "이 종류에는 메신저 옵션을 쓸 수 없습니다.", remedy: "종류를 메신저로 골라 주세요." },
    "1034": { says: "플랫폼에 없는 이미지입니다.", remedy: "이미지를 다시 올려 주세요." },
    "1041": { says: "플랫폼에 없는 메신저 채널입니다.", remedy: "목록에서 골라 주세요." },
    "1042": { says: "플랫폼에 없는 템플릿입니다.", remedy: "템플릿 ID를 확인해 주세요." },
    "1043": { says: "본문이 템플릿과 다릅니다.", remedy: "템플릿 문구를 그대로 써 주세요." },
    "1044": { says: "버튼이 올바르지 않습니다.", remedy: "버튼을 확인해 주세요." },
    "1045": { says: "버튼 링크가 올바르지 않습니다.", remedy: "링크를 확인해 주세요." },
    "1046": { says: "템플릿의 버튼이 빠졌습니다.", remedy: "템플릿과 같은 버튼을 넣어 주세요." },
    "1047": { says: "버튼이 없는 템플릿입니다.", remedy: "버튼을 지워 주세요." },
    "1048": { says: "버튼 링크가 너무 깁니다.", remedy: "100자 이내로 줄여 주세요." },
    "1049": { says: "버튼 이름이 너무 깁니다.", remedy: "14자 이내로 줄여 주세요." },
    "1050": { says: "버튼이 5개를 넘습니다.", remedy: "5개까지만 넣어 주세요." },
    "1051": { says: "메신저에 등록되지 않은 이미지입니다.", remedy: "CHAT 이미지로 올려 주세요." },
    "1052": { says: "버튼 순서가 템플릿과 다릅니다.", remedy: "템플릿 순서대로 넣어 주세요." },
    "1053": { says: "이 종류에는 배송 조회 버튼을 넣을 수 없습니다.", remedy: "그 버튼을 지워 주세요." },
    "1058": { says: "이 번호로 보낼 경로가 없습니다.", remedy: "번호와 국가를 확인해 주세요." },
    "1060": { says: "차단된 수신자입니다.", remedy: "다른 번호로 보내 주세요." },
    "1061": { says: "수신을 거부한 번호입니다.", remedy: "다른 번호로 보내 주세요." },
    "1062": {
      says: "등록되지 않은 발신번호입니다.",
      remedy: "등록된 번호를 고르거나 운영자에게 문의해 주세요.",
    },
    "1064": { says: "규제 기관이 차단한 메시지입니다.", remedy: koAsk },
    InvalidInput: { says: "플랫폼의 제한을 넘는 값이 있습니다.", remedy: "고쳐서 다시 보내 주세요." },
    ConnectionFailed: { says: "플랫폼에 연결하지 못했습니다.", remedy: koLater },
    ConnectionLost: { says: "응답이 오기 전에 연결이 끊겼습니다." },
    TimedOut: { says: "플랫폼이 제때 응답하지 않았습니다." },
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
    StoreFailed: { says: "앱이 저장하지 못했습니다.", remedy: koLater },
    TookTooLong: { says: "앱이 Slack에 제때 응답하지 못했습니다.", remedy: "다시 보내 주세요." },
    NotAcknowledged: { says: "Slack이 앱의 응답을 받지 않았습니다.", remedy: "다시 보내 주세요." },
    SealBroken: { says: "저장된 내용이 승인된 내용과 달라 보내지 않았습니다.", remedy: koAsk },
    Defect: { says: "앱에 문제가 생겼습니다.", remedy: koAsk },
  },
  byStatus: (status) => ({ says: `플랫폼이 HTTP ${status}(으)로 응답했습니다.` }),
  other: { says: "플랫폼이 받아들이지 않았습니다." },
};

export const reasons = { en, ko };

/**
 * What a code of the platform's or of the app's own means; null for one in no table. Codes are foreign words, so names
 * that every object has (`constructor`) are no entries.
 */
export function knownReason(code: string, { byCode }: ReasonWords): Reason | null {
  return (Object.hasOwn(byCode, code) ? byCode[code] : undefined) ?? null;
}
