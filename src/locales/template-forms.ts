import type { Translated, Words } from "./words.ts";

/** The forms of a few words: a comment to the vendor, a note to the team, and what was read in the console. */
const en = {
  comment: {
    title: "Comment to the vendor",
    warning: "The vendor's side reads this, and it can't be taken back. For the team, use a note.",
    label: "Comment",
    next: "Next",
    ask: "Send this to the vendor's side? It can't be taken back.",
    submit: "Send to the vendor",
  },
  note: {
    title: "Note to the team",
    warning: "It stays in Slack: the vendor doesn't see it.",
    label: "Note",
    submit: "Add the note",
  },
  report: {
    title: "Report a status",
    explain: "What you read in the platform's console. It is shown as reported by you.",
    status: (vendor: string) => `Status at ${vendor}`,
    reason: (vendor: string) => `Reason given by ${vendor}`,
    reasonHint: "As the console shows it.",
    submit: "Report",
    nothing: "Give the status of at least one vendor.",
    noStatus: "Give the status that this reason is for.",
    done: "✅ Reported. The template's view shows it.",
  },
  /** For a form that comes again, perhaps since it was told as too slow. */
  alreadyTaken: "This form was taken already, with other words. Open it again for these.",
};

const ko: Words<typeof en> = {
  comment: {
    title: "벤더에 댓글",
    warning: "벤더 측이 읽으며 되돌릴 수 없습니다. 팀에만 남기려면 메모를 사용해 주세요.",
    label: "댓글",
    next: "다음",
    ask: "벤더 측에 이 댓글을 보낼까요? 되돌릴 수 없습니다.",
    submit: "벤더에 보내기",
  },
  note: {
    title: "팀 메모",
    warning: "Slack에만 남으며 벤더는 볼 수 없습니다.",
    label: "메모",
    submit: "메모 남기기",
  },
  report: {
    title: "상태 알리기",
    explain: "플랫폼 콘솔에서 확인한 내용을 입력해 주세요. 직접 알린 것으로 표시됩니다.",
    status: (vendor) => `${vendor} 상태`,
    reason: (vendor) => `${vendor} 사유`,
    reasonHint: "콘솔에 표시된 그대로 입력해 주세요.",
    submit: "알리기",
    nothing: "한 곳 이상의 상태를 입력해 주세요.",
    noStatus: "이 사유에 해당하는 상태를 입력해 주세요.",
    done: "✅ 알렸습니다. 템플릿 화면에 표시됩니다.",
  },
  alreadyTaken: "이 양식은 다른 내용으로 이미 접수되었습니다. 이 내용은 양식을 다시 열어 입력해 주세요.",
};

export const templateForms: Translated<typeof en> = { en, ko };
