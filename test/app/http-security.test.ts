import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { parsingMs } from "../support/processor-time.ts";
import { sends } from "../support/sends.ts";
import { machineNowIn } from "../support/story-clock.ts";

const form = (text: string) =>
  new URLSearchParams({
    command: "/msg-send",
    text,
    user_id: "U0JOON",
    channel_id: "C0TESTS",
    team_id: "T0",
    trigger_id: `1.1.${text.length}`,
    response_url: "http://127.0.0.1:9/never",
    api_app_id: "A0",
  }).toString();

const urlencoded = { "content-type": "application/x-www-form-urlencoded" };

it("a forged, stale, unsigned or altered HTTP request is answered 401, and has no effect", async () => {
  const { slack, platform } = await startChatops({ mode: "http" });
  const body = form("joon Hi");
  const signed = (options: Parameters<typeof slack.signatureHeaders>[1] = {}) => ({
    ...urlencoded,
    ...slack.signatureHeaders(body, options),
  });
  const attempts = {
    unsigned: { body, headers: urlencoded },
    forged: { body, headers: signed({ secret: "0".repeat(32) }) },
    stale: { body, headers: signed({ at: machineNowIn({ minutes: -6 }) }) },
    altered: { body: form("joon Something else"), headers: signed() },
    "without a timestamp": {
      body,
      headers: {
        ...urlencoded,
        "x-slack-signature": String(slack.signatureHeaders(body)["x-slack-signature"]),
      },
    },
    "with an empty signature": { body, headers: { ...signed(), "x-slack-signature": "" } },
  };
  for (const [name, attempt] of Object.entries(attempts)) {
    expect(await slack.deliverRaw(attempt), name).toMatchObject({ status: 401, body: "" });
  }
  const right = await slack.deliverRaw({ body, headers: signed() });
  expect(right.status).toBe(200);
  await slack.post();
  expect(sends(platform)).toHaveLength(1);

  // The signature has no nonce: the same bytes again are the same act.
  expect((await slack.deliverRaw({ body, headers: signed() })).body).toBe(right.body);
  expect(sends(platform)).toHaveLength(1);
});

/** Processor time of this thread, which other work on the machine does not add to. */
function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

it("a large HTTP form without a valid signature is refused before it is parsed", async () => {
  const { slack } = await startChatops({ mode: "http" });
  const body = `a=${"+".repeat(4_190_000)}`;
  for (const signature of [{}, slack.signatureHeaders(body, { secret: "0".repeat(32) })]) {
    let last = busyMs();
    let longest = 0;
    const timer = setInterval(() => {
      longest = Math.max(longest, busyMs() - last);
      last = busyMs();
    }, 1);
    const { status } = await slack.deliverRaw({ body, headers: { ...urlencoded, ...signature } });
    clearInterval(timer);
    expect([401, 413]).toContain(status);
    // Parsing the form takes three times as long.
    expect(longest).toBeLessThan(2 * parsingMs());
  }
});

it("Slack's TLS check is answered without a signature, and has no effect", async () => {
  const { slack, platform } = await startChatops({ mode: "http" });
  const check = await slack.deliverRaw({ body: "ssl_check=1&token=abc", headers: urlencoded });
  expect(check.status).toBe(200);
  const smuggled = `ssl_check=1&${form("joon Hi")}`;
  expect((await slack.deliverRaw({ body: smuggled, headers: urlencoded })).status).toBe(200);
  expect(sends(platform)).toEqual([]);
  const long = `ssl_check=1&token=${"a".repeat(1024)}`;
  expect((await slack.deliverRaw({ body: long, headers: urlencoded })).status).toBe(413);
});

it("the app's port serves only known paths, and no Slack endpoint in Socket Mode", async () => {
  const http = await startChatops({ mode: "http" });
  const url = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;
  expect((await fetch(url(http.app.port, "/slack/install"))).status).toBe(404);
  expect((await fetch(url(http.app.port, "/slack/events"))).status).toBe(404);
  expect((await fetch(url(http.app.port, "/healthz"))).status).toBe(200);
  expect((await fetch(url(http.app.port, "/readyz"))).status).toBe(200);
  const huge = "x".repeat(5 * 1024 * 1024);
  expect((await http.slack.deliverRaw({ body: huge, headers: urlencoded })).status).toBe(413);

  const socket = await startChatops();
  const answer = await fetch(url(socket.app.port, "/slack/events"), {
    method: "POST",
    body: form("joon Hi"),
  });
  expect(answer.status).toBe(404);
  expect(sends(socket.platform)).toEqual([]);
});
