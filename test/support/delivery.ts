import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startOutside } from "../../sandbox/sandbox.ts";
import { createLogger, createSlackLogger } from "../../src/log.ts";
import { createSlackClient } from "../../src/slack/edge/edge.ts";
import { Delivery } from "../../src/slack/posts/delivery.ts";
import { parsePostBody } from "../../src/slack/posts/publisher.ts";
import type { PostQueue } from "../../src/slack/posts/queue.ts";
import { type NewPost, openStore, type Store } from "../../src/store/index.ts";
import { layStore } from "./laid-store.ts";

const section = (text: string) => ({ type: "section", text: { type: "plain_text", text } });

const meant = { before: "meant for ", after: "" };

/** Delivery over real wires; a clock that has run ahead makes every retry due at once. */
export async function startDelivery(queue: (posts: Store["posts"]) => PostQueue = (posts) => posts) {
  const outside = await startOutside({ slack: { postLimit: null } });
  const directory = mkdtempSync(join(tmpdir(), "delivery-"));
  let aheadMs = 0;
  let passedMs = 0;
  const now = () => {
    aheadMs += 5000;
    return new Date(Date.now() + aheadMs);
  };
  const url = `file:${join(directory, "db")}`;
  await layStore(url);
  const store = await openStore({
    url,
    owner: "me",
    leaseMs: 3_600_000,
    now,
  });
  const logger = createSlackLogger(createLogger({ level: "silent", secrets: [] }));
  const { botToken, apiUrl } = outside.slack;
  const failures: string[] = [];
  const givenUp: string[] = [];
  const errors: unknown[] = [];
  const delivery = new Delivery({
    queue: queue(store.posts),
    client: createSlackClient({ botToken, apiUrl, logger }),
    parseBody: parsePostBody,
    repeatNote: "may repeat",
    words: {
      moved: { shared: meant, archived: meant, notInvited: meant, other: meant },
      link: "Go to result",
    },
    trusted: new Set(["C0TESTS", "C0REVIEWS"]),
    paceMs: 1,
    now,
    clocks: { monotonicMs: () => performance.now() + passedMs, wallMs: () => Date.now() },
    random: () => 0,
    onFailure({ reason, err, givenUp: isGivenUp }) {
      failures.push(reason);
      if (isGivenUp) givenUp.push(reason);
      if (err !== undefined) errors.push(err);
    },
  });
  onTestFinished(async () => {
    await delivery.stop(1000);
    await store.close();
    await outside.close();
    rmSync(directory, { recursive: true });
  });
  delivery.start();
  const letPass = (ms: number) => {
    passedMs += ms;
  };
  return { slack: outside.slack, store, failures, givenUp, errors, letPass };
}

/** What a test adds: `own` has the kind and key where it matters. */
export function aPost(
  text: string,
  destinations = ["C0TESTS"],
  own: Pick<NewPost, "kind" | "key"> = { kind: "post", key: null },
): NewPost {
  const post = { destinations, body: { text, blocks: [section("short")] }, author: "U0JOON" };
  const { kind, key } = own;
  return kind === "post" || key === null ? { ...post, kind: "post", key } : { ...post, kind, key };
}
