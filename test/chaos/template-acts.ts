import { setTimeout } from "node:timers/promises";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { Delivery, StoredMessage } from "../../sandbox/slack/index.ts";
import { author, conversation } from "./evidence.ts";
import { decisionPoints, startedPoints } from "./points.ts";
import { judgeResult } from "./result-judge.ts";
import { canBeApproved, cardOf, judgeUpdate } from "./update-judge.ts";

const path = "/chat/v1/templates";
/** Proposals and comments are told where every other act of the matrix is. */
const env = { REVIEW_CHANNEL: conversation, REVIEWERS: author };

const proposer = "U0MINA";
const comment = "Which carrier do you mean?";
const content = "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}";

const patience = { timeoutMs: 15_000 };
/** Longer than a person's answer takes that nothing was decided. */
const answerMs = 700;
const moreTries = 20;

function templateIn({ platform }: Outside): string {
  return [...platform.state.templates.keys()][1] ?? "";
}

async function openForm(outside: Outside, who: string, id: string): Promise<void> {
  const { slack } = outside;
  const person = slack.as(who);
  const shows = (callbackId: string) => () => person.views().at(-1)?.callbackId === callbackId;
  await person.command("/msg-template", templateIn(outside), { conversation });
  await slack.waitFor(shows("templates.view"), { ...patience, what: "the template" });
  await person.click({ view: true }, id);
  await slack.waitFor(shows(id), { ...patience, what: `the form ${id}` });
}

async function submitAs({ slack }: Outside, who: string): Promise<Delivery> {
  const result = await slack.as(who).submit();
  if (result.kind === "client_error") throw new Error("Slack's client did not submit the form");
  return result.delivery;
}

/** Up to the question whether the vendor's side may read it. */
async function writeComment(outside: Outside): Promise<void> {
  await openForm(outside, author, "templates.comment");
  await outside.slack.as(author).fill("comment", comment);
  await submitAs(outside, author);
}

async function propose(outside: Outside): Promise<void> {
  await openForm(outside, proposer, "templates.update");
  await outside.slack.as(proposer).fillAll({ content, reason: "The vendor asked for the carrier" });
  await submitAs(outside, proposer);
  await cardIn(outside, () => true);
}

function cardIn(outside: Outside, isWanted: (card: StoredMessage) => boolean): Promise<StoredMessage> {
  return outside.slack.waitFor(
    () => {
      const card = cardOf(outside);
      return card !== undefined && isWanted(card) && card;
    },
    { ...patience, what: "the proposal's card" },
  );
}

function isOpen(outside: Outside): boolean {
  const card = cardOf(outside);
  return card !== undefined && canBeApproved(card);
}

/** Up to the question whether the change may go out. */
async function askToApprove(outside: Outside): Promise<void> {
  const { slack } = outside;
  const person = slack.as(author);
  const { ts } = await cardIn(outside, () => true);
  const isAsked = () => person.views().at(-1)?.callbackId === "templates.approve";
  // A machine that is too busy holds the bot up, which says so then, and asks nothing.
  for (let tries = 1; tries <= moreTries && !isAsked(); tries += 1) {
    await person.closeView({ all: true });
    await person.click({ message: { conversation, ts } }, "templates.approve");
    await setTimeout(answerMs);
  }
  await slack.waitFor(isAsked, { ...patience, what: "the question" });
}

/** Once more where a busy machine held the process up: nothing was decided then, and the person is told. */
async function approve(outside: Outside): Promise<Delivery> {
  for (let tries = 1; ; tries += 1) {
    const delivery = await submitAs(outside, author);
    if (delivery.ack === null || tries > moreTries) return delivery;
    await setTimeout(answerMs);
    const isTold = outside.slack.as(author).views().at(-1)?.callbackId === "templates.approve";
    if (!isTold || !isOpen(outside)) return delivery;
    // What stands there says so, and can't be submitted.
    await outside.slack.as(author).closeView({ all: true });
    await askToApprove(outside);
  }
}

/** What was sent for nothing is approved once more by the person whose approval it took. */
async function approveAgain(outside: Outside): Promise<string[]> {
  if (!isOpen(outside)) return [];
  await askToApprove(outside);
  await approve(outside);
  const isAccepted = ({ text }: StoredMessage) => text.startsWith("⏳ Update accepted");
  return cardIn(outside, isAccepted).then(
    () => [],
    () => ["open again, and could not be approved once more"],
  );
}

export const templateActs = {
  comment: {
    ...{ path, env, points: startedPoints },
    judge: judgeResult(({ platform }) =>
      [...platform.state.templates.values()].some(({ codes }) =>
        codes.some(({ comments }) => comments.some((written) => written.content === comment)),
      ),
    ),
    prepare: writeComment,
    play: (outside: Outside) => submitAs(outside, author),
  },
  update: {
    ...{ path, env, points: decisionPoints },
    judge: judgeUpdate({ content }, templateIn),
    prepare: async (outside: Outside) => {
      await propose(outside);
      await askToApprove(outside);
    },
    play: approve,
    after: approveAgain,
  },
};
