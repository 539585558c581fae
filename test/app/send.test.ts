import { describe, expect, it } from "vitest";
import { bothModes, startChatops } from "../support/chatops.ts";
import { sends } from "../support/sends.ts";
import { en, heading, titled } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

describe.each(bothModes)("/msg-send over %s", (mode) => {
  it("makes one signed request and one post of a confirmed form", async () => {
    const { slack, platform, log } = await startChatops({ mode });
    const person = slack.as(joon);
    const opened = await person.command("/msg-send", "", { conversation: tests });
    expect(opened.ack?.status).toBe(200);
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });

    await person.fillAll({ to: "010-2345-6789", text: "Your table is ready 🍲" });
    expect(await person.submit()).toMatchObject({ kind: "pushed" });
    const confirmation = JSON.stringify(person.views().at(-1));
    for (const words of [
      "010-2345-6789",
      "02-1234-5678",
      en.confirm.sizeOf.bytes(22, 90),
      "Your table is ready 🍲",
      "SMS",
    ]) {
      expect(confirmation).toContain(words);
    }
    expect(sends(platform)).toHaveLength(0);

    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "the result" });
    expect(sends(platform)).toHaveLength(1);
    expect(sends(platform)[0]).toMatchObject({
      method: "POST",
      path: "/messages/v4/send",
      signatureOk: true,
      body: { message: { to: "01023456789", from: "0212345678", text: "Your table is ready 🍲" } },
    });
    const { result } = platform.state.messages[0]!;
    expect(post.text).toContain(titled("accepted", "SMS", "010-****-6789"));
    expect(post.text).toContain(result.messageId);
    expect(post.text).toContain("<@U0JOON>");
    expect(JSON.stringify(post)).not.toContain("01023456789");
    expect(JSON.stringify(post)).not.toContain("table");
    expect(slack.messages(tests)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
    expect(log()).not.toContain("01023456789");
  });

  it("sends to a named test recipient without a confirmation", async () => {
    const { slack, platform } = await startChatops({ mode });
    const delivery = await slack.as(joon).command("/msg-send", "Joon Hello there", { conversation: tests });
    const answer = JSON.stringify(delivery.ack?.body);
    expect(answer).toContain(en.send.quickSending("Joon"));
    const post = await slack.waitFor(() => slack.messages(tests)[0]);
    expect(post.text).toContain(titled("accepted", "SMS", "joon (010-****-0001)"));
    expect(sends(platform)).toHaveLength(1);
    expect(sends(platform)[0]?.body).toMatchObject({
      message: { to: "01000000001", from: "0212345678", text: "Hello there" },
    });
  });

  it("opens the confirmation for any other number", async () => {
    const { slack, platform } = await startChatops({ mode });
    const person = slack.as(joon);
    await person.command("/msg-send", "+12025550123 Hi", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the confirmation" });
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    const post = await slack.waitFor(() => slack.messages(tests)[0]);
    expect(post.text).toContain("…0123");
    expect(sends(platform)[0]?.body).toMatchObject({
      message: { to: "2025550123", country: "1", from: "0212345678", text: "Hi" },
    });
  });

  it("posts a refusal, which only its author can edit and send", async () => {
    const { slack, platform } = await startChatops({ mode });
    const person = slack.as(joon);
    await person.command("/msg-send", "refused Hello", { conversation: tests });
    const post = await slack.waitFor(() => slack.messages(tests)[0]);
    expect(post.text).toContain(titled("refused", "SMS", "refused (010-****-0003)"));
    expect(post.text).toContain("1060");
    expect(post.text).not.toContain("01000000003");

    const stranger = slack.as("U0MINA");
    await stranger.click({ message: { conversation: tests, ts: post.ts } }, "messages.edit");
    await slack.waitFor(() =>
      slack.ephemerals("U0MINA").find(({ text }) => text.includes(en.outcomes.onlyAuthor)),
    );
    expect(stranger.views()).toEqual([]);

    await person.click({ message: { conversation: tests, ts: post.ts } }, "messages.edit");
    await slack.waitFor(() => person.views().length === 1, { what: "the form again" });
    await person.fill("to", "joon");
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => slack.messages(tests).find(({ text }) => text.includes(heading.accepted)));
    expect(platform.state.messages).toHaveLength(1);
    expect(platform.state.messages[0]?.request).toMatchObject({ message: { text: "Hello" } });
  });

  it("acknowledges while the platform is silent, and posts an unknown outcome", async () => {
    const { slack, platform } = await startChatops({ mode, endsSilence: true });
    const asked: string[] = [];
    platform.onReceived(({ path }) => asked.push(path));
    const delivery = await slack.as(joon).command("/msg-send", "silent Hello", { conversation: tests });
    expect(delivery.ack).toMatchObject({ status: 200 });
    const post = await slack.waitFor(() => slack.messages(tests)[0]);
    expect(post.text).toContain(titled("unknown", en.outcomes.message, "silent (010-****-0009)"));
    await slack.waitFor(() => slack.messages("C0ONCALL")[0], { what: "on-call's post" });
    await slack.waitFor(() => slack.dm(joon)[0], { what: "the author's direct message" });
    expect(asked).toEqual(["/messages/v4/send"]);

    platform.faults.release();
    const late = await slack.waitFor(() => slack.messages(tests)[1], { what: "the line about it" });
    expect(late).toMatchObject({ threadTs: post.ts });
    expect(late.text).toContain(en.outcomes.late(en.outcomes.states.accepted));
    expect(slack.messages(tests)[0]?.text).toContain(heading.accepted);
    expect(asked).toHaveLength(1);
  });

  it("acknowledges while every Web API call hangs", async () => {
    const { slack, budgets } = await startChatops({ mode });
    await slack.as(joon).command("/msg-send", "help", { conversation: tests });
    budgets.times = 1;
    slack.faults.webApi({ kind: "hang" });
    const delivery = await slack.as(joon).command("/msg-send", "joon Hello", { conversation: tests });
    expect(delivery.ack).toMatchObject({ status: 200 });
    // Sora has typed nothing before and owns no test phone, so that the app doesn't know her.
    const unknown = await slack.as("U0SORA").command("/msg-send", "joon Hello", { conversation: tests });
    expect(JSON.stringify(unknown.ack?.body)).toContain(en.edge.notRecognised);
  });
});

describe("the result's conversation", () => {
  it("can't be chosen in the form if it is shared with another organisation", async () => {
    const { slack } = await startChatops();
    const person = slack.as(joon);
    await person.command("/msg-send", "", { conversation: tests });
    await slack.waitFor(() => person.views().length === 1, { what: "the form" });
    const offered = person.offeredConversations("channel").map(({ id }) => id);
    expect(offered).toContain(tests);
    expect(offered).not.toContain("C0SHARED");
  });

  it("is the author's direct message for a command typed there", async () => {
    const { slack, app } = await startChatops({ env: { TEST_RECIPIENTS: "reset:01000000010" } });
    const person = slack.as(joon);
    const delivery = await person.command("/msg-send", "reset Hello", { conversation: "D0JOON" });
    expect(JSON.stringify(delivery.ack?.body)).toContain(en.send.quickSending("reset"));
    const post = await slack.waitFor(() => slack.messages("C0ONCALL")[0], { what: "on-call's post" });
    expect(post.text).toContain(heading.unknown);
    expect(post.text).not.toContain("Hello");
    const own = await slack.waitFor(() => slack.dm(joon)[0], { what: "the direct message" });
    expect(own.text).toContain("“Hello”");
    expect(own.text).not.toContain("01000000010");
    await person.click(
      { message: { conversation: own.conversation, ts: own.ts } },
      "messages.settle:arrived",
    );
    await slack.waitFor(() => slack.dm(joon).find(({ text }) => text.includes(heading.arrived)));
    await app.stop();
    expect(slack.dm(joon)).toHaveLength(2);
    expect(slack.messages(tests)).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});
