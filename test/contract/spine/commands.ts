import fc from "fast-check";
import type { SettledAs } from "../../../src/store/index.ts";
import type { Shape } from "./acts.ts";
import type { Answer } from "./platform.ts";
import { type Script, script } from "./script.ts";
import { step } from "./steps.ts";
import type { World } from "./world.ts";

/** What is chosen from a list that only the run knows: the number counts from its end. */
type Pick = number;

/** One thing that happens outside the operations. `at`: which instance. */
export type Doing =
  | { do: "press"; at: Pick; author: string; shape: Shape; script: Script }
  | { do: "again"; at: Pick; of: Pick; isSettled: boolean; how: AgainHow; hasImage: boolean; script: Script }
  | { do: "resubmit"; at: Pick; act: Pick; script: Script }
  | { do: "redeliver"; telling: Pick; script: Script }
  | { do: "release"; gate: Pick; isKept: boolean }
  | { do: "say"; silence: Pick; answer: Answer }
  | { do: "time out"; silence: Pick }
  | { do: "settle"; at: Pick; of: Pick; as: SettledAs }
  | { do: "receive"; at: Pick; of: Pick; as: SettledAs | "looks_wrong" }
  | { do: "give up"; at: Pick; of: Pick }
  | { do: "kill"; at: Pick; isReplaced: boolean }
  | { do: "stop"; at: Pick; isReplaced: boolean }
  | { do: "start" }
  | { do: "reconnect" }
  | { do: "deliver" }
  | { do: "age" }
  | { do: "cut off"; at: Pick; ms: number }
  | { do: "pass"; ms: number }
  | { do: "purge" };

/** `newest`: which the form showed, mostly the last. `forged`: what it names as its root is nobody's, or not its own. */
export type AgainHow = { newest: Pick; hasReason: boolean; forged?: "nothing" | "another" | undefined };

const at = fc.nat(1);
const of = fc.nat(7);
const author = fc.constantFrom("U1", "U1", "U1", "U2");
const shape = fc.constantFrom<Shape>("send", "send", "send", "image", "files", "remove", "decide");
const settledAs = fc.constantFrom<SettledAs>("arrived", "did_not_arrive");
const how: fc.Arbitrary<AgainHow> = fc.record({
  newest: fc.constantFrom(0, 0, 0, 0, 0, 1, 2),
  hasReason: fc.constantFrom(true, true, false),
  forged: fc.constantFrom<AgainHow["forged"][]>(...Array(20).fill(undefined), "nothing", "another"),
});
const isMostly = fc.constantFrom(true, true, true, true, false);

function doing<D extends Doing["do"]>(
  name: D,
  parts: {
    [P in Exclude<keyof Extract<Doing, { do: D }>, "do">]: fc.Arbitrary<Extract<Doing, { do: D }>[P]>;
  },
): fc.Arbitrary<Doing> {
  return fc.record({ do: fc.constant(name), ...parts }) as fc.Arbitrary<Doing>;
}

const weighed: readonly (readonly [number, fc.Arbitrary<Doing>])[] = [
  [16, doing("press", { at, author, shape, script })],
  [
    20,
    doing("again", { at, of, isSettled: fc.boolean(), how, hasImage: fc.nat(4).map((n) => n === 4), script }),
  ],
  [4, doing("resubmit", { at, act: of, script })],
  [4, doing("redeliver", { telling: of, script })],
  [12, doing("release", { gate: of, isKept: isMostly })],
  [
    12,
    doing("say", { silence: of, answer: fc.constantFrom<Answer>("accepted", "accepted", "refused", "busy") }),
  ],
  [10, doing("time out", { silence: of })],
  [5, doing("settle", { at, of, as: settledAs })],
  [3, doing("receive", { at, of, as: fc.constantFrom("arrived", "did_not_arrive", "looks_wrong") })],
  [3, doing("give up", { at, of })],
  [2, doing("kill", { at, isReplaced: isMostly })],
  [1, doing("stop", { at, isReplaced: isMostly })],
  [1, doing("start", {})],
  [2, doing("cut off", { at, ms: fc.constantFrom(0, 100_000) })],
  [3, doing("reconnect", {})],
  [5, doing("pass", { ms: fc.constantFrom(50, 1500, 1500, 15_000, 46_000, 65_000) })],
  [1, doing("age", {})],
  [2, doing("purge", {})],
  [2, doing("deliver", {})],
];

/** `isAlone`: the next one comes when nothing is under way any more. */
class Command implements fc.AsyncCommand<World, World> {
  readonly #doing: Doing;
  readonly #isAlone: boolean;

  constructor(doing: Doing, isAlone: boolean) {
    this.#doing = doing;
    this.#isAlone = isAlone;
  }

  check(): boolean {
    return true;
  }

  run(_: World, world: World): Promise<void> {
    return step(world, this.#doing, this.#isAlone);
  }

  toString(): string {
    const { do: name, ...rest } = this.#doing;
    return `${name}${this.#isAlone ? "" : " (beside the next)"} ${JSON.stringify(rest)}`;
  }
}

/** At least one, and mostly many more: what matters takes four or five. */
export function commands(maxCommands: number) {
  const all = weighed.map(([weight, arbitrary]) => ({ weight, arbitrary }));
  const command = fc.tuple(fc.oneof(...all), isMostly).map(([each, isAlone]) => new Command(each, isAlone));
  return fc.commands([command], { maxCommands, size: "max" });
}
