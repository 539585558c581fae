import { setTimeout } from "node:timers/promises";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { findLineProblems } from "./change-judge.ts";
import { type Evidence, isMarkedRepeat, type Judge, onCall } from "./evidence.ts";
import { changePoints, findingPoints } from "./points.ts";
import { patience, sendPath } from "./sending.ts";

const readPath = "/cash";
const method = { _id: "0123456789", description: "SECRET CARD", autoRecharge: 0 };
const expired = { ...method, expDate: "2020/01" };
const good = { ...method, expDate: "2099/12" };

const begun = "❌ Payment method …6789 expired on 31 Jan 2020";
const over = "☑️ Payment method …6789";

/** The next bot looks at its start, and learns nothing before it is let. */
function holdNextReading({ platform }: Outside): void {
  platform.faults.next({ kind: "silence" }, { path: readPath });
}

function countReadings({ platform }: Outside): number {
  return platform.requests.filter(({ path }) => path.startsWith(readPath)).length;
}

const tries = 300;
const betweenMs = 50;

/** Until the platform has answered so many looks. */
async function untilRead(outside: Outside, count: number, meanwhile: () => void = () => {}): Promise<null> {
  for (let left = tries; countReadings(outside) < count; left -= 1) {
    if (left === 0) throw new Error("nobody looked at the payment methods");
    meanwhile();
    await setTimeout(betweenMs);
  }
  return null;
}

function letRead(outside: Outside): Promise<null> {
  return untilRead(outside, countReadings(outside) + 1, outside.platform.faults.release);
}

function postsAt({ outside: { slack } }: Evidence): StoredMessage[] {
  return slack.messages(onCall).filter(({ threadTs }) => threadTs === null);
}

function linesUnder({ outside: { slack } }: Evidence, { ts }: StoredMessage): StoredMessage[] {
  return slack.messages(onCall).filter(({ threadTs }) => threadTs === ts);
}

/** One post for what a watch found, over every restart, with nothing in it that on-call must not see. */
function judgeFinding(findOwnProblems: (evidence: Evidence, post: StoredMessage) => string[]): Judge {
  const findProblems = (evidence: Evidence) => {
    const [post, ...others] = postsAt(evidence);
    if (post === undefined) return ["no post"];
    return [
      ...(others.every(({ text }) => isMarkedRepeat(text)) ? [] : ["a post came again and did not say so"]),
      ...(JSON.stringify([post, ...others]).includes(method.description) ? ["a description was posted"] : []),
      ...findOwnProblems(evidence, post),
    ];
  };
  return { isTold: (evidence) => findProblems(evidence).length === 0, told: () => [], findProblems };
}

function saysOnly({ text }: StoredMessage, title: string): string[] {
  return text.startsWith(title) ? [] : [`told “${text}” where “${title}” belongs`];
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
      ...findLineProblems(linesUnder(evidence, post), over),
    ]),
    before: ({ platform }: Outside) => {
      platform.state.payments = [expired];
    },
    prepare: async (outside: Outside) => {
      const { slack, platform } = outside;
      await slack.waitFor(() => slack.messages(onCall).length > 0, { ...patience, what: "the finding" });
      platform.state.payments = [good];
      holdNextReading(outside);
    },
    play: letRead,
  },
};
