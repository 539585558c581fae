import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../sandbox/sandbox.ts";
import type { Delivery } from "../../sandbox/slack/index.ts";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { heading } from "../support/words.ts";

const joon = "U0JOON";
const answered = 5;
const onTheirWay = 2;
const conversations = ["C0TESTS", "C0REVIEWS", "C0ONCALL", "C0GENERAL"];

it("the bot over Socket Mode loses no acknowledged command when Slack refreshes or cuts connections", async () => {
  const { slack, platform, log } = await startChatops();
  const typed: Promise<Delivery>[] = [];
  const type = (count: number) => {
    for (let left = count; left > 0; left -= 1) {
      const number = typed.length;
      const conversation = conversations[number % conversations.length]!;
      typed.push(slack.as(joon).command("/msg-send", `joon Number ${number}.`, { conversation }));
    }
  };
  for (const cut of ["refresh_requested", "drop", "warning", null] as const) {
    type(answered);
    await Promise.all(typed);
    type(onTheirWay);
    if (cut !== null) slack.socket.disconnect(cut);
    await Promise.all(typed);
    await slack.socket.ready();
  }
  const deliveries = await Promise.all(typed);
  const posts = () => conversations.flatMap((conversation) => slack.messages(conversation));
  const sent = () => platform.state.messages.map(({ request }) => JSON.stringify(request));
  const acknowledged = deliveries.flatMap(({ ack }, number) => (ack === null ? [] : [number]));
  const timesSent = (number: number) => sent().filter((body) => body.includes(`Number ${number}.`)).length;
  const isAccepted = ({ text }: { text: string }) => text.includes(heading.accepted);
  await eventually(() => {
    expect(acknowledged.filter((number) => timesSent(number) === 0)).toEqual([]);
    expect(posts().filter(isAccepted)).toHaveLength(sent().length);
  });
  for (const [number, { ack, trouble }] of deliveries.entries()) {
    if (ack === null) expect(trouble).not.toBeNull();
    expect(timesSent(number), `number ${number}`).toBeLessThanOrEqual(1);
  }
  // A command on its way may be lost when its connection is cut; the last round's is not cut.
  expect(acknowledged.length).toBeGreaterThanOrEqual(4 * answered + onTheirWay);
  expect(slack.findings.filter(({ rule }) => rule === "no_ack")).toEqual([]);
  expect(log()).not.toContain("unhandled");
});

it("the bot over Socket Mode reconnects by itself after an outage", async () => {
  const { slack, fatal } = await startChatops();
  const opens = () => slack.traffic.filter(({ name }) => name === "apps.connections.open");
  slack.socket.refuseConnections(true);
  slack.socket.disconnect("drop");
  await slack.waitFor(() => opens().filter(({ status }) => status === 500).length >= 6, {
    what: "six failed tries",
  });
  const missed = await slack.as(joon).command("/msg-send", "joon Hello", { conversation: "C0TESTS" });
  expect(missed.trouble).toBe("dispatch_failed");
  slack.socket.refuseConnections(false);
  await slack.socket.ready();
  const heard = await slack.as(joon).command("/msg-send", "joon Hello", { conversation: "C0TESTS" });
  expect(heard.ack?.status).toBe(200);
  expect(fatal).toEqual([]);
});

it("the bot exits with one line in its log when Slack revokes its app token", async () => {
  const { slack, bot, ...sandbox } = await startSandbox();
  onTestFinished(() => sandbox.close());
  slack.faults.webApi({ method: "apps.connections.open", kind: "error", error: "token_revoked" });
  slack.socket.disconnect("drop");
  expect(await bot.exited).toEqual({ code: 1, signal: null });
  const last = bot.lines.filter((line) => line.includes('"level":60') || line.includes('"fatal"'));
  expect(last).toHaveLength(1);
  expect(last[0]).toContain("Slack refuses SLACK_APP_TOKEN: token_revoked");
});
