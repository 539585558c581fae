import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { machineNowIn } from "../../../../test/support/story-clock.ts";
import { bare, bolt, connect, until } from "./bare-socket.ts";
import { rules, startWithClient } from "./web-client.ts";

describe("in the sandbox's Slack, an act that the manifest lacks or that its person may not do", () => {
  it("is refused, and is not delivered to the bot", async () => {
    const slack = await bare();
    const joon = slack.as("U0JOON");
    expect((await joon.command("/nope")).trouble).toContain("not a valid command");
    expect((await joon.shortcut("nope")).trouble).toContain("no global shortcut");
    expect((await slack.as("U0OTHER").command("/hello")).trouble).toContain("not a valid command");
    await expect(joon.command("/hello", "", { conversation: "G0SECRET" })).rejects.toThrow("not in leads");
    expect(() => joon.say("C0OLD", "x")).toThrow("archived");
    expect(() => slack.as("U0GONE")).toThrow("can't use Slack");
    expect(() => slack.as("U404")).toThrow("nobody has");
    expect(await slack.sendEvent({ type: "message", text: "x" })).toMatchObject({ payload: {}, ack: null });
    expect(slack.traffic).toEqual([]);
  });
});

describe("an act in the sandbox's Slack", () => {
  it("fails at once when the bot has no socket open", async () => {
    const slack = await bare();
    const failed = { ack: null, trouble: "dispatch_failed" };
    expect(await slack.as("U0JOON").command("/hello")).toMatchObject(failed);
    expect(slack.ephemerals("U0JOON")).toMatchObject([{ text: expect.stringContaining("dispatch_failed") }]);
  });

  it.each(["socket", "http"] as const)(
    "times out after three seconds without an acknowledgement, over %s",
    async (kind) => {
      const slack = await bolt((app) => app.command("/hello", async () => {}), { delivery: { kind } });
      expect((await slack.as("U0JOON").command("/hello")).trouble).toBe("operation_timeout");
      expect(rules(slack)).toEqual(["no_ack"]);
      expect(slack.ephemerals("U0JOON").at(-1)?.text).toContain("operation_timeout");
    },
  );

  it("can be delivered once more, with the same envelope or with a new one", async () => {
    const slack = await bare();
    const socket = await connect(slack);
    const command = slack.as("U0JOON").command("/hello", "x");
    await until(() => socket.envelopes.length === 1, "the command");
    socket.ack(0, { text: "one" });
    const { id } = await command;
    const again = slack.redeliver(id);
    await until(() => slack.traffic.length === 3, "the second delivery");
    socket.ack(0);
    await again;
    const renewed = slack.redeliver(id, { newEnvelope: true });
    await until(() => socket.envelopes.length === 3, "the third delivery");
    socket.ack(2);
    await renewed;
    const [first, second, third] = socket.envelopes;
    expect(second).toEqual(first);
    expect(third?.payload).toEqual(first?.payload);
    expect(third?.envelope_id).not.toBe(first?.envelope_id);
  });

  it("is reported as a broken Slack rule when it is acknowledged twice", async () => {
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

  it("carries mentions as ids and entities when its command has should_escape", async () => {
    const slack = await bolt((app) =>
      app.command("/escaped", async ({ ack, command }) => await ack(command.text)),
    );
    await slack.as("U0JOON").command("/escaped", "<b> @mina.lee in #reviews, mail@mina.lee");
    expect(slack.ephemerals("U0JOON")[0]?.text).toBe(
      "&lt;b&gt; <@U0MINA|mina.lee> in <#C0REVIEWS|reviews>, mail@mina.lee",
    );
  });
});

describe("an event in the sandbox's Slack", () => {
  it("is delivered again until it is acknowledged, with the number of the attempt", async () => {
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

  it("waits until a socket is open, and moves to another socket when its own is cut", async () => {
    const slack = await bare();
    expect(await slack.setUserGroupMembers("S0ONCALL", ["U0MINA"])).toMatchObject({ ack: null });
    const first = await connect(slack);
    await until(() => first.envelopes.length === 1, "the waiting event");
    slack.socket.disconnect("drop");
    const second = await connect(slack);
    await until(() => second.envelopes.length === 1, "the event again");
    const changed = { type: "subteam_members_changed", added_users: ["U0MINA"], removed_users: ["U0DANA"] };
    expect(second.envelopes[0]?.payload["event"]).toMatchObject(changed);
  });
});

describe("the sockets of the sandbox's Slack", () => {
  it("share the deliveries, and each delivery goes to one of them", async () => {
    const slack = await bare();
    const sockets = [await connect(slack), await connect(slack)];
    const commands = ["a", "b", "c", "d"].map((text) => slack.as("U0JOON").command("/hello", text));
    await until(() => sockets.every(({ envelopes }) => envelopes.length === 2), "two each");
    for (const socket of sockets) for (const index of [0, 1]) socket.ack(index);
    await Promise.all(commands);
    const texts = sockets.flatMap(({ envelopes }) => envelopes.map(({ payload }) => payload["text"]));
    expect(texts.toSorted()).toEqual(["a", "b", "c", "d"]);
  });

  it("can't be opened while connections are refused, or with a forged ticket", async () => {
    const slack = await bare();
    const open = async () => {
      const headers = { authorization: `Bearer ${slack.appToken}` };
      return await fetch(`${slack.apiUrl}apps.connections.open`, { method: "POST", headers });
    };
    const url = String(Object(await (await open()).json()).url);
    slack.socket.refuseConnections(true);
    expect((await open()).status).toBe(500);
    const refused = (address: string) =>
      new Promise<string>((resolve) =>
        new WebSocket(address).once("error", ({ message }) => resolve(message)),
      );
    expect(await refused(url)).toContain("403");
    slack.socket.refuseConnections(false);
    expect(await refused(url.replace(/ticket-\w+/, "ticket-forged"))).toContain("403");
  });
});

describe("signed HTTP of the sandbox's Slack", () => {
  const form = (text: string) =>
    new URLSearchParams({ command: "/hello", text, user_id: "U0JOON", channel_id: "C0TESTS" }).toString();

  it("is refused by Bolt when it is forged, stale, altered or unsigned", async () => {
    const slack = await bolt((app) => app.command("/hello", async ({ ack }) => await ack()), {
      delivery: { kind: "http" },
    });
    const body = form("x");
    const send = async (headers: { [name: string]: string }, sent = body) =>
      (await slack.deliverRaw({ body: sent, headers })).status;
    expect(await send(slack.signatureHeaders(body))).toBe(200);
    expect(await send(slack.signatureHeaders(body), form("y"))).toBe(401);
    expect(await send(slack.signatureHeaders(body, { secret: "other" }))).toBe(401);
    expect(await send(slack.signatureHeaders(body, { at: machineNowIn({ seconds: -301 }) }))).toBe(401);
    expect(await send({})).toBe(401);
  });

  it("reports a failed dispatch when the bot answers with an error status", async () => {
    const slack = await bare({ delivery: { kind: "http" } });
    slack.setRequestUrl(`${slack.apiUrl.replace("/api/", "")}/nowhere`);
    const failed = { trouble: "dispatch_failed", ack: { status: 404 } };
    expect(await slack.as("U0JOON").command("/hello")).toMatchObject(failed);
    expect(rules(slack)).toEqual(["bad_status"]);
  });
});

it("slack.waitFor names what did not come, and the calls meanwhile without their tokens", async () => {
  const { slack, client } = await startWithClient();
  await client.auth.test();
  await fetch(`${slack.apiUrl}auth.test?token=${slack.botToken}`);
  const waiting = slack.waitFor(() => null, { timeoutMs: 10, what: "a miracle" });
  await expect(waiting).rejects.toThrow(/a miracle did not come in 10 ms[\s\S]*web_api auth.test 200/);
  expect(JSON.stringify(slack.traffic)).not.toContain(slack.botToken);
});
