import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { marks } from "../../src/locales/marks.ts";
import { isMarkedRepeat } from "../chaos/judge.ts";
import { outcomeOf } from "../chaos/points.ts";
import { type Counter, countDone, type Place, type Try } from "./records.ts";
import type { Story, Wish } from "./story.ts";

/** What the platform did, what Slack shows, what the store holds and what people were told, once all is at rest. */
export type Evidence = {
  story: Story;
  tries: readonly Try[];
  audiences: readonly Place[];
  counters: readonly Counter[];
  log: readonly string[];
};

/** Every promise that was broken, a line each. */
export function findBroken(evidence: Evidence): string[] {
  const { story, tries, counters } = evidence;
  const byMark = Map.groupBy(tries, ({ mark }) => mark);
  const doneFor = countDone(story.outside);
  return [
    ...[...story.wishes.values()].flatMap((wish) =>
      judgeWish(wish, doneFor(wish), byMark.get(wish.mark) ?? []),
    ),
    ...tries.filter(({ outcome }) => outcome === null).map(({ id }) => `${id} never ended`),
    ...findUntold(evidence),
    ...findStrays(evidence),
    ...findDoubleLines(evidence),
    ...findLeaks(evidence),
    ...counters
      .filter(({ used, counted }) => used !== counted)
      .map(({ person, day, used, counted }) => `${person}'s ${day} says ${used}, and ${counted} count`),
    ...story.outside.slack.findings
      .filter(({ rule }) => refusedContent.has(rule))
      .map(({ rule, method, detail }) => `Slack's rule ${rule} (${method}): ${detail}`),
  ];
}

/** A defect of the app's, whatever else goes on. */
const refusedContent = new Set([
  "invalid_arguments",
  "invalid_blocks",
  "invalid_blocks_format",
  "msg_blocks_too_long",
  "msg_too_long",
  "no_text",
  "no_thread",
  "view_too_large",
]);

/** What was done at the platform against how it ended here, for each to whom it went. */
function judgeWish(wish: Wish, done: ReadonlyMap<string, number>, tries: readonly Try[]): string[] {
  const { mark, what, told, cameAgain } = wish;
  const broken: string[] = [];
  const say = (problem: string) => broken.push(`${mark} (${what}; told ${told.join(", ")}): ${problem}`);
  const ofOutcome = (outcome: string, to: string) =>
    tries.filter((one) => one.outcome === outcome && (what !== "message" || one.to === to)).length;
  if (what !== "update") {
    for (const to of new Set([...done.keys(), ...tries.map((one) => (what === "message" ? one.to : ""))])) {
      const times = done.get(to) ?? 0;
      const [accepted, unknown] = [ofOutcome("accepted", to), ofOutcome("unknown", to)];
      if (times > accepted + unknown)
        say(`done ${times} times for ${to}, told as accepted ${accepted} and unknown ${unknown} times`);
      if (times < accepted) say(`told as accepted ${accepted} times, done ${times} times for ${to}`);
    }
  }
  const acts = new Set(tries.map(({ act }) => act));
  const hasEffect = [...done.values()].some((times) => times > 0);
  // An acknowledgement that is lost with its connection is Slack's error to a person, and the act's post tells its end.
  const isDenied =
    told.at(-1) === "not done" && told.every((one) => one === "not done" || one === "slack's error");
  if (!cameAgain && isDenied && hasEffect) say("told as not done, and it is");
  if (told.includes("on its way") && acts.size === 0) say("told to be on its way, and not stored");
  const openOnes = tries.filter(({ outcome }) => outcome === "accepted" || outcome === "unknown");
  if (
    what === "update" &&
    openOnes.length > 1 &&
    openOnes.filter((one) => one.outcome === "accepted").length > 1
  )
    say("updated twice");
  return broken;
}

/** What a post's title may begin with, also once a person reported on it or it was sent again. */
const settled = [marks.arrived, marks.looks_wrong, marks.did_not_arrive];
const marksOf: Record<string, readonly string[]> = {
  accepted: [marks.accepted, ...settled],
  refused: [marks.refused, marks.sent_again],
  not_sent: [marks.not_sent, marks.sent_again],
  unknown: [marks.unknown, "☑️", marks.sent_again, ...settled],
};

/** Each act has its end in the right place, as it is now, once. */
function findUntold({ story, tries, audiences }: Evidence): string[] {
  const results = new Map(
    audiences.flatMap((audience) =>
      audience.audience === "result" ? [[audience.subject, audience] as const] : [],
    ),
  );
  const ofActs = [...Map.groupBy(tries, ({ act }) => act)].flatMap(([act, ofAct]) => {
    const result =
      results.get(`act:${act}`) ?? audiences.find((audience) => isCardOf(story.outside, audience, ofAct));
    if (result === undefined) return [`act ${act} (${ofAct.map(named).join(", ")}) is told nowhere`];
    const [only, ...others] = ofAct;
    const post = standing(story.outside, result);
    if (only === undefined || others.length > 0 || post === undefined) return [];
    return isTrue(only, post) ? [] : [`${named(only)}, and its post says “${firstLine(post)}”`];
  });
  return [...ofActs, ...audiences.flatMap((audience) => findOlder(story.outside, audience))];
}

/** An update that was approved is told on its proposal's card, which shows its words. */
function isCardOf(outside: Outside, audience: Place, ofAct: readonly Try[]): boolean {
  if (audience.audience !== "review" || !audience.subject.startsWith("proposal:")) return false;
  const card = JSON.stringify(standing(outside, audience)?.blocks ?? []);
  return ofAct.some(({ kind, mark }) => kind === "templates.update" && card.includes(mark));
}

function named({ kind, mark, outcome }: Try): string {
  return `${kind} ${mark} ${outcome}`;
}

function isTrue({ kind, outcome }: Try, { text }: StoredMessage): boolean {
  const allowed = marksOf[outcome ?? ""] ?? [];
  return !kind.startsWith("messages.") || allowed.some((mark) => text.startsWith(mark));
}

function findOlder(outside: Outside, audience: Place): string[] {
  const name = `${audience.subject} in ${audience.destination} (${audience.audience})`;
  if (audience.waits) return [`${name} still waits`];
  if (audience.isOlder) return [`${name} shows an older state`];
  const isGone = audience.ts !== null && standing(outside, audience) === undefined;
  return isGone ? [`${name} is noted at ${audience.channel} ${audience.ts}, where nothing stands`] : [];
}

function standing({ slack }: Outside, { channel, ts }: Place): StoredMessage | undefined {
  if (channel === null) return undefined;
  return slack.messages(channel).find((message) => message.ts === ts);
}

/** What tells of an outcome in Slack and belongs to no row may only be what came twice, and the one that stayed says so. */
function findStrays({ story: { outside }, audiences }: Evidence): string[] {
  const { slack } = outside;
  const known = new Set(audiences.map(({ channel, ts }) => `${channel} ${ts}`));
  const channels = new Set([
    ...slack.conversations.map(({ id }) => id),
    ...slack.people.flatMap(({ id, kind }) =>
      kind === "member" ? [slack.dm(id)[0]?.conversation ?? ""] : [],
    ),
  ]);
  return [...channels].filter(Boolean).flatMap((channel) => {
    const own = slack
      .messages(channel)
      .filter(({ author, threadTs }) => author === slack.botUserId && threadTs === null);
    const strays = own.filter(
      ({ ts, text }) => outcomeOf(text) !== undefined && !known.has(`${channel} ${ts}`),
    );
    // Whatever became of what it tells: it may have been settled or sent again since.
    const marked = own.filter(({ text }) => isMarkedRepeat(text));
    if (strays.length <= marked.length) return [];
    const failed = audiences.filter((audience) => audience.channel === channel && audience.error !== null);
    return [
      `${channel}: ${strays.length} posts belong to nothing, ${marked.length} say that they came twice: ` +
        `${strays.map((post) => `${post.ts} ${firstLine(post)}`).join(" | ")}; what failed there: ` +
        failed.map(({ subject, ts, error }) => `${subject} at ${ts} (${error})`).join(", "),
    ];
  });
}

function findDoubleLines({ story: { outside }, audiences, tries }: Evidence): string[] {
  return audiences.flatMap((audience) => {
    const { channel, ts, subject } = audience;
    // On-call's listing has a line for each, which two of the same may say alike.
    // A finding's lines say how often it was seen, and two updates of a proposal may end alike.
    if (channel === null || ts === null || !subject.startsWith("act:")) return [];
    const lines = outside.slack.messages(channel).filter(({ threadTs }) => threadTs === ts);
    const unmarked = lines.filter(({ text }) => !isMarkedRepeat(text)).map(({ text }) => text);
    const counts = [...Map.groupBy(unmarked, (text) => text).values()].map(({ length }) => length);
    if (Math.max(0, ...counts) <= 1) return [];
    // Of several further tries each has a line, which may say the same.
    const own = tries.find(({ act }) => subject === `act:${act}`);
    const further = tries.filter(({ mark, id }) => mark === own?.mark && id !== own.id).length;
    return Math.max(...counts) > Math.max(1, further)
      ? [`${audience.subject}: a line stands twice and does not say so: ${unmarked.join(" | ")}`]
      : [];
  });
}

/** Texts, numbers and secrets in conversations that others read, or in the log. */
function findLeaks({ story: { outside, wishes }, log }: Evidence): string[] {
  const { slack, env } = outside;
  const secrets = ["PLATFORM_API_SECRET", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "SLACK_SIGNING_SECRET"]
    .map((name) => env[name])
    .filter((secret) => secret !== undefined);
  const ofMessages = new Set(
    [...wishes.values()].filter(({ what }) => what === "message").map(({ mark }) => mark),
  );
  const leaks = (text: string) =>
    [...text.matchAll(/soak\d+z/g)].some(([mark]) => ofMessages.has(mark)) ||
    /\b01[0-9]\d{8}\b/.test(text) ||
    secrets.some((secret) => text.includes(secret));
  const shown = slack.conversations.flatMap(({ id }) =>
    slack
      .messages(id)
      .filter(({ author }) => author === slack.botUserId)
      .filter((message) => leaks(message.text) || leaks(JSON.stringify(message.blocks)))
      .map((message) => `${id} shows “${message.text}”`),
  );
  return [...shown, ...log.filter(leaks).map((line) => `logged: ${line}`)];
}

function firstLine({ text }: StoredMessage): string {
  return text.split("\n")[0] ?? "";
}
