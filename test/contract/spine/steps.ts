import { expect } from "vitest";
import type { Again, Operation as StoredOperation } from "../../../src/store/index.ts";
import { expectAnswer, makeAct, tell } from "./acts.ts";
import { check, checkPurged, readSnapshot } from "./checks.ts";
import type { Doing } from "./commands.ts";
import { type Instance, limit } from "./instance.ts";
import { drawnBy, holder, says } from "./kinds.ts";
import type { Operation, Telling } from "./model.ts";
import type { World } from "./world.ts";

/** What is older is removed. */
export const retentionMs = 24 * 60 * 60_000;

type Of<D extends Doing["do"]> = Extract<Doing, { do: D }>;

/** Does it, and holds what has become of it against the model once nothing is under way. */
export async function step(world: World, doing: Doing, isAlone: boolean): Promise<void> {
  world.clock.advance(1);
  const expected = await start(world, doing, isAlone && world.isCalm);
  world.isCalm = isAlone;
  if (!isAlone) return;
  await world.quiet();
  expected?.();
  await inspect(world);
}

export async function inspect({ model, instances }: World): Promise<void> {
  const [instance] = instances;
  if (instance !== undefined) check(model, await readSnapshot(instance.store));
  expect(model.broken).toEqual([]);
}

type Check = () => void;

/** What there is to be held against the model then. */
async function start(world: World, doing: Doing, isCalm: boolean): Promise<Check | undefined> {
  switch (doing.do) {
    case "press":
    case "again":
    case "resubmit":
    case "redeliver":
      return startTelling(world, doing, isCalm);
    case "release":
    case "say":
    case "time out":
      return goOn(world, doing);
    case "settle":
    case "receive":
    case "give up":
      return speak(world, doing, isCalm);
    default:
      await befall(world, doing);
      return undefined;
  }
}

async function startTelling(
  world: World,
  doing: Of<"press" | "again" | "resubmit" | "redeliver">,
  isCalm: boolean,
): Promise<Check | undefined> {
  const { model } = world;
  const again = doing.do === "redeliver" ? choose(model.tellings, doing.telling) : undefined;
  const owner = world.reached.find((one) => one.owner === again?.owner);
  const instance = owner ?? choose(world.reached, "at" in doing ? doing.at : 0);
  const act = again?.act ?? findAct(world, doing);
  if (instance === undefined || act === undefined || model.operations.get(act.id)?.isGone) return undefined;
  const isTheSame = owner !== undefined && again !== undefined;
  const isFull = instance.operations.pending >= limit;
  const now = isCalm ? await readSnapshot(instance.store) : null;
  const told = { act, script: doing.script, ...(isTheSame && { delivery: again.delivery }) };
  const telling = tell(world, instance, told);
  // Another submission of the form, which the store has not answered, is waited for.
  const isJoined = model.tellings.some(
    (one) =>
      one !== telling &&
      one.act === act &&
      one.owner === instance.owner &&
      one.storedMs === null &&
      (one.answer === null || one.answer.kind === "storing"),
  );
  if (now === null || isTheSame || isJoined) return undefined;
  const expected = instance.isCutOff
    ? { kind: "too_slow" as const }
    : expectAnswer(model, { ...told, id: telling.id }, now);
  return () => expectTold(telling, isFull ? { kind: "busy" } : expected);
}

function expectTold({ answer }: Telling, { kind, operation }: ReturnType<typeof expectAnswer>): void {
  expect(answer?.kind ?? "nothing yet").toBe(kind);
  if (operation === undefined || answer === null) return;
  const told = answer.kind === "not_again" || answer.kind === "duplicate" ? answer.operation : null;
  expect(told?.id ?? null).toBe(operation);
}

function findAct(world: World, doing: Of<"press" | "again" | "resubmit" | "redeliver">) {
  const { model } = world;
  if (doing.do === "press") return makeAct(world, doing);
  if (doing.do === "resubmit") return choose(model.acts, doing.act);
  if (doing.do === "redeliver") return undefined;
  const closed = model.all.filter(({ isGone, outcome }) => !isGone && outcome !== null);
  const newest = closed.filter(({ root, outcome, id }) => {
    const isLast = model.triesOf(root).at(-1)?.id === id;
    return isLast && (doing.isSettled ? outcome === "unknown" : outcome !== "accepted");
  });
  const of = choose(newest, doing.of) ?? choose(model.all, doing.of);
  if (of === undefined || of.isGone) return undefined;
  const shape = of.kind === "send" && doing.hasImage ? "image" : shapeOf(of);
  return makeAct(world, { shape, author: of.act.author, again: toAgain(world, of, doing.how) });
}

function shapeOf({ kind }: Operation) {
  if (kind === "upload") return "files";
  return kind === "remove" || kind === "decide" ? kind : "send";
}

function toAgain({ model }: World, of: Operation, { newest, hasReason, forged }: Of<"again">["how"]): Again {
  const tries = model.triesOf(of.root);
  const shown = choose(tries, Math.min(newest, tries.length - 1))?.id ?? of.id;
  const other = choose(model.all, newest)?.root ?? "nothing";
  const root = forged === "another" ? other : of.root;
  return {
    root: forged === "nothing" ? "nothing" : root,
    newest: shown,
    ...(of.kind === "remove" ? { isHarmless: true } : hasReason && { reason: "it never came" }),
  };
}

/** What waits for a word gets it; where nothing waits for this one, what waits for another does. */
function goOn(world: World, doing: Of<"release" | "say" | "time out">): undefined {
  const silences = world.platform.silences.filter((one) => !one.isOver());
  const gate = choose(world.gates, doing.do === "release" ? doing.gate : doing.silence);
  const silence = choose(silences, doing.do === "release" ? doing.gate : doing.silence);
  const isForGate = doing.do === "release" ? gate !== undefined : silence === undefined;
  if (isForGate && gate !== undefined) world.release(gate, doing.do !== "release" || doing.isKept);
  else if (doing.do === "say") silence?.say(doing.answer);
  else silence?.timeOut();
}

function speak(
  world: World,
  doing: Of<"settle" | "receive" | "give up">,
  isCalm: boolean,
): Check | undefined {
  const all = world.model.all.filter(({ isGone }) => !isGone);
  const instance = choose(world.reached, doing.at);
  const suitable = all.filter(({ outcome }) => outcome === (doing.do === "give up" ? null : "unknown"));
  const of = choose(suitable, doing.of) ?? choose(all, doing.of);
  if (instance === undefined || of === undefined) return undefined;
  const answered: unknown[] = [];
  const note = (answer: unknown) => void answered.push(answer);
  const tells = (operation: StoredOperation) => says(operation, { says: doing.do });
  if (doing.do === "give up") {
    instance.operations.giveUp({ id: of.id, kind: of.kind }).then(note, note);
    return undefined;
  }
  const { operations, receipts } = instance.store;
  if (doing.do === "receive") {
    receipts.answer(of.id, { by: holder, as: doing.as, words: null, tells }).then(note, note);
    return undefined;
  }
  const isAsked = of.statusAt(Number.POSITIVE_INFINITY) === "unsettled";
  operations.settle(of.id, { by: "U2", as: doing.as, tells }).then(note, note);
  if (!isCalm || instance.isCutOff) return undefined;
  return () => expect(answered).toMatchObject([{ kind: isAsked ? "settled" : "already" }]);
}

type Befalls = Exclude<Doing, Of<"press" | "again" | "resubmit" | "redeliver" | "release" | "say">>;

async function befall(
  world: World,
  doing: Exclude<Befalls, Of<"time out" | "settle" | "receive" | "give up">>,
): Promise<void> {
  const instance = "at" in doing ? choose(world.instances, doing.at) : world.instances[0];
  if (doing.do === "pass") return world.pass(doing.ms);
  if (doing.do === "start") return world.startOne();
  if (doing.do === "age") return world.age(2 * retentionMs);
  if (doing.do === "reconnect") return world.reconnect();
  if (instance === undefined) return;
  if (doing.do === "cut off") return world.cutOff(instance, doing.ms);
  if (doing.do === "deliver") return deliver(world, instance);
  if (doing.do === "purge") return purge(world, instance);
  if (doing.do === "kill") await world.kill(instance);
  if (doing.do === "stop") await world.stop(instance);
  if (doing.do !== "kill" && doing.do !== "stop") return;
  if (doing.isReplaced) await world.startOne();
}

/** All that waits reaches Slack. */
export async function deliver({ model }: World, { store: { posts } }: Instance): Promise<void> {
  // A claim may find nothing though something waits.
  while ((await posts.countQueued()) > 0)
    for (const claimed of await posts.claim(50, [drawnBy])) {
      const { id, destination, message, line } = claimed;
      await posts.delivered(claimed, message ?? { channel: destination, ts: `${id}.0` });
      if (line !== null) model.said.push(line.event);
      model.see(line === null ? "post delivered" : "line delivered");
    }
}

export async function purge(world: World, instance: Instance): Promise<void> {
  await world.quiet();
  const sinceMs = world.nowMs - retentionMs;
  const before = await readSnapshot(instance.store);
  check(world.model, before);
  await world.during(instance.store.purge({ closedBefore: new Date(sinceMs) }));
  checkPurged(world.model, before, await readSnapshot(instance.store), sinceMs);
  world.model.auditedSince = new Date(sinceMs);
  world.model.quotasSince = new Date(sinceMs).toISOString().slice(0, "YYYY-MM-DD".length);
  // What was removed of an act is no change of it: what stands there stays.
  world.model.pictures = new Map();
}

function choose<T>(all: readonly T[], pick: number): T | undefined {
  return all.at(-1 - (pick % Math.max(1, all.length)));
}
