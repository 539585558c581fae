import type { Outside } from "../../sandbox/sandbox.ts";
import { conversation, type Evidence, type Judge } from "./evidence.ts";
import { outcomeOf } from "./points.ts";
import { judgeResult } from "./result-judge.ts";

/** For a message that was to go with its image: neither step twice, nothing uploaded lost, and a way on from there. */
export function judgePair(isSent: (outside: Outside) => boolean): Judge {
  const result = judgeResult(isSent);
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
      ...findUntoldReason(evidence, reason),
    ],
  };
}

function findUntoldReason({ outside: { slack } }: Evidence, reason: string): string[] {
  const notSent = slack.messages(conversation).filter(({ text }) => outcomeOf(text) === "Not sent");
  return notSent.every(({ text }) => text.includes(reason)) ? [] : ["why the image was refused was not told"];
}

function findUploads({ platform }: Outside): string[] {
  const uploads = platform.requests.filter(({ path }) => path.startsWith("/storage/v1/files")).length;
  const kept = platform.state.files.size;
  return [
    ...(uploads > 1 ? [`${uploads} uploads`] : []),
    ...(kept < uploads ? [`${uploads} uploads, and ${kept} files on the platform`] : []),
  ];
}

function findNoWayOn({ outside: { slack } }: Evidence): string[] {
  const notSent = slack.messages(conversation).filter(({ text }) => outcomeOf(text) === "Not sent");
  const hasWayOn = notSent.every(({ blocks }) => JSON.stringify(blocks).includes('"messages.edit"'));
  return hasWayOn ? [] : ["not sent, and no button that goes on from there"];
}
