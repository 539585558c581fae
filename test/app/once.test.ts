import { describe, expect, it } from "vitest";
import { bothModes, type Chatops, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

/** Sends a second message after all copies of the first: once it has its result, so would they. */
async function expectOneAct({ slack, platform }: Chatops, text: string) {
  await slack.as("U0SORA").command("/msg-send", "joon Marker");
  await slack.waitFor(() => slack.messages(tests).length >= 2, { what: "both results" });
  const bodies = sends(platform).map(({ body }) => JSON.stringify(body));
  expect(bodies.filter((body) => body.includes(text))).toHaveLength(1);
  expect(bodies).toHaveLength(2);
  expect(slack.messages(tests)).toHaveLength(2);
}

describe.each(bothModes)("a repeated Slack delivery, over %s", (mode) => {
  it("sends one message when fifty copies of a command arrive at once", async () => {
    const chatops = await startChatops({ mode });
    const { slack } = chatops;
    const { id } = await slack.as(joon).command("/msg-send", "joon Only once");
    const again = await Promise.all(
      Array.from({ length: 50 }, () => slack.redeliver(id, { newEnvelope: true })),
    );
    for (const { ack } of again) expect(ack?.status).toBe(200);
    await expectOneAct(chatops, "Only once");
  });

  it("sends one message when fifty copies of a confirmation arrive at once", async () => {
    const chatops = await startChatops({ mode });
    const { slack, person } = chatops;
    await person.opens("/msg-send", "010-2345-6789 Only once");
    const first = await person.submits("cleared");
    const again = await Promise.all(
      Array.from({ length: 50 }, () => slack.redeliver(first.delivery.id, { newEnvelope: true })),
    );
    for (const { ack } of again) expect(ack?.status).toBe(200);
    await expectOneAct(chatops, "Only once");
  });

  it("sends one message when a form is delivered twice while the platform is silent", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform, person } = chatops;
    platform.faults.next({ kind: "silence" });
    await person.opens("/msg-send");
    const first = await person.submits("cleared", { to: "joon", text: "Only once" });
    await eventually(() => expect(platform.state.messages).toHaveLength(1));
    const again = await slack.redeliver(first.delivery.id);
    expect(again.ack).toMatchObject({ status: 200, body: { response_action: "clear" } });
    platform.faults.release();
    await slack.post();
    await expectOneAct(chatops, "Only once");
  });
});

/** Slack takes no trigger twice, and finds fault with the form that a second delivery opens. */
const findings = ["exchanged_trigger_id"];

describe.each(bothModes)("a command that Slack delivers twice, over %s", (mode) => {
  const start = async () => {
    const story = await startChatops({ mode, findings });
    const { slack, person } = story;
    return {
      ...story,
      again: (id: string) => slack.redeliver(id, { newEnvelope: true }),
      openings: () => slack.traffic.filter(({ name }) => name === "views.open").length,
      told: () => [...slack.ephemerals(joon), ...slack.dm(joon)].map(({ text }) => text),
      /** By this answer, whatever the second delivery says has arrived. */
      nothingElse: () => person.asks("/msg-prices", "84", "(84)"),
    };
  };

  it("opens one form, and shows no error", async () => {
    const { slack, person, again, openings, told, nothingElse } = await start();
    const { id } = await person.command("/msg-send");
    await person.hasOpen(1);
    expect((await again(id)).ack).toMatchObject({ status: 200, body: null });
    await slack.waitFor(() => openings() === 2);
    await nothingElse();
    expect(person.views()).toHaveLength(1);
    expect(told().filter((text) => text.includes("open"))).toEqual([]);
  });

  it("shows no error when the second delivery is too late to open a form", async () => {
    const { slack, person, again, openings, told, nothingElse } = await start();
    const { id } = await person.command("/msg-send");
    await person.hasOpen(1);
    slack.faults.webApi({ method: "views.open", kind: "error", error: "expired_trigger_id", times: 1 });
    await again(id);
    await slack.waitFor(() => openings() === 2);
    await nothingElse();
    expect(told()).not.toContain(en.edge.modalNotOpened);
  });

  it("answers only once that no form could be opened", async () => {
    const { slack, person, again, told, nothingElse } = await start();
    slack.faults.webApi({ method: "views.open", kind: "error", error: "expired_trigger_id", times: 2 });
    const { id } = await person.command("/msg-send");
    await person.reads(en.edge.modalNotOpened);
    await again(id);
    await nothingElse();
    expect(told().filter((text) => text === en.edge.modalNotOpened)).toHaveLength(1);
  });

  it("shows its list only once", async () => {
    const { person, again, told, nothingElse } = await start();
    const { id } = await person.command("/msg-prices", "82");
    await person.reads("(82)");
    expect((await again(id)).ack).toMatchObject({ status: 200, body: null });
    await nothingElse();
    expect(told().filter((text) => text.includes("(82)"))).toHaveLength(1);
  });

  it("gets the same answer twice (/msg-help, /msg-send), and sends one message", async () => {
    const { slack, platform, person, again } = await start();
    const help = await person.command("/msg-help");
    expect((await again(help.id)).ack?.body).toEqual(help.ack?.body);
    const first = await person.command("/msg-send", "joon Once");
    const atOnce = await again(first.id);
    await slack.post();
    const later = await again(first.id);
    expect(first.ack?.body).toMatchObject({ text: expect.stringContaining(en.send.quickSending("joon")) });
    expect([atOnce.ack?.body, later.ack?.body]).toEqual([first.ack?.body, first.ack?.body]);
    expect(sends(platform)).toHaveLength(1);
  });
});
