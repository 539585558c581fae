import { WebClient } from "@slack/web-api";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import type { SlackOptions, SlackWorkspace } from "../../../../sandbox/slack/types.ts";
import { startSlack } from "../../../../sandbox/slack/workspace.ts";
import { SILENT, startBolt, TEST_MANIFEST } from "./bolt-app.ts";

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of running.splice(0)) await stop();
});

async function bolt(...args: Parameters<typeof startBolt>): Promise<SlackWorkspace> {
  const { slack, stop } = await startBolt(...args);
  running.push(stop);
  return slack;
}

async function bare(options: Partial<SlackOptions> = {}): Promise<SlackWorkspace> {
  const slack = await startSlack({ manifest: TEST_MANIFEST, delivery: { kind: "socket" }, ...options });
  running.push(() => slack.close());
  return slack;
}

type Envelope = {
  envelope_id: string;
  type: string;
  payload: { [key: string]: unknown };
  retry_attempt?: number;
};

/** A hand-made socket of the bot that acknowledges only what it is told to. */
async function connect(slack: SlackWorkspace) {
  const client = new WebClient(slack.appToken, {
    slackApiUrl: slack.apiUrl,
    logger: SILENT,
    retryConfig: { retries: 0 },
  });
  const { url } = await client.apps.connections.open({});
  const socket = new WebSocket(url ?? "");
  const envelopes: Envelope[] = [];
  const before = slack.socket.connections();
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (typeof message.envelope_id === "string") envelopes.push(message);
  });
  await slack.waitFor(() => slack.socket.connections() > before);
  return {
    envelopes,
    ack: (index: number, payload: object = {}) =>
      socket.send(JSON.stringify({ envelope_id: envelopes[index]!.envelope_id, payload })),
    close: () => socket.close(),
  };
}

/** Polls: what a hand-made socket has read is no event of the workspace. */
const until = (read: () => boolean, what: string) =>
  vi.waitFor(() => expect(read(), what).toBe(true), { timeout: 10_000, interval: 10 });

function rules(slack: SlackWorkspace) {
  return slack.findings.map(({ rule }) => rule);
}

describe("what the manifest leaves out", () => {
  it("is not delivered", async () => {
    const slack = await bare();
    const joon = slack.as("U0JOON");
    expect((await joon.command("/nope")).trouble).toContain("not a valid command");
    expect(slack.ephemerals("U0JOON")).toMatchObject([{ source: "client" }]);
    expect((await joon.shortcut("nope")).trouble).toContain("no global shortcut");
    expect(slack.traffic).toEqual([]);
  });

  it("is nothing that strangers or leavers could get round", async () => {
    const slack = await bare();
    expect((await slack.as("U0OTHER").command("/hello")).trouble).toContain("not a valid command");
    expect(() => slack.as("U0GONE")).toThrow("can't use Slack");
    expect(() => slack.as("U404")).toThrow("nobody has");
    expect(() => slack.as("U0JOON").say("C0OLD", "x")).toThrow("archived");
    await expect(slack.as("U0JOON").command("/hello", "", { conversation: "G0SECRET" })).rejects.toThrow(
      "not in leads",
    );
  });
});

describe("an unanswered act", () => {
  it("fails at once when no socket of the bot is there", async () => {
    const slack = await bare();
    expect(await slack.as("U0JOON").command("/hello")).toMatchObject({
      ack: null,
      trouble: "dispatch_failed",
    });
    expect(slack.ephemerals("U0JOON")).toMatchObject([
      { text: '/hello failed with the error "dispatch_failed"' },
    ]);
    expect(slack.findings).toEqual([]);
  });

  it.each(["socket", "http"] as const)(
    "ends in operation_timeout after three seconds over %s",
    async (kind) => {
      const slack = await bolt((app) => app.command("/hello", async () => {}), { delivery: { kind } });
      const delivery = await slack.as("U0JOON").command("/hello");
      const isSocket = kind === "socket";
      expect(delivery.trouble).toBe("operation_timeout");
      expect(rules(slack)).toEqual(["no_ack"]);
      expect(slack.ephemerals("U0JOON").at(-1)?.text).toContain("operation_timeout");
      expect(delivery.envelopeId === null).toBe(!isSocket);
    },
  );

  it("does not come again, though it can be redelivered with the same envelope or a new one", async () => {
    const slack = await bare();
    const socket = await connect(slack);
    const command = slack.as("U0JOON").command("/hello", "x");
    await until(() => socket.envelopes.length === 1, "the command");
    socket.ack(0, { text: "one" });
    const { id } = await command;
    const again = slack.redeliver(id);
    await until(() => slack.traffic.length === 3, "the second delivery");
    socket.ack(0);
    expect((await again).ack).toMatchObject({ body: null });
    const renewed = slack.redeliver(id, { newEnvelope: true });
    await until(() => socket.envelopes.length === 3, "the third delivery");
    socket.ack(2);
    await renewed;
    const [first, second, third] = socket.envelopes;
    expect(second).toEqual(first);
    expect(third?.payload).toEqual(first?.payload);
    expect(third?.envelope_id).not.toBe(first?.envelope_id);
  });

  it("leaves double and late acks as findings", async () => {
    const slack = await bare();
    const socket = await connect(slack);
    const command = slack.as("U0JOON").command("/hello");
    await until(() => socket.envelopes.length === 1, "the command");
    socket.ack(0);
    socket.ack(0);
    await command;
    await until(() => slack.findings.length === 1, "the finding");
    expect(rules(slack)).toEqual(["double_ack"]);
  });
});

describe("events", () => {
  it("come again until they are acknowledged, with the attempt counted", async () => {
    const slack = await bare({ eventRetryDelaysMs: [0, 0] });
    const socket = await connect(slack);
    const opened = slack.as("U0JOON").openHome();
    await until(() => socket.envelopes.length === 2, "the retry");
    socket.ack(1);
    expect(await opened).toMatchObject({ ack: null, trouble: null });
    const [first, second] = socket.envelopes;
    expect([first?.retry_attempt, second?.retry_attempt]).toEqual([0, 1]);
    expect(second?.payload).toEqual(first?.payload);
    expect(rules(slack)).toEqual(["no_ack"]);
  });

  it("wait for a socket when there is none, and move to another one when theirs is cut", async () => {
    const slack = await bare();
    expect(await slack.setUserGroupMembers("S0ONCALL", ["U0MINA"])).toMatchObject({ ack: null });
    const first = await connect(slack);
    await until(() => first.envelopes.length === 1, "the waiting event");
    slack.socket.disconnect("drop");
    const second = await connect(slack);
    await until(() => second.envelopes.length === 1, "the event again");
    expect(second.envelopes[0]?.payload["event"]).toMatchObject({
      type: "subteam_members_changed",
      added_users: ["U0MINA"],
      removed_users: ["U0DANA"],
    });
    second.ack(0);
    expect(slack.findings).toEqual([]);
  });

  it("the manifest does not subscribe to stay where they are", async () => {
    const slack = await bolt(() => {});
    expect(await slack.sendEvent({ type: "message", text: "x" })).toMatchObject({ payload: {}, ack: null });
    expect(slack.traffic.filter(({ via }) => via === "socket")).toEqual([]);
  });

  it("open the Home tab over real Bolt, and publish it", async () => {
    const slack = await bolt((app) =>
      app.event("app_home_opened", async ({ event, client }) => {
        if (event.tab !== "home") return;
        await client.views.publish({
          user_id: event.user,
          view: { type: "home", blocks: [{ type: "divider" }] },
        });
      }),
    );
    const seen: string[] = [];
    slack.on((event) => void (event.kind === "home" && seen.push(event.userId)));
    await slack.as("U0MINA").openMessagesTab();
    await slack.as("U0MINA").openHome();
    await slack.waitFor(() => slack.home("U0MINA"), { what: "Mina's Home tab" });
    expect(seen).toEqual(["U0MINA"]);
  });
});

describe("sockets", () => {
  it("share the payloads: each goes to one of them", async () => {
    const slack = await bare();
    const sockets = [await connect(slack), await connect(slack)];
    const commands = ["a", "b", "c", "d"].map((text) => slack.as("U0JOON").command("/hello", text));
    await until(() => sockets.every(({ envelopes }) => envelopes.length === 2), "two each");
    for (const socket of sockets) for (const index of [0, 1]) socket.ack(index);
    expect((await Promise.all(commands)).map(({ trouble }) => trouble)).toEqual([null, null, null, null]);
    const texts = sockets.map(({ envelopes }) => envelopes.map(({ payload }) => payload["text"]));
    expect(texts.flat().toSorted()).toEqual(["a", "b", "c", "d"]);
  });

  it.each(["refresh_requested", "warning", "drop"] as const)("come back after %s", async (reason) => {
    const slack = await bolt((app) => app.command("/hello", async ({ ack }) => await ack("hi")));
    const counts: number[] = [];
    slack.on((event) => void (event.kind === "connection" && counts.push(event.connections)));
    slack.socket.disconnect(reason);
    await until(() => counts.includes(0) && slack.socket.connections() === 1, "the new socket");
    expect((await slack.as("U0JOON").command("/hello")).ack).toMatchObject({ body: { text: "hi" } });
  });

  it("are refused while connections are, and tickets open one socket each", async () => {
    const slack = await bare();
    const client = new WebClient(slack.appToken, {
      slackApiUrl: slack.apiUrl,
      logger: SILENT,
      retryConfig: { retries: 0 },
    });
    const { url } = await client.apps.connections.open({});
    slack.socket.refuseConnections(true);
    await expect(client.apps.connections.open({})).rejects.toMatchObject({ statusCode: 500 });
    const refused = (address: string) =>
      new Promise<string>((resolve) =>
        new WebSocket(address).once("error", ({ message }) => resolve(message)),
      );
    expect(await refused(url ?? "")).toContain("403");
    slack.socket.refuseConnections(false);
    await connect(slack);
    expect(await refused((url ?? "").replace(/ticket-\w+/, "ticket-forged"))).toContain("403");
  });
});

describe("signed HTTP", () => {
  const form = (text: string) =>
    new URLSearchParams({ command: "/hello", text, user_id: "U0JOON", channel_id: "C0TESTS" }).toString();

  it("is accepted, and the same body again with a new signature", async () => {
    let count = 0;
    const slack = await bolt(
      (app) =>
        app.command("/hello", async ({ ack }) => {
          count += 1;
          await ack();
        }),
      { delivery: { kind: "http" } },
    );
    const { id, ack } = await slack.as("U0JOON").command("/hello", "한글 & more");
    expect(ack).toMatchObject({ status: 200, body: null });
    expect((await slack.redeliver(id)).ack?.status).toBe(200);
    expect(count).toBe(2);
  });

  it("is refused when it is forged, stale, altered or unsigned", async () => {
    const slack = await bolt((app) => app.command("/hello", async ({ ack }) => await ack()), {
      delivery: { kind: "http" },
    });
    const body = form("x");
    const send = async (headers: { [name: string]: string }, sent = body) =>
      (await slack.deliverRaw({ body: sent, headers })).status;
    expect(await send(slack.signatureHeaders(body))).toBe(200);
    expect(await send(slack.signatureHeaders(body), form("y"))).toBe(401);
    expect(await send(slack.signatureHeaders(body, { secret: "other" }))).toBe(401);
    expect(await send(slack.signatureHeaders(body, { at: new Date(Date.now() - 301_000) }))).toBe(401);
    expect(await send({})).toBe(401);
  });

  it("counts an HTTP error as a failed dispatch", async () => {
    const slack = await bare({ delivery: { kind: "http" } });
    slack.setRequestUrl(`${slack.apiUrl.replace("/api/", "")}/nowhere`);
    expect(await slack.as("U0JOON").command("/hello")).toMatchObject({
      trouble: "dispatch_failed",
      ack: { status: 404 },
    });
    expect(rules(slack)).toEqual(["bad_status"]);
  });
});

describe("a response_url", () => {
  async function urlOf(slack: SlackWorkspace) {
    const { payload } = await slack.as("U0JOON").command("/hello", "", { conversation: "C0GENERAL" });
    const url = String(payload["response_url"]);
    return async (content: object) =>
      (await fetch(url, { method: "POST", body: JSON.stringify(content) })).status;
  }

  it("works five times, where the bot is no member too", async () => {
    const slack = await bare({ delivery: { kind: "http" } });
    const post = await urlOf(slack);
    expect(await post({ text: "for me" })).toBe(200);
    expect(await post({ text: "for all", response_type: "in_channel" })).toBe(200);
    expect(await post({ text: "x", blocks: [{ type: "banner" }] })).toBe(400);
    for (const status of [200, 200, 404]) expect(await post({ text: "more" })).toBe(status);
    expect(slack.messages("C0GENERAL")).toMatchObject([{ text: "for all", author: "U0BOT" }]);
    expect(rules(slack)).toEqual(["invalid_blocks", "used_url"]);
  });

  it("ends after thirty minutes", async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const slack = await bare({ delivery: { kind: "http" }, now: () => new Date(nowMs) });
    const post = await urlOf(slack);
    nowMs += 30 * 60_000 + 1;
    expect(await post({ text: "late" })).toBe(404);
    expect(rules(slack)).toEqual(["expired_url"]);
  });

  it("replaces and deletes what was clicked, a message or an ephemeral", async () => {
    const row = (text: string) => [
      { type: "section" as const, text: { type: "mrkdwn" as const, text } },
      {
        type: "actions" as const,
        elements: [
          {
            type: "button" as const,
            action_id: "go",
            text: { type: "plain_text" as const, text: "Go" },
            confirm: {
              title: { type: "plain_text" as const, text: "Go?" },
              text: { type: "plain_text" as const, text: "Sure?" },
              confirm: { type: "plain_text" as const, text: "Go" },
              deny: { type: "plain_text" as const, text: "Stay" },
            },
          },
        ],
      },
    ];
    const slack = await bolt((app) => {
      app.command("/hello", async ({ ack }) => await ack({ text: "ask", blocks: row("ask") }));
      app.action("go", async ({ ack, respond, body }) => {
        await ack();
        const isMessage = body.type === "block_actions" && body.message !== undefined;
        await respond(isMessage ? { replace_original: true, text: "replaced" } : { delete_original: true });
      });
    });
    const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, logger: SILENT });
    await client.chat.postMessage({ channel: "C0TESTS", text: "press", blocks: row("press") });
    const joon = slack.as("U0JOON");
    const message = slack.messages("C0TESTS")[0]!;
    expect(await joon.click({ message }, "go", { confirm: false })).toMatchObject({
      declined: true,
      payload: {},
    });
    await joon.click({ message }, "go");
    await slack.waitFor(() => slack.messages("C0TESTS")[0]?.text === "replaced");
    expect(slack.messages("C0TESTS")[0]?.blocks).toEqual([]);
    await joon.command("/hello");
    const ephemeral = slack.ephemerals("U0JOON")[0]!;
    await expect(slack.as("U0MINA").click({ ephemeral }, "go")).rejects.toThrow("does not see it");
    await joon.click({ ephemeral }, "go");
    await slack.waitFor(() => slack.ephemerals("U0JOON").length === 0);
    expect(slack.findings).toEqual([]);
  });
});

describe("waiting", () => {
  it("names what did not come and what happened meanwhile", async () => {
    const slack = await bare();
    await slack.as("U0JOON").command("/hello");
    const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, logger: SILENT });
    await client.auth.test();
    const waiting = slack.waitFor(() => null, { timeoutMs: 10, what: "a miracle" });
    await expect(waiting).rejects.toThrow(/a miracle did not come in 10 ms[\s\S]*web_api auth.test 200/);
  });

  it("keeps tokens out of the traffic", async () => {
    const slack = await bare();
    await fetch(`${slack.apiUrl}auth.test?token=${slack.botToken}`);
    expect(slack.traffic).toHaveLength(1);
    expect(JSON.stringify(slack.traffic)).not.toContain(slack.botToken);
  });
});

describe("a command with should_escape", () => {
  it("carries mentions as ids and entities", async () => {
    const slack = await bolt((app) =>
      app.command("/escaped", async ({ ack, command }) => await ack(command.text)),
    );
    await slack.as("U0JOON").command("/escaped", "<b> @mina.lee in #reviews, mail@mina.lee");
    expect(slack.ephemerals("U0JOON")[0]?.text).toBe(
      "&lt;b&gt; <@U0MINA|mina.lee> in <#C0REVIEWS|reviews>, mail@mina.lee",
    );
  });
});
