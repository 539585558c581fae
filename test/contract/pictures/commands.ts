import fc from "fast-check";
import type { Ending, Fault, Shown } from "./slack.ts";
import { type Point, points, type Subject, type World } from "./world.ts";

/** What is chosen from a list that only the run knows: the number counts from its end. */
type Pick = number;

type Doing =
  | { do: "change"; subject: Subject; hasLine: boolean }
  | { do: "hold"; at: Pick; point: Point }
  | { do: "release"; gate: Pick }
  | { do: "land"; flight: Pick; ending: Ending }
  | { do: "fault"; method: "chat.postMessage" | "chat.update"; fault: Fault }
  | { do: "archive"; conversation: string; isBack: boolean }
  | { do: "spoil"; message: Pick; state: Shown["state"] }
  | { do: "lose a note" }
  | { do: "fail a drawing" }
  | { do: "kill"; at: Pick; isReplaced: boolean }
  | { do: "kill all" }
  | { do: "pass"; ms: number };

const at = fc.nat(1);
const of = fc.nat(4);

function doing<D extends Doing["do"]>(
  name: D,
  parts: {
    [P in Exclude<keyof Extract<Doing, { do: D }>, "do">]: fc.Arbitrary<Extract<Doing, { do: D }>[P]>;
  },
): fc.Arbitrary<Doing> {
  return fc.record({ do: fc.constant(name), ...parts }) as fc.Arbitrary<Doing>;
}

const weighed: readonly (readonly [number, fc.Arbitrary<Doing>])[] = [
  [12, doing("change", { subject: fc.constantFrom<Subject>("a", "a", "b", "c"), hasLine: fc.boolean() })],
  [14, doing("hold", { at, point: fc.constantFrom(...points) })],
  [9, doing("release", { gate: of })],
  [
    6,
    doing("land", { flight: of, ending: fc.constantFrom<Ending>("answered", "answered", "unseen", "lost") }),
  ],
  [
    6,
    doing("fault", {
      method: fc.constantFrom("chat.postMessage", "chat.update"),
      fault: fc.constantFrom<Fault>("unseen", "unseen", "failed", "reset", "limited"),
    }),
  ],
  [2, doing("archive", { conversation: fc.constantFrom("C1", "C2"), isBack: fc.boolean() })],
  [2, doing("spoil", { message: of, state: fc.constantFrom("locked", "deleted") })],
  [3, doing("lose a note", {})],
  [2, doing("fail a drawing", {})],
  [2, doing("kill", { at, isReplaced: fc.boolean() })],
  [1, doing("kill all", {})],
  [10, doing("pass", { ms: fc.constantFrom(200, 1000, 15_000, 55_000, 61_000) })],
];

class Command implements fc.AsyncCommand<World, World> {
  readonly #doing: Doing;

  constructor(given: Doing) {
    this.#doing = given;
  }

  check(): boolean {
    return true;
  }

  async run(_: World, world: World): Promise<void> {
    world.database.clock.advance(1);
    await step(world, this.#doing);
    await world.quiet();
  }

  toString(): string {
    const { do: name, ...rest } = this.#doing;
    return `${name} ${JSON.stringify(rest)}`;
  }
}

async function step(world: World, given: Doing): Promise<void> {
  const { slack, deliverers, gates } = world;
  switch (given.do) {
    case "change":
      return await world.change(given.subject, given.hasLine);
    case "hold": {
      const by = deliverers.at(given.at % deliverers.length);
      return by === undefined ? undefined : world.hold(by, given.point);
    }
    case "release": {
      const gate = fromEnd(gates, given.gate);
      return gate === undefined ? undefined : world.release(gate);
    }
    case "land":
      return land(world, given.flight, given.ending);
    case "fault":
      if (given.fault !== "limited") world.isInDoubt = true;
      slack.faults.set(given.method, [...(slack.faults.get(given.method) ?? []), given.fault]);
      return;
    case "archive":
      if (given.isBack) slack.archived.delete(given.conversation);
      else slack.archived.add(given.conversation);
      return;
    case "spoil": {
      const message = fromEnd(
        slack.shown.filter(({ threadTs }) => threadTs === null),
        given.message,
      );
      if (message !== undefined) message.state = given.state;
      return;
    }
    default:
      return await befall(world, given);
  }
}

/** One that was late is heard of, whatever Slack says: nobody else can repair what it did. */
function land(world: World, which: Pick, ending: Ending): void {
  const flight = fromEnd(world.slack.flights, which);
  if (flight === undefined) return;
  if (ending !== "answered") world.isInDoubt = true;
  world.see(`${flight.isLate ? "late " : ""}${ending}`);
  flight.end(flight.isLate && ending === "lost" ? "unseen" : ending);
}

async function befall(
  world: World,
  given: Extract<Doing, { do: "lose a note" | "fail a drawing" | "kill" | "kill all" | "pass" }>,
): Promise<void> {
  switch (given.do) {
    case "lose a note":
      world.notesToLose = 1;
      return;
    case "fail a drawing":
      world.drawingsToFail = 1;
      return;
    case "kill": {
      const deliverer = world.deliverers[given.at];
      if (deliverer !== undefined) await world.kill(deliverer);
      return given.isReplaced ? await world.begin() : undefined;
    }
    case "kill all":
      await world.killAll();
      return await world.begin();
    case "pass":
      // Who stands still may lose its claim.
      if (world.gates.length > 0 || world.slack.flights.length > 0) world.isInDoubt = true;
      return await world.age(given.ms);
  }
}

function fromEnd<T>(list: readonly T[], which: Pick): T | undefined {
  return list.length === 0 ? undefined : list.at(-1 - (which % list.length));
}

export function commands(maxCommands: number) {
  const all = weighed.map(([weight, arbitrary]) => ({ weight, arbitrary }));
  return fc.commands([fc.oneof(...all).map((each) => new Command(each))], { maxCommands, size: "max" });
}
