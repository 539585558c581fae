import { getState } from "./state.ts";
import { localeOf } from "./text.ts";

/** Slack's own words in a person's language. The controls of the sandbox itself stay in English. */
const WORDS = {
  en: {
    onlyYou: "Only visible to you",
    optional: "(optional)",
    edited: "(edited)",
    cancel: "Cancel",
    close: "Close",
    back: "Back",
    reply: "1 reply",
    /** `#` stands for how many. */
    replies: "# replies",
    selectOption: "Select an option",
    noResults: "No results",
    loadFailed: "Could not load options",
    asking: "Asking…",
    uploading: "Uploading…",
    join: "Join Channel",
    viewing: "You are viewing this channel.",
  },
  ko: {
    onlyYou: "나만 볼 수 있음",
    optional: "(선택 사항)",
    edited: "(편집됨)",
    cancel: "취소",
    close: "닫기",
    back: "뒤로",
    reply: "댓글 1개",
    replies: "댓글 #개",
    selectOption: "옵션 선택",
    noResults: "결과 없음",
    loadFailed: "옵션을 불러오지 못했습니다",
    asking: "불러오는 중…",
    uploading: "업로드 중…",
    join: "채널 참여",
    viewing: "이 채널을 보고 있습니다.",
  },
} as const;

export type Word = keyof (typeof WORDS)["en"];

/** A word of Slack's client, as the person who is chosen reads it. */
export function word(name: Word): string {
  return localeOf(getState().snapshot).startsWith("ko") ? WORDS.ko[name] : WORDS.en[name];
}
