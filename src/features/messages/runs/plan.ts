import { createHash } from "node:crypto";
import type { SendBody } from "../../../platform/index.ts";
import type { Again, LibraryEntry } from "../../../store/index.ts";
import { findPolicyIssue } from "../policy.ts";
import { type Found, findAll, type NameProblem, type TestRecipient } from "../recipients.input.ts";
import type { FieldIssue, SendRules } from "../send.input.ts";
import { toAbout } from "../send-deps.ts";
import { mostOperations, readSaved, type Suite } from "./saved.ts";

/**
 * Why one message of a suite isn't sent, while the others are; `gone`: it was deleted, or another version's. Of a run that
 * is run again `retired_phone`: `name` is no test recipient any more.
 */
export type LeftOut = {
  name: string | null;
  why: FieldIssue["issue"] | { problem: "gone" } | { problem: "retired_phone" };
};

/** What a suite comes to now; `suite` is null of several recipients' messages that are no suite's. */
export type Plan = {
  suite: string | null;
  /** `changedBy`: a colleague, since this person ran the suite last. */
  messages: readonly { name: string; body: SendBody; writtenAt: Date; changedBy: string | null }[];
  /** The same of which messages and recipients the suite has. */
  changedBy: string | null;
  recipients: readonly TestRecipient[];
  leftOut: readonly LeftOut[];
  operations: readonly {
    request: SendBody;
    about: object;
    again?: Pick<Again, "root" | "newest">;
    /** Of a try before it nobody knows what became. */
    needsReason?: true;
  }[];
  /** Another one as soon as anything would be sent otherwise: what was confirmed is what is sent, or nothing. */
  stamp: string;
};

export type PlanProblem =
  | NameProblem
  | { problem: "no_messages" }
  | { problem: "no_recipients" }
  | { problem: "many"; count: number; limit: number };

type Asked = {
  suite: Suite & Pick<LibraryEntry, "id" | "name" | "changedAt" | "changedBy">;
  /** The suite's messages that there still are. */
  saved: readonly LibraryEntry[];
  /** In the place of the suite's recipients. */
  names: readonly string[] | undefined;
  /** When this person ran it last; null: never. */
  ranAt: Date | null;
};

/** The colleague who made it what it is since then; null: nobody, or whoever asks. */
function changerOf(
  { changedAt, changedBy }: Pick<LibraryEntry, "changedAt" | "changedBy">,
  ranAt: Date | null,
  { me }: Pick<SendRules, "me">,
): string | null {
  return ranAt !== null && changedAt >= ranAt && changedBy !== me ? changedBy : null;
}

export function toPlan(
  { suite, saved, names, ranAt }: Asked,
  rules: SendRules,
  at: Date,
): Plan | PlanProblem {
  const found: Found | NameProblem = findAll(names ?? suite.recipients, rules);
  if ("problem" in found) return found;
  const { recipients } = found;
  if (recipients.length === 0) return { problem: "no_recipients" };
  const leftOut: LeftOut[] = [];
  const messages: (Plan["messages"][number] & { entry: LibraryEntry })[] = [];
  for (const messageId of suite.messages) {
    const entry = saved.find(({ id }) => id === messageId);
    const body = entry === undefined ? null : readSaved(entry, recipients[0]);
    const why = body === null ? ({ problem: "gone" } as const) : findPolicyIssue(body, rules, at);
    if (entry === undefined || body === null || why !== null) {
      leftOut.push({ name: entry?.name ?? null, why: why ?? { problem: "gone" } });
    } else {
      const changedBy = changerOf(entry, ranAt, rules);
      messages.push({ name: entry.name, body, writtenAt: entry.changedAt, changedBy, entry });
    }
  }
  const count = messages.length * recipients.length;
  if (count === 0) return { problem: "no_messages" };
  if (count > mostOperations) return { problem: "many", count, limit: mostOperations };
  const operations = messages.flatMap(({ name, entry }) =>
    recipients.flatMap((recipient) => {
      const request = readSaved(entry, recipient);
      if (request === null) return [];
      const about = { ...toAbout(request, rules), suite: suite.name, suiteId: suite.id, message: name };
      return [{ request, about }];
    }),
  );
  const stamp = createHash("sha256")
    .update(JSON.stringify([operations, leftOut]))
    .digest("base64url");
  const changedBy = changerOf(suite, ranAt, rules);
  return { suite: suite.name, changedBy, messages, recipients, leftOut, operations, stamp };
}
