import type { Translated, Words } from "./words.ts";

const en = {
  form: {
    title: "Propose a change",
    editTitle: "Edit the proposal",
    submit: "Propose",
    again: "If you change the update, it needs all approvals again.",
    neverSeen: "This app hasn't seen this template yet. Fields left empty stay as they are.",
    unseen: "It is filled with the change that was sent last, which nobody has seen there since.",
    contentHint: "Variables are written #{name}.",
    doesNotFit: (field: string) =>
      `${field}: more than this form can show. Change it in the platform's console.`,
    reason: "Why this change?",
    reasonHint: "Approvers see this on the card. 3–200 characters.",
    preview: "Preview",
    linkless: "A button of this type needs at least one of its links.",
    tooLong: (size: number, limit: number) =>
      `At most ${limit.toLocaleString("en")} characters (now ${size.toLocaleString("en")}).`,
    nothingChanged: "Nothing has changed.",
    already: "This form was proposed already, with other words. Close it and edit the proposal on its card.",
    sent: "✅ Proposed. The card is in",
  },
  warnings: {
    buttons: (count: number) => `${count} buttons: usually at most 5.`,
    buttonName: (name: string, size: number) =>
      `“${name}” has ${size} characters: a button's name usually has at most 14.`,
    link: (name: string, size: number) => `A link of “${name}” has ${size} characters: usually at most 100.`,
    content: (size: number) => `${size.toLocaleString("en")} characters: usually at most 1,000.`,
    name: (size: number) => `The name has ${size} characters: usually at most 100.`,
    openPlaceholder: "A variable lacks its }. Write it as #{name}.",
  },
};

const ko: Words<typeof en> = {
  form: {
    title: "수정 제안하기",
    editTitle: "제안 수정",
    submit: "제안하기",
    again: "내용을 바꾸면 모든 승인을 다시 받아야 합니다.",
    neverSeen: "아직 이 앱에서 확인된 적 없는 템플릿입니다. 비워 둔 항목은 그대로 유지됩니다.",
    unseen: "마지막으로 보낸 수정 내용을 채워 두었으며, 플랫폼에 반영되었는지는 아직 확인되지 않았습니다.",
    contentHint: "변수는 #{변수명}으로 적어 주세요.",
    doesNotFit: (field) => `${field}: 이 양식에 담을 수 없습니다. 플랫폼 콘솔에서 수정해 주세요.`,
    reason: "수정 이유",
    reasonHint: "카드에서 검토자에게 표시됩니다. 3~200자.",
    preview: "미리보기",
    linkless: "이 종류의 버튼에는 링크가 하나 이상 필요합니다.",
    tooLong: (size, limit) =>
      `최대 ${limit.toLocaleString("ko")}자입니다(현재 ${size.toLocaleString("ko")}자).`,
    nothingChanged: "바뀐 내용이 없습니다.",
    already: "이 양식은 다른 내용으로 이미 제안되었습니다. 닫은 뒤 카드에서 수정해 주세요.",
    sent: "✅ 제안했습니다. 카드가 있는 대화:",
  },
  warnings: {
    buttons: (count) => `버튼이 ${count}개입니다. 보통 최대 5개입니다.`,
    buttonName: (name, size) => `“${name}” 버튼의 이름이 ${size}자입니다. 보통 최대 14자입니다.`,
    link: (name, size) => `“${name}” 버튼의 링크가 ${size}자입니다. 보통 최대 100자입니다.`,
    content: (size) => `내용이 ${size.toLocaleString("ko")}자입니다. 보통 최대 1,000자입니다.`,
    name: (size) => `이름이 ${size}자입니다. 보통 최대 100자입니다.`,
    openPlaceholder: "#{ 뒤에 }가 빠진 변수가 있습니다. 변수는 #{변수명}으로 적어 주세요.",
  },
};

export const propose: Translated<typeof en> = { en, ko };
