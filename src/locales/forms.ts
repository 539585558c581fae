import { createWonFormat, enCount } from "./format.ts";
import type { Translated, Words } from "./words.ts";

const enLook = (doing: string, done: string) =>
  `Look in the history before ${doing} it again: what isn't there a minute from now was not ${done}.`;

/** Answers to a request that is not done yet. `doing`, `done`: forms of its verb, such as `uploading`, `uploaded`. */
export const enAsking = (doing: string, done: string) => ({
  busy: `The app is busy. Nothing was ${done} this time. Please try again in a minute.`,
  tooSlow: `The app did not answer in time. Nothing was ${done} this time. Please try again.`,
  unsaved: `The app could not store your request. Nothing was ${done} this time. Please try again in a minute.`,
  gone: `This form is too old or was already used. Nothing was ${done}. Please start again.`,
  /** Answer while it is unknown whether the request is stored; a button opens the history. */
  storing: `It is still being stored. ${enLook(doing, done)}`,
  /** Direct message after `storing` if the store failed; an earlier submission may be stored all the same. */
  notStored: `Your request may not have been stored. ${enLook(doing, done)}`,
  changesNotSent: `Your later edits were not ${done}.`,
  /** Follows the outcome of the first form if a second form asked for the same. */
  secondNotSent: `Nothing was ${done} from this form.`,
});

export const enAccess = {
  ask: "Ask {whom} for access.",
  anybody: "Ask an operator for access.",
};
export const koAccess = {
  ask: "{whom} 님에게 요청해 주세요.",
  anybody: "운영자에게 요청해 주세요.",
} satisfies Words<typeof enAccess>;

const en = {
  ...enAsking("sending", "sent"),
  cancel: "Cancel",
  back: "Back",
  /** Answer if storing a form (proposal, report, saved message …) timed out: the write may still succeed. */
  mayBeTaken: "The app did not answer in time, but may still take this. Please try again: it counts once.",
  /** `title`: outcome of the first submission. */
  submitted: (title: string) => `Already submitted. ${title}.`,
  bytes: (count: number) => enCount(count, "byte"),
  characters: (count: number) => enCount(count, "character"),
  won: createWonFormat("en"),
  access: enAccess,
};

const koLook = (stem: string) =>
  `다시 ${stem}기 전에 이력을 확인해 주세요. 1분 뒤에도 이력에 없으면 ${stem}지 않은 것입니다.`;

/** `stem`: verb stem that 기 and 지 are appended to, such as `올리`. */
export const koAsking = (
  stem: string,
  nothing = `아무것도 ${stem}지 않았습니다`,
): Words<ReturnType<typeof enAsking>> => ({
  busy: `지금은 앱에 요청이 많습니다. 이번에는 ${nothing}. 잠시 후 다시 시도해 주세요.`,
  tooSlow: `앱이 제때 응답하지 못했습니다. 이번에는 ${nothing}. 다시 시도해 주세요.`,
  unsaved: `앱이 요청을 저장하지 못했습니다. 이번에는 ${nothing}. 잠시 후 다시 시도해 주세요.`,
  gone: `너무 오래되었거나 이미 사용한 양식입니다. ${nothing}. 처음부터 다시 해 주세요.`,
  storing: `요청을 아직 저장하는 중입니다. ${koLook(stem)}`,
  notStored: `요청이 저장되지 않았을 수 있습니다. ${koLook(stem)}`,
  changesNotSent: `그 뒤에 바꾼 내용은 ${stem}지 않았습니다.`,
  secondNotSent: `이 양식으로는 ${nothing}.`,
});

const ko: Words<typeof en> = {
  ...koAsking("보내"),
  cancel: "취소",
  back: "뒤로",
  mayBeTaken:
    "앱이 제때 응답하지 못했지만 나중에 반영될 수 있습니다. 다시 시도해 주세요. 여러 번 시도해도 한 번만 반영됩니다.",
  submitted: (title) => `이미 제출했습니다. ${title}.`,
  bytes: (count) => `${count.toLocaleString("ko")}바이트`,
  characters: (count) => `${count.toLocaleString("ko")}자`,
  won: createWonFormat("ko"),
  access: koAccess,
};

export const forms: Translated<typeof en> = { en, ko };
