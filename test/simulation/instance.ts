import { pino } from "pino";
import { Operations } from "../../src/operations/index.ts";
import { webApiTimeoutMs } from "../../src/slack/edge/web-client.ts";
import { Delivery } from "../../src/slack/posts/delivery.ts";
import type { Connection } from "../../src/store/database/tables.ts";
import type { Store } from "../../src/store/index.ts";
import { createStore } from "../../src/store/open-store.ts";
import type { Owner } from "./clock.ts";
import { createKinds, createRenderer, kindNames, plainly } from "./kinds.ts";
import type { World } from "./world.ts";

export const leaseMs = 60_000;
/** Slack's own: a post a second in a conversation, edits over all of them. */
const pace = { postMs: 1000, editMs: 1200, editBurst: 10 };
/** So few that both are met. */
const concurrency = 3;
const mostActs = 8;

/** What happens to a commit: nothing of it, its answer alone (`lost`), or it takes `ms` longer. */
export type CommitFault = { kind: "fails" | "lost" | "undone" | "slow" | "slow_answer"; ms: number };

/** What happens to a process when it next passes so many points at which the world could see it. */
export type Trap = { after: number; do: "kill" | "freeze"; ms: number };

/** One process: the app's operations, store and delivery, between which and the world stand gates. */
export class Instance implements Owner {
  readonly name: string;
  readonly world: World;
  readonly store: Store;
  readonly operations: Operations;
  readonly delivery: Delivery;
  isFrozen = false;
  isDead = false;
  isCutOff = false;
  /** It was told to stop, and takes nothing on. */
  isStopping = false;
  /** Its recovery at the start is over: people reach it. */
  isReady = false;
  /** It missed something: was frozen, cut off, stopped or told by its database what wasn't so. */
  isHurt = false;
  readonly #freezes: { fromMs: number; untilMs: number }[] = [];
  readonly #commits = new Map<number, CommitFault>();
  #slow = { ms: 0, untilMs: 0 };
  #thaw = Promise.withResolvers<void>();
  #trap: Trap | null = null;

  constructor(world: World, name: string, connection: Connection, { version }: { version: number }) {
    this.name = name;
    this.world = world;
    const { clock, slack } = world;
    const clocks = { monotonicMs: clock.nowMs, wallMs: clock.nowMs };
    const own = { owner: name, version, leaseMs, now: clock.now };
    this.store = createStore(this.#connect(connection), { ...own, leaseClock: clock.now });
    this.operations = new Operations({
      ...{ store: this.store, leaseMs, clocks, concurrency, limit: mostActs, now: clock.now },
      log: pino({ level: "info" }, { write: (line) => world.trace.logs.push(line) }),
      plainNotification: plainly,
      answerRefused: async (act, { kind }) => void world.people.refuse(act, kind),
      retries: { firstMs: 100, longestMs: 1000 },
      onCall: "C-ONCALL",
    });
    for (const kind of createKinds(this)) this.operations.define(kind);
    const renderer = createRenderer(this.store, async () => {
      await this.pass();
      world.renderingsToFail -= 1;
      if (world.renderingsToFail >= 0) throw new Error("can't be rendered");
    });
    this.delivery = new Delivery({
      queue: this.store.posts,
      renderers: new Map([...kindNames, "plain"].map((kind) => [kind, renderer])),
      plainWords: () => ({ text: "unrenderable", blocks: [] }),
      ...{ repeatNote: "may be a repeat", pace, clocks },
      client: slack.clientOf(this, webApiTimeoutMs),
      isNamed: (conversation) => conversation === "C-ONCALL",
      moved: "meant for {conversation}",
      random: () => 0,
      onFailure: ({ reason }) => world.see(`post: ${reason}`),
    });
  }

  start(): void {
    this.world.clock.as(this, () => {
      this.delivery.start();
      void this.operations.start().then(() => {
        this.isReady = true;
      });
    });
  }

  /** As the app stops: what is under way has so long, then delivery. */
  stop(limitMs: number): Promise<void> {
    this.isStopping = true;
    this.isHurt = true;
    return this.world.clock.as(this, async () => {
      await this.operations.stop(limitMs);
      await this.delivery.stop(limitMs);
    });
  }

  freeze(ms: number): void {
    if (this.isFrozen || this.isDead) return;
    this.isHurt = true;
    this.isFrozen = true;
    this.#thaw = Promise.withResolvers<void>();
    const fromMs = this.world.clock.nowMs();
    this.#freezes.push({ fromMs, untilMs: fromMs + ms });
    void this.world.clock.wait(ms).then(() => {
      this.isFrozen = false;
      this.#thaw.resolve();
    });
  }

  kill(): void {
    this.isDead = true;
    this.isHurt = true;
  }

  set(trap: Trap): void {
    this.#trap = trap;
  }

  /** Of the commits from now on, the n-th. */
  failCommit(nth: number, fault: CommitFault): void {
    if (fault.kind !== "slow") this.isHurt = true;
    this.#commits.set(nth, fault);
  }

  /** All its commits take so long, for a while. */
  slowDown(ms: number, forMs: number): void {
    this.isHurt = true;
    this.#slow = { ms, untilMs: this.world.clock.nowMs() + forMs };
  }

  calm(): void {
    this.#slow = { ms: 0, untilMs: 0 };
    this.isCutOff = false;
    this.#trap = null;
    this.#commits.clear();
  }

  /** For how long it stood still between these. */
  frozenMs(fromMs: number, toMs: number): number {
    const within = this.#freezes.map((one) => Math.min(one.untilMs, toMs) - Math.max(one.fromMs, fromMs));
    return within.reduce((sum, ms) => sum + Math.max(ms, 0), 0);
  }

  /** As its watch tells it: for a second or more. */
  wasFrozen(fromMs: number, toMs: number): boolean {
    return this.frozenMs(fromMs, toMs) >= 1000;
  }

  /** A point at which the world sees it: here it may die, or stand still. */
  async pass(): Promise<void> {
    const trap = this.#trap;
    if (trap !== null && trap.after <= 0) {
      this.#trap = null;
      this.world.see(`${trap.do} at a point`);
      if (trap.do === "freeze") this.freeze(trap.ms);
      else this.world.kill(this);
    } else if (trap !== null) this.#trap = { ...trap, after: trap.after - 1 };
    while (this.isFrozen) await this.#thaw.promise;
    if (this.isDead) await new Promise<never>(() => {});
  }

  /** Its own way to the database, which is the same for all. */
  #connect(connection: Connection): Connection {
    const { clock } = this.world;
    const answered = async <T>(result: T): Promise<T> => {
      await this.pass();
      this.#assertReached();
      return result;
    };
    return {
      ...connection,
      isShared: true,
      notifications: this.world.notificationsOf(this),
      db: connection.db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => answered(result),
      }),
      transact: async (run) => {
        await this.pass();
        const fault = this.#nextFault();
        if (fault !== null) this.world.see(`commit: ${fault.kind}`);
        await clock.wait(fault?.kind === "slow" ? fault.ms : this.#commitMs());
        await this.pass();
        this.#assertReached();
        if (fault?.kind === "fails") throw new Error("the database is away");
        const result = await clock.during(
          connection.transact(async (trx) => {
            const written = await run(trx);
            if (fault?.kind === "undone") throw new Error("the connection was lost");
            return written;
          }),
        );
        if (fault?.kind === "slow_answer") await clock.wait(fault.ms);
        if (fault?.kind === "lost") throw new Error("the connection was lost");
        return answered(result);
      },
    };
  }

  #commitMs(): number {
    const isSlow = this.world.clock.nowMs() < this.#slow.untilMs;
    return isSlow ? this.#slow.ms : this.world.latencyMs() % 4;
  }

  #assertReached(): void {
    if (this.isCutOff) throw new Error("the database can't be reached");
  }

  #nextFault(): CommitFault | null {
    const next = this.#commits.get(0) ?? null;
    const others = [...this.#commits].flatMap(([nth, fault]) =>
      nth === 0 ? [] : [[nth - 1, fault] as const],
    );
    this.#commits.clear();
    for (const [nth, fault] of others) this.#commits.set(nth, fault);
    return next;
  }
}
