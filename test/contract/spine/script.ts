import fc from "fast-check";

/** What becomes of one call of the store: `lost` is written, or not, and its answer never comes. */
export type Fault = "none" | "fails" | "held" | "answer_held" | "lost_done" | "lost_undone";

/** What the platform does with one attempt. `busy` is its 429; `unreachable`: nothing has got there. */
export type Reply = "accepted" | "refused" | "busy" | "unreachable" | "reset" | "silence";

/** What awaits one operation. */
export type OperationScript = {
  replies: readonly Reply[];
  ready: "at_once" | "held" | "fails";
  /** Before a further attempt. */
  wait: "at_once" | "held";
  start: Fault;
  finish: Fault;
  /** The end that is known only later. */
  correct: Fault;
};

/** What awaits one submission. */
export type Script = {
  prepare: "ready" | "gone" | "barred" | "overtaken" | "fails";
  takeOn: Fault;
  /** From when on the process says that it was held up. */
  heldUp: "never" | "before" | "preparing" | "stored" | "answering";
  ack: "reaches" | "fails" | "held";
  first: OperationScript;
  /** What waits for the first, and what comes beside it. */
  other: OperationScript;
};

/** Mostly the first, to which a failure shrinks. */
function mostly<T>(usual: T, weight: number, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { arbitrary: fc.constant(usual), weight },
    ...others.map((other) => ({ arbitrary: fc.constant(other), weight: 1 })),
  );
}

const faults: readonly Fault[] = ["fails", "held", "answer_held", "lost_done", "lost_undone"];

const replies: fc.Arbitrary<readonly Reply[]> = fc.oneof(
  { arbitrary: fc.constant<readonly Reply[]>(["accepted"]), weight: 3 },
  { arbitrary: fc.constant<readonly Reply[]>(["refused"]), weight: 3 },
  { arbitrary: fc.constant<readonly Reply[]>(["reset"]), weight: 2 },
  { arbitrary: fc.constant<readonly Reply[]>(["silence"]), weight: 7 },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom<Reply>("busy", "unreachable"),
        fc.constantFrom<Reply>("accepted", "refused", "silence", "busy", "reset"),
        fc.constantFrom<Reply>("accepted", "busy"),
      )
      .map((all): readonly Reply[] => all),
    weight: 3,
  },
);

const operationScript: fc.Arbitrary<OperationScript> = fc.record({
  replies,
  ready: mostly<OperationScript["ready"]>("at_once", 9, "held", "held", "held", "fails"),
  wait: mostly<OperationScript["wait"]>("at_once", 1, "held"),
  start: mostly<Fault>("none", 32, ...faults),
  finish: mostly<Fault>("none", 24, ...faults),
  correct: mostly<Fault>("none", 5, ...faults),
});

/** Of most submissions nothing happens on the way into the store, or those behind it would never be seen. */
export const script: fc.Arbitrary<Script> = fc.record({
  prepare: mostly<Script["prepare"]>("ready", 60, "gone", "barred", "overtaken", "fails"),
  takeOn: mostly<Fault>("none", 50, ...faults),
  heldUp: mostly<Script["heldUp"]>("never", 60, "before", "preparing", "stored", "answering"),
  ack: mostly<Script["ack"]>("reaches", 12, "fails", "held", "held"),
  first: operationScript,
  other: operationScript,
});
