import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";
import { leaseMs, type TestClock, type TestDatabase } from "../store-database.ts";
import { Instance } from "./instance.ts";
import type { Content } from "./kinds.ts";
import { Model, type Telling } from "./model.ts";
import { Platform } from "./platform.ts";
import type { Fault, OperationScript } from "./script.ts";

type Faulty = "takeOn" | "start" | "finish" | "correct";

/** Something that waits for a word from outside. */
export type Gate = { label: string; owner: Instance; open: (isKept: boolean) => void };

/** By how much the second instance's clock is behind. */
const skewMs = -5_000;
/** Far shorter than a lease is kept for, so that only who can't keep one loses it. */
const stepMs = 10_000;

/** Everything outside the model: instances over a database, people, the platform and the time. */
export class World {
  readonly model = new Model();
  readonly platform = new Platform(this.model);
  readonly clock: TestClock;
  readonly database: TestDatabase;
  readonly #slots: (Instance | null)[];
  #gates: Gate[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #started = 0;
  /** A lease may have run out under a process that lives. */
  mayHaveLostLeases = false;
  /** Nothing was under way when the last command ended. */
  isCalm = true;
  readonly #asked = new Map<object, Telling>();
  readonly #met = new Set<string>();

  constructor(database: TestDatabase) {
    this.database = database;
    this.clock = database.clock;
    this.#slots = database.isShared ? [null, null] : [null];
  }

  get instances(): Instance[] {
    return this.#slots.filter((one) => one !== null);
  }

  /** Those whom people reach. */
  get reached(): Instance[] {
    return this.instances.filter(({ isStarted }) => isStarted);
  }

  get gates(): Gate[] {
    return this.#gates;
  }

  get nowMs(): number {
    return this.clock.now().getTime();
  }

  get seen(): ReadonlyMap<string, number> {
    return this.model.seen;
  }

  async begin(): Promise<void> {
    await this.startOne();
    await this.startOne();
  }

  async startOne(): Promise<void> {
    const slot = this.#slots.indexOf(null);
    if (slot < 0) return;
    this.#started += 1;
    const owner = `process-${this.#started}`;
    const ownMs = slot === 0 ? 0 : skewMs;
    const now = () => new Date(this.nowMs + ownMs);
    const real = await this.database.open(owner);
    const instance = new Instance(this, real, { owner, now });
    this.#slots[slot] = instance;
    instance.start();
    await this.quiet();
  }

  /** Without ceremony: what it waits for never comes, what it holds is lost. */
  async kill(instance: Instance): Promise<void> {
    instance.isDead = true;
    await this.quiet();
    await this.#remove(instance);
  }

  async stop(instance: Instance): Promise<void> {
    let isOver = false;
    const stopping = instance.operations.stop(1000).then(() => {
      isOver = true;
    });
    await this.quiet();
    while (!isOver) await this.pass(1000);
    await stopping;
    await this.#remove(instance);
  }

  /** Everything of this run. */
  async end(): Promise<void> {
    vi.clearAllTimers();
    for (const instance of this.instances) instance.isDead = true;
    await this.quiet();
    for (const instance of this.instances) await this.#remove(instance);
  }

  /** It may have been gone, or without its lease, before it could do what it had to. */
  isLost(owner: string): boolean {
    return this.mayHaveLostLeases || !this.instances.some((one) => one.owner === owner);
  }

  async #remove(instance: Instance): Promise<void> {
    await instance.close();
    this.#slots[this.#slots.indexOf(instance)] = null;
    this.#gates = this.#gates.filter(({ owner }) => owner !== instance);
  }

  /** Its database is away for it alone. */
  async cutOff(instance: Instance, ms: number): Promise<void> {
    instance.isCutOff = true;
    this.mayHaveLostLeases = true;
    await this.pass(ms);
  }

  reconnect(): void {
    for (const instance of this.instances) instance.isCutOff = false;
  }

  /** All machines are suspended for so long. */
  async age(ms: number): Promise<void> {
    await this.quiet();
    this.mayHaveLostLeases = true;
    this.clock.advance(ms);
    await this.pass(leaseMs);
  }

  release(gate: Gate, isKept: boolean): void {
    this.#gates = this.#gates.filter((one) => one !== gate);
    gate.open(isKept);
  }

  /** What is waited for until all is quiet. */
  during<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const isOver = () => void this.#underWay.delete(work);
    work.then(isOver, isOver);
    return work;
  }

  /** Until everything waits for something from outside. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < 3; turns += 1) {
      if (this.#underWay.size > 0) turns = 0;
      await Promise.allSettled(this.#underWay);
      await setImmediate();
    }
  }

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      const step = Math.min(left, stepMs);
      this.clock.advance(step);
      vi.advanceTimersByTime(step);
      await this.quiet();
    }
  }

  asks(act: object, telling: Telling): void {
    this.#asked.set(act, telling);
    this.model.tellings.push(telling);
  }

  tellingOf(act: object): Telling {
    return this.#asked.get(act)!;
  }

  tellingBy({ telling }: Pick<Content, "telling">): Telling {
    return this.model.tellings.find(({ id }) => id === telling)!;
  }

  scriptOf(content: Content): OperationScript {
    const { script, act } = this.tellingBy(content);
    return content.id === act.id ? script.first : script.other;
  }

  /** Each befalls the first call alone. */
  faultOf(id: string, call: Faulty): { kind: Fault; label: string } {
    const label = `${call} ${id}`;
    const kind = this.#met.has(label) ? "none" : this.#faultBy(id, call);
    this.#met.add(label);
    if (kind !== "none") this.model.see(`${call}: ${kind}`);
    return { kind, label };
  }

  #faultBy(id: string, call: Faulty): Fault {
    if (call === "takeOn") return this.tellingBy({ telling: id }).script.takeOn;
    const telling = this.model.operations.get(id)?.telling.id;
    return telling === undefined ? "none" : this.scriptOf({ telling, id })[call];
  }
}
