import { describeMessage } from "../../../src/features/messages/describe.view.ts";
import { ids } from "../../../src/features/messages/ids.ts";
import { wordsOf } from "../../../src/locales/index.ts";
import { createTeller, type TellerOptions } from "../../../src/outcomes/index.ts";
import { renderChange } from "../../../src/outcomes/posts.view.ts";
import { toReport } from "../../../src/outcomes/report.ts";
import type { NewPost, Operation } from "../../../src/store/index.ts";
import { anUnknown, settledAs } from "../../support/operation.ts";
import { en } from "../../support/words.ts";

/** Posts of messages as the app tells them, with results in CR and on-call in CO. */
export function aTeller(own: Partial<TellerOptions> = {}) {
  return createTeller({
    places: { results: "CR", onCall: ["CO"] },
    teamLocale: "en",
    wordsOf,
    describe: (operation, words) => describeMessage(operation, words, []),
    ids,
    ...own,
  });
}

/** An operation whose late answer came. */
export function corrected(change: Partial<Operation>): Operation {
  return anUnknown({ correctedAt: new Date(Date.UTC(2026, 10, 21, 11)), ...change });
}

type Told = { body: unknown };

export function textOf({ body }: Told): string {
  return typeof body === "object" && body !== null && "text" in body ? String(body.text) : "";
}

/** Each thing with a `type` in it, however deep. */
export function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(partsOf);
  return "type" in value ? [{ ...value }, ...inner] : inner;
}

/** What can be pressed, by the ends of its ids; the history behind the dots is on every card. */
export function buttonsOf({ body }: Told): string[] {
  return partsOf(body)
    .flatMap(({ action_id: id }) => (typeof id === "string" ? [id.replace(/^messages\./, "")] : []))
    .filter((id) => id !== "history.open");
}

export function byKind(posts: readonly NewPost[], kind: NewPost["kind"]): NewPost[] {
  return posts.filter((post) => post.kind === kind);
}

/** Mentions and times as this app writes them into markup; what is left of a text is words. */
export function withoutOwnMarkup(text: string): string {
  return text.replace(
    /<@U\d+>|<#C\w+>|<!date\^\d+\^\{date_short_pretty\} \{time(?:_secs)?\}\|[\d:.TZ-]+>/g,
    "",
  );
}

export const teller = aTeller();
export const summary = (posts: NewPost[]) =>
  posts.map((post) => [post.destinations.join(), ...buttonsOf(post)] as const);
export const title = (state: keyof typeof en.outcomes.title) => en.outcomes.title[state](en.outcomes.message);
export const first = (posts: NewPost[]) => posts.map(({ destinations }) => destinations[0]);

export function reported(
  as: "arrived" | "did_not_arrive",
  change: Partial<Operation> = {},
  options = teller,
) {
  const operation = anUnknown({ ...settledAs(as), ...change });
  return renderChange(operation, { kind: "reported", report: toReport(operation)! }, options);
}

export const ask = ["settle:arrived", "settle:did_not_arrive"];
