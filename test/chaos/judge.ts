import { createHash } from "node:crypto";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { Delivery, PickedFile, StoredMessage } from "../../sandbox/slack/index.ts";
import { en, ko } from "../support/words.ts";
import { author, conversation, hasButton, onCall, shownIn } from "./people.ts";
import { isOutcome, outcomeOf, type Point, type Told } from "./points.ts";

/** One killed act, as the world outside saw it. */
export type Evidence = {
  outside: Outside;
  point: Point;
  /** How many posts there were before the act. */
  earlier: { inConversation: number; toAuthor: number };
  /** The delivery that Slack brings again; null of what no person began. */
  first: Delivery | null;
  wasDeliveredAgain: boolean;
};

export type Judge = {
  /** In the order in which it was read. */
  told(evidence: Evidence): Told[];
  findProblems(evidence: Evidence): string[];
  /** Whether all was told that has to be by now. @default where no problem is left */
  isTold?(evidence: Evidence): boolean;
};

/** The problem, if it is one. */
export function unless(isRight: boolean, problem: string): string[] {
  return isRight ? [] : [problem];
}

export function isMarkedRepeat(text: string): boolean {
  return [en, ko].some(({ edge }) => text.includes(edge.repeatedPost));
}

/** Of posts or lines that tell the same, each but the first has to say that it came again. */
export function findUnmarked(all: readonly StoredMessage[], what = "post"): string[] {
  return unless(
    all.slice(1).every(({ text }) => isMarkedRepeat(text)),
    `a ${what} came again and did not say so`,
  );
}

export function postsIn(outside: Outside, place: string): StoredMessage[] {
  return shownIn(outside, place).filter(({ threadTs }) => threadTs === null);
}

export function linesUnder(outside: Outside, post: StoredMessage): StoredMessage[] {
  return outside.slack.messages(post.conversation).filter(({ threadTs }) => threadTs === post.ts);
}

/** The problems of the only post in a place, where there may be no other. */
export function judgeOnly(
  posts: readonly StoredMessage[],
  find: (post: StoredMessage) => string[],
): string[] {
  const [post, ...others] = posts;
  return post === undefined || others.length > 0 ? [`${posts.length} posts`] : find(post);
}

/** What was never stored is so only once it was delivered again. */
export function hasChanged({ point, first, wasDeliveredAgain }: Evidence): boolean {
  return point.isTold === "changed" || (first !== null && wasDeliveredAgain);
}

export function findLineProblems(lines: readonly StoredMessage[], says: string | null): string[] {
  if (says === null) return unless(lines.length === 0, "a line tells of what nobody stored");
  return [
    ...unless(lines.length > 0, "no line"),
    ...unless(
      lines.every(({ text }) => text.includes(says)),
      "a line of something else",
    ),
    ...findUnmarked(lines, "line"),
  ];
}

const outcomesOf = (posts: readonly StoredMessage[]) => posts.flatMap(({ text }) => outcomeOf(text) ?? []);

function resultPosts({ outside, earlier }: Evidence): StoredMessage[] {
  return postsIn(outside, conversation)
    .slice(earlier.inConversation)
    .filter(({ text }) => outcomeOf(text) !== undefined);
}

/** The result of an act, told once unless it says that it may come twice, and true. */
export function judgeResult(isDone: (outside: Outside) => boolean): Judge {
  return {
    isTold: (evidence) => resultPosts(evidence).length > 0,
    told: (evidence) => outcomesOf(resultPosts(evidence)),
    findProblems(evidence) {
      const { outside, point, earlier } = evidence;
      const posts = resultPosts(evidence);
      const seen = outcomesOf(posts);
      const truth = isDone(outside) ? "Accepted" : "Not sent";
      const wrong = seen.filter((outcome) => outcome !== truth && outcome !== "Unknown outcome");
      const isAsked = outside.slack.dm(author).length > earlier.toAuthor;
      return [
        ...unless(wrong.length === 0, `told “${wrong.join(", ")}”, true is “${truth}”`),
        ...unless(seen[0] === point.isTold, `told “${seen[0]}” where “${point.isTold}” belongs`),
        ...unless(
          posts.every(({ text }) => text.includes(`<@${author}>`)),
          "the author was not named",
        ),
        ...findUnmarked(posts),
        ...unless(
          isAsked || !seen.includes("Unknown outcome"),
          "unknown, and the author was not told in person",
        ),
      ];
    },
  };
}

/** For a message that was to go with its image: neither step twice, nothing uploaded lost, and a way on from there. */
export function judgePair(isSent: (outside: Outside) => boolean): Judge {
  const result = judgeResult(isSent);
  const findUploads = ({ platform }: Outside) => {
    const uploads = platform.requests.filter(({ path }) => path.startsWith("/storage/v1/files")).length;
    const kept = platform.state.files.size;
    return [
      ...unless(uploads <= 1, `${uploads} uploads`),
      ...unless(kept >= uploads, `${uploads} uploads, and ${kept} files on the platform`),
    ];
  };
  return {
    ...result,
    findProblems: (evidence) => [
      ...result.findProblems(evidence),
      ...findUploads(evidence.outside),
      ...findNoWayOn(evidence),
    ],
  };
}

/** For one whose image the platform refuses with such words. */
export function judgeRefusedPair(isSent: (outside: Outside) => boolean, reason: string): Judge {
  const result = judgeResult(isSent);
  return {
    ...result,
    findProblems: (evidence) => [
      ...result.findProblems(evidence),
      ...findNoWayOn(evidence),
      ...unless(
        notSent(evidence).every(({ text }) => text.includes(reason)),
        "why the image was refused was not told",
      ),
    ],
  };
}

function notSent({ outside }: Evidence): StoredMessage[] {
  return outside.slack.messages(conversation).filter(({ text }) => outcomeOf(text) === "Not sent");
}

function findNoWayOn(evidence: Evidence): string[] {
  return unless(
    notSent(evidence).every((post) => hasButton(post, "messages.edit")),
    "not sent, and no button that goes on from there",
  );
}

type Place = { id: string; mayReport: boolean };

/** Where an unknown outcome is told. */
export const unknownPlaces: readonly Place[] = [
  { id: conversation, mayReport: false },
  { id: onCall, mayReport: true },
  { id: author, mayReport: true },
];

/** What was told becomes something else, and the line under its posts says of that. */
type Change = {
  was: Told;
  becomes: Told;
  says: string;
  places: readonly Place[];
  /** Whether the posts say it too, beside their title. */
  isShown?: boolean;
  /** Buttons that come with the change. */
  opens?: readonly string[];
};

/** In each place one living post that tells the newest state, with a line under it once that has changed. */
export function judgeChange({ was, becomes, says, places, isShown = false, opens = [] }: Change): Judge {
  const findProblemsAt = (evidence: Evidence, { id, mayReport }: Place) =>
    judgeOnly(postsIn(evidence.outside, id), (post) => {
      const isChanged = hasChanged(evidence);
      const expected = isChanged ? becomes : was;
      const told = outcomeOf(post.text);
      const hasButtons = actionIds(post).some((button) => !isChanged || !opens.includes(button));
      const saysSo = post.text.includes(says);
      return [
        ...unless(told === expected, `told “${told}” where “${expected}” belongs`),
        ...unless(!isShown || saysSo === isChanged, `${saysSo ? "" : "not "}told “${says}”`),
        ...unless(hasButtons === (mayReport && !isChanged), `${hasButtons ? "live" : "no"} buttons`),
        ...findLineProblems(linesUnder(evidence.outside, post), isChanged ? says : null),
      ];
    });
  return {
    told: ({ outside }) => [...new Set(places.flatMap(({ id }) => outcomesOf(postsIn(outside, id))))],
    findProblems: (evidence) =>
      places.flatMap((place) => findProblemsAt(evidence, place).map((problem) => `${place.id}: ${problem}`)),
  };
}

/** The history behind the dots stays on every post. */
function actionIds({ blocks }: StoredMessage): string[] {
  const ids = JSON.stringify(blocks).matchAll(/"action_id":"([^"]+)"/g);
  return [...ids].flatMap(([, id]) => (id === undefined || id === "history.open" ? [] : [id]));
}

/** Several files in one go: each told by its name and as it is true, none there twice, and counted right in the end. */
export function judgeBatch(files: readonly PickedFile[]): Judge {
  // A post that Slack may have shown unseen comes again.
  const postsOf = ({ outside, earlier }: Evidence) =>
    postsIn(outside, conversation).slice(earlier.inConversation);
  const linesOf = (evidence: Evidence) =>
    postsOf(evidence)
      .slice(-1)
      .flatMap((post) => linesUnder(evidence.outside, post));
  /** What the newest post says of this file; undefined while it is on its way. */
  const toldOf = (evidence: Evidence, { name }: PickedFile) => {
    const rows = postsOf(evidence).at(-1)?.text.split("\n").slice(1) ?? [];
    return outcomeOf(rows.find((row) => row.includes(name)) ?? "");
  };
  const told = (evidence: Evidence) => files.flatMap((file) => toldOf(evidence, file) ?? []);

  const findUntrue = (evidence: Evidence, file: PickedFile) => {
    const times = timesThere(evidence.outside, file);
    const outcome = toldOf(evidence, file);
    const isTrue = outcome === "Unknown outcome" || outcome === (times > 0 ? "Accepted" : "Not sent");
    return [
      ...unless(times <= 1, `${file.name} is there ${times} times`),
      ...unless(isTrue, `${file.name}: told “${outcome}”, and it is there ${times} times`),
    ];
  };
  const findMiscounted = (evidence: Evidence) => {
    const count = (outcome: Told) => told(evidence).filter((one) => one === outcome).length;
    const ends = { done: count("Accepted"), unknown: count("Unknown outcome"), notSent: count("Not sent") };
    const counts = { total: files.length, refused: 0, again: 0, open: 0, ...ends };
    const [title = ""] = postsOf(evidence).at(-1)?.text.split("\n") ?? [];
    return unless(title.includes(en.files.upload.batch(counts)), `the count is wrong in the end: ${title}`);
  };
  /** Its author is asked in person, in the copy that is theirs alone. */
  const findUntoldUnknown = (evidence: Evidence, file: PickedFile) => {
    const asked = evidence.outside.slack.dm(author).slice(evidence.earlier.toAuthor);
    const isAsked = asked
      .flatMap(({ text }) => text.split("\n"))
      .some((row) => outcomeOf(row) === "Unknown outcome" && row.includes(file.name));
    return unless(
      isAsked || toldOf(evidence, file) !== "Unknown outcome",
      `${file.name}: unknown, and the author was not told in person`,
    );
  };
  return {
    isTold: (evidence) =>
      told(evidence).length === files.length &&
      linesOf(evidence).some(({ text }) => text.includes(`<@${author}>`)),
    told,
    findProblems: (evidence) => {
      const { isTold } = evidence.point;
      return [
        ...files.flatMap((file) => [...findUntrue(evidence, file), ...findUntoldUnknown(evidence, file)]),
        ...findMiscounted(evidence),
        ...unless(!isOutcome(isTold) || told(evidence).includes(isTold), `none is told as “${isTold}”`),
        ...findUnmarked(postsOf(evidence)),
        ...findUnmarked(linesOf(evidence), "line"),
      ];
    },
  };
}

function timesThere({ platform }: Outside, { bytes }: PickedFile): number {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return [...platform.state.fileHashes.values()].filter((one) => one === hash).length;
}
