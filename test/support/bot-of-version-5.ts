import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { WebClient } from "@slack/web-api";
import type { Outside } from "../../sandbox/sandbox.ts";
import { tablesOfVersion5 } from "./store-version-5.ts";

/*
 * What the bot of version 5 of the store left when it was stopped, taken from a run of it: two messages of Joon's, of
 * which one's outcome is unknown and one was refused, and their posts, which still stand in Slack with its buttons.
 */

export const unknownId = "1795314114.138000.t00000008";
export const refusedId = "1795314114.230001.t0000000l";

const closedAtMs = Date.now() - 3_600_000;
const joon = "U0JOON";

const operations = [
  {
    id: unknownId,
    request: { message: { to: "01000000010", from: "0212345678", text: "Hello there" } },
    outcome: "unknown",
    result: { code: "ConnectionLost", words: null, status: null, reply: null },
    messageId: null,
  },
  {
    id: refusedId,
    request: { message: { to: "01000000003", from: "0212345678", text: "Hello there" } },
    outcome: "refused",
    result: {
      code: "1062",
      words: "발신번호 미등록 (수신번호: 01000000003)",
      status: 200,
      reply: { messageId: "M4V2", groupId: "G4V2", type: "SMS" },
    },
    messageId: "M4V2",
  },
];

const unknownLines = [
  "❓ Unknown outcome: message to reset (010-****-0010)",
  "The connection broke before the platform's answer came. (code ConnectionLost)",
  "It may or may not have been sent. The app will not send it again by itself.",
  "Sender 0212345678 · Asked by <@U0JOON>",
];
const question = "Whoever finds out whether it arrived: please say so with a button here.";
const refusedLines = [
  "⛔ Refused: SMS to refused (010-****-0003)",
  "The sender number is not registered with the platform. (code 1062)",
  "The platform says: “발신번호 미등록 (수신번호: …0003)”",
  "Sender 0212345678 · Asked by <@U0JOON>",
  "Message M4V2, group G4V2",
];
const settling: [actionId: string, text: string][] = [
  ["messages.settle:arrived", "It arrived"],
  ["messages.settle:did_not_arrive", "It did not arrive"],
];

const posts = [
  toPost(unknownId, ["C0TESTS", joon], { lines: unknownLines, buttons: [] }),
  toPost(unknownId, [joon], {
    lines: [...unknownLines, question],
    buttons: [...settling, ["messages.repeat", "Send again"]],
  }),
  toPost(unknownId, ["C0ONCALL", joon], { lines: [...unknownLines, question], buttons: settling }),
  toPost(refusedId, ["C0TESTS", joon], {
    lines: refusedLines,
    buttons: [["messages.edit", "Edit and send again"]],
  }),
];

type Content = { lines: string[]; buttons: [actionId: string, text: string][] };

function toPost(operation: string, destinations: string[], { lines, buttons }: Content) {
  const [title, ...rest] = lines;
  const said = [
    { type: "text" as const, text: title ?? "", style: { bold: true } },
    ...rest.flatMap((text) => [
      { type: "text" as const, text: "\n" },
      { type: "text" as const, text },
    ]),
  ];
  const elements = buttons.map(([actionId, text]) => ({
    type: "button" as const,
    action_id: actionId,
    text: { type: "plain_text" as const, text, emoji: true },
    value: operation,
  }));
  const blocks = [
    { type: "rich_text" as const, elements: [{ type: "rich_text_section" as const, elements: said }] },
    ...(elements.length === 0 ? [] : [{ type: "actions" as const, elements }]),
  ];
  return { operation, destinations, body: { text: lines.join("\n"), blocks } };
}

/** Puts its posts into Slack and its store where the app will look for one. */
export async function leaveVersion5({ slack, env }: Outside): Promise<void> {
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl });
  const { pathname } = new URL(env["DATABASE_URL"]!);
  rmSync(pathname);
  const database = new DatabaseSync(pathname);
  database.exec(tablesOfVersion5("sqlite"));
  const operation = database.prepare(`insert into operations (id, kind, author, conversation, request, state,
      outcome, result, message_id, attempts, quota_day, lease_owner, lease_until, created_at, started_at, started_by,
      closed_at)
    values (?, 'messages.send', '${joon}', 'C0TESTS', ?, 'closed', ?, ?, ?, 1, '2026-11-22', 'old', 0, ?, ?, 'old', ?)`);
  for (const { id, request, outcome, result, messageId } of operations) {
    const times = [closedAtMs - 40, closedAtMs - 30, closedAtMs];
    operation.run(id, JSON.stringify(request), outcome, JSON.stringify(result), messageId, ...times);
  }
  const post =
    database.prepare(`insert into posts (operation_id, destination, destinations, body, author, state,
      due_at, lease_owner, lease_until, attempts, may_repeat, ts, created_at, closed_at)
    values (?, ?, ?, ?, '${joon}', 'posted', ?, 'old', 0, 1, 0, ?, ?, ?)`);
  for (const { operation: id, destinations, body } of posts) {
    const [destination = ""] = destinations;
    const { ts = "" } = await client.chat.postMessage({ channel: destination, ...body });
    const stored = [id, destination, JSON.stringify(destinations), JSON.stringify(body)];
    post.run(...stored, closedAtMs, ts, closedAtMs, closedAtMs);
  }
  database.close();
}
