import { expect, it, vi } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { findFreePort } from "../support/free-port.ts";
import { joon, tests } from "../support/names.ts";
import { heading } from "../support/words.ts";

async function scrape(port: number, path = "/metrics") {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: reply.status, type: reply.headers.get("content-type"), text: await reply.text() };
}

function readSeries(text: string, series: string): number | null {
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

it("the metrics count acts, platform calls, acknowledgements and posts, and name no person", async () => {
  const { slack, platform, app, person } = await startChatops();
  await person.command("/msg-send", "joon Zaubertrank");
  platform.faults.next({ kind: "refuse", errorCode: "Forbidden", status: 403 });
  await person.command("/msg-send", "joon Zaubertrank");
  await slack.waitFor(() => slack.messages(tests).length === 2);
  await eventually(async () => {
    const { text } = await scrape(app.port);
    expect(readSeries(text, 'chatops_posts_total{fate="delivered"}')).toBeGreaterThanOrEqual(2);
    expect(readSeries(text, "chatops_posts_queued")).toBe(0);
  });

  const { status, type, text } = await scrape(app.port);
  expect(status).toBe(200);
  expect(type).toContain("text/plain; version=0.0.4");
  const ends = 'chatops_operations_ended_total{kind="messages.send",outcome=';
  expect(readSeries(text, `${ends}"accepted",transition="closed"}`)).toBe(1);
  expect(readSeries(text, `${ends}"refused",transition="closed"}`)).toBe(1);
  expect(readSeries(text, 'chatops_acts_total{kind="messages.send",result="stored"}')).toBe(2);
  expect(readSeries(text, 'chatops_acknowledgement_seconds_count{surface="command"}')).toBe(2);
  const calls = 'chatops_platform_call_seconds_count{operation="sendMessage",end=';
  expect(readSeries(text, `${calls}"accepted"}`)).toBe(1);
  expect(readSeries(text, `${calls}"refused"}`)).toBe(1);
  expect(readSeries(text, "chatops_operations_open")).toBe(0);
  expect(readSeries(text, "chatops_slack_connections")).toBeGreaterThanOrEqual(1);
  expect(readSeries(text, "process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  for (const secret of [joon, tests, "Zaubertrank", "01000000001", platform.apiKey]) {
    expect(text.includes(secret), `${secret} is in the metrics`).toBe(false);
  }
});

it("the metrics count an unknown outcome and its late correction separately", async () => {
  const { slack, platform, app } = await startChatops({ endsSilence: true });
  platform.faults.next({ kind: "silence" });
  await slack.as(joon).command("/msg-send", "joon Hi");
  await slack.waitFor(() => slack.messages(tests).length > 0);
  platform.faults.release();
  const ends = 'chatops_operations_ended_total{kind="messages.send",outcome=';
  await eventually(async () => {
    const { text } = await scrape(app.port);
    expect(readSeries(text, `${ends}"unknown",transition="closed"}`)).toBe(1);
    expect(readSeries(text, `${ends}"accepted",transition="corrected"}`)).toBe(1);
  });
});

it("the metrics count a post that is sent to another conversation than its own", async () => {
  // Its owner would be asked about it in a second post.
  const { slack, app } = await startChatops({ env: { TEST_RECIPIENTS: "joon:01000000001" } });
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "is_archived", times: 1 });
  await slack.as(joon).command("/msg-send", "joon Hi");
  await slack.post(heading.accepted, joon);
  expect(slack.messages(tests)).toEqual([]);
  await eventually(async () => {
    const { text } = await scrape(app.port);
    expect(readSeries(text, 'chatops_posts_total{fate="readdressed"}')).toBe(1);
    expect(readSeries(text, 'chatops_posts_total{fate="delivered"}')).toBe(1);
  });
});

it("the event loop's delay is sampled ten times a second, and no more often", async () => {
  const { app } = await startChatops();
  // A scrape empties the histogram, so that the next one waits for new values.
  const least = await vi.waitFor(
    async () => {
      const { text } = await scrape(app.port);
      const seconds = readSeries(text, "nodejs_eventloop_lag_min_seconds");
      expect(seconds).toBeLessThan(60);
      return seconds;
    },
    { timeout: 40_000, interval: 500 },
  );
  expect(least).toBeGreaterThan(0.09);
});

it("the metrics are served only on OPS_PORT when it is set", async () => {
  const opsPort = await findFreePort();
  const { app } = await startChatops({ mode: "http", env: { OPS_PORT: String(opsPort) } });
  expect((await scrape(opsPort)).status).toBe(200);
  expect((await scrape(opsPort, "/readyz")).status).toBe(200);
  expect((await scrape(app.port)).status).toBe(404);
});
