import { AsyncLocalStorage } from "node:async_hooks";
import { pino } from "pino";
import { z } from "zod";
import { Operations } from "../../../src/operations/index.ts";
import type { Store, Operation as StoredOperation, TakeOnRequest } from "../../../src/store/index.ts";
import { createOperations } from "../../../src/store/operations/operations.ts";
import { leaseMs } from "../store-database.ts";
import { Content, createKinds, says } from "./kinds.ts";
import type { Model, Telling } from "./model.ts";
import { never } from "./platform.ts";
import type { Fault } from "./script.ts";
import type { World } from "./world.ts";

/** So few that both limits are met. */
const concurrency = 2;
export const limit = 5;

type Watched = Pick<Store["operations"], "takeOn" | "finish" | "settle" | "start">;

/** What befalls the commit of a take-on: `note` is told what it was to be answered, where it is written. */
type Commit = { kind: Fault; label: string; note: (result: unknown) => void };

/** One process: its operations over its store, which fails as the scripts say, and whatever is under way in it. */
export class Instance {
  readonly owner: string;
  readonly operations: Operations;
  readonly store: Store;
  readonly #real: Store;
  readonly #world: World;
  /** Its own clock, which tells when a row was made and not how long a lease is. */
  readonly #now: () => Date;
  readonly #commits = new AsyncLocalStorage<Commit>();
  /** Its recovery at the start is over, so that people can reach it. */
  isStarted = false;
  /** Killed, or stopped to the end: nothing that it waits for ever comes. */
  isDead = false;
  isCutOff = false;

  constructor(world: World, real: Store, { owner, now }: { owner: string; now: () => Date }) {
    this.owner = owner;
    this.#now = now;
    this.#real = real;
    this.#world = world;
    this.store = this.#watch(real);
    const { clock, platform } = world;
    const nowMs = () => clock.now().getTime();
    const options = {
      store: this.store,
      leaseMs,
      log: pino({ level: "error" }, { write: (line) => this.#hear(line) }),
      tellsPlainly: (operation: StoredOperation) => says(operation, { says: "plainly" }),
      now,
      concurrency,
      limit,
      tellRefused: async (act: object, { kind }: { kind: Telling["refusals"][number] }) =>
        void world.tellingOf(act).refusals.push(kind),
      retries: { firstMs: 10, longestMs: 1000 },
      clocks: { monotonicMs: nowMs, wallMs: nowMs },
    };
    this.operations = new Operations(options);
    const kinds = createKinds({
      ...{ platform, nowMs, owner, receipts: real.receipts, isDead: () => this.isDead },
      scriptOf: (content) => world.scriptOf(content),
      pass: (id, what) => this.pass(`${id}: ${what}`),
    });
    for (const kind of kinds) this.operations.define(kind);
  }

  get model(): Model {
    return this.#world.model;
  }

  /** Not waited for: what it recovers may be held up. */
  start(): void {
    void this.operations.start().then(() => {
      this.isStarted = true;
    });
  }

  async close(): Promise<void> {
    this.isDead = true;
    await this.#real.close();
  }

  /** Waits until somebody lets it go on. */
  async pass(label: string): Promise<void> {
    const gate = Promise.withResolvers<void>();
    const open = (isKept: boolean) => (isKept ? gate.resolve() : gate.reject(new Error(`${label} failed`)));
    this.#world.gates.push({ label, owner: this, open });
    await gate.promise;
    if (this.isDead) await never();
  }

  /** What is done with the store itself, unless it is cut off. */
  async reach<T>(run: () => Promise<T>, fault: { kind: Fault; label: string } = noFault): Promise<T> {
    await this.#reachable(fault);
    const { kind, label } = fault;
    if (kind === "lost_undone") throw new Error(`${label}: the connection is lost`);
    const result = await this.#world.during(run());
    return this.#answer(result, { kind, label });
  }

  async #reachable({ kind, label }: Pick<Commit, "kind" | "label">): Promise<void> {
    if (this.isDead) await never();
    if (this.isCutOff || kind === "fails") throw new Error(`${label}: the store is away`);
    if (kind === "held") await this.pass(label);
    if (this.isCutOff) throw new Error(`${label}: the store is away`);
  }

  async #answer<T>(result: T, { kind, label }: Pick<Commit, "kind" | "label">): Promise<T> {
    if (this.isDead) return never();
    if (kind === "lost_done") throw new Error(`${label}: the connection is lost`);
    if (kind === "answer_held") await this.pass(`${label}, answered`);
    return result;
  }

  /** Where the answer of a commit is lost, within the store: it tells that apart from what was not written. */
  #losing(real: Store): Store["operations"] {
    return real.open((context) => {
      const { connection } = context;
      const transact: typeof connection.transact = async (run) => {
        const commit = this.#commits.getStore();
        if (commit === undefined) return connection.transact(run);
        const result = await this.#world.during(
          connection.transact(async (trx) => {
            const written = await run(trx);
            if (commit.kind === "lost_undone") throw new Error(`${commit.label}: the connection is lost`);
            return written;
          }),
        );
        commit.note(result);
        return this.#answer(result, commit);
      };
      const own = { owner: this.owner, now: this.#now };
      return createOperations({ ...context, ...own, connection: { ...connection, transact } });
    });
  }

  /** What is stored is noted where it is, whether or not its answer arrives. */
  #watch(real: Store): Store {
    const operations = this.#losing(real);
    const plain = Object.entries(operations).map(([name, run]) => [
      name,
      (...given: never[]) => this.reach(() => Reflect.apply(run, operations, given)),
    ]);
    const unwatched: Store["operations"] = Object.fromEntries(plain);
    const { takeOn, finish, settle, start } = this.#watched(operations);
    return {
      ...real,
      operations: { ...unwatched, takeOn, finish, settle, start },
      receipts: {
        ...real.receipts,
        answer: (id, answer) =>
          this.reach(async () => {
            const result = await real.receipts.answer(id, answer);
            if (result.kind !== "answered") return result;
            this.model.reports(id);
            this.#settled(id, result.operation.settledAs);
            return result;
          }),
      },
    };
  }

  #watched(operations: Watched): Watched {
    const { model } = this;
    return {
      takeOn: (request) => this.#takeOn(operations, request),
      start: (id, how) => this.reach(() => operations.start(id, how), this.#world.faultOf(id, "start")),
      finish: (id, end) =>
        this.reach(
          async () => {
            const transition = await operations.finish(id, end);
            model.see(`${transition} ${end.outcome}`);
            const { code } = z.object({ code: z.string() }).parse(end.result);
            if (end.outcome === "not_sent") model.see(`not sent: ${code}`);
            if (transition !== "ignored") model.happens(id, { outcome: end.outcome });
            return transition;
          },
          this.#world.faultOf(id, model.operations.get(id)?.hasEnded ? "correct" : "finish"),
        ),
      settle: (id, settlement) =>
        this.reach(async () => {
          const result = await operations.settle(id, settlement);
          if (result.kind !== "settled") return result;
          model.reports(id);
          this.#settled(id, settlement.as);
          return result;
        }),
    };
  }

  #settled(id: string, settledAs: "arrived" | "did_not_arrive" | null): void {
    this.model.see(`settled as ${settledAs}`);
    if (settledAs !== null) this.model.happens(id, { settledAs });
  }

  async #takeOn({ takeOn }: Pick<Watched, "takeOn">, request: TakeOnRequest) {
    const telling = this.#world.tellingBy(Content.parse(request.request));
    const fault = this.#world.faultOf(telling.id, "takeOn");
    await this.#reachable(fault);
    const note = (result: unknown) => {
      if (Stored.safeParse(result).success) this.model.takenOn(telling, request);
    };
    const result = await this.#commits.run({ ...fault, note }, () => takeOn(request));
    this.model.see(`take-on: ${result.kind}`);
    if (result.kind === "stored") {
      telling.storedMs ??= this.#world.clock.now().getTime();
      telling.stage = Math.max(telling.stage, 2);
    }
    return result;
  }

  /** What no store and no platform does is a defect. */
  #hear(line: string): void {
    if (/could not be run|could not be told of/.test(line) && !this.isDead)
      this.model.broken.push(`a defect in the log: ${line}`);
  }
}

const Stored = z.object({ kind: z.literal("stored") });
const noFault = { kind: "none", label: "the store" } as const;
