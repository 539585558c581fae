import { createHash } from "node:crypto";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { PickedFile, StoredMessage } from "../../sandbox/slack/index.ts";
import { author, conversation, type Evidence, isMarkedRepeat, type Judge } from "./evidence.ts";
import { isOutcome, outcomeOf, type Told } from "./points.ts";

/** Several files in one go: each told by its name and as it is true, none there twice, and counted right in the end. */
export function judgeBatch(files: readonly PickedFile[]): Judge {
  return {
    isTold: (evidence) =>
      told(evidence, files).length === files.length && linesOf(evidence).some(({ text }) => isOfAuthor(text)),
    told: (evidence) => told(evidence, files),
    findProblems: (evidence) => [
      ...files.flatMap((file) => findUntrue(evidence, file)),
      ...findMiscounted(evidence, files),
      ...findUnexpected(evidence, files),
      ...findUnmarked(evidence),
      ...findUntoldUnknown(evidence, files),
    ],
  };
}

function told(evidence: Evidence, files: readonly PickedFile[]): Told[] {
  return files.flatMap((file) => toldOf(evidence, file) ?? []);
}

/** What the newest post says of this file; undefined while it is on its way. */
function toldOf(evidence: Evidence, { name }: PickedFile): Told | undefined {
  const rows = postsOf(evidence).at(-1)?.text.split("\n").slice(1) ?? [];
  return outcomeOf(rows.find((row) => row.includes(name)) ?? "");
}

/** A post that Slack may have shown unseen comes again. */
function postsOf({ outside: { slack }, earlier: { inConversation } }: Evidence): StoredMessage[] {
  const posts = slack.messages(conversation).filter(({ threadTs }) => threadTs === null);
  return posts.slice(inConversation).filter(({ text }) => counted(text) !== null);
}

function linesOf(evidence: Evidence): StoredMessage[] {
  const post = postsOf(evidence).at(-1);
  const all = evidence.outside.slack.messages(conversation);
  return post === undefined ? [] : all.filter(({ threadTs }) => threadTs === post.ts);
}

function isOfAuthor(text: string): boolean {
  return text.includes(`<@${author}>`);
}

/** What came to nothing is the rest, which the title doesn't count. */
const says: Partial<Record<Told, RegExp>> = {
  Accepted: /(\d+) of \d+ uploaded/,
  "Unknown outcome": /(\d+) unknown/,
};

/** Null of a post that counts nothing. */
function counted(text: string): { total: number; of: (outcome: Told) => number; isOpen: boolean } | null {
  const [title = ""] = text.split("\n");
  const total = /\d+ of (\d+) uploaded/.exec(title)?.[1];
  if (total === undefined) return null;
  const of = (outcome: Told) => Number(says[outcome]?.exec(title)?.[1] ?? 0);
  return { total: Number(total), of, isOpen: /\d+ (?:under way|waiting)/.test(title) };
}

function timesThere({ platform }: Outside, { bytes }: PickedFile): number {
  const hash = createHash("sha256").update(bytes).digest("hex");
  return [...platform.state.fileHashes.values()].filter((one) => one === hash).length;
}

function findUntrue(evidence: Evidence, file: PickedFile): string[] {
  const times = timesThere(evidence.outside, file);
  const outcome = toldOf(evidence, file);
  const isTrue = outcome === "Unknown outcome" || outcome === (times > 0 ? "Accepted" : "Not sent");
  return [
    ...(times > 1 ? [`${file.name} is there ${times} times`] : []),
    ...(isTrue ? [] : [`${file.name}: told “${outcome}”, and it is there ${times} times`]),
  ];
}

function findMiscounted(evidence: Evidence, files: readonly PickedFile[]): string[] {
  const title = counted(postsOf(evidence).at(-1)?.text ?? "");
  if (title === null) return ["no post that counts them"];
  const outcomes = told(evidence, files);
  const kinds: readonly Told[] = ["Accepted", "Unknown outcome"];
  const isRight = kinds.every((kind) => title.of(kind) === outcomes.filter((one) => one === kind).length);
  const isWhole = title.total === files.length && !title.isOpen;
  return isRight && isWhole ? [] : ["the count is wrong in the end"];
}

function findUnexpected(evidence: Evidence, files: readonly PickedFile[]): string[] {
  const { isTold } = evidence.point;
  const isThere = !isOutcome(isTold) || told(evidence, files).includes(isTold);
  return isThere ? [] : [`none is told as “${isTold}”`];
}

function findUnmarked(evidence: Evidence): string[] {
  return [postsOf(evidence), linesOf(evidence)].flatMap((all) =>
    all.slice(1).every(({ text }) => isMarkedRepeat(text)) ? [] : ["a post came again and did not say so"],
  );
}

/** Its author is asked in person, in the copy that is theirs alone. */
function findUntoldUnknown(evidence: Evidence, files: readonly PickedFile[]): string[] {
  const asked = evidence.outside.slack.dm(author).slice(evidence.earlier.toAuthor);
  return files.flatMap((file) => {
    const isUnknown = toldOf(evidence, file) === "Unknown outcome";
    const rows = asked.flatMap(({ text }) => text.split("\n"));
    const isAsked = rows.some((row) => outcomeOf(row) === "Unknown outcome" && row.includes(file.name));
    return isUnknown && !isAsked ? [`${file.name}: unknown, and the author was not told in person`] : [];
  });
}
