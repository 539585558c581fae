import { setTimeout } from "node:timers/promises";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { around, en } from "../support/words.ts";
import {
  type Evidence,
  findLineProblems,
  findUnmarked,
  hasChanged,
  type Judge,
  judgeChange,
  judgeOnly,
  linesUnder,
  postsIn,
  unknownPlaces,
  unless,
} from "./judge.ts";
import {
  beUnknown,
  conversation,
  firstPost,
  hasButton,
  onCall,
  operator,
  mina as phoneOwner,
  sendPath,
  sendTo,
} from "./people.ts";
import { changePoints, findingPoints, outcomeOf } from "./points.ts";

/** What people and the app do once a message is out: answers for a phone, on-call's cards and what a watch finds. */

const isOnIt = `${en.oncall.owner} <@${operator}>`;

/** "I'm on it" on an unknown outcome: on-call's card has one owner or none, and says so once in its thread. */
export const onItAct = {
  ...{ path: sendPath, points: changePoints },
  judge: {
    told: ({ outside }: Evidence) => postsIn(outside, onCall).flatMap(({ text }) => outcomeOf(text) ?? []),
    findProblems: (evidence: Evidence) =>
      judgeOnly(postsIn(evidence.outside, onCall), (card) => {
        const isTaken = hasChanged(evidence);
        const owner = isTaken ? isOnIt : around(en.oncall.openSince).before;
        return [
          ...unless(outcomeOf(card.text) === "Unknown outcome", `the card says “${card.text}”`),
          ...unless(card.text.includes(owner), `${isTaken ? "no" : "an"} owner`),
          ...findLineProblems(linesUnder(evidence.outside, card), isTaken ? en.oncall.lines.took : null),
        ];
      }),
  },
  begin: async (outside: Outside) => void (await beUnknown(outside, { kind: "reset", when: "after" })),
  play: async (outside: Outside) =>
    outside.slack.as(operator).click({ message: await firstPost(outside, onCall) }, "oncall.take"),
};

type Answer = "arrived" | "did_not_arrive";

/** Whoever holds the phone answers: the question stands once, and shows the answer in the place of its buttons. */
function receiptAct(as: Answer, result: Judge, send: (outside: Outside) => Promise<unknown>) {
  const findQuestionProblems = (evidence: Evidence) =>
    judgeOnly(evidence.outside.slack.dm(phoneOwner), (question) => {
      const saysSo = question.text.includes(`· ${en.receipts.buttons[as]}`);
      const asks = hasButton(question, "messages.receipt:did_not_arrive");
      const isRight = saysSo !== asks && saysSo === hasChanged(evidence);
      return unless(isRight, `the question says “${question.text}”`);
    });
  return {
    ...{ path: sendPath, points: changePoints },
    judge: {
      ...result,
      findProblems: (evidence: Evidence) => [
        ...result.findProblems(evidence),
        ...findQuestionProblems(evidence),
      ],
    },
    begin: async (outside: Outside) => {
      await send(outside);
      await firstPost(outside, phoneOwner);
    },
    play: async (outside: Outside) => {
      const message = await firstPost(outside, phoneOwner);
      return outside.slack.as(phoneOwner).click({ message }, `messages.receipt:${as}`);
    },
  };
}

/** The name of the phone among the test recipients. */
const recipient = "mina";

export const receiptActs = {
  arrived: receiptAct(
    "arrived",
    judgeChange({
      ...{ was: "Accepted", becomes: "Arrived", says: en.outcomes.says.arrived, isShown: true },
      places: [{ id: conversation, mayReport: false }],
    }),
    sendTo(recipient),
  ),
  notArrived: receiptAct(
    "did_not_arrive",
    judgeChange({
      ...{ was: "Unknown outcome", becomes: "Not arrived", says: en.outcomes.says.did_not_arrive },
      ...{ isShown: true, places: unknownPlaces, opens: ["messages.edit"] },
    }),
    (outside) => beUnknown(outside, { kind: "reset", when: "after" }, recipient),
  ),
};

const readPath = "/cash";
const method = { _id: "0123456789", description: "SECRET CARD", autoRecharge: 0 };
const expired = { ...method, expDate: "2020/01" };
const good = { ...method, expDate: "2099/12" };

const { monitor } = en.payments;
const methodName = monitor.name(null, method._id.slice(-4));
const begun = around(monitor.title.expired(methodName, "{day}")).before;
/** Of the title, and of the line; the name goes on with the month. */
const over = around(monitor.over(`${methodName}{month}`)).before;

const tries = 300;
const betweenMs = 50;

function countReadings({ platform }: Outside): number {
  return platform.requests.filter(({ path }) => path.startsWith(readPath)).length;
}

/** Until the platform has answered so many looks. */
async function untilRead(outside: Outside, count: number, meanwhile: () => void = () => {}): Promise<null> {
  for (let left = tries; countReadings(outside) < count; left -= 1) {
    if (left === 0) throw new Error("nobody looked at the payment methods");
    meanwhile();
    await setTimeout(betweenMs);
  }
  return null;
}

/** The next bot looks at its start, and learns nothing before it is let. */
function holdNextReading({ platform }: Outside): void {
  platform.faults.next({ kind: "silence" }, { path: readPath });
}

function letRead(outside: Outside): Promise<null> {
  return untilRead(outside, countReadings(outside) + 1, outside.platform.faults.release);
}

/** One post for what a watch found, over every restart, with nothing in it that on-call must not see. */
function judgeFinding(findOwnProblems: (evidence: Evidence, post: StoredMessage) => string[]): Judge {
  return {
    told: () => [],
    findProblems(evidence) {
      const posts = postsIn(evidence.outside, onCall);
      const [post] = posts;
      if (post === undefined) return ["no post"];
      const isPrivate = !JSON.stringify(posts).includes(method.description);
      return [
        ...findUnmarked(posts),
        ...unless(isPrivate, "a description was posted"),
        ...findOwnProblems(evidence, post),
      ];
    },
  };
}

function saysOnly({ text }: StoredMessage, title: string): string[] {
  return unless(text.startsWith(title), `told “${text}” where “${title}” belongs`);
}

export const watchActs = {
  begins: {
    ...{ path: sendPath, points: findingPoints },
    judge: judgeFinding((_, post) => saysOnly(post, begun)),
    prepare: async (outside: Outside) => {
      // What it knows then is what the next reading is held against; a bot that is stopped ends its look.
      await untilRead(outside, 1);
      outside.platform.state.payments = [expired];
      holdNextReading(outside);
    },
    play: letRead,
  },
  ends: {
    ...{ path: sendPath, points: changePoints },
    judge: judgeFinding((evidence, post) => [
      ...saysOnly(post, over),
      ...findLineProblems(linesUnder(evidence.outside, post), over),
    ]),
    before: ({ platform }: Outside) => {
      platform.state.payments = [expired];
    },
    prepare: async (outside: Outside) => {
      await firstPost(outside, onCall);
      outside.platform.state.payments = [good];
      holdNextReading(outside);
    },
    play: letRead,
  },
};
