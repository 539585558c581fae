import { WebAPIRateLimitedError } from "@slack/web-api";
import { pause } from "../../deadline.ts";
import { type Answer, inert } from "../blocks/answer.ts";
import { withoutTables } from "../blocks/table.ts";
import { isResponseUrl } from "../slack-hosts.ts";
import type { EdgeOptions } from "./attend.ts";
import { ResponseUrlError, toRetryAfterMs } from "./slack-error.ts";
import { webFetch } from "./web-client.ts";

type Asking = Pick<EdgeOptions, "stopping" | "client">;
type Body = Answer & { response_type?: "ephemeral"; replace_original: boolean };

const timeoutMs = 5000;

/**
 * Answers one person through a response_url, which works five times within 30 minutes, even in conversations without the
 * bot. Retries for up to a minute, so no acknowledgement may wait for it.
 */
export function respondTo(asking: Asking, url: string, answer: Answer): Promise<void> {
  return respond(asking, url, { response_type: "ephemeral", replace_original: false, ...answer });
}

/** Replaces the answer around the button for those who see it: Slack documents no response_type for this. */
export function replaceAnswer(asking: Asking, url: string, answer: Answer): Promise<void> {
  return respond(asking, url, { replace_original: true, ...answer });
}

export async function sendDirectMessage(
  { client, stopping }: Asking,
  userId: string,
  answer: Answer,
): Promise<void> {
  await withRetries(() => client.chat.postMessage({ channel: userId, ...answer, ...inert }), stopping);
}

/** Sends tables as lines if the workspace refuses tables. */
async function respond({ stopping, client }: Asking, url: string, body: Body): Promise<void> {
  // Checks the address, since whoever has the signing secret could name any.
  const address = URL.parse(url);
  if (address === null || !isResponseUrl(address, new URL(client.slackApiUrl).origin)) {
    throw new ResponseUrlError("refused", { message: "a response_url is not Slack's" });
  }
  try {
    await withRetries(() => post(url, body), stopping);
  } catch (error) {
    const isRefused = error instanceof ResponseUrlError && error.kind === "refused";
    if (!isRefused || !body.blocks.some(({ type }) => type === "table")) throw error;
    const lines = { ...body, blocks: withoutTables(body.blocks) };
    await withRetries(() => post(url, lines), stopping);
  }
}

async function post(url: string, body: Body): Promise<void> {
  const lost = (cause: unknown): never => {
    throw new ResponseUrlError("lost", { message: "response_url gave no answer", cause });
  };
  const response = await webFetch(url, {
    method: "POST",
    redirect: "error",
    headers: { "content-type": "application/json; charset=utf-8" },
    body: JSON.stringify({ ...body, ...inert }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(lost);
  const words = await response.text();
  const { ok, status } = response;
  if (ok && !/"ok"\s*:\s*false/.test(words)) return;
  throw new ResponseUrlError(toKind(status, words), {
    message: `response_url answered ${status}`,
    retryAfter: Number(response.headers.get("retry-after") ?? 0) || 0,
  });
}

/** Distinguishes a refusal of blocks, which Slack answers with 500 too, by an error such as `invalid_blocks`. */
function toKind(status: number, words: string): ResponseUrlError["kind"] {
  if (status === 429) return "limited";
  if (status === 404) return "closed";
  return status >= 500 && !words.includes("invalid_") ? "lost" : "refused";
}

/** Longest total wait of one call; Slack's rate limits are per minute. */
const maxWaitMs = 60_000;
/** Shortest wait after a rate limit; Slack counts in whole seconds. */
const minWaitMs = 1000;
/** Waits before repeating an answer that may have been shown: twice is better than never. Leaves one of five uses. */
const blindWaitsMs = [1000, 5000, 20_000];

/** Repeats a call after a rate limit or a lost answer, for up to a minute. Not for calls with a trigger, which expires. */
export async function withRetries<T>(call: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  let leftMs = maxWaitMs;
  for (let failures = 0; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      const afterMs = toWaitMs(error, failures);
      if (afterMs === undefined || afterMs > leftMs) throw error;
      await pause(afterMs, stopping);
      if (stopping.aborted) throw error;
      leftMs -= afterMs;
    }
  }
}

/** Returns undefined if the call must not be repeated. */
function toWaitMs(error: unknown, failuresBefore: number): number | undefined {
  const isOfResponseUrl = error instanceof ResponseUrlError;
  if (error instanceof WebAPIRateLimitedError || (isOfResponseUrl && error.kind === "limited")) {
    return Math.max(toRetryAfterMs(error), minWaitMs);
  }
  return isOfResponseUrl && error.kind === "lost" ? blindWaitsMs[failuresBefore] : undefined;
}
