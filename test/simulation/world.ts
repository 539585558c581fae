import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { type Notifications, type StoreContext, tables } from "../../src/store/database/tables.ts";
import { openStore, type Store } from "../../src/store/index.ts";
import { voidLeases } from "../../src/store/open-store.ts";
import { layStore } from "../support/laid-store.ts";
import { Clock } from "./clock.ts";
import { Instance, leaseMs } from "./instance.ts";
import { People } from "./people.ts";
import { Platform } from "./platform.ts";
import { Slack } from "./slack.ts";
import { Trace } from "./trace.ts";

/** After so many starts the processes are of a newer version. */
const startsOfVersion = 3;

/** `seed`: for the latencies; 0 makes all of them a millisecond. */
export type Weather = { instances: 1 | 2; seed: number; lacksScope: boolean };

/** Instances of the app over one database, and everything around them. */
export class World {
  readonly clock = new Clock();
  readonly trace = new Trace(this.clock.nowMs);
  readonly platform = new Platform(this, this.trace);
  readonly slack = new Slack(this);
  readonly people = new People(this);
  /** A rule that keeps messages from leaving now. */
  isNight = false;
  renderingsToFail = 0;
  readonly seen = new Map<string, number>();
  /** The judge's own access to the database. */
  readonly store: Store;
  readonly #slots: (Instance | null)[];
  readonly #all = new Map<string, Instance>();
  #started = 0;
  #random: number;

  constructor(store: Store, { instances, seed, lacksScope }: Weather) {
    this.store = store;
    this.#slots = Array.from({ length: instances }, () => null);
    this.#random = seed;
    this.slack.lacksScope = lacksScope;
  }

  /** One process at a time has the database. */
  get isAlone(): boolean {
    return this.#slots.length === 1;
  }

  get instances(): Instance[] {
    return this.#slots.filter((one) => one !== null);
  }

  /** The instances that people can reach. */
  get reached(): Instance[] {
    return this.instances.filter(({ isReady, isStopping }) => isReady && !isStopping);
  }

  /** Finds also an instance that is gone. */
  find(name: string): Instance {
    return this.#all.get(name)!;
  }

  see(what: string): void {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
  }

  latencyMs(): number {
    this.#random = (this.#random * 48_271) % 2_147_483_647;
    return 1 + (this.#random % 40);
  }

  readonly #listeners = new Map<Instance, (text: string) => void>();

  async begin(): Promise<void> {
    this.clock.install();
    while (this.instances.length < this.#slots.length) await this.startOne();
  }

  async startOne(): Promise<void> {
    const slot = this.#slots.indexOf(null);
    if (slot < 0) return;
    const { connection } = this.#read((context) => context);
    // With one process at a time, a new one knows that the one before is gone.
    if (this.isAlone) await voidLeases(connection);
    this.#started += 1;
    const instance = new Instance(this, `process-${this.#started}`, connection, {
      version: Math.trunc(this.#started / startsOfVersion),
    });
    this.#slots[slot] = instance;
    this.#all.set(instance.name, instance);
    instance.start();
    await this.clock.resolve();
  }

  /** The database's notifications: they reach each instance within milliseconds, a frozen one when it goes on. */
  notificationsOf(instance: Instance): Notifications {
    return {
      isHeard: () => !instance.isCutOff,
      send: async (text) => {
        if (instance.isCutOff) return;
        await this.clock.wait(this.latencyMs() % 4);
        for (const [listener, heard] of this.#listeners)
          if (!listener.isCutOff && !listener.isDead)
            this.clock.as(listener, () => void listener.pass().then(() => heard(text)));
      },
      listen: (heard) => {
        this.#listeners.set(instance, heard);
        return () => void this.#listeners.delete(instance);
      },
    };
  }

  kill(instance: Instance): void {
    instance.kill();
    this.slack.isInDoubt = true;
    const slot = this.#slots.indexOf(instance);
    if (slot >= 0) this.#slots[slot] = null;
  }

  async stop(instance: Instance, limitMs: number): Promise<void> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    void instance.stop(limitMs).then(over, over);
    for (let waited = 0; !isOver && !instance.isDead && waited < 60_000; waited += 500)
      await this.clock.pass(500);
    this.kill(instance);
  }

  /** Ends all faults. */
  calm(): void {
    this.isNight = false;
    this.renderingsToFail = 0;
    this.slack.calm();
    for (const instance of this.instances) instance.calm();
  }

  end(): void {
    for (const instance of this.instances) this.kill(instance);
    this.clock.uninstall();
  }

  history() {
    return this.#read(({ connection: { db } }) =>
      db.selectFrom("operations").selectAll().orderBy("created_at").execute(),
    );
  }

  /** Whether no operation is open, and no post waits to be sent or rendered again. */
  async isAtRest(): Promise<boolean> {
    if (this.instances.some(({ isFrozen, operations }) => isFrozen || operations.pending > 0)) return false;
    if ((await this.store.operations.countOpen()) > 0 || (await this.store.posts.countQueued()) > 0)
      return false;
    const { posts } = await this.ledger();
    return posts.every(({ since }) => since === null);
  }

  /** Everything that is stored. */
  async ledger() {
    const history = await this.history();
    return await this.#read(async ({ connection: { db } }) => {
      const entries = await db.selectFrom("audit_entries").selectAll().orderBy("id").execute();
      // A row has only the last of several reports; the audit has all.
      const resolutionsOf = (id: string) =>
        entries.filter((one) => one.event === "resolved" && one.subject === `operation:${id}`);
      const storedMsOf = ({ id, created_at }: { id: string; created_at: number }) =>
        entries.find((one) => one.event === "enqueued" && one.subject === `operation:${id}`)?.at ??
        created_at;
      return {
        operations: history.map((row) => ({
          ...row,
          storedMs: storedMsOf(row),
          resolutions: resolutionsOf(row.id),
        })),
        quotas: await db.selectFrom("quotas").selectAll().execute(),
        posts: await db.selectFrom("posts").selectAll().orderBy("id").execute(),
        lines: await db.selectFrom("post_lines").selectAll().execute(),
        entries,
      };
    });
  }

  #read<T>(read: (context: StoreContext) => T): T {
    return this.store.open(read);
  }
}

let opened: Promise<Store> | undefined;

/** One database for all runs of this process, empty each time. */
export async function emptyStore(): Promise<Store> {
  opened ??= open();
  const store = await opened;
  await store.open(({ connection: { db } }) =>
    db.transaction().execute(async (trx) => {
      for (const name of [...Object.keys(tables), "decisions"])
        await sql`delete from ${sql.table(name)}`.execute(trx);
    }),
  );
  return store;
}

async function open(): Promise<Store> {
  const url = `file:${join(await mkdtemp(join(tmpdir(), "simulation-")), "bot.db")}`;
  await layStore(url);
  const store = await openStore({ url, owner: "nobody", leaseMs, now: () => new Date() });
  await store.open(async ({ connection: { db } }) => {
    await sql`create table decisions (proposal text primary key)`.execute(db);
    // This database needn't survive a power cut.
    await sql`pragma synchronous = off`.execute(db);
  });
  return store;
}
