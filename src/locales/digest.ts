import type { Translated, Words } from "./words.ts";

const en = {
  /** Followed by ` · ` and the day. */
  title: "📊 Digest: messages and changes",
  unresolved: (count: string) =>
    count === "1"
      ? "❓ 1 outcome is still unknown. Report it on its card or in /msg-history all failed."
      : `❓ ${count} outcomes are still unknown. Report them on their cards or in /msg-history all failed.`,
  approvals: (count: number) =>
    `📝 ${count === 1 ? "1 template change waits" : `${count} template changes wait`} for approval:`,
};

const ko: Words<typeof en> = {
  title: "📊 일일 요약: 메시지와 변경",
  unresolved: (count) =>
    `❓ 결과 미확인 ${count}건이 남아 있습니다. 카드나 /msg-history all failed에서 결과를 알려 주세요.`,
  approvals: (count) => `📝 승인을 기다리는 템플릿 수정 제안 ${count}건:`,
};

export const digest: Translated<typeof en> = { en, ko };
