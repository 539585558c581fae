/** The last look before it costs money. */
export type ConfirmWords = {
  title: string;
  submit: string;
  /** On a confirmation with no form below it. */
  edit: string;
  /** In place of the form, where that is no longer kept. */
  submitted: string;
  kind: string;
  autoKind: (kind: string) => string;
  size: string;
  sizeLeft: (size: number, limit: number) => string;
  sender: string;
  recipient: string;
  country: string;
  subject: string;
  text: string;
  result: string;
  resultUsual: string;
  resultDirect: string;
  price: string;
  priceUnknown: string;
  /** What it costs when the first way fails and a text message is sent in its place. */
  fallback: (price: string, fallback: string, kind: string) => string;
  /** The same where that text may be the template's, and the price any. */
  fallbackUnknown: (price: string) => string;
  today: string;
  usedToday: (used: string, limit: string) => string;
  smsTooLong: (size: string) => string;
  cheaper: (bytes: string, price: string, now: string) => string;
  notCarried: (characters: string) => string;
  unfilled: (placeholders: string) => string;
  nightAdvert: string;
  costs: string;
  /** The same of a test recipient's number. */
  listedCosts: string;
};

const en: ConfirmWords = {
  title: "Really send?",
  submit: "Send",
  edit: "Back to the form",
  submitted: "This message was already submitted and has its own result. /msg-history shows it.",
  kind: "Kind",
  autoKind: (kind) => `Automatic (expected: ${kind})`,
  size: "Size",
  sizeLeft: (size, limit) =>
    `${size} of ${limit.toLocaleString("en")} bytes, ${(limit - size).toLocaleString("en")} left`,
  sender: "Sender",
  recipient: "Recipient",
  country: "country",
  subject: "Title",
  text: "Text",
  result: "Result",
  resultUsual: "to the usual conversation, or else to you as a direct message",
  resultDirect: "as a direct message to you",
  price: "Price",
  priceUnknown: "not known",
  fallback: (price, fallback, kind) => `${price}, or ${fallback} if it falls back to ${kind}`,
  fallbackUnknown: (price) => `${price}, or the price of a text message if it falls back to one`,
  today: "Sent",
  usedToday: (used, limit) => `${used} of ${limit} today`,
  smsTooLong: (size) => `An SMS holds 90 bytes, and this text has ${size}: the platform may refuse it.`,
  cheaper: (bytes, price, now) => `${bytes} less would make it an SMS: ${price} instead of ${now}.`,
  notCarried: (characters) => `Text messages can't carry ${characters}: it may arrive as something else.`,
  unfilled: (placeholders) => `Not filled in: ${placeholders}`,
  nightAdvert: "It is night in Korea (21:00 to 08:00), when advertisements are not allowed.",
  listedCosts: "This goes to a test recipient. Sending costs money and cannot be undone.",
  costs: "This number is not on the list of test recipients. Sending costs money and cannot be undone.",
};

const ko: ConfirmWords = {
  title: "정말 보낼까요?",
  submit: "보내기",
  edit: "양식으로 돌아가기",
  submitted: "이미 제출한 메시지입니다. 결과는 따로 게시되며 /msg-history에서도 볼 수 있습니다.",
  kind: "종류",
  autoKind: (kind) => `자동(예상: ${kind})`,
  size: "크기",
  sizeLeft: (size, limit) =>
    `${limit.toLocaleString("ko")}바이트 중 ${size}바이트, ${(limit - size).toLocaleString("ko")}바이트 남음`,
  sender: "발신번호",
  recipient: "받는 사람",
  country: "국가",
  subject: "제목",
  text: "내용",
  result: "결과",
  resultUsual: "기본 결과 채널에(없으면 나에게 DM으로)",
  resultDirect: "나에게 보내는 DM으로",
  price: "단가",
  priceUnknown: "알 수 없음",
  fallback: (price, fallback, kind) => `${price}, ${kind}로 대체 발송되면 ${fallback}`,
  fallbackUnknown: (price) => `${price}, 문자로 대체 발송되면 문자 단가`,
  today: "발송",
  usedToday: (used, limit) => `오늘 ${limit}건 중 ${used}건`,
  smsTooLong: (size) => `SMS는 90바이트까지인데 이 내용은 ${size}입니다. 플랫폼이 거부할 수 있습니다.`,
  cheaper: (bytes, price, now) => `${bytes}만 줄이면 SMS로 보낼 수 있습니다(${now} → ${price}).`,
  notCarried: (characters) => `문자 메시지로 보낼 수 없는 글자가 있어 다르게 보일 수 있습니다: ${characters}`,
  unfilled: (placeholders) => `채우지 않은 변수: ${placeholders}`,
  nightAdvert: "지금은 광고를 보낼 수 없는 시간대입니다(한국 시간 21시~8시).",
  listedCosts: "테스트 수신자에게 보냅니다. 보내면 비용이 들고 되돌릴 수 없습니다.",
  costs: "테스트 수신자 목록에 없는 번호입니다. 보내면 비용이 들고 되돌릴 수 없습니다.",
};

export const confirm = { en, ko };
