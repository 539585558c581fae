import { describe, expect, it, onTestFinished } from "vitest";
import { type Outside, startSandbox } from "../../sandbox/sandbox.ts";
import type { Actor } from "../../sandbox/slack/index.ts";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { bothModes, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { startLossyWay } from "../support/lossy-way.ts";
import { sends } from "../support/sends.ts";
import { machineNowIn } from "../support/story-clock.ts";
import { en, heading, reason } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

/** Asks for the form again if a busy machine took longer than Slack lets a form be opened. */
async function openForm(slack: Outside["slack"], person: Actor): Promise<void> {
  await eventually(async () => {
    if (person.views().length === 0) await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  });
}

const errorsIn = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('"level":"error"') || line.includes('"level":"fatal"'));

describe.each(bothModes)("a bot process that was paused for seconds, over %s", (mode) => {
  it("sends nothing that Slack gave up during the pause, and sends what comes after it", async () => {
    // The phone has no owner, whom the app would look up at the start: it knows nobody yet.
    const env = { TEST_RECIPIENTS: "joon:01000000001" };
    const { slack, platform, bot, ...sandbox } = await startSandbox({ mode, env });
    onTestFinished(() => sandbox.close());
    const [person, other] = [slack.as(joon), slack.as("U0MINA")];
    await openForm(slack, other);
    await other.fillAll({ to: "joon", text: "In the form" });
    // A first form that was too late has logged an error.
    const before = errorsIn(bot.lines).length;
    process.kill(bot.pid, "SIGSTOP");
    const [typed, submitted] = await Promise.all([
      person.command("/msg-send", "joon Given up", { conversation: tests }),
      other.submit(),
    ]).finally(() => {
      process.kill(bot.pid, "SIGCONT");
    });
    expect(typed.trouble).toBe("operation_timeout");
    expect(submitted.kind).toBe("trouble");
    // Over Socket Mode Slack takes a late answer, and doesn't show it.
    const isTold = ({ text }: { text: string }) => text === en.common.tooSlow;
    if (mode === "http")
      await slack.waitFor(() => slack.ephemerals(joon).some(isTold), { what: "that nothing was sent" });
    expect(sends(platform)).toEqual([]);
    await eventually(async () => {
      const { ack } = await person.command("/msg-send", "joon Typed again", { conversation: tests });
      expect(JSON.stringify(ack?.body)).toContain("Sending to joon");
    });
    await eventually(async () => expect(await other.submit()).toMatchObject({ kind: "cleared" }));
    await slack.waitFor(() => slack.messages(tests).length === 2, { what: "both results" });
    const sent = sends(platform).map(({ body }) => JSON.stringify(body));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toContain("Typed again");
    expect(sent[1]).toContain("In the form");
    expect(errorsIn(bot.lines).slice(before)).toEqual([]);
  });
});

it("a command whose connection was cut before its acknowledgement is posted as not sent", async () => {
  const chatops = await startChatops({ mode: "http" });
  const { slack, platform, app, env, log } = chatops;
  const person = slack.as(joon);
  // So that the app knows the person already, and waits only for the store.
  await person.command("/msg-help", "", { conversation: tests });
  const { cut } = await startLossyWay(chatops);
  const writer = await startOutsideWriter(env["DATABASE_URL"]!.slice("file:".length));
  const healthy = () => fetch(`http://127.0.0.1:${app.port}/healthz`);
  const command = person.command("/msg-send", "joon Nobody was told", { conversation: tests });
  // By the second answer the bot has seen the command, and the end of its connection.
  await cut();
  await healthy();
  await writer.release();
  const { id, trouble } = await command;
  expect(trouble).toBe("dispatch_failed");
  const post = await slack.waitFor(() => slack.messages(tests)[0], {
    what: "what became of it",
  });
  expect(post.text).toContain(heading.notSent);
  expect(post.text).toContain(reason("NotAcknowledged"));
  await slack.waitFor(() => slack.ephemerals(joon).find(({ text }) => text === en.common.tooSlow), {
    what: "that nothing was sent",
  });
  expect(log()).toContain("an answer came too late for Slack");
  expect(errorsIn(log().split("\n"))).toEqual([]);
  // Slack delivers the command again, since it got no acknowledgement.
  const again = await slack.redeliver(id);
  expect(again.ack?.body).toMatchObject({
    text: en.common.submitted(en.outcomes.title.not_sent(en.outcomes.message)),
  });
  expect(sends(platform)).toEqual([]);
  expect(slack.messages(tests)).toHaveLength(1);
});

/** A proxy may hold a delivery back until Slack has given it up. */
it("a delivery signed too long ago has no effect, even when it is repeated, and on-call gets one post", async () => {
  const { slack, platform, app, log } = await startChatops({ mode: "http" });
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const deliver = async (
    command: string,
    text: string,
    { id = text.replaceAll(" ", "-"), at = machineNowIn({}) } = {},
  ) => {
    const body = new URLSearchParams({
      ...{ command, text, user_id: joon, channel_id: tests, team_id: "T0", api_app_id: "A0" },
      ...{ trigger_id: `1.1.${id}`, response_url: "http://127.0.0.1:9/never" },
    }).toString();
    const headers = { ...type, ...slack.signatureHeaders(body, { at }) };
    return (await slack.deliverRaw({ body, headers })).body;
  };
  const { oldDeliveries } = en.edge;
  // Older than the limit of tests, which is wider than production's.
  const at = machineNowIn({ seconds: -70 });
  const tooSlow = { text: en.common.tooSlow };
  expect(JSON.parse(await deliver("/msg-send", "joon Held back", { at }))).toMatchObject(tooSlow);
  expect(log()).toMatch(/A delivery was 7\d s old, or this machine's clock is ahead/);
  expect(JSON.parse(await deliver("/msg-help", "", { at, id: "look" }))).toMatchObject(tooSlow);
  expect(JSON.parse(await deliver("/msg-send", "joon Held back"))).toMatchObject(tooSlow);
  const metrics = await (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text();
  expect(metrics).toMatch(/^chatops_old_deliveries_total 2$/m);
  const told = () => slack.messages("C0ONCALL").filter(({ text }) => text.includes(oldDeliveries.title));
  await slack.waitFor(() => told().length > 0, { what: "the finding" });
  for (const line of oldDeliveries.says) expect(told()[0]?.text).toContain(line);
  // A delivery younger than the limit is handled: only a closed connection would say that Slack gave it up.
  await deliver("/msg-send", "joon Typed again", { at: machineNowIn({ seconds: -30 }) });
  await slack.waitFor(() => slack.messages(tests).length > 0, { what: "its result" });
  const sent = sends(platform).map(({ body }) => JSON.stringify(body));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("Typed again");
  expect(told()).toHaveLength(1);
});
