import { WebClient } from "@slack/web-api";
import { expect, it } from "vitest";
import { delivery as delivering } from "../../../../src/locales/delivery.ts";
import { plainAnswer } from "../../../../src/slack/blocks/answer.ts";
import { Delivery } from "../../../../src/slack/posts/delivery.ts";
import type { QueuedPost } from "../../../../src/slack/posts/queue.ts";
import { aPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";
import { SILENT } from "../../sandbox/slack/bolt-app.ts";

it("leaves to the next start what is handed over once it has stopped, as never tried", async () => {
  const handedOver: (() => void)[] = [];
  const left: (string | null)[] = [];
  let isSlow = true;
  const { slack, store, restart, settle } = await startDelivery((posts) => ({
    ...posts,
    async retryAt(post, dueAt, failure) {
      const isNoted = await posts.retryAt(post, dueAt, failure);
      left.push(failure.error);
      return isNoted;
    },
    deliverBy: (courier) =>
      posts.deliverBy({
        ...courier,
        offer: () => {
          const take = courier.offer();
          if (take === null || !isSlow) return take;
          return (claimed) => handedOver.push(() => take(claimed));
        },
      }),
  }));
  await store.posts.add({ posts: [aPost("once")] });
  expect(handedOver).toHaveLength(1);
  isSlow = false;
  await restart();
  for (const handOver of handedOver) handOver();
  // The next start may take it before anybody sees it waiting.
  await eventually(() => expect(left).toEqual(["stopping"]));
  await store.posts.add({ posts: [aPost("other", "other", ["C0REVIEWS"])] });
  await settle();
  expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["once"]);
});

it("has fewer requests under way than web-api makes at once, so that none waits while its claim runs out", async () => {
  let claimed = 0;
  const claim = async (limit: number): Promise<QueuedPost[]> =>
    Array.from({ length: limit }, () => {
      claimed += 1;
      const place = { destination: `U${claimed}`, destinations: [`U${claimed}`], message: null, line: null };
      const of = { subject: "a", place: "result", kind: "test", facts: null, attempts: 1, mayRepeat: false };
      return { id: claimed, claim: `${claimed}`, ...place, ...of };
    });
  const done = async () => {};
  const no = async () => false;
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return await new Promise<never>(() => {});
  };
  const delivery = new Delivery({
    queue: {
      ...{ claim, delivered: done, leaveUndrawn: done, drawAgain: done, retryAt: no, postAnew: done },
      ...{ readdress: no, giveUp: done, nextDueAt: async () => null, deliverBy: () => () => {} },
    },
    drawers: new Map([["test", { draw: async () => plainAnswer("drawn") }]]),
    plainWords: () => plainAnswer("not drawn"),
    ...{
      leaseMs: 60_000,
      requestMs: 10_000,
      paceMs: 1,
      isNamed: () => false,
      repeatNote: "may repeat",
    },
    client: new WebClient("xoxb-1", { fetch, logger: SILENT, maxRequestConcurrency: 1000 }),
    words: delivering.en,
    now: () => new Date(),
    random: () => 0,
    onFailure: () => {},
  });
  delivery.start();
  await eventually(() => expect(requests).toBe(80));
  await delivery.stop(1);
  expect(claimed).toBe(80);
});
