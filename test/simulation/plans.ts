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

const often = <P extends Readonly<Record<string, fc.Arbitrary<unknown>>>>(weight: number, parts: P) => ({
  weight,
  parts,
});
const ms = (...all: readonly number[]) => fc.constantFrom(...all);

/** What happens around the app: how often, and what is drawn for it. */
const doings = {
  press: often(20, {
    ...{ at, author, shape },
    to: fc.constantFrom<string | null>(null, "C1", "C1", "C1", "C2", "DU2", "U2"),
    ...{ script, commit },
  }),
  again: often(16, { at, of, isUnknown: fc.boolean(), how, withImage: mostly(false, 5, true), script }),
  resubmit: often(6, { at, form: fc.nat(2), person: mostly("author", 4, "somebody"), script }),
  redeliver: often(3, { press: fc.nat(3), script }),
  resolve: often(5, { at, of, as: fc.constantFrom<OutcomeReport>("arrived", "did_not_arrive") }),
  receive: often(5, {
    ...{ at, of, as: fc.constantFrom<PhoneOwnerAnswer>("arrived", "did_not_arrive", "looks_wrong") },
    by: mostly(phoneOwner, 3, "U1"),
  }),
  withdraw: often(2, { at, form: of }),
  trap: often(3, { at, trap }),
  "slow store": often(1, { at, ms: ms(300, 1700), forMs: ms(5000, 60_000) }),
  commit: often(4, { at, nth: fc.nat(5), fault: commitFault }),
  Slack: often(4, { fault: slackFault }),
  "Slack down": often(1, { ms: ms(5000, 90_000) }),
  share: often(2, {
    conversation: fc.constantFrom("C1", "C2"),
    to: fc.constantFrom<Sharing>("shared", "pending", "left", "archived", "open"),
  }),
  spoil: often(2, { message: of, how: fc.constantFrom("delete", "lock") }),
  kill: often(1, { at, isReplaced: mostly(true, 3, false) }),
  stop: often(1, { at, limitMs: ms(0, 3000, 20_000), isReplaced: mostly(true, 3, false) }),
  start: often(1, {}),
  "cut off": often(1, { at, ms: ms(2000, 100_000) }),
  night: often(2, { is: fc.boolean() }),
  unrenderable: often(1, { times: fc.constantFrom(1, 8) }),
  pass: often(9, { ms: ms(100, 2000, 12_000, 46_000, 65_000, 70_000) }),
};

type Doings = typeof doings;
type Drawn<P> = { [Name in keyof P]: P[Name] extends fc.Arbitrary<infer Value> ? Value : never };
type Named<D extends keyof Doings> = { do: D; afterMs: number } & Drawn<Doings[D]["parts"]>;
/** `afterMs`: 0 for a step at the same time as the one before. */
export type Step = { [D in keyof Doings]: Named<D> }[keyof Doings];
export type Plan = { weather: Weather; steps: readonly Step[] };

const toStep = (name: string, { parts }: Doings[keyof Doings]) =>
  fc.record({ do: fc.constant(name), afterMs, ...parts }) as fc.Arbitrary<Step>;
const press = toStep("press", doings.press);
const item = (reply: Reply["kind"], ms: number, more: Partial<ItemScript> = {}): ItemScript => ({
  ...{ replies: [{ kind: reply, ms }], ready: { ms: 0, fails: false }, waitMs: 8000 },
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
  const one = fc.oneof(
    ...Object.entries(doings).map(([name, doing]) => ({
      weight: doing.weight,
      arbitrary: toStep(name, doing),
    })),
  );
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
