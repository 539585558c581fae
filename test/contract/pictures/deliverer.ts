import { sql } from "kysely";
import { Delivery } from "../../../src/slack/posts/delivery.ts";
import type { Drawer, PostQueue } from "../../../src/slack/posts/queue.ts";
import type { StoreContext } from "../../../src/store/database/tables.ts";
import type { ClaimedPost, Store } from "../../../src/store/index.ts";
import { leaseMs } from "../store-database.ts";
import type { World } from "./world.ts";

export const requestMs = 10_000;
export const kind = "test";
const repeatNote = "may repeat";

/** One process that delivers, which may stand still, die, or be behind. */
export class Deliverer {
  readonly store: Store;
  readonly delivery: Delivery<ClaimedPost>;
  readonly #world: World;
  isDead = false;
  leave: () => void = () => {};

  constructor(world: World, store: Store) {
    this.#world = world;
    this.store = store;
    const nowMs = () => world.nowMs;
    this.delivery = new Delivery({
      queue: this.#watch(store.posts),
      drawers: new Map([[kind, this.#drawer()]]),
      plainWords: ({ subject, place }) => say(`${subject}/${place} undrawn`),
      ...{ leaseMs, requestMs, repeatNote },
      client: world.slack.client(this),
      isNamed: () => true,
      words: { moved: { shared: moved, archived: moved, notInvited: moved, other: moved } },
      paceMs: 1,
      now: () => new Date(world.nowMs),
      clocks: { monotonicMs: nowMs, wallMs: nowMs },
      random: () => 0,
      onFailure: ({ reason }) => world.see(reason),
    });
  }

  #drawer(): Drawer {
    return {
      draw: async ({ subject, place }) => {
        await this.#world.pass(this, "drawing");
        const number = await this.#world.during(this, () => this.store.open(readNumber(subject)));
        const isLeading = subject.startsWith("b");
        const to = subject.replace("b", "a");
        const link = isLeading
          ? await this.#world.during(this, () => this.store.posts.find(to, "result"))
          : null;
        await this.#world.pass(this, "drawn");
        this.#world.drawingsToFail -= 1;
        if (this.#world.drawingsToFail >= 0) throw new Error("can't be drawn");
        return { ...say(`${subject}/${place}#${number}`), links: [{ says: "see", to: link }] };
      },
      line: async ({ place }, event) => say(`${place} ${Object.values(event ?? {})}`),
    };
  }

  #watch(posts: Store["posts"]): PostQueue<ClaimedPost> {
    const world = this.#world;
    const note = <A extends unknown[], T>(run: (...given: A) => Promise<T>) => {
      return async (...given: A): Promise<T> => {
        await world.pass(this, "noting");
        const result = await world.during(this, () => run(...given));
        await world.pass(this, "noted");
        world.notesToLose -= 1;
        if (world.notesToLose >= 0) throw new Error("the connection was cut");
        return result;
      };
    };
    const { noted, left, slack } = world;
    const leftAt = new Map<string, number | undefined>();
    /** Of what was noted before a claim, nothing is posted anew. */
    const claim = async (...asked: Parameters<typeof posts.claim>) => {
      const before = new Set(noted);
      const claimed = await world.during(this, () => posts.claim(...asked));
      see(claimed, before);
      return claimed;
    };
    const see = (claimed: readonly ClaimedPost[], before: ReadonlySet<number>) => {
      for (const { id, claim: name, message, subject } of claimed) {
        leftAt.set(`${id} ${name}`, left.get(id));
        if (message === null && before.has(id)) slack.broken.push(`${subject} is posted anew`);
      }
    };
    const stands = async ({ id, claim: name }: ClaimedPost, write: () => Promise<void>) => {
      await write();
      if (left.get(id) === leftAt.get(`${id} ${name}`)) noted.add(id);
    };
    const leaves = async <T>(id: number, write: () => Promise<T>) => {
      noted.delete(id);
      left.set(id, (left.get(id) ?? 0) + 1);
      return await write();
    };
    return {
      claim: async (...asked) => {
        const claimed = await claim(...asked);
        if (claimed.length > 0) await world.pass(this, "claimed");
        return claimed;
      },
      delivered: note((post, message) =>
        message === null
          ? posts.delivered(post, message)
          : stands(post, () => posts.delivered(post, message)),
      ),
      leaveUndrawn: note((post) =>
        post.message === null ? posts.leaveUndrawn(post) : stands(post, () => posts.leaveUndrawn(post)),
      ),
      retryAt: note(posts.retryAt),
      postAnew: note((post, error) => leaves(post.id, () => posts.postAnew(post, error))),
      readdress: note((post, error) => leaves(post.id, () => posts.readdress(post, error))),
      giveUp: note(posts.giveUp),
      drawAgain: () => world.during(this, () => posts.drawAgain()),
      nextDueAt: () => world.during(this, () => posts.nextDueAt()),
      deliverBy: ({ kinds, wake, offer }) => {
        this.leave = posts.deliverBy({
          kinds,
          wake: () => void (this.isDead || wake()),
          offer: () => {
            const take = this.isDead ? null : offer();
            if (take === null) return null;
            const before = new Set(noted);
            return (claimed) => {
              see(claimed, before);
              world.see("claimed where it was told");
              if (!this.isDead) take(claimed);
            };
          },
        });
        return this.leave;
      },
    };
  }
}

const moved = { before: "meant for ", after: "" };

function say(text: string) {
  return { text, blocks: [] };
}

function readNumber(subject: string) {
  return async ({ connection }: StoreContext): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select n from numbers where subject = ${subject}`.execute(
      connection.db,
    );
    return rows[0]?.n ?? 0;
  };
}
