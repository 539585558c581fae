import { WebAPIRateLimitedError } from "@slack/web-api";
import { pause } from "../../deadline.ts";
import { type Answer, inert } from "../blocks/answer.ts";
import { withoutTables } from "../blocks/table.ts";
import type { EdgeOptions } from "./attend.ts";
import { ResponseUrlError, toRetryAfterMs } from "./slack-error.ts";
import { webFetch } from "./web-client.ts";

type Asking = Pick<EdgeOptions, "stopping">;
type Body = Answer & { response_type?: "ephemeral"; replace_original: boolean };

/** A hanging response_url must not hold us. */
const timeoutMs = 5000;

/**
 * Answers one person through a response_url: it works where the bot is no member, five times within 30 minutes. Not for
 * what the acknowledgement waits for, since Slack is asked again for up to a minute.
 */
export function respondTo(asking: Asking, url: string, answer: Answer): Promise<void> {
  return respond(asking, url, { response_type: "ephemeral", replace_original: false, ...answer });
}

/** Replaces the answer that held the button. It keeps its own visibility: Slack documents no response_type here. */
export function replaceThrough(asking: Asking, url: string, answer: Answer): Promise<void> {
  return respond(asking, url, { replace_original: true, ...answer });
}

/** Sends a direct message, where nothing else reaches the person. */
export async function postTo(
  { client, stopping }: Asking & Pick<EdgeOptions, "client">,
  userId: string,
  answer: Answer,
): Promise<void> {
  await onceMore(() => client.chat.postMessage({ channel: userId, ...answer, ...inert }), stopping);
}

/** Sends a table's rows as lines to a workspace that refuses tables. */
async function respond({ stopping }: Asking, url: string, body: Body): Promise<void> {
  try {
    await onceMore(() => post(url, body), stopping);
  } catch (error) {
    const isRefused = error instanceof ResponseUrlError && error.kind === "refused";
    if (!isRefused || !body.blocks.some(({ type }) => type === "table")) throw error;
    const lines = { ...body, blocks: withoutTables(body.blocks) };
    await onceMore(() => post(url, lines), stopping);
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

/** Slack refuses blocks with 500 as well, and names them. */
function toKind(status: number, words: string): ResponseUrlError["kind"] {
  if (status === 429) return "limited";
  if (status === 404) return "closed";
  return status >= 500 && !words.includes("invalid_") ? "lost" : "refused";
}

/** Slack's limits are of a minute, and so is the longest wait that it asks for. */
const longestWaitMs = 60_000;
/** Slack counts in seconds. */
const shortestWaitMs = 1000;
/**
 * After an answer that may have been shown: once too often harms less than never. Slack takes five through one
 * response_url, so that one is left for what else there is to say.
 */
const blindWaitsMs = [1000, 5000, 20_000];

/**
 * Asks again what Slack was too busy for, and an answer that it gave no word of, for a minute in all or until the app
 * stops. Not for what a trigger opens: it has run out by then.
 */
export async function onceMore<T>(call: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  let leftMs = longestWaitMs;
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

/** Undefined: it isn't asked again. */
function toWaitMs(error: unknown, failuresBefore: number): number | undefined {
  const isOfResponseUrl = error instanceof ResponseUrlError;
  if (error instanceof WebAPIRateLimitedError || (isOfResponseUrl && error.kind === "limited")) {
    return Math.max(toRetryAfterMs(error), shortestWaitMs);
  }
  return isOfResponseUrl && error.kind === "lost" ? blindWaitsMs[failuresBefore] : undefined;
}
