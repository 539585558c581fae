import { enAsking, koAsking } from "./forms.ts";
import type { Catalogue } from "./index.ts";
import { enStates, enUnknown, koStates, koUnknown, toTitles } from "./outcomes.ts";
import type { Reasons } from "./reasons.ts";
import type { Translated, Words } from "./words.ts";

/** Sentences on uploads, deletions and so on, in place of those on messages; `noun` is counted: `2 uploads`. */
const enTerms = (noun: string, states: Words<typeof enStates>, reasons: Reasons) => ({
  outcomes: {
    states,
    title: toTitles(states),
    earlierToo: "The earlier try may have taken effect too. The newer one has its own result.",
    notConfirmed: "",
    mayBeSent: "It may have been done.",
    asked: " has been asked whether it was done.",
    ask: "Look in the platform's console: was it done?",
    sentTwice: "It was tried again too, and may have been done twice.",
    says: { arrived: " says that it was done.", did_not_arrive: " says that it was not done." },
    several: {
      title: (left: number, total: number) => enUnknown(left, total, noun),
      ask: "No clear answer came, so they may have been done. Look in the platform's console, then report.",
      button: "Report what was done…",
      formTitle: "Were they done?",
      formAsk: "Look in the platform's console. Each answer is posted with its result.",
    },
  },
  resolve: {
    buttons: { arrived: "It was done", did_not_arrive: "It was not done" },
    confirm: {
      title: { arrived: "Report as done?", did_not_arrive: "Report as not done?" },
      says: { arrived: "This closes it as done.", did_not_arrive: "It can then be tried again." },
    },
  },
  common: enAsking("trying", "done"),
  repeat: {
    reported: "It was reported as done, and was not tried again.",
    unresolved: "It may have been done. Say first whether it was.",
  },
  reasons,
});

const enDone = {
  ...enStates,
  arrived: "reported as done",
  did_not_arrive: "reported as not done",
  sent_again: "tried again",
  edited: "tried again",
};

/** Explains the platform's code `Forbidden` by the rights that the platform's description requires. */
const enForbidden = (doing: string): Reasons => ({
  Forbidden: {
    says: `This account isn't allowed to ${doing}.`,
    remedy: "Ask an operator for `chat:write` and `role-chat:write`, then send it again.",
    inFull: "Needed: chat:write (account, active and verified), role-chat:write (member, active).",
  },
});

const en = {
  upload: enTerms(
    "upload",
    { ...enDone, accepted: "done" },
    {
      // No remedy: the button “Upload smaller” is one.
      FileTooBig: { says: "The image is too large for its type." },
    },
  ),
  delete: enTerms(
    "deletion",
    { ...enDone, accepted: "done" },
    {
      ResourceNotFound: { says: "The platform does not have this file. It was deleted before." },
    },
  ),
  update: enTerms("template update", enDone, enForbidden("change templates")),
  comment: enTerms("comment", enDone, enForbidden("comment on templates")),
};

const koTerms = (
  noun: string,
  states: Words<typeof enStates>,
  reasons: Reasons,
): Words<ReturnType<typeof enTerms>> => ({
  outcomes: {
    states,
    title: toTitles(states),
    earlierToo: "앞선 시도도 처리되었을 수 있습니다. 새 시도의 결과는 따로 올라옵니다.",
    notConfirmed: "",
    mayBeSent: "이미 처리되었을 수도 있습니다.",
    asked: " 님에게 처리 여부를 물었습니다.",
    ask: "플랫폼 콘솔에서 처리되었는지 확인해 주세요.",
    sentTwice: "다시 시도한 것도 있어 두 번 처리되었을 수 있습니다.",
    says: {
      arrived: " 님이 처리되었다고 알렸습니다.",
      did_not_arrive: " 님이 처리되지 않았다고 알렸습니다.",
    },
    several: {
      title: (left, total) => koUnknown(left, total, noun),
      ask: "분명한 응답이 없어 이미 처리되었을 수 있습니다. 플랫폼 콘솔에서 확인한 뒤 알려 주세요.",
      button: "처리 여부 알리기…",
      formTitle: "처리되었나요?",
      formAsk: "플랫폼 콘솔에서 확인해 주세요. 답은 각 결과에 게시됩니다.",
    },
  },
  resolve: {
    buttons: { arrived: "처리됨", did_not_arrive: "처리 안 됨" },
    confirm: {
      title: { arrived: "완료로 처리할까요?", did_not_arrive: "완료되지 않은 것으로 처리할까요?" },
      says: { arrived: "완료된 것으로 마무리됩니다.", did_not_arrive: "다시 시도할 수 있게 됩니다." },
    },
  },
  common: koAsking("하"),
  repeat: {
    reported: "이미 처리되었다고 알린 작업이어서 다시 하지 않았습니다.",
    unresolved: "이미 처리되었을 수도 있습니다. 처리 여부를 먼저 알려 주세요.",
  },
  reasons,
});

const koDone = {
  ...koStates,
  not_sent: "전송 안 됨",
  arrived: "완료(수동 보고)",
  did_not_arrive: "미완료(수동 보고)",
  sent_again: "다시 시도함",
  edited: "다시 시도함",
};

const koForbidden = (right: string): Reasons => ({
  Forbidden: {
    says: `이 계정에는 ${right} 권한이 없습니다.`,
    remedy: "운영자에게 `chat:write`, `role-chat:write` 권한을 요청한 뒤 다시 보내 주세요.",
    inFull: "필요한 권한: chat:write(인증된 활성 계정), role-chat:write(활성 멤버).",
  },
});

const ko: Words<typeof en> = {
  upload: koTerms(
    "업로드",
    { ...koDone, accepted: "완료" },
    {
      FileTooBig: { says: "이 종류로 올리기에는 이미지가 너무 큽니다." },
    },
  ),
  delete: koTerms(
    "삭제",
    { ...koDone, accepted: "완료" },
    {
      ResourceNotFound: { says: "플랫폼에 없는 파일입니다. 이미 삭제되었습니다." },
    },
  ),
  update: koTerms("템플릿 수정", koDone, koForbidden("템플릿 수정")),
  comment: koTerms("벤더 댓글", koDone, koForbidden("템플릿 댓글")),
};

export const terms: Translated<typeof en> = { en, ko };

/** The catalogue with one kind of operation's own sentences in place of those on messages. */
export function withTerms(words: Catalogue, of: keyof typeof en): Catalogue {
  const { outcomes, resolve, common, repeat, reasons } = words.terms[of];
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
    reasons: { ...words.reasons, byCode: { ...words.reasons.byCode, ...reasons } },
  };
}
