import fc from "fast-check";
import type { OutcomeReport, PhoneOwnerAnswer } from "../../src/store/index.ts";
import type { CommitFault, Trap } from "./instance.ts";
import { phoneOwner } from "./kinds.ts";
import type { ItemScript, Script, Shape } from "./people.ts";
import type { Reply } from "./platform.ts";
import type { Sharing, SlackFault } from "./slack.ts";
import type { Weather } from "./world.ts";

/** Picks from a list that only the run knows, counted from its end. */
type Pick = number;

/** `newest`: the try that the form showed, mostly the last. `forged`: the form names a wrong root. */
export type AgainHow = { newest: Pick; hasReason: boolean; forged: "no" | "nothing" | "another"; by: string };

/** One thing that happens around the app. */
export type Doing =
  | {
      do: "press";
      at: Pick;
      author: string;
      shape: Shape;
      to: string | null;
      script: Script;
      commit: CommitFault | null;
    }
  | { do: "again"; at: Pick; of: Pick; isUnknown: boolean; how: AgainHow; withImage: boolean; script: Script }
  | { do: "resubmit"; at: Pick; form: Pick; person: "author" | "somebody"; script: Script }
  | { do: "redeliver"; press: Pick; script: Script }
  | { do: "resolve"; at: Pick; of: Pick; as: OutcomeReport }
  | { do: "receive"; at: Pick; of: Pick; as: PhoneOwnerAnswer; by: string }
  | { do: "withdraw"; at: Pick; form: Pick }
  | { do: "trap"; at: Pick; trap: Trap }
  | { do: "commit"; at: Pick; nth: number; fault: CommitFault }
  | { do: "slow store"; at: Pick; ms: number; forMs: number }
  | { do: "Slack"; fault: SlackFault }
  | { do: "Slack down"; ms: number }
  | { do: "share"; conversation: string; to: Sharing }
  | { do: "spoil"; message: Pick; how: "delete" | "lock" }
  | { do: "kill"; at: Pick; isReplaced: boolean }
  | { do: "stop"; at: Pick; limitMs: number; isReplaced: boolean }
  | { do: "start" }
  | { do: "cut off"; at: Pick; ms: number }
  | { do: "night"; is: boolean }
  | { do: "unrenderable"; times: number }
  | { do: "pass"; ms: number };

/** `afterMs`: 0 for a step at the same time as the one before. */
export type Step = Doing & { afterMs: number };
export type Plan = { weather: Weather; steps: readonly Step[] };

function mostly<T>(usual: T, weight: number, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { arbitrary: fc.constant(usual), weight },
    ...others.map((other) => ({ arbitrary: fc.constant(other), weight: 1 })),
  );
}

const reply: fc.Arbitrary<Reply> = fc.record({
  kind: fc.constantFrom<Reply["kind"]>(
    ...(["accepted", "accepted", "accepted", "accepted", "refused", "refused", "repeats"] as const),
    ...(["busy", "busy", "unreachable", "reset", "garbage", "silence"] as const),
  ),
  ms: fc.constantFrom(5, 5, 40, 400, 4000, 11_000, 30_000),
  hadEffect: fc.boolean(),
});
const itemScript: fc.Arbitrary<ItemScript> = fc.record({
  replies: fc.array(reply, { minLength: 1, maxLength: 3 }),
  ready: fc.record({ ms: mostly(0, 5, 100, 3000, 20_000), fails: mostly(false, 12, true) }),
  waitMs: fc.constantFrom(100, 1000, 8000),
});
const script: fc.Arbitrary<Script> = fc.record({
  prepare: fc.record({
    kind: mostly<Script["prepare"]["kind"]>("ready", 32, "gone", "denied", "overtaken", "fails", "fails"),
    ms: mostly(0, 12, 50, 1400, 2600),
  }),
  ack: fc.record({ fails: mostly(false, 18, true), ms: mostly(1, 14, 200, 2700, 4000) }),
  first: itemScript,
  other: itemScript,
});

const at = fc.nat(1);
const of = fc.nat(7);
const author = fc.constantFrom("U1", "U1", "U1", "U2");
const shape = fc.constantFrom<Shape>(
  ...(["send", "send", "send", "send", "image", "files", "remove", "decide", "decide"] as const),
);
const how: fc.Arbitrary<AgainHow> = fc.record({
  newest: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
  hasReason: fc.constantFrom(true, true, false),
  forged: mostly<AgainHow["forged"]>("no", 20, "nothing", "another", "another"),
  by: mostly("author", 12, "U1", "U2"),
});
const afterMs = fc.constantFrom(0, 0, 1, 3, 20, 60, 300, 1600);

function doing<D extends Doing["do"]>(
  name: D,
  parts: {
    [P in Exclude<keyof Extract<Doing, { do: D }>, "do">]: fc.Arbitrary<Extract<Doing, { do: D }>[P]>;
  },
): fc.Arbitrary<Step> {
  return fc.record({ do: fc.constant(name), afterMs, ...parts }) as fc.Arbitrary<Step>;
}

const commitFault: fc.Arbitrary<CommitFault> = fc.record({
  kind: fc.constantFrom<CommitFault["kind"]>("fails", "lost", "undone", "slow", "slow", "slow_answer"),
  ms: fc.constantFrom(200, 1700, 3000, 50_000, 64_000),
});
/** A fault of the commit that enqueues the press; mostly none. */
const commit = fc.oneof({ arbitrary: fc.constant(null), weight: 9 }, { arbitrary: commitFault, weight: 1 });
const trap: fc.Arbitrary<Trap> = fc.record({
  after: fc.nat(24),
  do: fc.constantFrom<Trap["do"]>("kill", "freeze", "freeze"),
  ms: fc.constantFrom(1200, 5000, 25_000, 65_000, 130_000),
});
const slackFault: fc.Arbitrary<SlackFault> = fc.record({
  kind: fc.constantFrom<SlackFault["kind"]>("unseen", "failed", "reset", "limited", "slow"),
  ms: fc.constantFrom(500, 4000, 12_000, 30_000),
});

const weighed: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
  [
    20,
    doing("press", {
      at,
      author,
      shape,
      to: fc.constantFrom(null, "C1", "C1", "C1", "C2", "DU2", "U2"),
      script,
      commit,
    }),
  ],
  [16, doing("again", { at, of, isUnknown: fc.boolean(), how, withImage: mostly(false, 5, true), script })],
  [6, doing("resubmit", { at, form: fc.nat(2), person: mostly("author", 4, "somebody"), script })],
  [3, doing("redeliver", { press: fc.nat(3), script })],
  [5, doing("resolve", { at, of, as: fc.constantFrom<OutcomeReport>("arrived", "did_not_arrive") })],
  [
    5,
    doing("receive", {
      ...{ at, of, as: fc.constantFrom<PhoneOwnerAnswer>("arrived", "did_not_arrive", "looks_wrong") },
      by: mostly(phoneOwner, 3, "U1"),
    }),
  ],
  [2, doing("withdraw", { at, form: of })],
  [3, doing("trap", { at, trap })],
  [1, doing("slow store", { at, ms: fc.constantFrom(300, 1700), forMs: fc.constantFrom(5000, 60_000) })],
  [4, doing("commit", { at, nth: fc.nat(5), fault: commitFault })],
  [4, doing("Slack", { fault: slackFault })],
  [1, doing("Slack down", { ms: fc.constantFrom(5000, 90_000) })],
  [
    2,
    doing("share", {
      conversation: fc.constantFrom("C1", "C2"),
      to: fc.constantFrom<Sharing>("shared", "pending", "left", "archived", "open"),
    }),
  ],
  [2, doing("spoil", { message: of, how: fc.constantFrom("delete", "lock") })],
  [1, doing("kill", { at, isReplaced: mostly(true, 3, false) })],
  [1, doing("stop", { at, limitMs: fc.constantFrom(0, 3000, 20_000), isReplaced: mostly(true, 3, false) })],
  [1, doing("start", {})],
  [1, doing("cut off", { at, ms: fc.constantFrom(2000, 100_000) })],
  [2, doing("night", { is: fc.boolean() })],
  [1, doing("unrenderable", { times: fc.constantFrom(1, 8) })],
  [9, doing("pass", { ms: fc.constantFrom(100, 2000, 12_000, 46_000, 65_000, 70_000) })],
];

const press = weighed[0]![1];
const item = (reply: Reply["kind"], ms: number, more: Partial<ItemScript> = {}): ItemScript => ({
  ...{ replies: [{ kind: reply, ms, hadEffect: true }], ready: { ms: 0, fails: false }, waitMs: 8000 },
  ...more,
});
const plain: Script = {
  ...{ prepare: { kind: "ready", ms: 0 }, ack: { fails: false, ms: 1 } },
  ...{ first: item("accepted", 5), other: item("accepted", 5) },
};
const aSend = (to: string | null, first: ItemScript): Step => ({
  ...{ do: "press", afterMs: 20, at: 0, author: "U1", shape: "send", to, commit: null },
  script: { ...plain, first },
});
const pass = (ms: number): Step => ({ do: "pass", afterMs: 0, ms });
const slowMs = fc.constantFrom(3000, 12_000, 20_000);

/** Sequences of steps that chance seldom makes. */
const stories: fc.Arbitrary<Step[]> = fc.oneof(
  // A frozen process's operation is taken over by the other one, which is slow, and the first gets its answer after all.
  fc
    .tuple(press, fc.integer({ min: 2, max: 16 }), fc.integer({ min: 62_000, max: 110_000 }), slowMs)
    .map(([one, after, ms, slow]): Step[] => [
      { do: "trap", at: 0, trap: { after, do: "freeze", ms }, afterMs: 0 },
      { ...one, at: 0 } as Step,
      { do: "slow store", at: 1, ms: slow, forMs: 120_000, afterMs: 20 },
      pass(120_000),
    ]),
  // A late reply comes while a further try is about to leave.
  fc
    .tuple(fc.integer({ min: 16_500, max: 20_000 }), fc.integer({ min: 15_000, max: 18_000 }), fc.boolean())
    .map(([readyMs, ms, isStored]): Step[] => [
      aSend("C2", item("accepted", 30_000)),
      pass(12_000),
      {
        ...{ do: "again", afterMs: 0, at: 0, of: 0, isUnknown: true, withImage: false },
        how: { newest: 0, hasReason: true, forged: "no", by: "author" },
        script: { ...plain, first: item("accepted", 5, { ready: { ms: readyMs, fails: false } }) },
      },
      pass(ms),
      ...(isStored
        ? []
        : [{ do: "commit", afterMs: 0, at: 0, nth: 0, fault: { kind: "slow", ms: 3000 } } as const]),
      pass(46_000),
    ]),
  // A rule changes before a further attempt.
  fc
    .constantFrom<Reply["kind"]>("busy", "unreachable")
    .map((kind): Step[] => [
      aSend("C1", item(kind, 5)),
      { do: "night", afterMs: 300, is: true },
      pass(12_000),
      { do: "night", afterMs: 0, is: false },
    ]),
  // Others can read a conversation, more than a minute after the app checked who can.
  fc
    .tuple(fc.constantFrom("C1", "C2"), fc.constantFrom<Sharing>("shared", "pending", "left"))
    .map(([conversation, to]): Step[] => [
      aSend(conversation, item("accepted", 5)),
      { do: "share", afterMs: 1600, conversation, to },
      pass(65_000),
      aSend(conversation, item("refused", 5)),
      pass(2000),
    ]),
  // A form is submitted again while the first submission is being stored.
  fc
    .tuple(fc.constantFrom(1700, 3000), fc.constantFrom<Script["prepare"]["kind"]>("fails", "ready", "gone"))
    .map(([ms, kind]): Step[] => [
      { ...aSend("C1", item("accepted", 5)), script: { ...plain, prepare: { kind, ms } } } as Step,
      { do: "resubmit", afterMs: 300, at: 0, form: 0, person: "author", script: plain },
      pass(12_000),
    ]),
);

export function plans(mostSteps: number): fc.Arbitrary<Plan> {
  const one = fc.oneof(...weighed.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const some = fc.oneof(
    { arbitrary: one.map((step) => [step]), weight: 30 },
    { arbitrary: stories, weight: 1 },
  );
  const steps = fc.array(some, { minLength: 1, maxLength: mostSteps, size: "max" }).map((all) => all.flat());
  const weather: fc.Arbitrary<Weather> = fc.record({
    instances: fc.constantFrom<1 | 2>(1, 2, 2),
    seed: fc.nat(1_000_000),
    lacksScope: mostly(false, 12, true),
  });
  return fc.record({ weather, steps });
}
