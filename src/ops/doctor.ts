import { Variables } from "../config/variables.ts";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import type { PeopleList } from "../people-list.ts";
import { maskDigits } from "../phone-number.ts";
import { clientCodes, createPlatformClient, PlatformError } from "../platform/index.ts";
import { inspectStore, StoreInUseError } from "../store/index.ts";
import { type Check, type Mark, ok, problem, warning } from "./check.ts";
import { formatFirstStart } from "./first-start.ts";
import { checkSlack } from "./slack-checks.ts";

type DoctorOptions = {
  env: Readonly<Record<string, string | undefined>>;
  /** Address of manifest.yml, whose scopes the bot token needs. */
  manifest: URL;
  now: () => Date;
  print: (line: string) => void;
  asJson?: boolean;
};

const untried = `
Not tried, since they change or cost something: send, upload, delete, update, comment.
Not tried either: posting to a conversation, and whether Slack reaches this bot.`;

const unchecked = "Nothing else was checked: that needs a configuration that can be read.";

/** Checks everything that a startup needs, as far as possible without changes or costs. True if there is no problem. */
export async function runDoctor({
  env,
  manifest,
  now,
  print,
  asJson = false,
}: DoctorOptions): Promise<boolean> {
  const config = readConfig(env);
  const isReadable = !(config instanceof ConfigError);
  const checks: Check[] = [];
  for await (const found of examine(config, { env, manifest, now })) {
    const check = {
      ...found,
      words: toPlain(withoutSecrets(found.words, isReadable ? config : undefined)),
    };
    checks.push(check);
    if (!asJson) print(renderCheck(check));
  }
  const count = (mark: Mark) => checks.filter((check) => check.mark === mark).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (asJson)
    print(JSON.stringify({ problems, warnings, isComplete: isReadable, findings: checks }, null, 2));
  else if (isReadable) print(`${untried}\n\n${plural(problems, "problem")}, ${plural(warnings, "warning")}`);
  else print(`\n${(await formatFirstStart(env, manifest)) ?? unchecked}`);
  return problems === 0;
}

async function* examine(
  config: Config | ConfigError,
  { env, manifest, now }: Pick<DoctorOptions, "env" | "manifest" | "now">,
): AsyncGenerator<Check> {
  yield* checkNames(Object.keys(env));
  if (config instanceof ConfigError) return yield* config.lines.map(toProblem);
  yield* checkSettings(config);
  yield* checkSlack(config, manifest);
  yield* checkClock(config, now);
  yield* checkPlatform(config, now);
  yield await checkStore(config);
}

function readConfig(env: DoctorOptions["env"]): Config | ConfigError {
  try {
    return loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** Converts a line of ConfigError, which begins with the variable's name. */
function toProblem(line: string): Check {
  const [name = "", ...words] = line.split(" ");
  return problem(name, words.join(" "));
}

const marks: Readonly<Record<Mark, string>> = { ok: "✓", warning: "!", problem: "✗" };
const widestName = "Slack signing secret".length;

function renderCheck({ mark, about, words }: Check): string {
  return `${marks[mark]} ${about.padEnd(widestName)}  ${words}`;
}

/** Reduces a text to one line without control characters: quoted text must not control the terminal. */
function toPlain(words: string): string {
  return words
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}

/** Removes secrets, which drivers and servers may quote in errors. */
function withoutSecrets(words: string, config: Config | undefined): string {
  const secrets =
    config?.secrets.map((secret) => secret.reveal()).filter((secret) => secret.length >= 4) ?? [];
  return secrets
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), words);
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

/** Finds unknown variables that are one typing error away from a variable of this app. */
function* checkNames(given: readonly string[]): Generator<Check> {
  const known: readonly string[] = Variables.keyof().options;
  for (const name of given) {
    const meant = known.includes(name) ? undefined : known.find((one) => isNear(name, one));
    if (meant !== undefined) yield warning(name, `is no variable of the bot's: is it meant to be ${meant}?`);
  }
}

/** Compares both names without any one letter, which finds a missing, extra, wrong or transposed letter. */
function isNear(one: string, other: string): boolean {
  const shortened = (text: string) =>
    Array.from(`${text} `, (_, at) => text.slice(0, at) + text.slice(at + 1));
  return shortened(one).some((text) => shortened(other).includes(text));
}

/** Words for `#name` as a value: in .env, text after a # is a comment. */
const noId = "not set (or given as #name, which reads as empty: take its id)";

function* checkSettings(config: Config): Generator<Check> {
  yield ok("configuration", "every variable that is set can be read");
  const { conversations, people, messages, oncall } = config;
  const { results, review, onCall } = conversations;
  const leftOut: readonly (readonly [variable: string, isLeftOut: boolean, words: string])[] = [
    ["RESULTS_CHANNEL", results === null, `${noId}: results without a conversation go to the author`],
    ["REVIEW_CHANNEL", review === null, `${noId}: no template change can be proposed`],
    [
      "SLACK_APP_TOKEN",
      config.slack.appToken === null,
      "not set, so Slack uses HTTP: the app's Options Load URL (message_menu_options_url) has to be /slack/events too",
    ],
    [
      "SLACK_SIGNING_SECRET",
      config.slack.appToken !== null && config.slack.signingSecret !== null,
      "is not used while SLACK_APP_TOKEN is set: for HTTP remove SLACK_APP_TOKEN",
    ],
    ["ONCALL_CHANNEL", onCall.length === 0, `${noId}: no watches, no digest, unknowns reach authors only`],
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
    ["TEST_RECIPIENTS", messages.testRecipients.length === 0, "not set: each send has to be confirmed"],
  ];
  for (const [variable, isLeftOut, words] of leftOut) if (isLeftOut) yield warning(variable, words);
}

function isNobody({ everyone, users, groups }: PeopleList): boolean {
  return !everyone && users.length + groups.length === 0;
}

const replyLimitMs = 10_000;
const noticedMs = 5000;
/** Difference above which the platform refuses, by its public record but not by its description. */
const platformAllowsMs = 15 * 60_000;
/** Age above which the app refuses Slack's deliveries; a clock that is ahead makes them look older. */
const slackAllowsMs = 5 * 60_000;

/** Compares this machine's clock with others: a signature or delivery whose time is too far off is refused. */
async function* checkClock({ platform, slack }: Config, now: () => Date): AsyncGenerator<Check> {
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

/** Returns how far this clock is ahead at least, in ms. A Date header has whole seconds, from between the two times. */
export function toSkewMs(
  dateHeader: string | null,
  { sentMs, receivedMs }: { sentMs: number; receivedMs: number },
): number | null {
  const theirMs = Date.parse(dateHeader ?? "");
  // `Date.parse` accepts many texts that aren't HTTP dates.
  if (Number.isNaN(theirMs) || new Date(theirMs).toUTCString() !== dateHeader) return null;
  return 0 - Math.min(Math.max(0, theirMs - receivedMs), theirMs + 1000 - sentMs);
}

/** Tries key and secret with calls that change nothing and cost nothing. */
async function* checkPlatform(config: Config, now: () => Date): AsyncGenerator<Check> {
  const { baseUrl, apiKey, apiSecret, timeoutMs } = config.platform;
  const credentials = { apiKey: apiKey.reveal(), apiSecret: apiSecret.reveal() };
  const client = createPlatformClient({ baseUrl, ...credentials, timeoutMs, now });
  try {
    yield await attempt("platform channels", problem, async () => {
      const { friends } = await client.listChannels();
      return `messenger channels can be listed (${friends.length} on the first page)`;
    });
    // Warns only, if nobody may see payment methods and no job monitors them.
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

/** Checks the store without changing it: other instances may be running on tables of an older version. */
async function checkStore(config: Config): Promise<Check> {
  const about = "store";
  try {
    const age = await inspectStore(config.databaseUrl.reveal(), { isToBeWritten: true });
    return ok(about, storeWords[age]);
  } catch (error) {
    if (error instanceof StoreInUseError) {
      return ok(about, "in use by another process, and so not opened here: fine if that is this bot");
    }
    const words = error instanceof Error ? error.message : "an unforeseen failure";
    return problem(about, `can't be used: ${words || "no answer"}; look at DATABASE_URL`);
  }
}
