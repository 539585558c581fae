/** What any form or button may answer, and how sizes are told. */
export type FormWords = {
  cancel: string;
  back: string;
  busy: string;
  tooSlow: string;
  /** For what is no operation: it may be stored after this is said. */
  mayBeTaken: string;
  gone: string;
  /** For a form that was submitted, changed and submitted again: where its result is, is told how the first one ended. */
  changedSince: string;
  bytes: (count: number) => string;
  characters: (count: number) => string;
  /** Before the names of whom to ask for a right. */
  operators: string;
};

const en: FormWords = {
  cancel: "Cancel",
  back: "Back",
  busy: "The app is busy. Nothing was sent this time. Please try again in a minute.",
  tooSlow: "The app did not answer in time. Nothing was sent this time. Please try again.",
  mayBeTaken: "The app did not answer in time, but may still take this. Please try again: it counts once.",
  gone: "This form is too old or was already used. Nothing was sent. Please start again.",
  changedSince:
    "What stands here now was not sent: the form was submitted before you changed it, and that has its own result. Submit it again to send this too.",
  bytes: (count) => (count === 1 ? "1 byte" : `${count.toLocaleString("en")} bytes`),
  characters: (count) => (count === 1 ? "1 character" : `${count.toLocaleString("en")} characters`),
  operators: "Operators",
};

const ko: FormWords = {
  cancel: "취소",
  back: "뒤로",
  busy: "지금은 앱에 요청이 많습니다. 이번에는 아무것도 보내지 않았습니다. 잠시 후 다시 시도해 주세요.",
  tooSlow: "앱이 제때 응답하지 못했습니다. 이번에는 아무것도 보내지 않았습니다. 다시 시도해 주세요.",
  mayBeTaken:
    "앱이 제때 응답하지 못했지만 나중에 반영될 수 있습니다. 다시 시도해 주세요. 한 번만 반영됩니다.",
  gone: "너무 오래되었거나 이미 사용한 양식입니다. 아무것도 보내지 않았습니다. 처음부터 다시 해 주세요.",
  changedSince:
    "지금 내용은 보내지 않았습니다. 고치기 전에 제출한 내용의 결과는 따로 게시됩니다. 지금 내용도 보내려면 다시 제출해 주세요.",
  bytes: (count) => `${count.toLocaleString("ko")}바이트`,
  characters: (count) => `${count.toLocaleString("ko")}자`,
  operators: "운영자",
};

export const forms = { en, ko };
