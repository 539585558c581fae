import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { vi } from "vitest";
import type { StoreContext } from "../../../src/store/database/tables.ts";
import type { Store } from "../../../src/store/index.ts";
import type { TestDatabase } from "../store-database.ts";
import { Deliverer, kind, requestMs } from "./deliverer.ts";
import { Slack } from "./slack.ts";

/** Where a deliverer may stand still for as long as it likes, or on the way to Slack. */
export const points = ["claimed", "drawing", "drawn", "sending", "late", "noting", "noted"] as const;
export type Point = (typeof points)[number];

export type Gate = { by: Deliverer; open: () => void };

const stepMs = 5000;

const never = (): Promise<never> => new Promise(() => {});

export const places = [
  { subject: "a", place: "result", destinations: ["C1", "C2", "U1"] },
  { subject: "a", place: "on-call", destinations: ["C2", "U1"] },
  { subject: "b", place: "result", destinations: ["U2"], linksTo: "a" },
  { subject: "c", place: "result", destinations: ["C2", "C1", "U2"] },
] as const;
export type Subject = (typeof places)[number]["subject"];

/** Deliverers over a database, Slack and the time. */
export class World {
  readonly database: TestDatabase;
  readonly slack: Slack;
  readonly #deliverers: (Deliverer | null)[] = [null, null];
  #stores: Store[] = [];
  gates: Gate[] = [];
  /** The next one that comes by there stands still. */
  readonly #holds: { by: Deliverer; point: Point }[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #started = 0;
  /** Notes of which the answer is lost, and drawings that fail, from now on. */
  notesToLose = 0;
  drawingsToFail = 0;
  /** Slack may have taken something unseen. */
  isInDoubt = false;
  /** Posts of which it is noted where they stand. */
  readonly noted = new Set<number>();
  /** How often each has left where it stood. */
  readonly left = new Map<number, number>();
  readonly lines = new Map<string, string[]>();
  readonly numbers = new Map<string, number>();
  readonly seen = new Map<string, number>();

  constructor(database: TestDatabase) {
    this.database = database;
    this.slack = new Slack(
      () => this.nowMs,
      (by) => this.#holdOf(by),
    );
  }

  get deliverers(): Deliverer[] {
    return this.#deliverers.filter((one) => one !== null);
  }

  get nowMs(): number {
    return this.database.clock.now().getTime();
  }

  see(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  /** As many as are missing. */
  async begin(): Promise<void> {
    for (const [slot, deliverer] of this.#deliverers.entries()) {
      if (deliverer !== null) continue;
      this.#started += 1;
      this.#deliverers[slot] = new Deliverer(this, await this.#storeFor(slot));
      this.#deliverers[slot].delivery.start();
    }
    await this.quiet();
  }

  async #storeFor(slot: number): Promise<Store> {
    const at = this.database.isShared ? slot : 0;
    const store = this.#stores[at] ?? (await this.database.open(`process-${this.#started}`));
    this.#stores[at] = store;
    await store.open(createNumbers);
    return store;
  }

  /** What it waits for never comes, and what it sent arrives soon or never. */
  async kill(deliverer: Deliverer): Promise<void> {
    deliverer.isDead = true;
    deliverer.leave();
    this.isInDoubt = true;
    await this.quiet();
    this.gates = this.gates.filter(({ by }) => by !== deliverer);
    for (const { call, isLate, end } of this.slack.flights) if (call.by === deliverer && isLate) end("lost");
    this.#deliverers[this.#deliverers.indexOf(deliverer)] = null;
  }

  /** The only process of a file: its claims are void at the next start, by when its requests are over. */
  async killAll(): Promise<void> {
    for (const deliverer of this.deliverers) await this.kill(deliverer);
    for (const { end } of this.slack.flights) end("lost");
    await this.quiet();
    for (const store of this.#stores) await store.close();
    this.#stores = [];
  }

  async end(): Promise<void> {
    vi.clearAllTimers();
    await this.killAll();
  }

  hold(by: Deliverer, point: Point): void {
    this.#holds.push({ by, point });
  }

  /** Whatever was to come. */
  calm(): void {
    this.#holds.length = 0;
    this.notesToLose = 0;
    this.drawingsToFail = 0;
    this.slack.faults.clear();
    this.slack.archived.clear();
  }

  #take(by: object, point: Point): boolean {
    const at = this.#holds.findIndex((hold) => hold.by === by && hold.point === point);
    if (at >= 0) this.#holds.splice(at, 1);
    if (at >= 0) this.see(`held ${point}`);
    return at >= 0;
  }

  #holdOf(by: object): "held" | "late" | null {
    if (this.#take(by, "late")) return "late";
    return this.#take(by, "sending") ? "held" : null;
  }

  async pass(by: Deliverer, point: Point): Promise<void> {
    if (this.#take(by, point)) {
      const gate = Promise.withResolvers<void>();
      this.gates.push({ by, open: gate.resolve });
      await gate.promise;
    }
    if (by.isDead) await never();
  }

  release(gate: Gate): void {
    this.gates = this.gates.filter((one) => one !== gate);
    gate.open();
  }

  /** What is waited for until all is quiet. */
  async during<T>(by: Deliverer, run: () => Promise<T>): Promise<T> {
    if (by.isDead) return never();
    const work = run();
    this.#underWay.add(work);
    const isOver = () => void this.#underWay.delete(work);
    work.then(isOver, isOver);
    const result = await work;
    return by.isDead ? never() : result;
  }

  /** Until everything waits for something from outside. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < 5; turns += 1) {
      if (this.#underWay.size > 0) turns = 0;
      await Promise.allSettled(this.#underWay);
      await setImmediate();
    }
  }

  async age(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      const step = Math.min(left, stepMs);
      this.database.clock.advance(step);
      vi.advanceTimersByTime(step);
      this.slack.timeOut(requestMs);
      await this.quiet();
    }
  }

  /** The subject has another number, and its posts are told so, in one transaction. */
  async change(subject: Subject, hasLine: boolean): Promise<void> {
    const [store] = this.#stores;
    const number = (this.numbers.get(subject) ?? 0) + 1;
    const posts = places.filter((one) => one.subject === subject).map((one) => ({ ...one, kind }));
    const text = `${subject}!${number}`;
    const lines = hasLine ? [{ subject, event: { text } }] : [];
    await store?.posts.add({ posts, lines }, async (trx) => {
      await sql`insert into numbers (subject, n) values (${subject}, ${number})
        on conflict (subject) do update set n = excluded.n`.execute(trx);
      return true;
    });
    this.numbers.set(subject, number);
    if (hasLine) this.lines.set(subject, [...(this.lines.get(subject) ?? []), text]);
  }
}

async function createNumbers({ connection }: StoreContext): Promise<void> {
  await sql`create table if not exists numbers (subject varchar(100) primary key, n integer)`.execute(
    connection.db,
  );
}
