import type { Acknowledgement } from "../../../src/operations/index.ts";
import type { Outcome, SettledAs, TakeOnRequest } from "../../../src/store/index.ts";
import type { Script } from "./script.ts";

/** Each does something twice on the platform, but for `remove`; `decide` runs after a restart. */
export const kindNames = ["send", "upload", "remove", "decide"] as const;
export type KindName = (typeof kindNames)[number];

/** A form, or what a click does at once. */
export type Act = { id: string; author: string; kind: KindName; ask: (telling: string) => TakeOnContent };

export type TakeOnContent = Pick<TakeOnRequest, "request" | "again" | "quota" | "next" | "beside">;

/** One submission of an act, or one delivery of it to an instance, and what its person is told. */
export type Telling = {
  id: string;
  act: Act;
  script: Script;
  delivery: object;
  /** The process that it came to. */
  owner: string;
  askedMs: number;
  /** How far it has come: what `heldUp` of its script names. */
  stage: number;
  answer: Acknowledgement | null;
  ack: "pending" | "reached" | "late" | "failed";
  /** Why nothing was sent after all, told behind "still being stored". */
  refusals: Acknowledgement["kind"][];
  storedMs: number | null;
  answeredMs: number | null;
};

/** One request that the platform got. `truth`: whether it had its effect there; `known`: to the process that sent it. */
export type Request = {
  operation: Operation;
  owner: string;
  truth: "may" | "effect" | "none";
  known: "accepted" | "none" | null;
  knownAt: number;
};

type TakenOn = Pick<TakeOnRequest, "id" | "kind" | "again" | "quota">;

type Happened = { at: number; outcome?: Outcome; settledAs?: SettledAs };

/** What is so of a try, by what is stored. */
type Status = "open" | "happened" | "unsettled" | "did_not_arrive" | "no_effect";

/** What the store has taken on, with all that has come of it since. */
export class Operation {
  readonly id: string;
  readonly root: string;
  readonly act: Act;
  readonly step: number;
  readonly kind: string;
  readonly telling: Telling;
  readonly again: TakeOnRequest["again"];
  readonly quotaDay: string | null;
  readonly requests: Request[] = [];
  readonly happened: Happened[] = [];
  /** Removed by retention. */
  isGone = false;
  /** As it was read last. */
  outcome: Outcome | null = null;

  constructor(telling: Telling, one: TakenOn, step: number) {
    this.id = one.id;
    this.root = one.again?.root ?? one.id;
    this.act = telling.act;
    this.step = step;
    this.kind = one.kind;
    this.telling = telling;
    this.again = one.again;
    this.quotaDay = one.quota?.day ?? null;
  }

  get hasEnded(): boolean {
    return this.statusAt(Number.POSITIVE_INFINITY) !== "open";
  }

  /** By what was stored up to then. */
  statusAt(at: number): Status {
    const known = this.happened.filter((one) => one.at <= at);
    const outcome = known.findLast((one) => one.outcome !== undefined)?.outcome;
    const settledAs = known.findLast((one) => one.settledAs !== undefined)?.settledAs;
    if (outcome === undefined) return "open";
    if (outcome === "accepted") return "happened";
    if (outcome !== "unknown") return "no_effect";
    if (settledAs === undefined) return "unsettled";
    return settledAs === "arrived" ? "happened" : "did_not_arrive";
  }
}

/** What has happened, in order, as whoever watches the person, the store and the platform sees it. */
export class Model {
  #at = 0;
  readonly acts: Act[] = [];
  readonly tellings: Telling[] = [];
  readonly operations = new Map<string, Operation>();
  readonly broken: string[] = [];
  /** What lines said that were delivered, in order. */
  readonly said: unknown[] = [];
  /** What stood behind each post when it was looked at last. */
  pictures: ReadonlyMap<string, { wanted: number; shows: string }> = new Map();
  /** Counters of earlier days were removed: one that is there again counts from then on. */
  quotasSince = "";
  /** Entries of the audit from before may be gone. */
  auditedSince = new Date(0);
  readonly #reports = new Map<string, number>();
  /** How often what came up: a model that never sees any of it proves nothing. */
  readonly seen = new Map<string, number>();

  /** The next moment. */
  tick(): number {
    this.#at += 1;
    return this.#at;
  }

  holds(isKept: boolean, promise: string): void {
    if (!isKept) this.broken.push(promise);
  }

  see(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  get all(): Operation[] {
    return [...this.operations.values()];
  }

  /** Of a root, in the order in which they were stored. */
  triesOf(root: string): Operation[] {
    return this.all.filter((one) => one.root === root && !one.isGone);
  }

  /** The store has answered that it is stored. */
  takenOn(telling: Telling, { id, kind, again, quota, next, beside = [] }: TakeOnRequest): void {
    if (this.operations.has(id)) return;
    const first: TakenOn = { id, kind, ...(again && { again }), ...(quota && { quota }) };
    const atOnce: TakenOn[] = [first, ...beside.map((one) => ({ ...one, kind, ...(quota && { quota }) }))];
    const all = atOnce.map((one) => ({ one, step: 0 }));
    if (next !== undefined) all.push({ one: next, step: 1 });
    for (const { one, step } of all) {
      const operation = new Operation(telling, one, step);
      const newest = this.triesOf(operation.root).at(-1);
      if (one.again !== undefined) {
        this.see("tried again");
        this.holds(
          newest?.id === one.again.newest,
          `${id}: its form showed ${one.again.newest}, not the newest`,
        );
      }
      this.operations.set(one.id, operation);
    }
  }

  happens(id: string, what: Omit<Happened, "at">): void {
    const operation = this.operations.get(id);
    this.holds(operation !== undefined, `${id} ended, and nobody took it on`);
    operation?.happened.push({ at: this.tick(), ...what });
  }

  /** A person said what became of it. */
  reports(id: string): void {
    this.#reports.set(id, this.reportsOf(id) + 1);
  }

  reportsOf(id: string): number {
    return this.#reports.get(id) ?? 0;
  }

  /** A request has reached the platform, whose process asked at `askedAt` whether it may leave. */
  arrives(id: string, { owner, askedAt, nowMs }: { owner: string; askedAt: number; nowMs: number }): Request {
    const operation = this.operations.get(id)!;
    const { telling } = operation;
    const at = (promise: string) => `${id} left: ${promise}`;
    for (const { known } of operation.requests)
      this.holds(known === "none", at("a request of it before may have had its effect"));
    const isTold = telling.answer?.kind === "stored" || telling.answer?.kind === "storing";
    this.holds(isTold && telling.ack === "reached", at(`told ${telling.answer?.kind}, ${telling.ack}`));
    this.holds(telling.refusals.length === 0, at("its person was told that it was refused"));
    this.holds(operation.statusAt(askedAt) === "open", at("it had ended"));
    if (telling.answer?.kind === "storing" && operation.requests.length === 0)
      this.holds((telling.storedMs ?? nowMs) - telling.askedMs <= 45_000, at("stored after second 45"));
    const first = this.operations.get(operation.act.id);
    if (operation.step === 1)
      this.holds(first?.statusAt(askedAt) === "happened", at("what it waits for was not accepted"));
    for (const other of this.triesOf(operation.root))
      if (other !== operation) this.#arrivesBeside(operation, other, { owner, askedAt, at });
    const request: Request = { operation, owner, truth: "may", known: null, knownAt: 0 };
    operation.requests.push(request);
    return request;
  }

  /** Held against what was so when it asked and what is so now: whatever came in between may have been first. */
  #arrivesBeside(
    { again }: Operation,
    other: Operation,
    { owner, askedAt, at }: { owner: string; askedAt: number; at: (promise: string) => string },
  ): void {
    const [then, now] = [other.statusAt(askedAt), other.statusAt(this.#at)];
    const isKnownHere = other.requests.some(
      (one) => one.known === "accepted" && one.knownAt < askedAt && one.owner === owner,
    );
    this.holds(!isKnownHere, at(`${other.id} was accepted, which this process knew`));
    // What was reported as arrived may be refused after all.
    this.holds(then !== "happened" || now !== "happened", at(`${other.id} had happened`));
    if (then === "unsettled" && now === "unsettled" && again?.isHarmless !== true)
      this.holds(again?.reason !== undefined, at(`nobody knew what became of ${other.id}`));
  }
}
