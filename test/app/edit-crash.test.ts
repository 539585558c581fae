import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { heldMark } from "../../sandbox/chaos/points.ts";
import { type Outside, startOutside } from "../../sandbox/sandbox.ts";
import { createSlackClient } from "../../src/slack/edge/edge.ts";
import { type NewPost, openStore } from "../../src/store/index.ts";
import { SILENT } from "../unit/sandbox/slack/bolt-app.ts";

const tests = "C0TESTS";
const script = fileURLToPath(new URL("../support/delivery-process.ts", import.meta.url));
const watcher = fileURLToPath(new URL("../../sandbox/chaos/hold.ts", import.meta.url));

const keyed = (kind: NewPost["kind"], text: string): NewPost => ({
  kind,
  key: "operation:1:result",
  destinations: [tests],
  body: { text, blocks: [{ type: "section", text: { type: "plain_text", text } }] },
  author: "U0JOON",
});

/** A post that Slack has, with an edit and a line that wait to be delivered. */
async function start() {
  const outside = await startOutside();
  const directory = mkdtempSync(join(tmpdir(), "edit-crash-"));
  const url = `file:${join(directory, "db")}`;
  onTestFinished(async () => {
    await outside.close();
    rmSync(directory, { recursive: true });
  });
  const store = await openStore({ url, owner: "test", leaseMs: 60_000, now: () => new Date() });
  await store.posts.add([keyed("post", "unknown")]);
  const [post] = await store.posts.claim(1);
  const { botToken, apiUrl } = outside.slack;
  const client = createSlackClient({ botToken, apiUrl, logger: SILENT });
  const { channel = "", ts = "" } = await client.chat.postMessage({ channel: tests, text: "unknown" });
  await store.posts.posted(post!.id, { channel, ts });
  await store.posts.add([keyed("edit", "accepted"), keyed("line", line)]);
  await store.close();
  return { outside, url };
}

/** Delivers until `isReached`, or the watcher says that it holds the process, and is then killed. */
async function deliverUntil(
  { slack }: Outside,
  { url, hold }: { url: string; hold?: string },
  isReached: () => boolean,
): Promise<void> {
  const child = spawn(process.execPath, ["--import", watcher, script, url, slack.apiUrl, slack.botToken], {
    env: { ...process.env, CHAOS_HOLD: hold ?? "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  const { promise: held, resolve } = Promise.withResolvers<void>();
  child.stdout.on("data", (chunk: Buffer) => chunk.includes(heldMark) && resolve());
  await (hold === undefined ? slack.waitFor(isReached, { timeoutMs: 20_000 }) : held);
  child.kill("SIGKILL");
  await exited;
  slack.faults.clear();
  slack.faults.releaseHangs();
}

const line = "a late answer";
const marked = `${line}\nmay repeat`;

/** An edit made twice is one state; a line that Slack may have had says so. */
const points = [
  { title: "Slack holds the edit", method: "chat.update", kind: "hang", lines: [line] },
  { title: "Slack shows the edit, not answered", method: "chat.update", kind: "late", lines: [line] },
  { title: "Slack answered the edit, not committed", hold: "before posted", lines: [line] },
  { title: "Slack holds the line", method: "chat.postMessage", kind: "hang", lines: [marked] },
  {
    title: "Slack shows the line, not answered",
    method: "chat.postMessage",
    kind: "late",
    lines: [line, marked],
  },
] as const;

it.each(points)(
  "a bot killed when $title tells the newest state in one post, and its line under it",
  async (point) => {
    const { outside, url } = await start();
    const { slack } = outside;
    const texts = () => slack.messages(tests).map(({ text }) => text);
    if ("hold" in point) await deliverUntil(outside, { url, hold: point.hold }, () => false);
    else {
      const before = slack.traffic.length;
      slack.faults.webApi({ method: point.method, kind: point.kind });
      const isAsked = () => slack.traffic.slice(before).some(({ name }) => name === point.method);
      await deliverUntil(outside, { url }, isAsked);
    }
    const told = ["accepted", ...point.lines];
    await deliverUntil(outside, { url }, () => texts().length === told.length);
    expect(texts()).toEqual(told);
  },
  60_000,
);
