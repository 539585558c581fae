import { WebClient } from "@slack/web-api";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SILENT } from "../../sandbox/test/support/bolt-app.ts";
import { delivery as delivering } from "../../src/locales/delivery.ts";
import { plainAnswer } from "../../src/slack/blocks/answer.ts";
import { Delivery } from "../../src/slack/posts/delivery.ts";
import type { Store } from "../../src/store/index.ts";
import { aPostOf, renderedBy } from "../contract/notifications.ts";
import type { TestDatabase } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

/** A post that Slack got, and from which instance. */
type Posted = { by: string; to: string };

/** The length of delivery's lease. */
const leaseMs = 15_000;

describe("post delivery by two instances on one database", () => {
  let database: TestDatabase;
  let posted: Posted[];
  let instances: Delivery[];
  beforeEach(async () => {
    database = await postgres.make();
    posted = [];
    instances = [];
  });
  afterEach(async () => {
    for (const delivery of instances) await delivery.stop(0);
  });

  /** `state.isCut`: this instance has lost its database, as if it were killed. */
  const start = async (name: string) => {
    const { posts } = await database.open(name);
    const state = { isLeading: false, isCut: false, asked: 0, reads: [] as object[] };
    const whole = <A extends unknown[], T>(work: (...given: A) => Promise<T>) => {
      return async (...given: A): Promise<T> => {
        if (state.isCut) throw new Error("the connection was cut");
        return await work(...given);
      };
    };
    const lead = whole(posts.lead);
    const client = new WebClient("xoxb-1", {
      logger: SILENT,
      retryConfig: { retries: 0 },
      fetch: async (_, request) => {
        const to = new URLSearchParams(`${request?.body}`).get("channel") ?? "";
        posted.push({ by: name, to });
        return Response.json({ ok: true, channel: `D${to}`, ts: `${posted.length}.1` });
      },
    });
    const delivery = new Delivery({
      queue: {
        ...posts,
        lead: (forMs) => {
          state.asked += 1;
          return lead(forMs);
        },
        resign: whole(posts.resign),
        attempt: whole(posts.attempt),
        save: whole(posts.save),
        saveLate: whole(posts.saveLate),
        waiting(kinds, of) {
          state.reads.push(of);
          return posts.waiting(kinds, of);
        },
      },
      renderers: new Map([[renderedBy, { render: async ({ subject }) => plainAnswer(subject) }]]),
      plainWords: () => plainAnswer("not drawn"),
      pace: { postMs: 1, editMs: 1, editBurst: 10 },
      isNamed: () => true,
      repeatNote: "may repeat",
      client,
      moved: delivering.en.moved,
      random: () => 0,
      onFailure: () => {},
      onLead: (isLeading) => {
        state.isLeading = isLeading;
      },
    });
    delivery.start();
    instances.push(delivery);
    return { delivery, state, posts };
  };
  const tell = (posts: Store["posts"], to: string) =>
    posts.add({ posts: [aPostOf(`alert:${to}`, { destinations: [to] })] });
  const startTwo = async () => {
    const first = await start("first");
    await eventually(() => expect(first.state.isLeading).toBe(true));
    const second = await start("second");
    await eventually(() => {
      expect(second.state.asked).toBeGreaterThan(0);
      expect([first, second].map(({ posts }) => posts.hears())).toEqual([true, true]);
    });
    return { first, second };
  };

  test("reads a post that the other instance added at once, and its own post not at all", async () => {
    const { first, second } = await startTwo();
    await tell(first.posts, "U1");
    await eventually(() => expect(posted).toEqual([{ by: "first", to: "U1" }]));
    first.state.reads.length = 0;
    await tell(second.posts, "U2");
    await eventually(() => expect(posted).toHaveLength(2));
    expect(posted[1]).toEqual({ by: "first", to: "U2" });
    expect(first.state.reads).toEqual([{ ids: [expect.any(Number)] }]);
    expect(second.state).toMatchObject({ isLeading: false, reads: [] });
  });

  test("moves to the second instance as soon as the first one stops", async () => {
    const { first, second } = await startTwo();
    const { asked } = second.state;
    await first.delivery.stop(0);
    await eventually(() => expect(second.state.isLeading).toBe(true));
    expect(second.state.asked - asked).toBeLessThanOrEqual(2);
    await tell(second.posts, "U1");
    await eventually(() => expect(posted).toEqual([{ by: "second", to: "U1" }]));
  });

  test("moves to the second instance when the first one's lease is over, and not earlier", async () => {
    const { first, second } = await startTwo();
    first.state.isCut = true;
    await tell(second.posts, "U1");
    const { asked } = second.state;
    database.clock.advance(leaseMs - 1);
    await eventually(() => expect(second.state.asked).toBeGreaterThan(asked));
    expect(second.state.isLeading).toBe(false);
    database.clock.advance(1);
    await eventually(() => expect(posted).toEqual([{ by: "second", to: "U1" }]));
    expect(second.state.isLeading).toBe(true);
  });
});
