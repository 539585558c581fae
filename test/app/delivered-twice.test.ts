import { describe, expect, it } from "vitest";
import { bothModes, startChatops } from "../support/chatops.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

describe.each(bothModes)("a command that Slack delivers twice, over %s", (mode) => {
  it("opens one form, and shows no error", async () => {
    const { slack } = await startChatops({ mode });
    const person = slack.as(joon);
    const { id } = await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(again.ack).toMatchObject({ status: 200, body: null });
    await slack.waitFor(() => slack.traffic.filter(({ name }) => name === "views.open").length === 2);
    // By this answer, whatever the second delivery says has arrived.
    await person.command("/msg-prices", "84", { conversation: tests });
    await slack.waitFor(() => slack.ephemerals(joon).some(({ text }) => text.includes("(84)")));
    expect(person.views()).toHaveLength(1);
    expect(
      [...slack.ephemerals(joon), ...slack.dm(joon)].filter(({ text }) => text.includes("open")),
    ).toEqual([]);
  });

  it("shows no error if the second delivery is too late to open a form", async () => {
    const { slack } = await startChatops({ mode });
    const person = slack.as(joon);
    const { id } = await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    slack.faults.webApi({ method: "views.open", kind: "error", error: "expired_trigger_id", times: 1 });
    await slack.redeliver(id, { newEnvelope: true });
    await slack.waitFor(() => slack.traffic.filter(({ name }) => name === "views.open").length === 2);
    await person.command("/msg-prices", "84", { conversation: tests });
    await slack.waitFor(() => slack.ephemerals(joon).some(({ text }) => text.includes("(84)")));
    const told = [...slack.ephemerals(joon), ...slack.dm(joon)].map(({ text }) => text);
    expect(told).not.toContain(en.edge.modalNotOpened);
  });

  it("says only once that no form opened", async () => {
    const { slack } = await startChatops({ mode });
    const person = slack.as(joon);
    slack.faults.webApi({ method: "views.open", kind: "error", error: "expired_trigger_id", times: 2 });
    const { id } = await person.command("/msg-send", "", { conversation: tests });
    const told = () => slack.ephemerals(joon).filter(({ text }) => text === en.edge.modalNotOpened);
    await slack.waitFor(() => told().length === 1, { what: "that it didn't open" });
    await slack.redeliver(id, { newEnvelope: true });
    await person.command("/msg-prices", "84", { conversation: tests });
    await slack.waitFor(() => slack.ephemerals(joon).some(({ text }) => text.includes("(84)")));
    expect(told()).toHaveLength(1);
  });

  it("shows one list", async () => {
    const { slack } = await startChatops({ mode });
    const person = slack.as(joon);
    const { id } = await person.command("/msg-prices", "82", { conversation: tests });
    const isPriceList = ({ text }: { text: string }) => text.includes("(82)");
    await slack.waitFor(() => slack.ephemerals(joon).some(isPriceList), {
      what: "the list",
    });
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(again.ack).toMatchObject({ status: 200, body: null });
    await person.command("/msg-prices", "84", { conversation: tests });
    await slack.waitFor(() => slack.ephemerals(joon).some(({ text }) => text.includes("(84)")));
    expect(slack.ephemerals(joon).filter(isPriceList)).toHaveLength(1);
  });

  it("answers /msg-help again", async () => {
    const { slack } = await startChatops({ mode });
    const first = await slack.as(joon).command("/msg-help", "", { conversation: tests });
    const again = await slack.redeliver(first.id, { newEnvelope: true });
    expect(again.ack?.body).toEqual(first.ack?.body);
  });

  it("repeats the first answer of /msg-send", async () => {
    const { slack, platform } = await startChatops({ mode });
    const first = await slack.as(joon).command("/msg-send", "joon Once", { conversation: tests });
    const atOnce = await slack.redeliver(first.id, { newEnvelope: true });
    await slack.waitFor(() => slack.messages(tests)[0]);
    const later = await slack.redeliver(first.id, { newEnvelope: true });
    expect(first.ack?.body).toMatchObject({ text: expect.stringContaining("Sending to joon") });
    expect([atOnce.ack?.body, later.ack?.body]).toEqual([first.ack?.body, first.ack?.body]);
    expect(sends(platform)).toHaveLength(1);
  });
});
