import { readOffset } from "../clocks.ts";
import type { Config } from "../config.ts";
import type { PeopleList } from "../people-list.ts";
import { maskDigits } from "../phone-number.ts";
import { clientCodes, createPlatformClient, PlatformError } from "../platform/index.ts";
import { inspectStore, StoreInUseError } from "../store/index.ts";

/** `warning`: it runs, with a consequence worth knowing. `problem`: something that a user needs will not work. */
export type Mark = "ok" | "warning" | "problem";

/** One line of the doctor's report: what was looked at, and what was found or has to be done. */
export type Check = { mark: Mark; about: string; words: string };

export const ok = (about: string, words: string): Check => ({ mark: "ok", about, words });
export const warning = (about: string, words: string): Check => ({ mark: "warning", about, words });
export const problem = (about: string, words: string): Check => ({ mark: "problem", about, words });

/** Names what is left out, with what the bot then doesn't do. */
export function* checkSettings(config: Config): Generator<Check> {
  yield ok("configuration", "every variable that is set can be read");
  const { conversations, people, messages, oncall } = config;
  const { results, review, onCall } = conversations;
  const leftOut: readonly (readonly [variable: string, isLeftOut: boolean, words: string])[] = [
    ["RESULTS_CHANNEL", results === null, "not set: results without a conversation go to the author"],
    ["REVIEW_CHANNEL", review === null, "not set: no template change can be proposed"],
    [
      "SLACK_APP_TOKEN",
      config.slack.appToken === null,
      "not set, so Slack uses HTTP: the app's Options Load URL (message_menu_options_url) has to be /slack/events too",
    ],
    [
      "ONCALL_CHANNEL",
      onCall.length === 0,
      "not set: watches and digest are off, only authors hear of unknowns",
    ],
    [
      "ONCALL_CHANNEL",
      results !== null && results === onCall[0],
      "is RESULTS_CHANNEL too: what becomes unknown there has no owner and reminds nobody",
    ],
    ["OPERATORS", onCall.length === 1, "names no person: what can't be posted to ONCALL_CHANNEL is lost"],
    [
      "ONCALL_MENTION",
      onCall.length > 0 && oncall.reminderMinutes > 0 && oncall.mention === null,
      "not set: what waits for on-call and nobody takes on reminds nobody",
    ],
    ["REVIEWERS", isNobody(people.reviewers), "nobody: proposed template changes can't be approved"],
    ["BILLING_VIEWERS", isNobody(people.billingViewers), "nobody: payment methods are shown to no one"],
    ["OPERATORS", isNobody(people.operators), "nobody: everyone sees and settles their own operations only"],
    ["SENDER_NUMBERS", messages.senderNumbers.length === 0, "not set: the sender has to be typed each time"],
    [
      "TEST_RECIPIENTS",
      messages.testRecipients.length === 0,
      "not set: every send needs the confirmation step",
    ],
  ];
  for (const [variable, isLeftOut, words] of leftOut) if (isLeftOut) yield warning(variable, words);
}

function isNobody({ everyone, users, groups }: PeopleList): boolean {
  return !everyone && users.length + groups.length === 0;
}

const replyLimitMs = 10_000;
/** A machine that keeps time is within this. */
const noticedMs = 5000;
/** By the platform's public record; its description doesn't say. */
const platformAllowsMs = 15 * 60_000;
/** Slack's deliveries are refused when they look older than this, which they do only to a clock that is ahead. */
const slackAllowsMs = 5 * 60_000;

/** Compares this machine's clock: a signature or a delivery whose time is too far off is refused. */
export async function* checkClock({ platform, slack }: Config, now: () => Date): AsyncGenerator<Check> {
  const platformMs = await readSkewMs(platform.baseUrl, now);
  const isRefused = Math.abs(platformMs ?? 0) > platformAllowsMs;
  yield judgeSkew("the platform's", platformMs, isRefused ? "the platform refuses every signature" : null);
  const slackMs = await readSkewMs(new URL("api.test", slack.apiUrl).href, now);
  const isTooOld = slack.appToken === null && (slackMs ?? 0) > slackAllowsMs;
  yield judgeSkew("Slack's", slackMs, isTooOld ? "Slack's deliveries are refused as too old" : null);
}

function judgeSkew(whose: string, skewMs: number | null, consequence: string | null): Check {
  const about = "clock";
  if (skewMs === null) return warning(about, `not compared with ${whose}: no answer that names the time`);
  const difference = `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? "ahead of" : "behind"} ${whose}`;
  const advice = "set this machine's clock by a time server";
  if (consequence !== null) return problem(about, `${difference}, so that ${consequence}: ${advice}`);
  if (Math.abs(skewMs) > noticedMs) return warning(about, `${difference}: ${advice}`);
  return ok(about, `agrees with ${whose}`);
}

async function readSkewMs(url: string, now: () => Date): Promise<number | null> {
  const sentMs = now().getTime();
  try {
    const reply = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(replyLimitMs) });
    const receivedMs = now().getTime();
    await reply.body?.cancel();
    return toSkewMs(reply.headers.get("date"), { sentMs, receivedMs });
  } catch {
    return null;
  }
}

/** How far this machine's clock is ahead, at the least; null when no reply named a time. */
export function toSkewMs(
  dateHeader: string | null,
  times: { sentMs: number; receivedMs: number },
): number | null {
  const offset = readOffset(dateHeader, times);
  return offset && 0 - Math.min(Math.max(0, offset.fromMs), offset.toMs);
}

/** Tries key and secret by the calls that change nothing and cost nothing. */
export async function* checkPlatform(config: Config, now: () => Date): AsyncGenerator<Check> {
  const { baseUrl, apiKey, apiSecret, timeoutMs } = config.platform;
  const credentials = { apiKey: apiKey.reveal(), apiSecret: apiSecret.reveal() };
  const client = createPlatformClient({ baseUrl, ...credentials, timeoutMs, now });
  try {
    yield await attempt("platform channels", problem, async () => {
      const { friends } = await client.listChannels();
      return `messenger channels can be listed (${friends.length} on the first page)`;
    });
    // Without anybody to see them and without the watch, nobody misses the permission.
    const isUsed = !isNobody(config.people.billingViewers) || config.conversations.onCall.length > 0;
    yield await attempt("platform payments", isUsed ? problem : warning, async () => {
      await client.listPayments();
      return "payment methods can be listed";
    });
  } finally {
    await client.close();
  }
}

async function attempt(
  about: string,
  onFailure: typeof problem,
  call: () => Promise<string>,
): Promise<Check> {
  try {
    return ok(about, await call());
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { message, platformMessage } = error;
    const said = platformMessage === undefined ? "" : `; it says “${maskDigits(platformMessage)}”`;
    return onFailure(about, `${message}${said}: ${toAdvice(error)}`);
  }
}

const adviceByCode: Readonly<Record<string, string>> = {
  InvalidAPIKey: "look at PLATFORM_API_KEY",
  InvalidApiKey: "look at PLATFORM_API_KEY",
  SignatureDoesNotMatch: "look at PLATFORM_API_SECRET, which must belong to the key",
  RequestTimeTooSkewed: "set this machine's clock",
  [clientCodes.replyUnreadable]: "look at PLATFORM_BASE_URL: something else may answer there",
};

const adviceByStatus: Readonly<Record<number, string>> = {
  401: "look at PLATFORM_API_KEY and PLATFORM_API_SECRET",
  403: "give the key that permission, and allow this machine's address, in the platform's console",
  404: "look at PLATFORM_BASE_URL: this path is not there",
};

function toAdvice({ code, status }: PlatformError): string {
  const known = Object.hasOwn(adviceByCode, code) ? adviceByCode[code] : adviceByStatus[status ?? 0];
  return known ?? "look at PLATFORM_BASE_URL, this machine's network and the platform's state";
}

const storeWords = {
  none: "can be reached, its tables will be created at the start",
  older: "opens, its tables will be brought up to date at the start",
  current: "opens, its tables are up to date",
};

/** Looks at the store and leaves it as it is: other instances may be running on tables of an older version. */
export async function checkStore(config: Config): Promise<Check> {
  const about = "store";
  try {
    return ok(about, storeWords[await inspectStore(config.databaseUrl.reveal())]);
  } catch (error) {
    if (error instanceof StoreInUseError) {
      return ok(about, "in use by another process, and so not opened here: fine if that is this bot");
    }
    const words = error instanceof Error ? error.message : "an unforeseen failure";
    return problem(about, `does not open: ${words || "no answer"}; look at DATABASE_URL`);
  }
}
