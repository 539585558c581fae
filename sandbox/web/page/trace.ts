import { isObject, toObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import type { TrafficItem } from "../protocol.ts";

/** A post of the app's, as the page shows it. */
export type TracedPost = {
  readonly conversation: string;
  readonly ts: string;
  readonly text: string;
  /** Seen by one person: Slack names no such message in its replies. */
  readonly isPrivate: boolean;
};

/**
 * The exchanges that made a post what it is, oldest first; empty when the traffic no longer has them. They are told
 * from the wires alone, as a person would: by the ids that go from one exchange into the next and, between the bot
 * and the platform, by what was asked for.
 */
export function traceOf(post: TracedPost, traffic: readonly TrafficItem[]): TrafficItem[] {
  const born = birthOf(post, traffic);
  if (born === undefined) return [];
  const cause = actBehind(born, traffic);
  const earlier = traffic.filter(({ at }) => at <= endOf(born) && at >= (cause?.at ?? ""));
  const request = closest(earlier.filter(isCall), (item) => likeness(item, born));
  const envelope = cause ?? envelopeOf(born, request, earlier);
  const kept = new Set([born, request, envelope].filter((item) => item !== undefined));
  keepWhatBelongs(kept, traffic, post);
  keepLaterCalls(kept, traffic);
  if (request === undefined && envelope !== undefined) {
    for (const item of earlier) if (isRead(item) && item.at >= envelope.at) kept.add(item);
  }
  return traffic.filter((item) => kept.has(item)).toSorted((one, other) => (one.at < other.at ? -1 : 1));
}

/** The envelope that was answered by the post itself, or through its response_url: nothing before it led there. */
function actBehind(born: TrafficItem, traffic: readonly TrafficItem[]): TrafficItem | undefined {
  if (born.between === "slack_to_bot") return born;
  if (born.via !== "response_url") return undefined;
  return traffic.find((item) => isAct(item) && identitiesOf(item).includes(born.name));
}

/** What is known of each exchange leads to further ones, until no more come. */
function keepWhatBelongs(kept: Set<TrafficItem>, traffic: readonly TrafficItem[], post: TracedPost): void {
  const things = thingsIn(traffic);
  const actsOf = (item: TrafficItem): string[] => identitiesOf(item).filter((id) => !things.has(id));
  const known = new Set([...kept].flatMap(actsOf));
  for (let size = -1; size !== kept.size; ) {
    size = kept.size;
    for (const item of traffic) {
      if (kept.has(item) || !belongs(item, post, known)) continue;
      kept.add(item);
      for (const identity of actsOf(item)) known.add(identity);
    }
  }
}

/** What the platform was asked for by a later act on the post, up to the next act: it shares an id with an edit of then. */
function keepLaterCalls(kept: Set<TrafficItem>, traffic: readonly TrafficItem[]): void {
  const inOrder = [...kept].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const edits = inOrder.filter(({ name }) => name.startsWith("chat.update"));
  const acts = inOrder.filter(isAct);
  for (const [index, act] of acts.entries()) {
    const end = acts[index + 1]?.at ?? "9";
    const isThen = ({ at }: TrafficItem) => at >= act.at && at < end;
    const told = edits.filter(isThen);
    const calls = traffic.filter((item) => isCall(item) && isThen(item));
    for (const call of calls) if (told.some((edit) => likeness(call, edit) >= 10)) kept.add(call);
  }
}

/** Ids that the platform was asked for by: they name a template or a file, on which any number of acts may be. */
function thingsIn(traffic: readonly TrafficItem[]): ReadonlySet<string> {
  const asked = traffic.filter(({ between }) => between === "bot_to_platform");
  return new Set(
    asked.flatMap(({ name, request }) => {
      const { headers: _, ...sent } = toObject(request);
      return JSON.stringify([name, sent]).match(ID) ?? [];
    }),
  );
}

/** When it was over, as its start is written. */
export function endOf({ at, durationMs }: TrafficItem): string {
  return new Date(Date.parse(at) + Math.ceil(durationMs ?? 0)).toISOString();
}

function birthOf(post: TracedPost, traffic: readonly TrafficItem[]): TrafficItem | undefined {
  const { conversation, ts, text, isPrivate } = post;
  const named = traffic.find(({ response }) => {
    const reply = toObject(response);
    const isHere = reply["channel"] === conversation && reply["ts"] === ts;
    return isHere || reply["message_ts"] === ts;
  });
  if (named !== undefined || !isPrivate) return named;
  const shownMs = Number(ts) * 1000;
  const says = traffic.filter(({ between, via, request, response }) =>
    between === "slack_to_bot"
      ? toObject(response)["text"] === text
      : via === "response_url" && toObject(request)["text"] === text,
  );
  return says.toSorted((one, other) => distance(one, shownMs) - distance(other, shownMs))[0];
}

function distance(item: TrafficItem, shownMs: number): number {
  return Math.abs(Date.parse(endOf(item)) - shownMs);
}

function envelopeOf(
  born: TrafficItem,
  request: TrafficItem | undefined,
  earlier: readonly TrafficItem[],
): TrafficItem | undefined {
  const cause = request ?? born;
  const acts = earlier.filter((item) => isAct(item) && item.at <= cause.at);
  return closest(acts, (item) => {
    const asked = request === undefined ? 0 : askedFor(item, request);
    return likeness(item, born) + asked + 10 * common(identitiesOf(item), identitiesOf(born));
  });
}

/** The likeliest; of two that are as likely the later one. */
function closest(
  items: readonly TrafficItem[],
  score: (item: TrafficItem) => number,
): TrafficItem | undefined {
  let best: TrafficItem | undefined;
  let bestScore = 1;
  for (const item of items) {
    const itsScore = score(item);
    if (itsScore >= bestScore) [best, bestScore] = [item, itsScore];
  }
  return best;
}

function isAct({ between, name }: TrafficItem): boolean {
  return between === "slack_to_bot" && !name.startsWith("event") && !name.startsWith("block_suggestion");
}

function isCall(item: TrafficItem): boolean {
  return item.between === "bot_to_platform" && !isRead(item);
}

function isRead({ between, name }: TrafficItem): boolean {
  return between === "bot_to_platform" && name.startsWith("GET ");
}

/** Words that hardly stand in two exchanges by chance: ids of messages, triggers, acts. */
const ID = /[A-Za-z0-9][\w.-]{14,}[A-Za-z0-9]/g;
/** A number that is shown in part. */
const MASKED = /\*{3,}-?(\d{4})/g;
const NUMBER = /\b\d{5,11}(\d{4})\b/g;

const read = new WeakMap<TrafficItem, { readonly ids: Set<string>; readonly tails: Set<string> }>();

function wordsOf(item: TrafficItem) {
  const known = read.get(item);
  if (known !== undefined) return known;
  const { headers: _, ...request } = toObject(item.request);
  const text = JSON.stringify([item.name, request, item.response]) ?? "";
  const ids = new Set((text.match(ID) ?? []).filter((word) => /\d/.test(word) && /[A-Za-z.]/.test(word)));
  const tailsIn = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, tail = ""]) => tail);
  const words = { ids, tails: new Set([...tailsIn(MASKED), ...tailsIn(NUMBER)]) };
  read.set(item, words);
  return words;
}

/** How much two exchanges have in common: an id counts for more than the end of a number. */
function likeness(one: TrafficItem, other: TrafficItem): number {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)];
  return 10 * common(mine.ids, theirs.ids) + common(mine.tails, theirs.tails);
}

function common(some: Iterable<string>, others: Iterable<string>): number {
  const wanted = new Set(others);
  return [...some].filter((word) => wanted.has(word)).length;
}

/** How many of the values that the platform was asked with the person had given. */
function askedFor(act: TrafficItem, request: TrafficItem): number {
  const given = JSON.stringify(act.request) ?? "";
  const asked = leavesOf(toObject(request.request)["body"]);
  return asked.filter((value) => given.includes(JSON.stringify(value).slice(1, -1))).length;
}

function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return value.length > 1 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [];
}

/** What an exchange with Slack is known by: its trigger, the act behind its buttons, its modal, its response_url. */
function identitiesOf({ between, name, via, request, response }: TrafficItem): string[] {
  if (between !== "slack_to_bot" && between !== "bot_to_slack") return [];
  const asked = toObject(request);
  const [view, opened] = [modalIn(asked), modalIn(toObject(response))];
  const metadata = toText(view["private_metadata"]).match(ID) ?? [];
  const values = toObjects(asked["actions"]).flatMap((action) => toText(action["value"]).match(ID) ?? []);
  const answersGoTo =
    via === "response_url" ? name : toText(asked["response_url"]).replace(/^https?:\/\/[^/]+/, "");
  const ids = [asked["trigger_id"], view["id"], opened["id"], answersGoTo].map(toText);
  return [...ids, ...values, ...metadata].filter((identity) => identity.length > 8);
}

/** A Home tab is none: it stays, and all that is done there would be one story. */
function modalIn({ view }: JsonObject): JsonObject {
  const shown = toObject(view);
  return shown["type"] === "home" ? {} : shown;
}

/** Edits of the post, lines in its thread, clicks on it, and whatever carries a known identity. */
function belongs(item: TrafficItem, post: TracedPost, known: ReadonlySet<string>): boolean {
  if (item.between !== "slack_to_bot" && item.between !== "bot_to_slack") return false;
  const asked = toObject(item.request);
  const isOfPost =
    asked["channel"] === post.conversation && [asked["ts"], asked["thread_ts"]].includes(post.ts);
  if (isOfPost) return true;
  if (identitiesOf(item).some((identity) => known.has(identity))) return true;
  return item.name.startsWith("chat.") && [...wordsOf(item).ids].some((id) => known.has(id));
}
