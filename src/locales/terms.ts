import { enAsking, koAsking } from "./forms.ts";
import type { Catalogue } from "./index.ts";
import { enStates, enUnknown, koStates, koUnknown, toTitles } from "./outcomes.ts";
import type { Reasons } from "./reasons.ts";
import type { Translated, Words } from "./words.ts";

/** Question about the platform's console, and the two buttons that answer it. */
type Looks = readonly [ask: string, arrived: string, did_not_arrive: string];
const enThere: Looks = ["Is it in the platform's console?", "It is there", "It isn't there"];
const enChanged: Looks = ["Does the platform's console show the new text?", "It does", "It doesn't"];
const enGone: Looks = ["Is it still in the platform's console?", "It is gone", "It is still there"];

/** Replaces the sentences about messages, for another kind of operation. `noun`, `done`: its noun and participle. */
const enTerms = (
  [noun, done]: [string, string],
  [ask, arrived, did_not_arrive]: Looks,
  states: Words<typeof enStates>,
  reasons: Reasons,
) => ({
  outcomes: {
    ...toTitles(states, "☑️"),
    earlierToo: `This try may have ${done} it already.`,
    notConfirmed: "",
    mayBeSent: `It may have been ${done}.`,
    ask,
    askOthers: ask,
    sentTwice: `It was tried again too, and may have been ${done} twice.`,
    says: { arrived: ` says it was ${done}.`, did_not_arrive: ` says it was not ${done}.` },
    had: {
      arrived: `{by} had reported that it was ${done}.`,
      did_not_arrive: `{by} had reported that it was not ${done}.`,
    },
    several: {
      title: (left: number, total: number) => enUnknown(left, total, noun),
      ask: "No clear answer came, so they may have been done. Look in the platform's console, then report.",
      button: "Report what was done…",
      formTitle: "Were they done?",
      formAsk: "Look in the platform's console. Skip what you can't tell.",
    },
  },
  resolve: {
    buttons: { arrived, did_not_arrive },
    confirm: {
      says: { arrived: "This closes it as done.", did_not_arrive: "It can then be tried again." },
      yes: { arrived: "Report as done", did_not_arrive: "Report as not done" },
    },
  },
  common: enAsking("trying", "done"),
  repeat: {
    reported: "It was reported as done, and was not tried again.",
    unresolved: `First report whether it was ${done}.`,
  },
  reasons,
  correct: "Try again, or ask an operator.",
});

const enAs = (done: string) => ({
  ...enStates,
  arrived: `reported as ${done}`,
  did_not_arrive: `reported as not ${done}`,
  sent_again: "tried again",
});
const enCarriedOut = { ...enAs("done"), accepted: "done", not_sent: "not done" };
const enPosted = { ...enAs("posted"), accepted: "posted", not_sent: "not posted" };

/** Explains `Forbidden` by the rights that the platform's API document requires. */
const enForbidden = (doing: string): Reasons => ({
  Forbidden: {
    says: `This account isn't allowed to ${doing}.`,
    remedy: "Ask an operator for `chat:write` and `role-chat:write` in the platform's console.",
    inFull: "Needed: chat:write (account, active and verified), role-chat:write (member, active).",
  },
});

const en = {
  upload: enTerms(["upload", "uploaded"], enThere, enCarriedOut, {
    // Omits a remedy: the post has a button that uploads the image smaller or again.
    FileTooBig: { says: "The image is too large for its type." },
    InvalidInput: {
      says: "The file, its name or its link is over one of the platform's limits.",
      remedy: "Change it in /msg-upload.",
    },
  }),
  delete: enTerms(["deletion", "deleted"], enGone, enCarriedOut, {
    ResourceNotFound: { says: "The platform does not have this file. It was deleted before." },
  }),
  update: enTerms(["template update", "applied"], enChanged, enAs("applied"), {
    ...enForbidden("change templates"),
    InvalidInput: { says: "A value is over one of the platform's limits.", remedy: "Propose a fix." },
  }),
  comment: enTerms(["comment", "posted"], enThere, enPosted, enForbidden("comment on templates")),
};

const koThere: Looks = ["플랫폼 콘솔에 보이나요?", "보임", "안 보임"];
const koChanged: Looks = ["플랫폼 콘솔에 새 내용이 보이나요?", "보임", "안 보임"];
const koGone: Looks = ["플랫폼 콘솔에 아직 남아 있나요?", "삭제됨", "남아 있음"];

/** `done`: verbal noun before 되었을, such as `업로드`. */
const koTerms = (
  [noun, done]: [string, string],
  [ask, arrived, did_not_arrive]: Looks,
  states: Words<typeof enStates>,
  reasons: Reasons,
): Words<ReturnType<typeof enTerms>> => ({
  outcomes: {
    ...toTitles(states, "☑️"),
    earlierToo: `이 시도에서 이미 ${done}되었을 수 있습니다.`,
    notConfirmed: "",
    mayBeSent: `이미 ${done}되었을 수도 있습니다.`,
    ask,
    askOthers: ask,
    sentTwice: `다시 시도한 것도 있어 두 번 ${done}되었을 수 있습니다.`,
    says: {
      arrived: ` 님이 ${done}되었다고 알렸습니다.`,
      did_not_arrive: ` 님이 ${done}되지 않았다고 알렸습니다.`,
    },
    had: {
      arrived: `앞서 {by} 님은 ${done}되었다고 알렸습니다.`,
      did_not_arrive: `앞서 {by} 님은 ${done}되지 않았다고 알렸습니다.`,
    },
    several: {
      title: (left, total) => koUnknown(left, total, noun),
      ask: "플랫폼에서 확실한 응답을 받지 못했지만 이미 완료되었을 수도 있습니다. 플랫폼 콘솔에서 확인한 뒤 완료 여부를 알려 주세요.",
      button: "완료 여부 알리기…",
      formTitle: "완료되었나요?",
      formAsk: "플랫폼 콘솔에서 확인해 주세요. 알 수 없는 것은 그대로 두면 됩니다.",
    },
  },
  resolve: {
    buttons: { arrived, did_not_arrive },
    confirm: {
      says: { arrived: "완료된 것으로 마무리됩니다.", did_not_arrive: "다시 시도할 수 있게 됩니다." },
      yes: { arrived: "완료로 보고", did_not_arrive: "미완료로 보고" },
    },
  },
  common: koAsking("처리하", "아무 작업도 하지 않았습니다"),
  repeat: {
    reported: "이미 완료된 것으로 보고된 작업이어서 다시 하지 않았습니다.",
    unresolved: "완료 여부를 먼저 알려 주세요.",
  },
  reasons,
  correct: "다시 시도하거나 운영자에게 문의해 주세요.",
});

const koAs = (done: string) => ({
  ...koStates,
  not_sent: "미전송",
  arrived: `${done} 보고됨`,
  did_not_arrive: `미${done} 보고됨`,
  sent_again: "다시 시도함",
});
const koCarriedOut = { ...koAs("완료"), accepted: "완료", not_sent: "안 됨" };
const koPosted = { ...koAs("등록"), accepted: "등록됨", not_sent: "미등록" };

const koForbidden = (right: string): Reasons => ({
  Forbidden: {
    says: `이 계정에는 ${right} 권한이 없습니다.`,
    remedy: "운영자에게 플랫폼 콘솔의 `chat:write`, `role-chat:write` 권한을 요청해 주세요.",
    inFull: "필요한 권한: chat:write(인증된 활성 계정), role-chat:write(활성 멤버).",
  },
});

const ko: Words<typeof en> = {
  upload: koTerms(["업로드", "업로드"], koThere, koCarriedOut, {
    FileTooBig: { says: "이 종류로 올리기에는 이미지가 너무 큽니다." },
    InvalidInput: {
      says: "파일이나 이름, 링크가 플랫폼의 제한을 넘습니다.",
      remedy: "/msg-upload에서 바꿔 올려 주세요.",
    },
  }),
  delete: koTerms(["삭제", "삭제"], koGone, koCarriedOut, {
    ResourceNotFound: { says: "플랫폼에 없는 파일입니다. 이미 삭제되었습니다." },
  }),
  update: koTerms(["템플릿 수정", "수정"], koChanged, koAs("반영"), {
    ...koForbidden("템플릿 수정"),
    InvalidInput: { says: "플랫폼의 제한을 넘는 값이 있습니다.", remedy: "수정해서 다시 제안해 주세요." },
  }),
  comment: koTerms(["벤더 댓글", "등록"], koThere, koPosted, koForbidden("템플릿 댓글")),
};

export const terms: Translated<typeof en> = { en, ko };

/** Replaces the sentences about messages by those of another kind of operation. */
export function withTerms(words: Catalogue, of: keyof typeof en): Catalogue {
  const { outcomes, resolve, common, repeat, reasons, correct } = words.terms[of];
  return {
    ...words,
    outcomes: { ...words.outcomes, ...outcomes },
    resolve: { ...words.resolve, ...resolve, confirm: { ...words.resolve.confirm, ...resolve.confirm } },
    common: { ...words.common, ...common },
    repeat: {
      ...words.repeat,
      not: { ...words.repeat.not, arrived: repeat.reported },
      unresolved: repeat.unresolved,
    },
    reasons: { ...words.reasons, correct, byCode: { ...words.reasons.byCode, ...reasons } },
  };
}
