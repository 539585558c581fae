import type { Translated, Words } from "./words.ts";

/** The forms of a few words: a comment to the vendor, and what was read in the console. */
const en = {
  comment: {
    title: "Comment to the vendors",
    warning: "The vendors' reviewers will read this, and it can't be taken back.",
    label: "Comment",
    /** Where the reply showed it. */
    inConversation: (vendors: string) => `in ${vendors}'s conversation`,
    next: "Next",
    /** Once it was written, as the question's title; `notSent` stands in front of the template's name. */
    ask: "Send to the vendors?",
    notSent: "Not sent yet",
    /** Around the template's name, in the form. */
    on: {
      before: "On ",
      after: ". Its card will say in which vendor's conversation the platform's answer shows it.",
    },
    submit: "Send to the vendors",
    /** Of one that was refused for what its words can't mend. */
    again: "Send again…",
  },
  report: {
    title: "Enter console status",
    explain:
      "What you read in the platform's console, shown as reported by you. A field left empty says nothing.",
    status: (vendor: string) => `Status at ${vendor}`,
    reason: (vendor: string) => `Reason given by ${vendor}`,
    reasonHint: "As the console shows it.",
    buttonsHint: "One a line, as in: Show order (WL) · mobile https://… For a template without buttons: -",
    submit: "Report",
    nothing: "Give a status, or paste the content.",
    noStatus: "Give the status that this belongs to.",
    badButton: (line: number) =>
      `Line ${line} is no button. Write it like: Show order (WL) · mobile https://…`,
    done: "✅ Reported. The next change is compared with it.",
  },
  /** For a form that comes again, perhaps since it was told as too slow. */
  alreadyTaken: "This form was taken already, with other words. Open it again for these.",
};

const ko: Words<typeof en> = {
  comment: {
    title: "벤더에 댓글 보내기",
    warning: "벤더의 심사 담당자가 읽으며, 보낸 뒤에는 되돌릴 수 없습니다.",
    label: "댓글",
    inConversation: (vendors) => `${vendors} 대화에 등록됨`,
    next: "다음",
    ask: "벤더에 보낼까요?",
    notSent: "아직 보내지 않았습니다",
    on: {
      before: "",
      after: " 템플릿에 남깁니다. 어느 벤더 대화에 등록되었는지는 플랫폼의 응답에 나오면 카드에 표시됩니다.",
    },
    submit: "벤더에 보내기",
    again: "다시 보내기…",
  },
  report: {
    title: "콘솔 상태 입력",
    explain:
      "플랫폼 콘솔에서 확인한 내용을 입력해 주세요. 직접 알린 것으로 표시됩니다. 비워 둔 항목은 알리지 않습니다.",
    status: (vendor) => `${vendor} 상태`,
    reason: (vendor) => `${vendor} 사유`,
    reasonHint: "콘솔에 표시된 그대로 입력해 주세요.",
    buttonsHint: "한 줄에 하나씩 적어 주세요. 예: 주문 보기 (WL) · 모바일 https://… 버튼이 없는 템플릿이면 -",
    submit: "알리기",
    nothing: "상태를 입력하거나 내용을 붙여 넣어 주세요.",
    noStatus: "여기에 해당하는 상태를 입력해 주세요.",
    badButton: (line) => `${line}번째 줄은 버튼이 아닙니다. 예: 주문 보기 (WL) · 모바일 https://…`,
    done: "✅ 알렸습니다. 다음 수정 제안은 이 내용과 비교합니다.",
  },
  alreadyTaken: "이 양식은 다른 내용으로 이미 접수되었습니다. 이 내용은 양식을 다시 열어 입력해 주세요.",
};

export const templateForms: Translated<typeof en> = { en, ko };
