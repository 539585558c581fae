import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { Delivery, StoredMessage } from "../../sandbox/slack/index.ts";
import { en } from "../support/words.ts";
import {
  type Evidence,
  findUnmarked,
  hasChanged,
  isMarkedRepeat,
  type Judge,
  judgeOnly,
  judgeResult,
  linesUnder,
  postsIn,
  unless,
} from "./judge.ts";
import {
  author,
  conversation,
  hasButton,
  onCall,
  openTemplateForm,
  patience,
  pauseMs,
  mina as proposer,
  submit,
  untilTaken,
  waitForForm,
} from "./people.ts";
import { decisionPoints, isOutcome, reportPoints, startedPoints, type Told } from "./points.ts";

const path = "/chat/v1/templates";
/** Proposals and comments are told where every other act of the matrix is. */
const env = { REVIEW_CHANNEL: conversation, REVIEWERS: author };

const comment = "Which carrier do you mean?";
const content = "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}";

function templateIn({ platform }: Outside): string {
  return [...platform.state.templates.keys()][1] ?? "";
}

function openTemplate(outside: Outside, who: string, button: string): Promise<void> {
  return openTemplateForm(outside, outside.slack.as(who), { template: templateIn(outside), button });
}

/** Up to the question whether the vendor's side may read it. */
async function writeComment(outside: Outside): Promise<void> {
  await openTemplate(outside, author, "templates.comment");
  await outside.slack.as(author).fill("comment", comment);
  await submit(outside);
}

async function propose(outside: Outside): Promise<void> {
  await openTemplate(outside, proposer, "templates.update");
  await outside.slack.as(proposer).fillAll({ content, reason: "The vendor asked for the carrier" });
  await submit(outside, proposer);
}

/** The one proposal's post. */
const cardOf = (outside: Outside) => postsIn(outside, conversation)[0];
const isOpen = (card: StoredMessage | undefined) =>
  card !== undefined && hasButton(card, "templates.approve");
const isAsked = ({ slack }: Outside) => slack.as(author).views().at(-1)?.callbackId === "templates.approve";

/** Up to the question whether the change may go out. */
async function askToApprove(outside: Outside): Promise<void> {
  const { slack } = outside;
  const person = slack.as(author);
  const message = await slack.waitFor(() => cardOf(outside), { ...patience, what: "the proposal's card" });
  // A machine that is too busy holds the bot up, which says so then, and asks nothing.
  for (let tries = 1; tries <= 20 && !isAsked(outside); tries += 1) {
    await person.closeView({ all: true });
    await person.click({ message }, "templates.approve");
    await setTimeout(pauseMs);
  }
  await waitForForm(outside, person, "templates.approve");
}

async function submitApproval(outside: Outside): Promise<Delivery> {
  if (!isAsked(outside)) await askToApprove(outside);
  return submit(outside);
}

/** What still stands there after an answer says that nothing was decided, and can't be submitted. */
const approve = untilTaken(submitApproval, async ({ ack }, outside) => {
  if (ack === null) return false;
  await setTimeout(pauseMs);
  const isHeldUp = isAsked(outside) && isOpen(cardOf(outside));
  if (isHeldUp) await outside.slack.as(author).closeView({ all: true });
  return isHeldUp;
});

/** What was sent for nothing is approved once more by the person whose approval it took. */
async function approveAgain(outside: Outside): Promise<string[]> {
  if (!isOpen(cardOf(outside))) return [];
  await approve(outside);
  const isAccepted = () => cardOf(outside)?.text.startsWith(titles.sent);
  await outside.slack.waitFor(isAccepted, { ...patience, what: "the update that was approved again" });
  return [];
}

const { title: titles } = en.proposals.card;
const update = en.templates.kind.update;

/** A proposal's card: how its title begins, and what lines below it say. */
type Expected = { title: string; lines: readonly string[]; isOpen: boolean };

const cards: Partial<Record<Told, Expected>> = {
  Accepted: {
    ...{ title: titles.sent, isOpen: false },
    lines: [
      titles.accepted.replace(/^\S+ /, ""),
      ...["vendorA", "vendorB"].map((vendor) => `${vendor} · ${en.templates.statuses.PENDING}`),
    ],
  },
  // Open again: the next approval sends it once more.
  "Not sent": {
    ...{ title: en.outcomes.title.not_sent(update), isOpen: true },
    lines: [update],
  },
  "Unknown outcome": {
    ...{ title: en.outcomes.title.unknown(update), isOpen: false },
    lines: [en.outcomes.states.unknown],
  },
};

const isAs = (card: StoredMessage, expected: Expected) => card.text.startsWith(expected.title);

/** An approved change: put on the platform once at most and as it was approved; its card and thread tell the truth. */
const judgeUpdate: Judge = {
  /** As the card says it: another outcome than the point's is a problem besides. */
  told({ outside }) {
    const card = cardOf(outside);
    const outcomes: readonly Told[] = ["Accepted", "Not sent", "Unknown outcome"];
    return outcomes.filter((one) => card !== undefined && cards[one] !== undefined && isAs(card, cards[one]));
  },
  findProblems: (evidence) => [
    ...judgeOnly(postsIn(evidence.outside, conversation), (card) => findCardProblems(evidence, card)),
    ...findUpdateProblems(evidence),
  ],
};

function findCardProblems({ outside, point: { isTold } }: Evidence, card: StoredMessage): string[] {
  const expected = isOutcome(isTold) ? cards[isTold] : undefined;
  if (expected === undefined) return [];
  const lines = linesUnder(outside, card).map(({ text }) => text);
  const fresh = lines.filter((line) => !isMarkedRepeat(line));
  const isUnknown = isTold === "Unknown outcome";
  return [
    ...unless(isAs(card, expected), `the card says “${card.text.slice(0, 60)}” where “${isTold}” belongs`),
    ...unless(isOpen(card) === expected.isOpen, `it can ${isOpen(card) ? "" : "not "}be approved`),
    ...expected.lines.flatMap((says) =>
      unless(
        lines.some((line) => line.includes(says)),
        `no line “${says}”`,
      ),
    ),
    ...unless(new Set(fresh).size === fresh.length, "a line came again and did not say so"),
    // Somebody has to look.
    ...unless(
      !isUnknown || outside.slack.dm(author).length > 0,
      "unknown, and who approved it was not told in person",
    ),
    ...unless(!isUnknown || outside.slack.messages(onCall).length > 0, "unknown, and on-call was not told"),
  ];
}

function findUpdateProblems({ outside, point: { isTold } }: Evidence): string[] {
  const { requests, state } = outside.platform;
  const updates = requests.filter(({ method }) => method === "PUT");
  const isThere = state.templates.get(templateIn(outside))?.content === content;
  const isFalse = isThere ? isTold === "Not sent" : isTold === "Accepted";
  return [
    ...unless(
      updates.every(({ body }) => isDeepStrictEqual(body, { content })),
      "not what was approved was sent",
    ),
    ...unless(!isFalse, `the template is ${isThere ? "" : "not "}changed`),
  ];
}

const imported = 12;

/** Up to what is shown before anything is reported. */
async function give(outside: Outside, status: string): Promise<void> {
  const person = outside.slack.as(author);
  await person.command("/msg-template", "import", { conversation });
  await waitForForm(outside, person, "templates.import");
  const records = Array.from({ length: imported }, (_, index) => ({
    ...{ templateId: `T${index}`, codes: [{ service: "vendorA", status }] },
  }));
  await person.fill("records", JSON.stringify(records));
  await submit(outside);
  await waitForForm(outside, person, "templates.confirm_import", { words: en.templates.imports.nothingYet });
}

async function fillReport(outside: Outside, status: string): Promise<void> {
  const person = outside.slack.as(author);
  await openTemplateForm(outside, person, { template: "T1", button: "templates.report" });
  await person.suggest("status.vendorA", status);
  await person.fill("status.vendorA", status);
}

/** One post of all that changed, once it was reported. */
function judgePost(title: string): Judge {
  return {
    told: () => [],
    findProblems(evidence) {
      const posts = evidence.outside.slack.messages(conversation);
      if (!hasChanged(evidence)) return unless(posts.length === 0, "a post tells of what nobody stored");
      const text = posts[0]?.text ?? "";
      return [
        ...unless(text.includes(title), `told “${text}” where “${title}” belongs`),
        ...findUnmarked(posts),
      ];
    },
  };
}

const reported = { path, env, requests: 0, points: reportPoints, play: submit };

export const templateActs = {
  comment: {
    ...{ path, env, points: startedPoints },
    judge: judgeResult(({ platform }) =>
      [...platform.state.templates.values()].some(({ codes }) =>
        codes.some(({ comments }) => comments.some((written) => written.content === comment)),
      ),
    ),
    prepare: writeComment,
    play: submit,
  },
  update: {
    ...{ path, env, points: decisionPoints, judge: judgeUpdate },
    prepare: async (outside: Outside) => {
      await propose(outside);
      await askToApprove(outside);
    },
    play: approve,
    after: approveAgain,
  },
  /** What a person read in the console, of which nothing is asked. */
  report: {
    ...{ ...reported, judge: judgePost(en.templates.status.approved("vendorA")) },
    prepare: async (outside: Outside) => {
      await fillReport(outside, "PENDING");
      await submit(outside);
      await outside.slack.as(author).closeView({ all: true });
    },
    begin: (outside: Outside) => fillReport(outside, "APPROVED"),
  },
  import: {
    ...{ ...reported, judge: judgePost(en.templates.imports.changed(imported)) },
    prepare: async (outside: Outside) => {
      const person = outside.slack.as(author);
      await give(outside, "PENDING");
      await submit(outside);
      const done = en.templates.imports.done(imported, { all: imported, broken: 0 });
      await waitForForm(outside, person, "templates.confirm_import", { words: done });
      await person.closeView({ all: true });
    },
    begin: (outside: Outside) => give(outside, "APPROVED"),
  },
};
