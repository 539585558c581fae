import { entryFor } from "./entry.ts";
import { issues } from "./issues.ts";
import type { Translated, Words } from "./words.ts";

/** Reasons why something was not done, with remedies, by the platform's or the app's code. */
export type Reasons = Readonly<Record<string, Reason>>;
/** `inFull`: detail shown only under “Details”. */
export type Reason = { says: string; remedy?: string; inFull?: string };
type ReasonTable = Readonly<Record<string, readonly [says: string, remedy?: string]>>;

const ask = "Ask an operator.";
const tryLater = "Try again in a few minutes.";
const tryAgain = "Try again.";
const correct = "Correct it and try again.";
const saveAgain = "Open it and save it again.";

/**
 * Codes by source: a message (1xxx: at acceptance, 2xxx: inside the platform), a request, the app, a file. Carriers'
 * codes (3xxx) come after the answer to a send, so they have no entry: the platform's own text is shown.
 */
const enTable = {
  "1010": ["A required value is missing.", "Fill it in and send again."],
  "1011": ["A value has the wrong form.", correct],
  "1013": ["An SMS can't have a title.", "Remove the title, or send an LMS."],
  "1014": ["The title is too long.", "Keep it to 40 bytes."],
  "1020": ["The platform does not know this account.", ask],
  "1021": ["The platform does not have this message or its group.", ask],
  "1024": ["The platform had an error while it took the message.", tryLater],
  "1025": ["The platform does not know this kind of message.", "Choose another kind."],
  "1026": ["This recipient is already in the same request.", "Send it once, or allow duplicates."],
  "1028": [
    "The text has a character that can't be sent.",
    "Remove emoji and rare characters, or type it again.",
  ],
  "1030": ["The account's balance is too low.", ask],
  "1031": [
    "The text is too long for its kind.",
    "Shorten it: an SMS usually holds 90 bytes, an LMS or MMS 2,000.",
  ],
  "1032": ["A custom field is too long.", "Keep keys to 30 characters and values to 100."],
  "1033": ["Messenger options do not go with this kind.", "Choose the messenger kind."],
  "1034": ["The platform does not have this image.", "Upload it again."],
  "1041": ["The platform does not know this messenger channel.", "Choose it from the list."],
  "1042": ["The platform does not know this template.", "Check the template's ID."],
  "1043": ["The text differs from its template.", "Use the template's own words."],
  "1044": ["A button or its link is not valid.", "Check the buttons."],
  "1046": ["The buttons differ from the template's.", "Use the template's own buttons."],
  "1048": [
    "A button's name or link is too long, or there are too many.",
    "Keep names to 14 characters, links to 100, buttons to 5.",
  ],
  "1051": ["This image is not registered with the messenger.", "Upload it as a CHAT image."],
  "1053": ["This kind of message can't track a delivery.", "Remove that button."],
  "1058": ["There is no route to this number.", "Check the number and the country."],
  "1060": ["This recipient is blocked.", "Use another number."],
  "1061": ["This recipient has opted out.", "Use another number."],
  "1062": ["This sender number is not registered.", "Choose a registered one, or ask an operator."],
  "1064": ["The regulator has blocked this message.", ask],
  "2063": ["The account is blocked.", ask],
  "2254": ["The platform's spam filter stopped this message.", "Change the text, or ask an operator."],
  Unauthorized: ["The platform did not accept the app's key or secret.", ask],
  RequestTimeTooSkewed: ["The app's clock is wrong.", ask],
  DuplicatedSignature: ["The platform has already seen this request.", tryLater],
  Forbidden: ["The platform account isn't allowed to do this.", ask],
  TooManyRequests: ["The platform was too busy.", tryLater],
  ResourceNotFound: ["The platform could not find it.", "Check the ID."],
  InternalServerError: ["The platform had an error."],
  InvalidPaymentId: ["The platform does not know this payment method.", ask],
  InvalidCountryId: ["The platform does not know this country.", "Check the country."],
  InvalidAppId: ["The platform does not accept this app.", ask],
  InvalidInput: ["A value is over one of the platform's limits.", correct],
  ConnectionFailed: ["The platform could not be reached.", tryLater],
  ConnectionLost: ["The connection dropped before the platform answered."],
  TimedOut: ["The platform did not answer in time."],
  ReplyUnreadable: ["The platform's answer could not be read."],
  ReplyUseless: ["The platform's answer did not say what became of it."],
  TookTooLong: ["The app did not answer in time.", tryAgain],
  NotAcknowledged: ["The app's answer did not reach Slack.", tryAgain],
  ProcessEnded: ["The app was interrupted."],
  PolicyTestOnly: [issues.en.testOnly("")],
  PolicyQuietHours: [issues.en.quietHours],
  NotReached: ["Its image was not uploaded in time."],
  Superseded: ["The earlier try was accepted, or arrived, meanwhile."],
  StoreFailed: ["The app could not save it.", tryLater],
  DigestMismatch: ["What was stored is not what was approved, so it was not sent.", ask],
  Defect: ["Something went wrong in the app.", ask],
  FileNoAccess: ["You or the app can't see this file in Slack.", "Upload your own copy with /msg-upload."],
  FileNoScope: [
    "Slack showed its login page instead of the file.",
    "Ask an operator: the app lacks files:read or has to be installed again.",
  ],
  FileGone: ["The file is no longer in Slack.", "Choose it again in /msg-upload."],
  FileElsewhere: [
    "This is not stored in Slack as a file: it may be a canvas or a link.",
    "Save it as a file and choose that in /msg-upload.",
  ],
  FileNotFetched: ["The file could not be read from Slack.", tryLater],
  FileTooLarge: ["The file is too large for its type.", "Choose a smaller file or another type."],
  FileOverRead: ["The file is larger than 10 MB.", "Choose a smaller file."],
  FileTooBig: ["The image is too large for its type.", "/msg-upload can make it smaller."],
  FileUploadedBefore: [
    "The same file is already on the platform. Nothing was uploaded.",
    "/msg-files shows it.",
  ],
  FileEmpty: ["The file is empty.", "Choose another file."],
  FileFormat: ["Its content isn't PNG, JPG, GIF, TIFF or PDF.", "Save it as one of these."],
  FileDamaged: ["The file is damaged or not whole.", saveAgain],
  FileNotPicture: ["This type takes images only.", "Choose an image, or the type DOCUMENT."],
  FilePixels: ["The image has more than 50 megapixels.", "Make it smaller and choose it again."],
  FileInUse: ["The file is still used on the platform.", "It can be deleted when nothing uses it."],
} satisfies ReasonTable;

const koAsk = "운영자에게 문의해 주세요.";
const koLater = "몇 분 뒤 다시 시도해 주세요.";
const koAgain = "다시 시도해 주세요.";
const koCorrect = "수정 후 다시 시도해 주세요.";
const koSaveAgain = "파일을 열어 새로 저장해 주세요.";

const koTable: Words<typeof enTable> = {
  "1010": ["필수 값이 빠졌습니다.", "값을 넣고 다시 보내 주세요."],
  "1011": ["값의 형식이 올바르지 않습니다.", koCorrect],
  "1013": ["SMS에는 제목을 넣을 수 없습니다.", "제목을 지우거나 LMS로 보내 주세요."],
  "1014": ["제목이 너무 깁니다.", "40바이트 이내로 줄여 주세요."],
  "1020": ["플랫폼에 없는 계정입니다.", koAsk],
  "1021": ["플랫폼에 없는 메시지나 메시지 그룹입니다.", koAsk],
  "1024": ["메시지를 접수하는 중 플랫폼에 오류가 났습니다.", koLater],
  "1025": ["플랫폼이 모르는 메시지 종류입니다.", "다른 종류를 골라 주세요."],
  "1026": ["같은 요청에 수신자가 중복되었습니다.", "한 번만 보내거나 중복을 허용해 주세요."],
  "1028": ["내용에 보낼 수 없는 문자가 있습니다.", "이모지와 특수 문자를 지우거나 다시 입력해 주세요."],
  "1030": ["잔액이 부족합니다.", koAsk],
  "1031": ["내용이 너무 깁니다.", "보통 SMS는 90바이트, LMS·MMS는 2,000바이트까지입니다."],
  "1032": ["사용자 정의 필드가 너무 깁니다.", "키는 30자, 값은 100자 이내로 줄여 주세요."],
  "1033": ["이 종류에는 메신저 옵션을 쓸 수 없습니다.", "종류를 메신저로 골라 주세요."],
  "1034": ["플랫폼에 없는 이미지입니다.", "이미지를 다시 올려 주세요."],
  "1041": ["플랫폼에 없는 메신저 채널입니다.", "목록에서 골라 주세요."],
  "1042": ["플랫폼에 없는 템플릿입니다.", "템플릿 ID를 확인해 주세요."],
  "1043": ["내용이 템플릿과 다릅니다.", "템플릿 문구를 그대로 써 주세요."],
  "1044": ["버튼이나 버튼 링크가 올바르지 않습니다.", "버튼을 확인해 주세요."],
  "1046": ["버튼이 템플릿과 다릅니다.", "템플릿과 같은 버튼을 넣어 주세요."],
  "1048": [
    "버튼 이름이나 링크가 너무 길거나 버튼이 너무 많습니다.",
    "이름은 14자, 링크는 100자, 버튼은 5개까지입니다.",
  ],
  "1051": ["메신저에 등록되지 않은 이미지입니다.", "CHAT 이미지로 올려 주세요."],
  "1053": ["이 종류에는 배송 조회 버튼을 넣을 수 없습니다.", "그 버튼을 지워 주세요."],
  "1058": ["이 번호로 보낼 경로가 없습니다.", "번호와 국가를 확인해 주세요."],
  "1060": ["차단된 수신자입니다.", "다른 번호로 보내 주세요."],
  "1061": ["수신을 거부한 번호입니다.", "다른 번호로 보내 주세요."],
  "1062": ["등록되지 않은 발신번호입니다.", "등록된 번호를 고르거나 운영자에게 문의해 주세요."],
  "1064": ["규제 기관이 차단한 메시지입니다.", koAsk],
  "2063": ["차단된 계정입니다.", koAsk],
  "2254": ["플랫폼의 스팸 필터가 막은 메시지입니다.", "내용을 수정하거나 운영자에게 문의해 주세요."],
  Unauthorized: ["플랫폼이 앱의 API 키나 시크릿 키를 거부했습니다.", koAsk],
  RequestTimeTooSkewed: ["앱 서버의 시계가 맞지 않습니다.", koAsk],
  DuplicatedSignature: ["플랫폼이 이미 받은 요청입니다.", koLater],
  Forbidden: ["플랫폼 계정에 이 작업의 권한이 없습니다.", koAsk],
  TooManyRequests: ["플랫폼에 요청이 몰려 처리하지 못했습니다.", koLater],
  ResourceNotFound: ["플랫폼에서 찾을 수 없습니다.", "ID를 확인해 주세요."],
  InternalServerError: ["플랫폼에 오류가 났습니다."],
  InvalidPaymentId: ["플랫폼에 없는 결제 수단입니다.", koAsk],
  InvalidCountryId: ["플랫폼에 없는 국가입니다.", "국가를 확인해 주세요."],
  InvalidAppId: ["플랫폼이 허용하지 않는 앱입니다.", koAsk],
  InvalidInput: ["플랫폼의 제한을 넘는 값이 있습니다.", koCorrect],
  ConnectionFailed: ["플랫폼에 연결하지 못했습니다.", koLater],
  ConnectionLost: ["플랫폼이 응답하기 전에 연결이 끊겼습니다."],
  TimedOut: ["플랫폼이 제때 응답하지 않았습니다."],
  ReplyUnreadable: ["플랫폼의 응답을 읽지 못했습니다."],
  ReplyUseless: ["플랫폼의 응답에 처리 결과가 없습니다."],
  TookTooLong: ["앱이 제때 응답하지 못했습니다.", koAgain],
  NotAcknowledged: ["앱의 응답이 Slack에 전달되지 않았습니다.", koAgain],
  ProcessEnded: ["앱이 처리 도중 중단되었습니다."],
  PolicyTestOnly: [issues.ko.testOnly("")],
  PolicyQuietHours: [issues.ko.quietHours],
  NotReached: ["이미지가 제때 업로드되지 않았습니다."],
  Superseded: ["앞선 시도가 그사이 접수되었거나 도착했습니다."],
  StoreFailed: ["앱이 요청을 저장하지 못했습니다.", koLater],
  DigestMismatch: ["저장된 내용이 승인된 내용과 달라 보내지 않았습니다.", koAsk],
  Defect: ["앱에 문제가 생겼습니다.", koAsk],
  FileNoAccess: [
    "앱이나 요청한 사람이 Slack에서 이 파일을 볼 수 없습니다.",
    "/msg-upload로 파일을 직접 올려 주세요.",
  ],
  FileNoScope: [
    "Slack이 파일 대신 로그인 페이지를 보냈습니다.",
    "운영자에게 문의해 주세요: 앱에 files:read 권한이 없거나 앱을 다시 설치해야 합니다.",
  ],
  FileGone: ["Slack에 더 이상 없는 파일입니다.", "/msg-upload에서 다시 골라 주세요."],
  FileElsewhere: [
    "Slack에 파일로 저장되지 않은 항목입니다(캔버스나 링크일 수 있음).",
    "파일로 저장한 뒤 /msg-upload에서 골라 주세요.",
  ],
  FileNotFetched: ["Slack에서 파일을 읽지 못했습니다.", koLater],
  FileTooLarge: ["이 종류로 올리기에는 파일이 너무 큽니다.", "더 작은 파일이나 다른 종류를 골라 주세요."],
  FileOverRead: ["10 MB가 넘는 파일입니다.", "더 작은 파일을 골라 주세요."],
  FileTooBig: ["이 종류로 올리기에는 이미지가 너무 큽니다.", "/msg-upload에서 줄여서 올릴 수 있습니다."],
  FileUploadedBefore: ["같은 파일이 이미 플랫폼에 있어 올리지 않았습니다.", "/msg-files에서 볼 수 있습니다."],
  FileEmpty: ["빈 파일입니다.", "다른 파일을 골라 주세요."],
  FileFormat: ["내용이 PNG, JPG, GIF, TIFF, PDF가 아닙니다.", "이 중 하나로 저장해 주세요."],
  FileDamaged: ["손상되었거나 일부만 있는 파일입니다.", koSaveAgain],
  FileNotPicture: [
    "이 종류에는 이미지만 올릴 수 있습니다.",
    "이미지를 고르거나 종류를 문서(DOCUMENT)로 바꿔 주세요.",
  ],
  FilePixels: ["5천만 화소가 넘는 이미지입니다.", "크기를 줄여서 다시 골라 주세요."],
  FileInUse: ["플랫폼에서 아직 쓰고 있는 파일입니다.", "쓰는 곳이 없어지면 삭제할 수 있습니다."],
};

const sameAs: Readonly<Record<string, readonly string[]>> = {
  "1011": ["2011"],
  "1020": ["InvalidAccountId"],
  "1021": ["1022"],
  "1024": ["2024"],
  "1028": ["1027", "1029"],
  "1030": ["2230", "NotEnoughBalance", "BalanceInsufficient"],
  "1034": ["1023", "ImageNotFound"],
  "1044": ["1045"],
  "1046": ["1047", "1052"],
  "1048": ["1049", "1050"],
  "1060": ["2060"],
  "1061": ["2061"],
  "1062": ["2062", "PolicySender"],
  "1064": ["2064"],
  Unauthorized: ["InvalidAPIKey", "InvalidApiKey", "InvalidToken", "SignatureDoesNotMatch"],
  InvalidAppId: ["BlockedApp", "InDevelopment", "InactiveApp"],
  ReplyUnreadable: ["ReplyCut", "ReplyTooLarge"],
  TookTooLong: ["TooLate"],
  ProcessEnded: ["Aborted", "Closed"],
};

function toReasons(table: ReasonTable): Reasons {
  const reasons = Object.entries(table).flatMap(([code, [says, remedy]]) =>
    [code, ...(sameAs[code] ?? [])].map(
      (same) => [same, remedy === undefined ? { says } : { says, remedy }] as const,
    ),
  );
  return Object.fromEntries(reasons);
}

const en = {
  byCode: toReasons(enTable),
  byStatus: (status: number): Reason => ({ says: `The platform gave no reason (HTTP ${status}).` }),
  other: { says: "The platform did not accept it.", remedy: ask },
  correct: "Correct it and send again, or ask an operator.",
};

const ko: Words<typeof en> = {
  byCode: toReasons(koTable),
  byStatus: (status) => ({ says: `플랫폼이 이유를 알려 주지 않았습니다(HTTP ${status}).` }),
  other: { says: "플랫폼이 받아들이지 않았습니다.", remedy: koAsk },
  correct: "수정 후 다시 보내거나 운영자에게 문의해 주세요.",
};

export const reasons: Translated<typeof en> = { en, ko };

export function knownReason(code: string, { byCode }: { byCode: Reasons }): Reason | null {
  return entryFor(byCode, code) ?? null;
}
