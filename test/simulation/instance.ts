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
/** Slack's limits: a post a second in a conversation, edits over all conversations. */
const pace = { postMs: 1000, editMs: 1200, editBurst: 10 };
/** Low, so that plans reach both limits. */
const concurrency = 3;
const maxActs = 8;

/** A commit isn't made, is made and only its answer is lost (`lost`), or takes `ms` longer. */
export type CommitFault = { kind: "fails" | "lost" | "undone" | "slow" | "slow_answer"; ms: number };

/** A kill or freeze of a process after it has passed `after` more points at which others could see it. */
export type Trap = { after: number; do: "kill" | "freeze"; ms: number };

/** One process: the app's operations, store and delivery, with a gate (`pass`) at each contact with the world. */
export class Instance implements Owner {
  readonly name: string;
  readonly world: World;
  readonly store: Store;
  readonly operations: Operations;
  readonly delivery: Delivery;
  isFrozen = false;
  isDead = false;
  isCutOff = false;
  /** It is stopping, and takes no more presses. */
  isStopping = false;
  /** Its recovery at the start is over, so that people can reach it. */
  isReady = false;
  /** It was frozen, cut off or stopped, or its database failed it: some promises hold no longer for it. */
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
      ...{ store: this.store, leaseMs, clocks, concurrency, limit: maxActs, now: clock.now },
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

  /** Stops as the app does: first the operations, then delivery, each with that limit. */
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

  /** Makes the n-th commit from now on fail. */
  failCommit(nth: number, fault: CommitFault): void {
    if (fault.kind !== "slow") this.isHurt = true;
    this.#commits.set(nth, fault);
  }

  /** Makes all commits take `ms`, for `forMs`. */
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

  /** How long the process was frozen between these times. */
  frozenMs(fromMs: number, toMs: number): number {
    const within = this.#freezes.map((one) => Math.min(one.untilMs, toMs) - Math.max(one.fromMs, fromMs));
    return within.reduce((sum, ms) => sum + Math.max(ms, 0), 0);
  }

  /** Whether the app's hold monitor would notice a freeze: one of a second or more. */
  wasFrozen(fromMs: number, toMs: number): boolean {
    return this.frozenMs(fromMs, toMs) >= 1000;
  }

  /** A point at which others could see the process: its trap may kill or freeze it here. */
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

  /** The process's own connection to the database that all share, with its gates and faults. */
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
