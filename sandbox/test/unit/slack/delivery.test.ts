import { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { SILENT } from "../../support/bolt-app.ts";
import { bare, bolt, connect, until } from "./bare-socket.ts";
import { rules } from "./web-client.ts";

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
