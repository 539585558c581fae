import { describe, expect, it } from "vitest";
import { bothModes, startChatops } from "../support/chatops.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { at } from "../support/unknown-outcome.ts";
import { en, heading, titled } from "../support/words.ts";

describe.each(bothModes)("/msg-send over %s", (mode) => {
  it("makes one signed HTTP request and one post for a confirmed form", async () => {
    const { slack, platform, log, person } = await startChatops({ mode });
    const opened = await person.command("/msg-send");
    expect(opened.ack?.status).toBe(200);
    await person.hasOpen(1);

    await person.submits("pushed", { to: "010-2345-6789", text: "Your table is ready 🍲" });
    const confirmation = person.shown();
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

    await person.submits("cleared");
    const post = await slack.post();
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
    expect(log()).not.toContain("01023456789");
  });

  it("sends to a named test recipient without a confirmation", async () => {
    const { slack, platform } = await startChatops({ mode });
    const delivery = await slack.as(joon).command("/msg-send", "Joon Hello there");
    const answer = JSON.stringify(delivery.ack?.body);
    expect(answer).toContain(en.send.quickSending("Joon"));
    await slack.post(titled("accepted", "SMS", "joon (010-****-0001)"));
    expect(sends(platform)).toHaveLength(1);
    expect(sends(platform)[0]?.body).toMatchObject({
      message: { to: "01000000001", from: "0212345678", text: "Hello there" },
    });
  });

  it("opens the confirmation for a number that is no test recipient", async () => {
    const { slack, platform, person } = await startChatops({ mode });
    await person.opens("/msg-send", "+12025550123 Hi");
    await person.submits("cleared");
    await slack.post("…0123");
    expect(sends(platform)[0]?.body).toMatchObject({
      message: { to: "2025550123", country: "1", from: "0212345678", text: "Hi" },
    });
  });

  it("posts a refusal, and lets only the author edit and send the message", async () => {
    const { slack, platform, person } = await startChatops({ mode });
    await person.command("/msg-send", "refused Hello");
    const post = await slack.post();
    expect(post.text).toContain(titled("refused", "SMS", "refused (010-****-0003)"));
    expect(post.text).toContain("1060");
    expect(post.text).not.toContain("01000000003");

    const stranger = slack.as("U0MINA");
    await stranger.click(post, "messages.edit");
    await slack.as("U0MINA").reads(en.outcomes.onlyAuthor);
    expect(stranger.views()).toEqual([]);

    await person.opensAt(post, "messages.edit");
    await person.submits("cleared", { to: "joon" });
    await slack.post(heading.accepted);
    expect(platform.state.messages).toHaveLength(1);
    expect(platform.state.messages[0]?.request).toMatchObject({ message: { text: "Hello" } });
  });

  it("acknowledges while the platform is silent, and posts an unknown outcome", async () => {
    const { slack, platform } = await startChatops({ mode, endsSilence: true });
    const asked: string[] = [];
    platform.onReceived(({ path }) => asked.push(path));
    const delivery = await slack.as(joon).command("/msg-send", "silent Hello");
    expect(delivery.ack).toMatchObject({ status: 200 });
    const post = await slack.post();
    expect(post.text).toContain(titled("unknown", en.outcomes.message, "silent (010-****-0009)"));
    await slack.post("", "C0ONCALL");
    await slack.post("", joon);
    expect(asked).toEqual(["/messages/v4/send"]);

    platform.faults.release();
    const late = await slack.waitFor(() => slack.messages(tests)[1], { what: "the line about it" });
    expect(late).toMatchObject({ threadTs: post.ts });
    expect(late.text).toContain(en.outcomes.late(en.outcomes.states.accepted));
    expect(slack.messages(tests)[0]?.text).toContain(heading.accepted);
    expect(asked).toHaveLength(1);
  });

  it("is acknowledged while every call of Slack's Web API hangs", async () => {
    const { slack, budgets } = await startChatops({ mode });
    await slack.as(joon).command("/msg-send", "help");
    budgets.times = 1;
    slack.faults.webApi({ kind: "hang" });
    const delivery = await slack.as(joon).command("/msg-send", "joon Hello");
    expect(delivery.ack).toMatchObject({ status: 200 });
    // Sora has typed nothing before and owns no test phone, so that the app doesn't know her.
    const unknown = await slack.as("U0SORA").command("/msg-send", "joon Hello");
    expect(JSON.stringify(unknown.ack?.body)).toContain(en.edge.notRecognised);
  });
});

describe("the conversation of a result post", () => {
  it("can't be chosen in the form if it is shared with another organisation", async () => {
    const { person } = await startChatops();
    await person.opens("/msg-send");
    const offered = person.offeredConversations("channel").map(({ id }) => id);
    expect(offered).toContain(tests);
    expect(offered).not.toContain("C0SHARED");
  });

  it("is the author's direct message for a command typed there", async () => {
    const { slack, app, person } = await startChatops({ env: { TEST_RECIPIENTS: "reset:01000000010" } });
    const delivery = await person.command("/msg-send", "reset Hello", { conversation: "D0JOON" });
    expect(JSON.stringify(delivery.ack?.body)).toContain(en.send.quickSending("reset"));
    const post = await slack.post("", "C0ONCALL");
    expect(post.text).toContain(heading.unknown);
    expect(post.text).not.toContain("Hello");
    const own = await slack.post("", joon);
    expect(own.text).toContain("“Hello”");
    expect(own.text).not.toContain("01000000010");
    await person.click(at(own), "messages.settle:arrived");
    await slack.post(heading.arrived, joon);
    await app.stop();
    expect(slack.dm(joon)).toHaveLength(2);
    expect(slack.messages(tests)).toEqual([]);
  });
});
