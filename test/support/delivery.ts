import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { startOutside } from "../../sandbox/sandbox.ts";
import { createLogger, createSlackLogger } from "../../src/log.ts";
import type { PostQueue } from "../../src/post-queue.ts";
import { createSlackClient } from "../../src/slack/edge/web-client.ts";
import { Delivery } from "../../src/slack/posts/delivery.ts";
import type { Renderer } from "../../src/slack/posts/queue.ts";
import { type NewPost, openStore, type Store } from "../../src/store/index.ts";
import { eventually } from "./eventually.ts";
import { layStore } from "./laid-store.ts";

const section = (text: string) => ({ type: "section" as const, text: { type: "plain_text" as const, text } });
const drawn = (text: string) => ({ text, blocks: [section("short")] });

/** What a post shows, or a line says; null shows nothing. */
const Shown = z.object({ text: z.string().nullable() });

const audience = "result";

type Wrap = (posts: Store["posts"]) => PostQueue;

/** Delivery over real wires, whose retries are due at once. */
export async function startDelivery(
  queue: Wrap = (posts) => posts,
  rendering: () => void = () => {},
  retries = { firstMs: 2, longestMs: 20 },
) {
  const outside = await startOutside({ slack: { postLimit: null } });
  const directory = mkdtempSync(join(tmpdir(), "delivery-"));
  const passedMs = { monotonic: 0, wall: 0 };
  const url = `file:${join(directory, "db")}`;
  await layStore(url);
  const store = await openStore({ url, owner: "me", leaseMs: 60_000, now: () => new Date() });
  const logger = createSlackLogger(createLogger({ level: "silent", secrets: [] }));
  const { botToken, apiUrl } = outside.slack;
  const failures: string[] = [];
  const givenUp: string[] = [];
  const errors: unknown[] = [];
  const show = (shown: unknown) => {
    rendering();
    const { text } = Shown.parse(shown);
    return text === null ? null : drawn(text);
  };
  const renderer: Renderer = {
    async render({ subject, facts }) {
      const answer = show(facts);
      const leadsTo = subject.split(" to ")[1];
      const to = leadsTo === undefined ? null : await store.posts.find(leadsTo, audience);
      return answer === null ? null : { ...answer, links: [{ says: "Go to result", to }] };
    },
    line: async (_, event) => show(event),
  };
  const create = () =>
    new Delivery({
      // Its lease is renewed each second, in case a clock was set forward.
      queue: { ...queue(store.posts), hears: () => false },
      renderers: new Map([["test", renderer]]),
      plainWords: ({ subject }) => drawn(`${subject} was not drawn`),
      client: createSlackClient({ botToken, apiUrl, logger }),
      repeatNote: "may repeat",
      moved: "meant for {conversation}",
      isNamed: (conversation) => ["C0TESTS", "C0REVIEWS", "G0SECRET"].includes(conversation),
      pace: { postMs: 1, editMs: 1, editBurst: 10 },
      retries,
      clocks: {
        monotonicMs: () => performance.now() + passedMs.monotonic,
        wallMs: () => Date.now() + passedMs.wall,
      },
      random: () => 0,
      onFailure({ reason, err, givenUp: isGivenUp }) {
        failures.push(reason);
        if (isGivenUp) givenUp.push(reason);
        if (err !== undefined) errors.push(err);
      },
    });
  let delivery = create();
  onTestFinished(async () => {
    outside.slack.faults.clear();
    outside.slack.faults.releaseHangs();
    await delivery.stop(1000);
    await store.close();
    await outside.close();
    rmSync(directory, { recursive: true });
  });
  delivery.start();
  return {
    slack: outside.slack,
    store,
    failures,
    givenUp,
    errors,
    letPass(ms: number, clock: keyof typeof passedMs = "monotonic"): void {
      passedMs[clock] += ms;
    },
    stop: (limitMs = 1000) => delivery.stop(limitMs),
    /** The next start of the same process. */
    async restart(): Promise<void> {
      await delivery.stop(1000);
      delivery = create();
      delivery.start();
    },
    /** Until everything has arrived or is given up. */
    resolve: () => eventually(async () => expect(await store.posts.countQueued()).toBe(0)),
  };
}

/** Shows `text` from now on. */
export function aPost(
  subject: string,
  text: string | null = subject,
  destinations: readonly string[] = ["C0TESTS"],
): NewPost {
  return { subject, audience, kind: "test", facts: { text }, destinations };
}

/** The same of one that leads to another. */
export function aLeading(
  subject: string,
  to: string,
  destinations: readonly string[],
  text = subject,
): NewPost {
  return { ...aPost(`${subject} to ${to}`, text, destinations), linksTo: to };
}

export function aLine(subject: string, text: string | null) {
  return { subject, event: { text } };
}

/** Of what reached Slack: a new message. */
export const isPost = ({ name }: { name: string }) => name === "chat.postMessage";
