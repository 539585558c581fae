import { enCount } from "./format.ts";
import type { Translated, Words } from "./words.ts";

/** What is told in the thread of a proposal's card, and asked there. */
const en = {
  /** Lines of the card's thread, behind the name of the person who did it. */
  lines: {
    approved: (left: number) => (left === 0 ? " approved." : ` approved. ${left} more needed.`),
    /** Between and behind who did it and whom the line is for. */
    requestedChanges: { between: " asked ", after: " for changes:" },
    edited: (revision: number) => ` made revision ${revision}. Earlier approvals no longer count.`,
    kept: " edited it; what is sent stays the same. Approvals of others still count.",
    /** Below what the platform took, as long as no vendor looks at it. */
    next: "Next: request both in the platform's console.",
    withdrew: " withdrew the proposal.",
    expired: " Nobody decided in time. It can be proposed again.",
    reminder: " It still waits for a decision, and expires",
    /** Behind the proposer's name: no call tells what the vendors made of a change. */
    asks: (days: number) =>
      ` Nothing was seen of the review for ${enCount(days, "working day")}. What does the platform's console say?`,
  },
};

const ko: Words<typeof en> = {
  lines: {
    approved: (left) =>
      left === 0 ? " 님이 승인했습니다." : ` 님이 승인했습니다. ${left}명의 승인이 더 필요합니다.`,
    requestedChanges: { between: " 님이 ", after: " 님에게 수정을 요청했습니다:" },
    edited: (revision) => ` 님이 ${revision}차 제안으로 수정했습니다. 이전 승인은 무효가 됩니다.`,
    kept: " 님이 수정했습니다. 발송될 내용은 그대로이며, 다른 사람의 승인은 유효합니다.",
    next: "플랫폼 콘솔에서 두 벤더의 심사를 다시 요청해 주세요.",
    withdrew: " 님이 제안을 철회했습니다.",
    expired: " 님, 제때 결정되지 않아 만료되었습니다. 다시 제안할 수 있습니다.",
    reminder: " 님, 아직 결정을 기다리는 제안입니다. 만료:",
    asks: (days) => ` 님, 영업일 ${days}일 동안 심사 소식이 없습니다. 지금 플랫폼 콘솔에는 어떤 상태인가요?`,
  },
};

export const proposalThread: Translated<typeof en> = { en, ko };
