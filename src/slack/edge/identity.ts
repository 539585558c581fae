import { WebAPIRequestError, type WebClient } from "@slack/web-api";
import { backoffMs } from "../../backoff.ts";
import { pause } from "../../deadline.ts";
import type { Log, LogFields } from "../../log.ts";
import { judgePostFailure } from "../posts/post-failure.ts";
import { isSlacksOwn, slackErrorCode, tokenErrors } from "./slack-error.ts";

export type Identity = {
  botId: string;
  botUserId: string;
  teamId: string;
};

/** Answers to auth.test that only a person can mend. */
const hopeless = new Set([...tokenErrors, "no_permission", "org_login_required", "team_access_not_granted"]);

/** The token will never work; Slack's own word for why. */
class SlackTokenError extends Error {
  override readonly name = "SlackTokenError";
}

const retries = { firstMs: 500, longestMs: 15_000 };

/** Who this app is in Slack. Waits for Slack as long as it takes; throws SlackTokenError when waiting is no use. */
export async function readIdentity(
  client: Pick<WebClient, "auth">,
  options: { signal: AbortSignal; log: Pick<Log, "warn"> },
): Promise<Identity> {
  for (let failures = 1; ; failures += 1) {
    try {
      const { bot_id, user_id, team_id } = await client.auth.test();
      if (bot_id === undefined || user_id === undefined || team_id === undefined) {
        throw new SlackTokenError("SLACK_BOT_TOKEN is not a bot's token: auth.test names no bot");
      }
      return { botId: bot_id, botUserId: user_id, teamId: team_id };
    } catch (error) {
      if (error instanceof SlackTokenError) throw error;
      const code = slackErrorCode(error);
      if (code !== undefined && hopeless.has(code)) {
        throw new SlackTokenError(`Slack refuses SLACK_BOT_TOKEN: ${code}`);
      }
      options.log.warn(whyNot(error), "Slack does not answer yet");
    }
    await pause(backoffMs(retries, failures), options.signal);
    options.signal.throwIfAborted();
  }
}

/** A Slack that is away is said again at each try: in its innermost cause's words, which the others only wrap. */
function whyNot(error: unknown): LogFields {
  if (!isSlacksOwn(error)) return { err: error };
  const code = judgePostFailure(error).reason;
  // An answer's words may be a page.
  return error instanceof WebAPIRequestError ? { code, reason: messagesOf(error).at(-1) } : { code };
}

/** A host with several addresses has an error of each. */
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return [error.message, ...messagesOf(cause)].filter((message) => message !== "");
}
