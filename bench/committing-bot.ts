import { randomUUID } from "node:crypto";
import { within } from "../src/deadline.ts";
import { autoKind } from "../src/features/messages/kinds/index.ts";
import { parseQuickCommand } from "../src/features/messages/quick-command.input.ts";
import { parseFieldForm, type SendInput } from "../src/features/messages/send.input.ts";
import { readValues } from "../src/features/messages/send-form.ts";
import { createFormat } from "../src/locales/format.ts";
import { wordsOf } from "../src/locales/index.ts";
import { createLogger, createSlackLogger } from "../src/log.ts";
import { createRequestRouter, listen } from "../src/ops/http.ts";
import { plainAnswer } from "../src/slack/blocks/answer.ts";
import { createSlackEdge } from "../src/slack/edge/edge.ts";
import { type Command, mergeRoutes, type Submission } from "../src/slack/edge/interaction.ts";
import { bindRoutes } from "../src/slack/edge/router.ts";
import { createSlackClient } from "../src/slack/edge/web-client.ts";
import { createPeople } from "../src/slack/people/people.ts";
import { openStore } from "../src/store/index.ts";

/**
 * The bot's own edge, router, people, parsing, log and store, up to the acknowledgement and no further: the sending
 * behind it would share the processor with the acknowledgements that are measured.
 */
const { SLACK_BOT_TOKEN = "", SLACK_APP_TOKEN, SLACK_SIGNING_SECRET = "", SLACK_API_URL = "" } = process.env;
const { DATABASE_URL = "" } = process.env;
const now = () => new Date();
const log = createLogger({ level: "info", secrets: [] });
const logger = createSlackLogger(log);
const store = await openStore({ url: DATABASE_URL, owner: randomUUID(), leaseMs: 3_600_000, now });
const client = createSlackClient({ botToken: SLACK_BOT_TOKEN, apiUrl: SLACK_API_URL, logger });
const rules = {
  senderNumbers: ["0212345678"],
  recipientPolicy: "confirm",
  quietAdverts: "on",
  testRecipients: [],
} as const;

async function commitCommand(command: Command): Promise<void> {
  const typed = parseQuickCommand(command.text);
  if (typed === null) return command.ack();
  const { conversation, person, triggerId } = command;
  const values = { to: typed.to, text: typed.text, from: "0212345678" };
  const parsed = parseFieldForm({ kind: autoKind, values, conversation }, rules);
  if (!parsed.ok) return command.ack();
  await accept(triggerId, person.id, parsed.input);
  await command.ack(plainAnswer("Sending"));
}

async function commitSubmission({ view, person, fields, ack }: Submission): Promise<void> {
  const conversation = fields.conversation("channel") ?? null;
  const parsed = parseFieldForm({ kind: autoKind, values: readValues(fields), conversation }, rules);
  if (!parsed.ok) throw new Error("the bench submits a form that is wrong");
  await accept(view.private_metadata, person.id, parsed.input);
  await ack();
}

async function accept(id: string, author: string, request: SendInput): Promise<void> {
  const { kind } = await store.operations.enqueue({
    id,
    kind: "messages.send",
    author,
    conversation: request.conversation,
    request,
    quota: { day: "2026-11-21", limit: 100_000_000 },
  });
  log.info({ operation: id, kind }, "act accepted");
}

const edge = await createSlackEdge({
  botToken: SLACK_BOT_TOKEN,
  apiUrl: SLACK_API_URL,
  logger,
  mode:
    SLACK_APP_TOKEN === undefined
      ? { kind: "http", signingSecret: SLACK_SIGNING_SECRET }
      : { kind: "socket", appToken: SLACK_APP_TOKEN },
  bot: { botId: "B0BOT", botUserId: "U0BOT" },
  random: Math.random,
  onFatal: (reason) => log.fatal({ reason }, "Slack refuses the token"),
  onError: (err) => log.error({ err }, "failed in Bolt"),
});
const home = { teamId: "T0BENCH" };
const people = createPeople({ client, home, groups: [], defaultLocale: "en", onFailure: () => {} });
const guide = () => ({
  purpose: "",
  uses: [{ words: "<recipient> <text>", does: "" }],
  notes: [],
});
const routes = mergeRoutes([
  {
    commands: { "/msg-send": { run: commitCommand, guide } },
    submissions: { "messages.send": commitSubmission },
  },
]);
bindRoutes(edge.app, routes, {
  people,
  client,
  stopping: new AbortController().signal,
  words: wordsOf,
  format: (locale) => createFormat(locale, "Asia/Seoul"),
  within,
  newReference: () => "",
  onFailure: ({ error }) => log.error({ err: error }, "failed"),
});
const { port } = await listen(createRequestRouter(edge.requestListener, null), {
  host: "127.0.0.1",
  port: 0,
});
await edge.start();
log.info({ port }, "ready");
process.on("SIGTERM", () => process.exit(0));
