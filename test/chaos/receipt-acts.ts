import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { hasChanged, judgeChange, unknownPlaces } from "./change-judge.ts";
import { conversation, type Evidence, type Judge } from "./evidence.ts";
import { changePoints } from "./points.ts";
import { beUnknown, patience, sendPath, sendTo } from "./sending.ts";

/** Holds the phone of a test recipient. */
const phoneOwner = "U0MINA";
const recipient = "mina";

function asked({ slack }: Outside): Promise<StoredMessage> {
  return slack.waitFor(() => slack.dm(phoneOwner)[0], { ...patience, what: "the question to the holder" });
}

function answer(as: "arrived" | "did_not_arrive") {
  return async (outside: Outside) => {
    const message = await asked(outside);
    return outside.slack.as(phoneOwner).click({ message }, `messages.receipt:${as}`);
  };
}

/** Besides what becomes of the result: the question stands once, and shows the answer in the place of its buttons. */
function judgeAnswer(result: Judge, isAnswered: string): Judge {
  const findProblems = (evidence: Evidence) => [
    ...result.findProblems(evidence),
    ...findQuestionProblems(evidence, isAnswered),
  ];
  return { ...result, isTold: (evidence) => findProblems(evidence).length === 0, findProblems };
}

function findQuestionProblems(evidence: Evidence, isAnswered: string): string[] {
  const [question, ...others] = evidence.outside.slack.dm(phoneOwner);
  if (question === undefined || others.length > 0) return [`${others.length + (question ? 1 : 0)} questions`];
  const saysSo = question.text.includes(isAnswered);
  const asks = JSON.stringify(question.blocks).includes("messages.receipt:did_not_arrive");
  const isRight = saysSo !== asks && saysSo === hasChanged(evidence);
  return isRight ? [] : [`the question says “${question.text}”`];
}

export const receiptActs = {
  arrived: {
    ...{ path: sendPath, points: changePoints },
    judge: judgeAnswer(
      judgeChange({
        ...{ was: "Accepted", becomes: "Arrived" },
        ...{ says: "says it arrived", isShown: true },
        audiences: [{ id: conversation, mayReport: false }],
      }),
      "· Arrived",
    ),
    begin: async (outside: Outside) => {
      await sendTo(recipient)(outside);
      await asked(outside);
    },
    play: answer("arrived"),
  },
  notArrived: {
    ...{ path: sendPath, points: changePoints },
    judge: judgeAnswer(
      judgeChange({
        ...{ was: "Unknown outcome", becomes: "Not arrived" },
        ...{ says: "says it did not arrive", isShown: true },
        ...{ audiences: unknownPlaces, opens: ["messages.edit"] },
      }),
      "· Didn't arrive",
    ),
    begin: async (outside: Outside) => {
      await beUnknown(outside, { kind: "reset", when: "after" }, recipient);
      await asked(outside);
    },
    play: answer("did_not_arrive"),
  },
} as const;
