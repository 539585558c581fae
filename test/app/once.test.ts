import { describe, expect, it } from "vitest";
import { bothModes, type Chatops, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

/** Sends a second message after all copies of the first: once it has its result, so would they. */
async function expectOneAct({ slack, platform }: Chatops, text: string) {
  await slack.as("U0SORA").command("/msg-send", "joon Marker", { conversation: tests });
  await slack.waitFor(() => slack.messages(tests).length >= 2, { what: "both results" });
  const bodies = sends(platform).map(({ body }) => JSON.stringify(body));
  expect(bodies.filter((body) => body.includes(text))).toHaveLength(1);
  expect(bodies).toHaveLength(2);
  expect(slack.messages(tests)).toHaveLength(2);
}

describe.each(bothModes)("one act over %s", (mode) => {
  it("comes from a command that is delivered fifty times at once", async () => {
    const chatops = await startChatops({ mode });
    const { slack } = chatops;
    const { id } = await slack.as(joon).command("/msg-send", "joon Only once", { conversation: tests });
    const again = await Promise.all(
      Array.from({ length: 50 }, () => slack.redeliver(id, { newEnvelope: true })),
    );
    for (const { ack } of again) expect(ack?.status).toBe(200);
    await expectOneAct(chatops, "Only once");
  });

  it("comes from a confirmation that is delivered fifty times at once", async () => {
    const chatops = await startChatops({ mode });
    const { slack } = chatops;
    const person = slack.as(joon);
    await person.command("/msg-send", "010-2345-6789 Only once", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the confirmation" });
    const first = await person.submit();
    if (first.kind === "client_error") throw new Error("not submitted");
    const again = await Promise.all(
      Array.from({ length: 50 }, () => slack.redeliver(first.delivery.id, { newEnvelope: true })),
    );
    for (const { ack } of again) expect(ack?.status).toBe(200);
    await expectOneAct(chatops, "Only once");
  });

  it("comes from a form that is delivered again while the platform is silent", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    platform.faults.next({ kind: "silence" });
    const person = slack.as(joon);
    await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    await person.fillAll({ to: "joon", text: "Only once" });
    const first = await person.submit();
    if (first.kind === "client_error") throw new Error("not submitted");
    await eventually(() => expect(platform.state.messages).toHaveLength(1));
    const again = await slack.redeliver(first.delivery.id);
    expect(again.ack).toMatchObject({ status: 200, body: { response_action: "clear" } });
    platform.faults.release();
    await slack.waitFor(() => slack.messages(tests)[0]);
    await expectOneAct(chatops, "Only once");
  });
});

it("of two reports at the same time one counts, and the other person reads who was first", async () => {
  const { slack, platform } = await startChatops({ endsSilence: true });
  platform.faults.next({ kind: "silence" });
  await slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });
  const post = await slack.waitFor(() => slack.messages("C0ONCALL")[0]);
  const audience = { message: { conversation: "C0ONCALL", ts: post.ts } };
  const clicks = ["arrived", "did_not_arrive"].map((as, index) =>
    slack.as(index === 0 ? joon : "U0DANA").click(audience, `messages.settle:${as}`),
  );
  for (const { ack } of await Promise.all(clicks)) expect(ack?.status).toBe(200);
  const late = await slack.waitFor(
    () =>
      [joon, "U0DANA"].flatMap((person) =>
        slack.ephemerals(person).filter(({ text }) => text.includes(en.resolve.already)),
      )[0],
    { what: "the answer to the second click" },
  );
  expect(late.text).toMatch(/<@U0(JOON|DANA)>/);
  const lines = () => slack.messages(tests).filter(({ threadTs }) => threadTs !== null);
  await slack.waitFor(() => lines().length > 0, { what: "the line about the report" });
  expect(lines()).toHaveLength(1);
  platform.faults.release();
});
