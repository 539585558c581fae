import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from "@slack/web-api";
import { type Clocks, systemClocks } from "../../clocks.ts";
import {
  ambiguousErrors,
  isCode,
  isUntimedRateLimit,
  tokenErrors,
  toRetryAfterMs,
} from "../edge/slack-error.ts";

/**
 * Verdict on a failed post. `gone`: the Slack message can't be edited or replied to (any more). `elsewhere`: the app
 * can't post to this conversation. `plain`: Slack refuses the blocks, but may take the text. `again`: retry later in
 * the same conversation; `mayRepeat` if Slack may have posted, `isLasting` if the error won't pass by itself,
 * `hasFailed` if Slack failed or gave no answer before anything was posted.
 */
export type PostVerdict =
  | { kind: "gone"; reason: string }
  | { kind: "elsewhere"; reason: string }
  | { kind: "plain"; reason: string }
  | {
      kind: "again";
      reason: string;
      mayRepeat: boolean;
      afterMs?: number;
      isLasting?: boolean;
      hasFailed?: boolean;
    };

/** Thrown if no request left: another instance may deliver, or the post could not be marked as leaving (`cause`). */
export class NotSentError extends Error {
  override readonly name = "NotSentError";
}

/** Errors if the Slack message or thread is deleted, locked, or too old to edit in this workspace. */
const gone = new Set([
  "message_not_found",
  "cant_update_message",
  "edit_window_closed",
  "is_inactive",
  "thread_not_found",
  "cannot_reply_to_message",
  "restricted_action_thread_locked",
]);

const unreachable = new Set([
  "channel_not_found",
  "not_in_channel",
  "is_archived",
  "cannot_dm_bot",
  "user_not_found",
  "user_disabled",
  "messages_tab_disabled",
  "not_allowed",
  "no_permission",
  "restricted_action",
  "restricted_action_read_only_channel",
  "restricted_action_thread_only_channel",
  "restricted_action_non_threadable_channel",
  "team_access_not_granted",
  "posting_to_general_channel_denied",
  "slack_connect_canvas_sharing_blocked",
]);

const refusedContent = new Set([
  "invalid_arguments",
  "invalid_blocks",
  "invalid_blocks_format",
  "msg_blocks_too_long",
  "msg_too_long",
  "only_one_table_allowed",
]);

/** Errors that pass by themselves, or once an operator solves a problem of all conversations. */
const passing = new Set([
  "ratelimited",
  "rate_limited",
  "message_limit_exceeded",
  "service_unavailable",
  "team_added_to_org",
  "org_login_required",
  "accesslimited",
  "access_denied",
  ...tokenErrors,
  "missing_scope",
  "not_allowed_token_type",
]);

/** Codes of Node's fetch for failures before a byte left. */
const neverLeft = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

export function judgePostFailure(error: unknown): PostVerdict {
  if (error instanceof NotSentError)
    return { kind: "again", reason: error.cause === undefined ? "not sent" : "not stored", mayRepeat: false };
  if (error instanceof WebAPIRateLimitedError) {
    return { kind: "again", reason: "ratelimited", mayRepeat: false, afterMs: toRetryAfterMs(error) };
  }
  if (error instanceof WebAPIPlatformError) return judgeAnswer(error.data.error);
  if (error instanceof WebAPIHTTPError) {
    return { kind: "again", reason: `HTTP ${error.statusCode}`, mayRepeat: true };
  }
  if (error instanceof WebAPIRequestError) {
    const code = causeCode(error);
    return {
      kind: "again",
      reason: code ?? "network",
      mayRepeat: code === undefined || !neverLeft.has(code),
    };
  }
  return isUntimedRateLimit(error)
    ? { kind: "again", reason: "ratelimited", mayRepeat: false }
    : { kind: "again", reason: "unexpected", mayRepeat: true };
}

/**
 * Judges a failed look-up of a conversation, before which nothing was posted. Without the scope Slack never says
 * whether outsiders can read a conversation, so the post goes to another one.
 */
export function judgeLookupFailure(error: unknown): PostVerdict {
  const verdict = judgePostFailure(error);
  if (verdict.kind !== "again") return verdict;
  if (verdict.reason === "missing_scope") return { kind: "elsewhere", reason: verdict.reason };
  return { ...verdict, mayRepeat: false, hasFailed: verdict.mayRepeat };
}

function judgeAnswer(code: string): PostVerdict {
  if (gone.has(code)) return { kind: "gone", reason: code };
  if (unreachable.has(code)) return { kind: "elsewhere", reason: code };
  if (refusedContent.has(code)) return { kind: "plain", reason: code };
  // An HTML page may arrive as the error; it must not reach a log.
  const reason = isCode(code) ? code : "unreadable answer";
  const mayRepeat = ambiguousErrors.has(code) || reason !== code;
  return { kind: "again", reason, mayRepeat, isLasting: !mayRepeat && !passing.has(code) };
}

function causeCode(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; depth < 5; depth += 1) {
    if (typeof at !== "object" || at === null) return undefined;
    if ("code" in at && typeof at.code === "string" && /^[A-Z]/.test(at.code)) return at.code;
    if ("original" in at && at.original !== undefined) at = at.original;
    else at = "cause" in at ? at.cause : undefined;
  }
  return undefined;
}

/** Failures, over about a minute, after which an error counts as lasting. */
const triesAtOneVersion = 8;
/** Failures, each after another post's success, until a post is given up: some conversations recover late. */
const strikesAtOneVersion = 3;
/** Longest time for which one post may block its conversation while Slack answers other calls. */
const maxBlockingMs = 3_600_000;

type Failure = Extract<PostVerdict, { kind: "again" }>;

/** Distinguishes an outage from a post or conversation that Slack always refuses. */
export class FailureTracker {
  readonly #isAnswering: () => Promise<boolean>;
  readonly #monotonicMs: () => number;
  /** Number of posts that Slack took. `strikes` in `#failed`: failures of a post after others were taken. */
  #taken = 0;
  readonly #failed = new Map<number, { sinceMs: number; times: number; taken: number; strikes: number }>();
  readonly #lasting = new Map<number, number>();

  /** `isAnswering`: asks whether Slack answers calls other than posts. */
  constructor(isAnswering: () => Promise<boolean>, { monotonicMs }: Clocks = systemClocks) {
    this.#isAnswering = isAnswering;
    this.#monotonicMs = monotonicMs;
  }

  taken(id: number): void {
    this.#taken += 1;
    this.forget(id);
  }

  forget(id: number): void {
    this.#failed.delete(id);
    this.#lasting.delete(id);
  }

  async isOver(id: number, failure: Failure): Promise<boolean> {
    if (failure.isLasting === true) {
      const lasting = (this.#lasting.get(id) ?? 0) + 1;
      this.#lasting.set(id, lasting);
      if (lasting >= triesAtOneVersion) return true;
    }
    if (!failure.mayRepeat && failure.hasFailed !== true) return false;
    const nowMs = this.#monotonicMs();
    const before = this.#failed.get(id) ?? { sinceMs: nowMs, times: 0, taken: this.#taken, strikes: 0 };
    const strikes = before.strikes + (this.#taken > before.taken ? 1 : 0);
    const failed = { ...before, times: before.times + 1, taken: this.#taken, strikes };
    this.#failed.set(id, failed);
    if (failed.times >= triesAtOneVersion && strikes >= strikesAtOneVersion) return true;
    if (nowMs - before.sinceMs < maxBlockingMs) return false;
    const isAnswering = await this.#isAnswering();
    // Restarts the time: an outage may last longer for posts than for other calls.
    if (!isAnswering) failed.sinceMs = nowMs;
    return isAnswering;
  }
}
