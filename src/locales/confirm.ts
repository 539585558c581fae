import type { Translated, Words } from "./words.ts";

const en = {
  title: "Send this message?",
  over: "Over today's limit",
  submit: "Send",
  submitAnyway: "Send anyway",
  edit: "Edit in the form",
  kind: "Message type",
  autoKind: (kind: string) => `Automatic (expected: ${kind})`,
  size: "Size",
  sizeOf: {
    bytes: (size: number, limit: number) =>
      `${size.toLocaleString("en")} of ${limit.toLocaleString("en")} bytes`,
    characters: (size: number, limit: number) =>
      `${size.toLocaleString("en")} of ${limit.toLocaleString("en")} characters`,
  },
  sender: "Sender",
  recipient: "Recipient",
  country: "country",
  subject: "Title",
  text: "Text",
  templateText: "Template's text",
  templateButtons: "Template's buttons",
  result: "Result in",
  resultUsual: "the default conversation, or a direct message to you if there is none",
  resultDirect: "a direct message to you",
  price: "Usual price",
  priceUnknown: "not known",
  cost: { label: "Price", says: (price: string) => `about ${price}` },
  fallback: (price: string, fallback: string, kind: string) => `${price} (${fallback} if sent as ${kind})`,
  /** In place of `fallback` if the template may bring the fallback text, so that its price is unknown. */
  fallbackUnknown: (price: string) => `${price}, or a text message's price if it falls back`,
  cheaper: (bytes: string, price: string, now: string) =>
    `${bytes} less would make it an SMS: ${price} instead of ${now}.`,
  costs: "This number is not on the list of test recipients. Sending costs money and can't be undone.",
};

const ko: Words<typeof en> = {
  title: "이 메시지를 보낼까요?",
  over: "오늘 한도 초과",
  submit: "보내기",
  submitAnyway: "그래도 보내기",
  edit: "양식에서 수정",
  kind: "메시지 종류",
  autoKind: (kind) => `자동(예상: ${kind})`,
  size: "크기",
  sizeOf: {
    bytes: (size, limit) => `${size.toLocaleString("ko")}/${limit.toLocaleString("ko")}바이트`,
    characters: (size, limit) => `${size.toLocaleString("ko")}/${limit.toLocaleString("ko")}자`,
  },
  sender: "발신번호",
  recipient: "수신자",
  country: "국가",
  subject: "제목",
  text: "내용",
  templateText: "템플릿 내용",
  templateButtons: "템플릿 버튼",
  result: "결과를 올릴 곳",
  resultUsual: "기본 결과 채널(없으면 내 DM)",
  resultDirect: "내 DM",
  price: "보통 드는 비용",
  priceUnknown: "알 수 없음",
  cost: { label: "단가", says: (price) => `약 ${price}` },
  fallback: (price, fallback, kind) => `${price}(${kind}로 대체 발송 시 ${fallback})`,
  fallbackUnknown: (price) => `${price}(문자로 대체 발송 시 문자 단가)`,
  cheaper: (bytes, price, now) => `${bytes}만 줄이면 SMS로 보낼 수 있습니다(${now} → ${price}).`,
  costs: "테스트 수신자 목록에 없는 번호입니다. 보내면 비용이 들고 되돌릴 수 없습니다.",
};

export const confirm: Translated<typeof en> = { en, ko };
