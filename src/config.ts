import type { z } from "zod";
import { type Secret, toSecrets } from "./config/secret.ts";
import { findGroupProblem, Variables } from "./config/variables.ts";

export type Config = ReturnType<typeof toConfig>;

/** Thrown for wrong variables, with a line for each: its name, the fault and an example. */
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

/** Finds values that can't work together. Reads unparsed texts, to report all faults at once. */
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
      /** Set in Socket Mode only. */
      appToken: values.SLACK_APP_TOKEN,
      /** Set in HTTP mode only. */
      signingSecret: values.SLACK_SIGNING_SECRET,
      /** URL that ends with a slash. */
      apiUrl: values.SLACK_API_URL,
    },
    /** Address to listen at; in Socket Mode only this machine's health checks connect. */
    host: values.HOST ?? (values.SLACK_APP_TOKEN === null ? "0.0.0.0" : "127.0.0.1"),
    /** Port to listen at; 0 lets the system choose. */
    port: values.PORT,
    /** Port of health and metrics; null serves them on `port`. */
    opsPort: values.OPS_PORT,
    platform: {
      /** URL that doesn't end with a slash. */
      baseUrl: values.PLATFORM_BASE_URL,
      apiKey: values.PLATFORM_API_KEY,
      apiSecret: values.PLATFORM_API_SECRET,
      /** Limit of one attempt of a call. */
      timeoutMs: values.PLATFORM_TIMEOUT_MS,
      appId: values.PLATFORM_APP_ID,
    },
    /** Database URL: `file:…`, `postgres://…` or `postgresql://…`. */
    databaseUrl: values.DATABASE_URL,
    conversations: {
      results: values.RESULTS_CHANNEL,
      review: values.REVIEW_CHANNEL,
      /** `ONCALL_CHANNEL`, then the people of `OPERATORS`, who get the posts if the channel can't be posted to. */
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
      /** Numbers as digits; the first is the default. */
      senderNumbers: values.SENDER_NUMBERS,
      testRecipients: values.TEST_RECIPIENTS,
      groups: values.TEST_GROUPS,
      recipientPolicy: values.RECIPIENT_POLICY,
      quietAdverts: values.QUIET_ADVERTS,
      /** Limit per person and day (in `timeZone`). */
      dailySendLimit: values.DAILY_SEND_LIMIT,
    },
    templates: {
      requiredApprovals: values.REQUIRED_APPROVALS,
      proposalExpiresHours: values.PROPOSAL_EXPIRES_HOURS,
      reviewReminderDays: values.REVIEW_REMINDER_DAYS,
    },
    oncall: {
      /** Minutes; 0 sends no reminders. */
      reminderMinutes: values.ONCALL_REMINDER_MINUTES,
      mention: values.ONCALL_MENTION,
      hasDigest: values.DIGEST === "on",
      console: values.CONSOLE_URL,
      runbook: values.RUNBOOK_URL,
    },
    /** Time zone by its IANA name. */
    timeZone: values.TIME_ZONE,
    locale: values.LOCALE,
    retentionDays: values.RETENTION_DAYS,
    logLevel: values.LOG_LEVEL,
    /** Secrets, removed from all that is logged or printed. */
    secrets: toSecrets(toCredentials(values), values.DATABASE_URL),
  };
}

function toCredentials(values: z.output<typeof Variables>): (Secret | null)[] {
  const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, PLATFORM_API_KEY, PLATFORM_API_SECRET } =
    values;
  return [SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, PLATFORM_API_KEY, PLATFORM_API_SECRET];
}
