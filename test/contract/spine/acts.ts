import type { Acknowledgement, Act as Asked } from "../../../src/operations/index.ts";
import type { Again } from "../../../src/store/index.ts";
import type { Snapshot } from "./checks.ts";
import type { Instance } from "./instance.ts";
import type { Act, KindName, Model, TakeOnContent, Telling } from "./model.ts";
import type { Script } from "./script.ts";
import type { World } from "./world.ts";

export type Shape = "send" | "image" | "files" | "remove" | "decide";

/** So few that a run meets the limit. */
const perDay = 2;

/** What one press leads to: a message, one behind its image, three files, a deletion, a decision. */
export function makeAct(
  world: World,
  { shape, author, again }: { shape: Shape; author: string; again?: Again },
) {
  const id = `a${String(world.model.acts.length + 1).padStart(3, "0")}`;
  const kind: KindName = shape === "image" || shape === "files" ? "upload" : shape;
  const tried = again === undefined ? {} : { again };
  const ask = (telling: string): TakeOnContent => {
    const quota = { day: world.clock.now().toISOString().slice(0, 10), limit: perDay };
    const request = { telling, id };
    const other = (name: string) => ({ id: `${id}:${name}`, request: { telling, id: `${id}:${name}` } });
    if (shape === "image") return { request, next: { ...other("send"), kind: "send", quota, ...tried } };
    if (shape === "files") return { request, beside: [other("1"), other("2")], ...tried };
    return { request, ...tried, ...(shape === "send" && { quota }) };
  };
  const act: Act = { id, author, kind, ask };
  world.model.acts.push(act);
  return act;
}

const stages: readonly Script["heldUp"][] = ["before", "preparing", "stored", "answering"];

/** A submission, or a delivery of one: the same `delivery` is the very same. */
export function tell(
  world: World,
  instance: Instance,
  { act, script, delivery = {} }: { act: Act; script: Script; delivery?: object },
): Telling {
  const { model } = world;
  const id = `t${model.tellings.length + 1}`;
  const telling: Telling = {
    ...{ id, act, script, delivery, owner: instance.owner, askedMs: world.nowMs, stage: 0 },
    ...{ answer: null, ack: "pending", refusals: [], storedMs: null, answeredMs: null },
  };
  const isHeldUp = () => script.heldUp !== "never" && telling.stage >= stages.indexOf(script.heldUp);
  const { kind, author } = act;
  const prepare: Asked["prepare"] = async () => {
    if (script.prepare === "fails") throw new Error("what the act needs can't be read");
    telling.stage = Math.max(telling.stage, 1);
    if (script.prepare === "gone") return null;
    if (script.prepare === "barred") return { barred: "not now" };
    const also = script.prepare === "overtaken" ? { also: async () => false } : {};
    return { conversation: null, ...act.ask(id), ...also };
  };
  const by: Asked["by"] = { person: { id: author, locale: "en" }, delivery, wasHeldUp: isHeldUp };
  const asked: Asked = { id: act.id, kind, by, prepare };
  world.asks(asked, telling);
  const acknowledge = async (acknowledgement: Acknowledgement) => {
    telling.answer = acknowledgement;
    telling.stage = 3;
    model.see(`told: ${acknowledgement.kind}`);
    if (script.ack === "held") await instance.pass(`${id}'s answer`).catch(() => fail(telling));
    if (script.ack === "fails") fail(telling);
    telling.answeredMs = world.nowMs;
    telling.ack = isHeldUp() ? "late" : "reached";
  };
  void instance.operations.perform(asked, acknowledge).catch(() => {});
  return telling;
}

function fail(telling: Telling): never {
  telling.ack = "failed";
  throw new Error("Slack has gone");
}

type Expected = Acknowledgement["kind"] | "nothing yet";

/** What must be answered at once by what is stored, where nothing else is under way. */
export function expectAnswer(
  model: Model,
  { act, script, id }: Pick<Telling, "act" | "script" | "id">,
  now: Snapshot,
): { kind: Expected; operation?: string | null } {
  const { prepare, takeOn, heldUp } = script;
  const isStored = now.operations.some((row) => row.id === act.id);
  const early = expectEarly(script, isStored);
  if (early !== null) return { kind: early };
  const { again, quota, next } = act.ask(id);
  const tried = again ?? next?.again;
  const obstacle = isStored || tried === undefined ? null : expectObstacle(model, act, tried);
  const day = (quota ?? next?.quota)?.day;
  const used = now.quotas.find((one) => one.person === act.author && one.day === day)?.used ?? 0;
  if (!isStored && obstacle === null) {
    if (day !== undefined && used >= perDay) return { kind: "over_limit" };
    if (prepare === "overtaken") return { kind: "overtaken" };
  }
  // Only what comes to its commit loses its answer.
  if (takeOn === "answer_held") return { kind: "nothing yet" };
  if (takeOn !== "none") return { kind: "too_slow" };
  if (isStored) return { kind: "duplicate", operation: act.id };
  if (obstacle !== null) return { kind: "not_again", operation: obstacle.operation };
  return { kind: heldUp === "stored" ? "too_slow" : "stored" };
}

/** What is answered before the store is asked to take it on, or where it doesn't come to it. */
function expectEarly({ prepare, takeOn, heldUp }: Telling["script"], isStored: boolean): Expected | null {
  if (heldUp === "before" || heldUp === "preparing" || prepare === "fails") return "too_slow";
  if (prepare === "gone" || prepare === "barred") return isStored ? "duplicate" : prepare;
  if (takeOn === "fails") return "too_slow";
  return takeOn === "held" ? "nothing yet" : null;
}

/** Decision 34, in its order. */
function expectObstacle(model: Model, act: Act, again: Again): { operation: string | null } | null {
  const tries = model.triesOf(again.root);
  const first = tries.find(({ id }) => id === again.root);
  const kind = act.ask("").next?.kind ?? act.kind;
  const isTheirs = again.isHarmless === true || first?.act.author === act.author;
  if (first?.kind !== kind || !isTheirs || !tries.some(({ id }) => id === again.newest))
    return { operation: null };
  const statusOf = (status: string) => tries.find((one) => one.statusAt(Number.POSITIVE_INFINITY) === status);
  const newest = tries.at(-1);
  const needsReason = again.reason === undefined && again.isHarmless !== true;
  const found =
    statusOf("happened") ??
    statusOf("open") ??
    (newest?.id === again.newest ? undefined : newest) ??
    (needsReason ? statusOf("unsettled") : undefined);
  return found === undefined ? null : { operation: found.id };
}
