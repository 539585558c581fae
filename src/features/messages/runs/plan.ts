import { createHash } from "node:crypto";
import { findUnresolvedTries, hasLaterTry, isSuperseded, toNextAct } from "../../../outcomes/again.ts";
import type { SendBody } from "../../../platform/index.ts";
import type { FurtherTry, LibraryEntry, Operation } from "../../../store/index.ts";
import { findPolicyIssue } from "../policy.ts";
import {
  findRecipients,
  findTestRecipient,
  type NameProblem,
  recipientNameOf,
  type TestRecipient,
} from "../recipients.input.ts";
import type { FieldIssue, SendRules } from "../send.input.ts";
import { toSnapshot } from "../send-deps.ts";
import { readSendBody, readSnapshot } from "../stored.ts";
import { needsAttention } from "../wrong.view.ts";
import { maxRunOperations, readSaved, type Suite } from "./library.ts";

/**
 * Reason to leave out a message or phone. `gone`: the message was deleted (`name` is null), or can't be read.
 * `retired_phone`: `name` is no longer a test recipient.
 */
export type Omission = {
  name: string | null;
  why: FieldIssue["issue"] | { problem: "gone" } | { problem: "retired_phone" };
};

export type RunPlan = {
  /** Name of the suite; null for a message to several recipients. */
  suite: string | null;
  /** Colleague who changed the suite since this person's last run. */
  changedBy: string | null;
  /** `to`: names of the recipients. */
  messages: readonly (Part["message"] & { to: readonly string[] })[];
  recipients: readonly TestRecipient[];
  leftOut: readonly Omission[];
  operations: readonly Omit<Part, "message" | "recipient">[];
  /** Failed operations of the run to repeat, including those left out; empty for a suite. */
  failed: readonly Operation[];
  /** Number of operations with an unknown outcome of an earlier try. */
  doubtful: number;
  /** Hash of everything to send. If it differs at submission, nothing is sent. */
  stamp: string;
};

type Part = {
  request: SendBody;
  snapshot: object;
  again?: Pick<FurtherTry, "root" | "newest"> | undefined;
  needsReason?: boolean;
  /** `changedBy`: colleague who changed the message since this person's last run. */
  message: { name: string; body: SendBody; writtenAt: Date; changedBy: string | null };
  recipient: TestRecipient;
};

export type RunPlanProblem =
  | NameProblem
  | { problem: "no_messages" }
  | { problem: "no_recipients" }
  | { problem: "many"; count: number; limit: number };

type Asked = {
  suite: Suite & Pick<LibraryEntry, "id" | "name" | "changedAt" | "changedBy">;
  saved: readonly LibraryEntry[];
  /** Recipients in place of the suite's. */
  names: readonly string[] | undefined;
  /** Time of this person's last run of the suite; null if there is none. */
  ranAt: Date | null;
};

export function planSuiteRun(
  { suite, saved, names, ranAt }: Asked,
  rules: SendRules,
  at: Date,
): RunPlan | RunPlanProblem {
  const found = findRecipients(names ?? suite.recipients, rules);
  if ("problem" in found) return found;
  const { recipients } = found;
  if (recipients.length === 0) return { problem: "no_recipients" };
  const leftOut: Omission[] = [];
  const parts: Part[] = [];
  for (const messageId of suite.messages) {
    const entry = saved.find(({ id }) => id === messageId);
    const body = entry === undefined ? null : readSaved(entry, recipients[0]);
    const why = body === null ? ({ problem: "gone" } as const) : findPolicyIssue(body, rules, at);
    if (entry === undefined || body === null || why !== null) {
      leftOut.push({ name: entry?.name ?? null, why: why ?? { problem: "gone" } });
      continue;
    }
    const { name, changedAt: writtenAt } = entry;
    const message = { name, body, writtenAt, changedBy: changerOf(entry, ranAt, rules) };
    for (const recipient of recipients) {
      const request = readSaved(entry, recipient);
      if (request === null) continue;
      const snapshot = { ...toSnapshot(request, rules), suite: suite.name, suiteId: suite.id, message: name };
      parts.push({ request, snapshot, message, recipient });
    }
  }
  const count = parts.length;
  if (count === 0) return { problem: "no_messages" };
  if (count > maxRunOperations) return { problem: "many", count, limit: maxRunOperations };
  const changedBy = changerOf(suite, ranAt, rules);
  return planOf(parts, { suite: suite.name, changedBy, leftOut, failed: [] });
}

function changerOf(
  { changedAt, changedBy }: Pick<LibraryEntry, "changedAt" | "changedBy">,
  ranAt: Date | null,
  { me }: Pick<SendRules, "me">,
): string | null {
  return ranAt !== null && changedAt >= ranAt && changedBy !== me ? changedBy : null;
}

/** True if the message failed, and no other try was or may be accepted. */
export function needsRerun(operation: Operation): boolean {
  return needsAttention(operation) && !hasLaterTry(operation) && !isSuperseded(operation);
}

type AskedAgain = {
  run: readonly Operation[];
  isAll: boolean;
  /** Name for a message that wasn't saved. */
  kindOf: (operation: Operation) => string;
};

/**
 * Plans a run's failed messages again; with `isAll` all messages if none failed. Sends them unchanged, checked by
 * today's rules. Null if none can be sent.
 */
export function planRerun({ run, isAll, kindOf }: AskedAgain, rules: SendRules, at: Date): RunPlan | null {
  const failed = run.filter(needsRerun);
  const chosen = isAll && failed.length === 0 ? run : failed;
  const all = chosen.map((one) => toPart(one, kindOf(one), rules, at));
  // Further tries come last: the store takes an act that begins with one for an edit into several messages.
  const parts = all
    .filter((one) => "request" in one)
    .toSorted((a, b) => Number(a.again !== undefined) - Number(b.again !== undefined));
  if (parts.length === 0) return null;
  const leftOut = unique(
    all.filter((one) => "why" in one),
    (one) => JSON.stringify(one),
  );
  return planOf(parts, {
    suite: readSnapshot(run[0]?.snapshot).suite ?? null,
    changedBy: null,
    leftOut,
    failed,
  });
}

function toPart(operation: Operation, kind: string, rules: SendRules, at: Date): Part | Omission {
  const { suite, message, recipient: called } = readSnapshot(operation.snapshot);
  const name = message ?? kind;
  const request = readSendBody(operation.request);
  if (request === null) return { name, why: { problem: "gone" } };
  const { to, country = "82" } = request.message;
  const recipient = findTestRecipient({ to, country }, rules);
  if (recipient === undefined)
    return { name: recipientNameOf({ name: called, to, country }), why: { problem: "retired_phone" } };
  const why = findPolicyIssue(request, rules, at);
  if (why !== null) return { name, why };
  const isAgain = needsRerun(operation);
  return {
    request,
    // The suite's id is left out, so that a rerun isn't found as the suite's last run.
    snapshot: { ...toSnapshot(request, rules), suite, message, rerunOf: operation.act },
    // A message that looks wrong has arrived: it is sent as a new message, not as a further try.
    again: isAgain ? toNextAct(operation, operation.act).again : undefined,
    needsReason: isAgain && findUnresolvedTries(operation).length > 0,
    message: { name, body: request, writtenAt: operation.createdAt, changedBy: null },
    recipient,
  };
}

function planOf(
  parts: readonly Part[],
  described: Pick<RunPlan, "suite" | "changedBy" | "leftOut" | "failed">,
): RunPlan {
  const operations = parts.map(({ message: _message, recipient: _recipient, ...sent }) => sent);
  return {
    ...described,
    operations,
    messages: [...Map.groupBy(parts, ({ message }) => message.name).values()].flatMap((alike) =>
      alike
        .slice(0, 1)
        .map(({ message }) => ({ ...message, to: alike.map((one) => recipientNameOf(one.recipient)) })),
    ),
    recipients: unique(
      parts.map(({ recipient }) => recipient),
      recipientNameOf,
    ),
    doubtful: parts.filter(({ needsReason }) => needsReason === true).length,
    stamp: createHash("sha256")
      .update(JSON.stringify([operations, described.leftOut]))
      .digest("base64url"),
  };
}

function unique<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}

/** Act id of a rerun: the same for the same person, run and number of earlier reruns. */
export function toRerunId(person: string, run: string, reruns: number): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([person, run, reruns]))
    .digest("base64url");
  return `again-${digest}`;
}
