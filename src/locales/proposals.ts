import type { Locale } from "../languages.ts";
import { enCount } from "./format.ts";
import { marks } from "./marks.ts";
import { templates } from "./templates.ts";
import { terms } from "./terms.ts";
import type { Translated, Words } from "./words.ts";

/** Reuses the titles of the update's own card. */
function updateTitles(locale: Locale) {
  const { title } = terms[locale].update.outcomes;
  const kind = templates[locale].kind.update;
  return {
    refused: title.refused(kind),
    not_sent: title.not_sent(kind),
    unknown: title.unknown(kind),
    arrived: title.arrived(kind),
    did_not_arrive: title.did_not_arrive(kind),
  };
}

const en = {
  /** Replies in the thread; each follows a person's name. */
  lines: {
    approved: (left: number) => (left === 0 ? " approved." : ` approved. ${left} more needed.`),
    /** Follows no name: the sentence has both. */
    requestedChanges: "{by} asked {proposer} for changes: “{words}”",
    edited: (revision: number) => ` made revision ${revision}. Earlier approvals no longer count.`,
    kept: " changed only the reason. Other people's approvals still count.",
    /** Line on the card, until a review is requested; follows no name. */
    next: "Next: request both reviews in the platform's console.",
    withdrew: " withdrew the proposal.",
    expired: ": the proposal expired. It can be proposed again.",
    reminder: ": your proposal still waits for approval. It expires",
    /** Asks the proposer, since no platform call reads what the vendors decided. */
    asks: (days: number) =>
      `: no news of the review for ${enCount(days, "working day")}. What does the platform's console say?`,
  },
  card: {
    title: {
      open: "📝 Change proposed",
      changes_requested: "✋ Changes requested",
      withdrawn: "🗑️ Proposal withdrawn",
      expired: "⌛ Proposal expired",
      under_way: `${marks.under_way} Approved, update on its way`,
      accepted: `${marks.accepted} Update accepted`,
      /** Title while no vendor was seen to review the change. */
      sent: `${marks.under_way} Update accepted, reviews to request`,
      in_review: `${marks.under_way} Update accepted, waiting for the vendors`,
      followed: `${marks.sent_again} Update accepted, since replaced`,
      /** In place of `rejectedBy` if no vendor can be named. */
      rejected: "🔴 Update rejected",
      ...updateTitles("en"),
    },
    openAgain: (revision: number) => `📝 Change proposed, revision ${revision}`,
    /** Title in place of `open` after a failed update; `title` says how it ended. */
    reopened: (title: string) => `${title}, needs approval again`,
    /** Title in place of `in_review` once a vendor has approved the change. */
    reviewed: (approved: number, all: number) =>
      approved < all
        ? `${marks.under_way} ${approved} of ${all} vendors approved`
        : `${marks.accepted} Update approved by ${all === 2 ? "both" : `all ${all}`} vendors`,
    requested: (count: number, all: number) => `${marks.under_way} ${count} of ${all} reviews requested`,
    rejectedBy: (vendors: string) => `🔴 Rejected by ${vendors}`,
    neverSeen: "This app has not seen the current text, so there is nothing to compare it with.",
    comparedWith: "Compared with the text",
    added: "New variables",
    lost: "Removed variables",
    tooLong: "The difference is too long for a post; this is the new text.",
    noButtons: "No buttons",
    /** Warning before the approval. */
    effects: "Once sent, both reviews usually have to be requested again (PENDING).",
    /** Next step once the change was sent; `{by}` is the proposer. */
    next: "Next, {by}: request both reviews again in the platform's console.",
    /** Replaces `next` once some reviews are requested; `vendors`: those without a request. */
    nextReview: "Next, {by}: request {vendors}'s review in the platform's console.",
    nextEdit: "Next, {by}: edit the proposal.",
    nextFix: "Next, {by}: propose a fix.",
    needs: (count: number) =>
      count === 0 ? "Has all its approvals: one more click sends it" : `Needs ${enCount(count, "approval")}`,
    /** Between `needs` and the people who may approve: `Needs 1 approval from Ana, Joon`. */
    from: " from ",
    /** Between the last two of these people, if not all are needed. */
    or: " or ",
    /** End of the line that begins with `needs`: when the proposal expires. */
    by: " · open until {at}",
    given: "approved by",
    why: "{proposer}: “{reason}”",
    /** In place of `why` if somebody else wrote the reason. */
    whyBy: "Proposed by {proposer}, edited by {writer}: “{reason}”",
    /** Followed by the people who wrote the change, if that isn't the proposer alone. */
    changeBy: "Change by ",
    reason: (words: string) => `“${words}”`,
    /** Follows the name of an approver who may no longer review, so that the approval doesn't count. */
    noLonger: "no longer a reviewer",
    withdrawnBy: "Withdrawn by",
    revision: (revision: number) => `revision ${revision}`,
    /** Followed by the time of the proposal. */
    proposed: "Proposed",
    expires: "expires",
    buttons: {
      approve: "Approve",
      approveLast: "Approve and send",
      requestChanges: "Request changes",
      more: "More",
      edit: "Edit",
      withdraw: "Withdraw",
      fix: "Propose a fix",
      /** Replaces `fix` if the platform refused for a reason outside the change, such as a missing right. */
      again: "Propose again",
      copy: "Copy the text",
    },
    confirmApprove: {
      title: "Approve it?",
      titleLast: "Approve and send?",
      /** `left`: approvals still needed, this one included. */
      says: (left: number) =>
        left <= 1
          ? "This sends the update now."
          : `It is sent after ${left === 2 ? "one more approval" : `${left - 1} more approvals`}.`,
    },
    confirmWithdraw: {
      title: "Withdraw it?",
      says: "Nothing will be sent. You can propose it again.",
    },
  },
  more: {
    title: "Change proposal",
    withdrawn: "🗑️ Withdrawn. Nothing was sent.",
  },
  /** Answer to “Copy the text”. */
  copy: {
    says: "Last seen text, ready to paste into the platform's console:",
    nothing: "Its content has not been seen yet, so there is nothing to copy.",
    tooLong: "It is too long for one answer in Slack. Copy it from the platform's console.",
  },
  requestForm: { label: "What should change?", submit: "Request" },
  confirmForm: {
    title: "The template has changed",
    changed: "Approving overwrites what changed since the proposal with:",
    firstSeen: "It was first seen since this was proposed. Approving overwrites what was seen with:",
    submit: "Approve anyway",
  },
  obstacles: {
    notReviewer: "Only reviewers can do this. Nothing was done.",
    own: "You proposed it, so somebody else has to approve it. Nothing was done.",
    edited: "You edited it, so somebody else has to approve it. Nothing was done.",
    approvedBefore: "You have approved it already.",
    notProposer: "Only the person who proposed it, or an operator, can withdraw it. Nothing was done.",
    notEditor: "Only the person who proposed it, or a reviewer, can edit it. Nothing was done.",
    revised: "It was edited since you saw it. Nothing was done. Look at the card again.",
    /** Followed by the person and time of the decision, if known. */
    decided: {
      changes_requested: "Changes were requested already.",
      approved: "It was approved already.",
      withdrawn: "It was withdrawn already.",
      expired: "It has expired. Nothing was done. It can be proposed again.",
    },
    noOne: (required: number) =>
      `Nobody could approve this: it takes ${enCount(required, "reviewer")} who wrote none of it. Ask an operator.`,
    gone: "This proposal is no longer stored. Nothing was done.",
  },
};

const ko: Words<typeof en> = {
  lines: {
    approved: (left) =>
      left === 0 ? " 님이 승인했습니다." : ` 님이 승인했습니다. ${left}명의 승인이 더 필요합니다.`,
    requestedChanges: "{by} 님이 {proposer} 님에게 수정을 요청했습니다: “{words}”",
    edited: (revision) => ` 님이 ${revision}차 제안으로 수정했습니다. 이전 승인은 무효가 됩니다.`,
    kept: " 님이 이유만 수정했습니다. 다른 사람의 승인은 계속 유효합니다.",
    next: "플랫폼 콘솔에서 두 벤더의 심사를 다시 요청해 주세요.",
    withdrew: " 님이 제안을 철회했습니다.",
    expired: " 님, 제안이 만료되었습니다. 다시 제안할 수 있습니다.",
    reminder: " 님, 제안이 아직 승인을 기다리고 있습니다. 만료:",
    asks: (days) =>
      ` 님, 영업일 기준 ${days}일 동안 심사 소식이 없습니다. 지금 플랫폼 콘솔에는 어떤 상태로 나오나요?`,
  },
  card: {
    title: {
      open: "📝 수정 제안",
      changes_requested: "✋ 수정 요청됨",
      withdrawn: "🗑️ 제안 철회됨",
      expired: "⌛ 제안 만료됨",
      under_way: `${marks.under_way} 승인됨, 수정 처리 중`,
      accepted: `${marks.accepted} 수정 접수됨`,
      sent: `${marks.under_way} 수정 접수됨, 심사 요청 필요`,
      in_review: `${marks.under_way} 수정 접수됨, 벤더 심사 대기 중`,
      followed: `${marks.sent_again} 수정 접수됨, 이후 다시 수정됨`,
      rejected: "🔴 심사 반려됨",
      ...updateTitles("ko"),
    },
    openAgain: (revision) => `📝 수정 제안 ${revision}차`,
    reopened: (title) => `${title}, 다시 승인 필요`,
    reviewed: (approved, all) => {
      if (approved < all) return `${marks.under_way} 벤더 ${all}곳 중 ${approved}곳 승인`;
      return `${marks.accepted} ${all === 2 ? "두 벤더" : `벤더 ${all}곳`} 모두 승인`;
    },
    neverSeen: "아직 이 앱에서 확인된 적 없는 템플릿이라 비교할 내용이 없습니다.",
    comparedWith: "비교 기준:",
    added: "추가된 변수",
    lost: "삭제된 변수",
    tooLong: "차이가 너무 길어 새 내용만 보여 줍니다.",
    noButtons: "버튼 없음",
    next: "{by} 님, 플랫폼 콘솔에서 두 벤더의 심사를 다시 요청해 주세요.",
    effects: "보내면 보통 두 벤더의 심사를 다시 요청해야 합니다(PENDING).",
    requested: (count, all) => `${marks.under_way} 심사 ${all}건 중 ${count}건 요청됨`,
    rejectedBy: (vendors) => `🔴 ${vendors} 심사 반려`,
    nextReview: "{by} 님, 플랫폼 콘솔에서 {vendors} 심사를 요청해 주세요.",
    nextEdit: "{by} 님, 제안을 수정해 주세요.",
    nextFix: "{by} 님, 벤더의 의견을 반영해 다시 제안해 주세요.",
    needs: (count) => (count === 0 ? "승인 완료, 한 번 더 승인하면 전송" : `승인 ${count}명 필요`),
    from: " · ",
    or: ", ",
    by: " · {at}까지",
    given: "승인",
    why: "{proposer} 님: “{reason}”",
    whyBy: "{proposer} 님 제안, {writer} 님 수정: “{reason}”",
    changeBy: "수정 내용 작성: ",
    reason: (words) => `“${words}”`,
    noLonger: "더 이상 검토자가 아님",
    withdrawnBy: "철회",
    revision: (revision) => `${revision}차`,
    proposed: "제안",
    expires: "만료",
    buttons: {
      approve: "승인",
      approveLast: "승인하고 보내기",
      requestChanges: "수정 요청",
      more: "더 보기",
      edit: "수정",
      withdraw: "철회",
      fix: "다시 제안하기",
      again: "다시 제안하기",
      copy: "내용 복사",
    },
    confirmApprove: {
      title: "승인할까요?",
      titleLast: "승인하고 보낼까요?",
      says: (left) =>
        left <= 1 ? "승인하면 바로 플랫폼에 보냅니다." : `${left - 1}명이 더 승인하면 플랫폼에 보냅니다.`,
    },
    confirmWithdraw: {
      title: "철회할까요?",
      says: "아무것도 보내지 않으며, 다시 제안할 수 있습니다.",
    },
  },
  more: {
    title: "수정 제안",
    withdrawn: "🗑️ 철회했습니다. 아무것도 보내지 않았습니다.",
  },
  copy: {
    says: "마지막으로 확인된 내용입니다. 플랫폼 콘솔에 붙여 넣어 주세요.",
    nothing: "아직 내용이 확인되지 않아 복사할 내용이 없습니다.",
    tooLong: "Slack 답변 하나에 담기에는 너무 깁니다. 플랫폼 콘솔에서 복사해 주세요.",
  },
  requestForm: { label: "무엇을 수정하면 될까요?", submit: "요청하기" },
  confirmForm: {
    title: "템플릿이 바뀌었습니다",
    changed: "승인하면 제안한 뒤에 바뀐 내용을 다음 내용으로 덮어씁니다:",
    firstSeen: "제안한 뒤에 처음 확인되었습니다. 승인하면 확인된 내용 대신 다음 내용을 보냅니다:",
    submit: "그래도 승인",
  },
  obstacles: {
    notReviewer: "검토자만 할 수 있습니다. 아무 작업도 하지 않았습니다.",
    own: "직접 제안한 내용이라 다른 사람이 승인해야 합니다. 아무 작업도 하지 않았습니다.",
    edited: "직접 수정한 내용이라 다른 사람이 승인해야 합니다. 아무 작업도 하지 않았습니다.",
    approvedBefore: "이미 승인한 제안입니다.",
    notProposer: "제안한 사람이나 운영자만 철회할 수 있습니다. 아무 작업도 하지 않았습니다.",
    notEditor: "제안한 사람이나 검토자만 수정할 수 있습니다. 아무 작업도 하지 않았습니다.",
    revised: "그사이 수정된 제안입니다. 아무 작업도 하지 않았습니다. 카드를 다시 확인해 주세요.",
    decided: {
      changes_requested: "이미 수정이 요청된 제안입니다.",
      approved: "이미 승인된 제안입니다.",
      withdrawn: "이미 철회된 제안입니다.",
      expired: "만료된 제안입니다. 아무 작업도 하지 않았습니다. 다시 제안해 주세요.",
    },
    noOne: (required) =>
      `승인할 수 있는 사람이 없습니다. 이 제안을 쓰거나 수정하지 않은 검토자가 ${required}명 필요합니다. 운영자에게 문의해 주세요.`,
    gone: "더 이상 저장되어 있지 않은 제안입니다. 아무 작업도 하지 않았습니다.",
  },
};

export const proposals: Translated<typeof en> = { en, ko };
