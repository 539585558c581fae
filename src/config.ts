import type { z } from "zod";
import { type Secret, toSecrets } from "./config/secret.ts";
import { findGroupProblem, Variables } from "./config/variables.ts";

export type Config = ReturnType<typeof toConfig>;

export class ConfigError extends Error {
  override name = "ConfigError";
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(`the configuration is wrong:\n${lines.join("\n")}`);
    this.lines = lines;
  }
}

type Env = Readonly<Record<string, string | undefined>>;
type Texts = Partial<Record<keyof typeof Variables.shape, string>>;

/** Reads the environment (see .env.example); empty counts as not set. @throws {ConfigError} with all faults */
export function loadConfig(env: Env): Config {
  const texts = readTexts(env);
  const parsed = Variables.safeParse(texts);
  const groups = parsed.success
    ? findGroupProblem(parsed.data.TEST_GROUPS, parsed.data.TEST_RECIPIENTS)
    : null;
  const contradictions = [
    ...findContradictions(texts),
    ...(groups === null ? [] : [`TEST_GROUPS ${groups} (example: qa=joon+mina)`]),
  ];
  if (parsed.success && contradictions.length === 0) return toConfig(parsed.data);
  throw new ConfigError([...toLines(parsed.error), ...contradictions]);
}

export type AuditConfig = ReturnType<typeof loadAuditConfig>;

/** Reads the settings of the audit's commands, which need neither tokens nor keys. */
export function loadAuditConfig(env: Env) {
  const needed = Variables.pick({ DATABASE_URL: true, TIME_ZONE: true, TEST_RECIPIENTS: true });
  const parsed = needed.safeParse(readTexts(env));
  if (!parsed.success) throw new ConfigError(toLines(parsed.error));
  const { DATABASE_URL, TIME_ZONE, TEST_RECIPIENTS } = parsed.data;
  return { databaseUrl: DATABASE_URL, timeZone: TIME_ZONE, messages: { testRecipients: TEST_RECIPIENTS } };
}

function readTexts(env: Env): Texts {
  const texts: Texts = {};
  for (const name of Variables.keyof().options) {
    const text = env[name]?.trim() ?? "";
    if (text !== "") texts[name] = text;
  }
  return texts;
}

function toLines(error: z.ZodError | undefined): string[] {
  return error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];
}

/** Finds variables that contradict each other. Takes unparsed texts, so that all faults are reported at once. */
function findContradictions(texts: Texts): string[] {
  const found: string[] = [];
  if (texts.SLACK_APP_TOKEN === undefined && texts.SLACK_SIGNING_SECRET === undefined) {
    found.push(
      "SLACK_SIGNING_SECRET is missing and so is SLACK_APP_TOKEN: one of them decides how Slack reaches the bot" +
        " (example: SLACK_APP_TOKEN=xapp-1-A111-2222-abcd for Socket Mode)",
    );
  }
  if (texts.RECIPIENT_POLICY?.toLowerCase() === "test-only" && texts.TEST_RECIPIENTS === undefined) {
    found.push(
      "TEST_RECIPIENTS is missing: with RECIPIENT_POLICY=test-only nobody could be sent to" +
        " (example: TEST_RECIPIENTS=01012345678,mina:01087654321)",
    );
  }
  return found;
}

function toConfig(values: z.output<typeof Variables>) {
  const onCall: readonly string[] =
    values.ONCALL_CHANNEL === null ? [] : [values.ONCALL_CHANNEL, ...values.OPERATORS.users];
  return {
    slack: {
      botToken: values.SLACK_BOT_TOKEN,
      /** Token that selects Socket Mode; null for HTTP mode. */
      appToken: values.SLACK_APP_TOKEN,
      /** Secret of Slack's requests, which HTTP mode needs. */
      signingSecret: values.SLACK_SIGNING_SECRET,
      /** URL with a slash at its end. */
      apiUrl: values.SLACK_API_URL,
    },
    /** Address to listen at; in Socket Mode only this machine's health checks connect. */
    host: values.HOST ?? (values.SLACK_APP_TOKEN === null ? "0.0.0.0" : "127.0.0.1"),
    port: values.PORT,
    /** Port of the health and metrics pages; null if `port` serves them. */
    opsPort: values.OPS_PORT,
    platform: {
      /** URL without a slash at its end. */
      baseUrl: values.PLATFORM_BASE_URL,
      apiKey: values.PLATFORM_API_KEY,
      apiSecret: values.PLATFORM_API_SECRET,
      timeoutMs: values.PLATFORM_TIMEOUT_MS,
      appId: values.PLATFORM_APP_ID,
    },
    databaseUrl: values.DATABASE_URL,
    conversations: {
      results: values.RESULTS_CHANNEL,
      review: values.REVIEW_CHANNEL,
      /** Destinations in order of preference: `ONCALL_CHANNEL`, then the people of `OPERATORS`. */
      onCall,
    },
    people: {
      senders: values.SENDERS,
      fileManagers: values.FILE_MANAGERS,
      reviewers: values.REVIEWERS,
      billingViewers: values.BILLING_VIEWERS,
      operators: values.OPERATORS,
    },
    messages: {
      /** Digits of the numbers; the first number is the default. */
      senderNumbers: values.SENDER_NUMBERS,
      testRecipients: values.TEST_RECIPIENTS,
      groups: values.TEST_GROUPS,
      recipientPolicy: values.RECIPIENT_POLICY,
      quietAdverts: values.QUIET_ADVERTS,
      dailySendLimit: values.DAILY_SEND_LIMIT,
    },
    templates: {
      requiredApprovals: values.REQUIRED_APPROVALS,
      proposalExpiresHours: values.PROPOSAL_EXPIRES_HOURS,
      reviewReminderDays: values.REVIEW_REMINDER_DAYS,
    },
    oncall: {
      /** Minutes between reminders; 0 turns them off. */
      reminderMinutes: values.ONCALL_REMINDER_MINUTES,
      mention: values.ONCALL_MENTION,
      hasDigest: values.DIGEST === "on",
      console: values.CONSOLE_URL,
      runbook: values.RUNBOOK_URL,
    },
    timeZone: values.TIME_ZONE,
    locale: values.LOCALE,
    retentionDays: values.RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
    /** Texts that are removed from everything logged or printed. */
    secrets: toSecrets(toCredentials(values), values.DATABASE_URL),
  };
}

function toCredentials(values: z.output<typeof Variables>): (Secret | null)[] {
  const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, PLATFORM_API_KEY, PLATFORM_API_SECRET } =
    values;
  return [SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, PLATFORM_API_KEY, PLATFORM_API_SECRET];
}
