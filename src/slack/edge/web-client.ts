import type { Logger } from "@slack/bolt";
import { type FetchFunction, WebAPIRequestError, WebClient } from "@slack/web-api";
import { Agent } from "undici";
import { backoffMs } from "../../backoff.ts";
import { pause } from "../../deadline.ts";
import type { Log } from "../../log.ts";
import { judgePostFailure } from "../posts/post-failure.ts";
import { isSlackFault, slackErrorCode, tokenErrors } from "./slack-error.ts";

/** Limit of every call to Slack, so that it ends within the delivery lease (`posts/delivery-lease.ts`). */
export const webApiTimeoutMs = 8_000;

export type SlackClientOptions = { botToken: string; apiUrl: string; logger: Logger };

export function createSlackClient(options: SlackClientOptions): WebClient {
  return new WebClient(options.botToken, clientOptions(options));
}

/** Turns off web-api's retries (ten within half an hour). Returns a new object each time, since Bolt changes it. */
export function clientOptions({ apiUrl, logger }: Pick<SlackClientOptions, "apiUrl" | "logger">) {
  return {
    slackApiUrl: apiUrl,
    fetch: webFetch,
    logger,
    retryConfig: { retries: 0 },
    timeout: webApiTimeoutMs,
    rejectRateLimitedCalls: true,
  };
}

/** Connections for Slack's client, which makes at most 100 calls at once. */
const agent = new Agent({ connections: 100, pipelining: 1, allowH2: false });

/**
 * Implements `fetch` for Slack's client, whose bodies are text. Node's own takes four times the processor time, for
 * streams, redirects and encodings. Failures look like Node's.
 */
export const webFetch: FetchFunction = async (url, init = {}) => {
  const { method = "GET", headers: sent = {}, body = null, signal = null } = init;
  if (body !== null && typeof body !== "string") return await fetch(url, init);
  const { origin, pathname, search, href } = new URL(url);
  try {
    const reply = await agent.request({
      origin,
      path: `${pathname}${search}`,
      method: method === "POST" ? "POST" : "GET",
      headers: sent,
      body,
      signal,
    });
    const bytes = await reply.body.arrayBuffer();
    const { statusCode: status, statusText } = reply;
    if (status >= 300 && status < 400) throw new Error("unexpected redirect");
    const headers = new Headers();
    for (const [name, value] of Object.entries(reply.headers))
      if (value !== undefined) headers.set(name, [value].flat().join(", "));
    const text = async () => new TextDecoder().decode(bytes);
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText,
      url: href,
      headers,
      text,
      arrayBuffer: async () => bytes,
      json: async () => JSON.parse(await text()),
    };
  } catch (error) {
    throw signal?.aborted === true ? error : new TypeError("fetch failed", { cause: error });
  }
};

export type BotIdentity = { botId: string; botUserId: string; teamId: string };

/** Errors of auth.test that only a person can fix. */
const hopeless = new Set([...tokenErrors, "no_permission", "org_login_required", "team_access_not_granted"]);

const retries = { firstMs: 500, longestMs: 15_000 };

/** Calls auth.test until Slack answers. @throws if the token can never work, or `signal` aborts */
export async function readIdentity(
  client: Pick<WebClient, "auth">,
  options: { signal: AbortSignal; log: Pick<Log, "warn"> },
): Promise<BotIdentity> {
  for (let failures = 1; ; failures += 1) {
    const reply = await client.auth.test().catch((error: unknown) => {
      const code = slackErrorCode(error);
      if (code !== undefined && hopeless.has(code)) throw new Error(`Slack refuses SLACK_BOT_TOKEN: ${code}`);
      options.log.warn(whyNot(error), "Slack does not answer yet");
      return null;
    });
    if (reply !== null) {
      const { bot_id: botId, user_id: botUserId, team_id: teamId } = reply;
      if (botId !== undefined && botUserId !== undefined && teamId !== undefined) {
        return { botId, botUserId, teamId };
      }
      throw new Error("SLACK_BOT_TOKEN is not a bot's token: auth.test names no bot");
    }
    await pause(backoffMs(retries, failures), options.signal);
    options.signal.throwIfAborted();
  }
}

function whyNot(error: unknown) {
  if (!isSlackFault(error)) return { err: error };
  const code = judgePostFailure(error).reason;
  // Omits other errors' messages, which may be a whole HTML page.
  return error instanceof WebAPIRequestError ? { code, reason: messagesOf(error).at(-1) } : { code };
}

/** Returns an error's messages, the innermost cause last; for a host with several addresses, the first one's error. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return [error.message, ...messagesOf(cause)].filter((message) => message !== "");
}
