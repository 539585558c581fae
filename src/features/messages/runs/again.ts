import { createHash } from "node:crypto";
import { isNeedless, isTriedAgain, toAgain, unsettledOf } from "../../../outcomes/again.ts";
import type { Operation } from "../../../store/index.ts";
import { findPolicyIssue } from "../policy.ts";
import { findListed, nameOf, type TestRecipient } from "../recipients.input.ts";
import type { SendRules } from "../send.input.ts";
import { toAbout } from "../send-deps.ts";
import { readAbout, readSendable } from "../stored.ts";
import { isWrong } from "../wrong.view.ts";
import type { LeftOut, Plan } from "./plan.ts";

/** All of a run anew, or what failed of it. */
export type Which = "all" | "failed";

/** Messages and recipients of whom each gets each of these. */
export type Whom = { messages: readonly string[]; recipients: readonly string[] };

export type AgainPlan = Plan & {
  /** Of a try among them nobody knows what became. */
  needsReason: boolean;
  /** All that went wrong, also what was left out of it. */
  failed: readonly Operation[];
  whom: readonly Whom[];
  /** Where the run's result is. */
  conversation: string | null;
};

type Asked = {
  run: readonly Operation[];
  which: Which;
  /** What the messages are called, where nobody saved them under a name. */
  kindOf: (operation: Operation) => string;
};

/** What went wrong and isn't being tried again: there is something to do about it. */
export function isFailed(operation: Operation): boolean {
  return isWrong(operation) && !isTriedAgain(operation) && !isNeedless(operation);
}

/** The run's own messages as they were sent then, by today's rules. Null: nothing of it can be sent. */
export function toAgainPlan(asked: Asked, rules: SendRules, at: Date): AgainPlan | null {
  const { run, which, kindOf } = asked;
  const failed = which === "all" ? [] : run.filter(isFailed);
  const chosen = which === "all" ? run : failed;
  const all = chosen.map((operation) => toPart(operation, { which, kindOf, rules, at }));
  // The store takes an act whose first is a further try, with others that are none, for an edit into several.
  const parts = all
    .filter((one) => "request" in one)
    .toSorted((a, b) => Number(a.again !== undefined) - Number(b.again !== undefined));
  if (parts.length === 0) return null;
  const leftOut = unique(
    all.filter((one) => "why" in one),
    (one) => JSON.stringify(one),
  );
  const needsReason = parts.some((one) => one.needsReason === true);
  const operations = parts.map(({ message: _message, recipient: _recipient, ...sent }) => sent);
  return {
    ...{
      suite: readAbout(run[0]?.about).suite ?? null,
      changedBy: null,
      operations,
      leftOut,
      needsReason,
      failed,
    },
    whom: toWhom(parts),
    conversation: run[0]?.conversation ?? null,
    messages: unique(
      parts.map(({ message }) => message),
      ({ name }) => name,
    ),
    recipients: unique(
      parts.map(({ recipient }) => recipient),
      nameOf,
    ),
    stamp: createHash("sha256")
      .update(JSON.stringify([operations, leftOut, needsReason]))
      .digest("base64url"),
  };
}

/** Recipients who get the same stand together. */
function toWhom(parts: readonly Part[]): Whom[] {
  const each = [...Map.groupBy(parts, ({ recipient }) => nameOf(recipient))].map(([recipient, theirs]) => ({
    recipient,
    messages: theirs.map(({ message }) => message.name),
  }));
  const alike = Map.groupBy(each, ({ messages }) => JSON.stringify(messages));
  return [...alike.values()].map((those) => ({
    messages: those[0]?.messages ?? [],
    recipients: those.map(({ recipient }) => recipient),
  }));
}

type Part = Plan["operations"][number] & {
  message: Plan["messages"][number];
  recipient: TestRecipient;
};

function toPart(
  operation: Operation,
  { which, kindOf, rules, at }: Omit<Asked, "run"> & { rules: SendRules; at: Date },
): Part | LeftOut {
  const { suite, suiteId, message, recipient: name } = readAbout(operation.about);
  const called = message ?? kindOf(operation);
  const request = readSendable(operation.request);
  if (request === null) return { name: called, why: { problem: "gone" } };
  const { to, country = "82" } = request.message;
  const recipient = findListed({ to, country }, rules);
  if (recipient === undefined)
    return { name: nameOf({ name, to, country }), why: { problem: "retired_phone" } };
  const why = findPolicyIssue(request, rules, at);
  if (why !== null) return { name: called, why };
  const again = which === "all" || hasHappened(operation) ? undefined : toAgain(operation);
  const about = { ...toAbout(request, rules), suite, suiteId, message };
  return {
    request,
    about: which === "failed" ? { ...about, failedOf: operation.act } : about,
    ...(again && { again }),
    message: { name: called, body: request, writtenAt: operation.createdAt, changedBy: null },
    recipient,
    ...(which === "failed" && isDoubtful(operation) && { needsReason: true }),
  };
}

/** Also what is sent as a message of its own may arrive beside a try of which nobody knows. */
function isDoubtful(operation: Operation): boolean {
  return unsettledOf(operation).length > 0;
}

function unique<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/** By the platform's word or a person's: whatever is sent after that is a message of its own. */
function hasHappened({ outcome, settledAs }: Operation): boolean {
  return outcome === "accepted" || settledAs === "arrived";
}

/** What this person confirms in the same state of a run is one act, however often they open it. */
export function toAgainId(person: string, run: string, reruns: number): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([person, run, reruns]))
    .digest("base64url");
  return `again-${digest}`;
}
