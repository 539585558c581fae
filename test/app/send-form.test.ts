import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
const number = "010-2345-6789";

async function start(env: Record<string, string> = {}) {
  const chatops = await startChatops({ env });
  return { ...chatops, form: await openSendForm(chatops.slack, joon, tests) };
}

/** What the top modal says. */
const shown = ({ form }: Awaited<ReturnType<typeof start>>) => JSON.stringify(form.person.views().at(-1));

describe("the send form", () => {
  it("keeps only fields that a newly chosen kind has too", async () => {
    const story = await start();
    const { form, platform } = story;
    await form.kind("portal", "portal.talkId", "text");
    await form.person.fillAll({ to: "joon", text: "Hi", "portal.talkId": "T1" });
    await form.person.click({ view: true }, "messages.add_button:portal.buttons");
    await form.shows("portal.buttons.1.buttonType");
    await form.choose("portal.buttons.1.buttonType", "BK");
    await form.kind("LMS", "subject");
    await eventually(() => expect(form.names()).not.toContain("portal.talkId"));
    await form.kind("portal", "portal.talkId");
    expect(form.names()).not.toContain("portal.buttons.1.buttonType");
    expect(form.valueOf("portal.talkId")).not.toMatchObject({ value: "T1" });
    expect(form.valueOf("text")).toMatchObject({ value: "Hi" });
    await form.kind("SMS", "text");
    await eventually(() => expect(form.names()).not.toContain("portal.talkId"));
    // An SMS has no subject.
    expect(form.names()).not.toContain("subject");
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    await eventually(() => expect(sends(platform)).toHaveLength(1));
    expect(sends(platform)[0]?.body).toMatchObject({
      message: { to: "01000000001", from: "0212345678", text: "Hi", type: "SMS" },
    });
    expect(sends(platform)[0]?.body).not.toHaveProperty("message.portalOptions");
  });

  it("shows its rare fields after a click, and sends those that are filled in", async () => {
    const { form, slack, platform } = await start();
    await form.person.fillAll({ to: "joon", text: "Hi" });
    await form.more("customFields", "strict");
    expect(form.buttons()).not.toContain("messages.more");
    await form.person.fill("customFields", "order=17");
    expect(form.valueOf("text")).toMatchObject({ value: "Hi" });
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    await eventually(() => expect(sends(platform)).toHaveLength(1));
    expect(sends(platform)[0]?.body).toMatchObject({
      message: { text: "Hi", customFields: { order: "17" } },
    });
    expect(slack.findings).toEqual([]);
  });

  it("has the buttons that add list entries in one row", async () => {
    const { form } = await start();
    await form.kind("rcs", "rcs.brandId");
    const row = () => form.rows().find((ids) => ids.some((id) => id.startsWith("messages.add_button"))) ?? [];
    expect(row()).toEqual(["messages.add_button:rcs.buttons", "messages.add_button:rcs.cards"]);
    await form.person.click({ view: true }, "messages.add_button:rcs.buttons");
    await form.shows("rcs.buttons.1.label");
    expect(row()).toEqual([
      ...["messages.remove_button:1", "messages.add_button:rcs.buttons", "messages.add_button:rcs.cards"],
    ]);
  });

  it("sends nothing, but shows its kind's fields, if it is submitted before it had them", async () => {
    const { form, slack, platform } = await start();
    slack.faults.webApi({ method: "views.update", kind: "error", error: "internal_error", times: 1 });
    await form.person.fillAll({ to: "joon", text: "Hi", kind: "MMS" });
    expect(await form.person.submit()).toMatchObject({ kind: "updated" });
    expect(form.names()).toContain("image");
    expect(form.valueOf("text")).toMatchObject({ value: "Hi" });
    expect(sends(platform)).toEqual([]);
  });

  it("refuses a number among test recipients on its field", async () => {
    const { form, platform } = await start();
    await form.person.fillAll({
      to: number,
      text: "Hi",
      recipients: ["+82 01000000001"],
    });
    expect(await form.person.submit()).toMatchObject({
      kind: "errors",
      errors: { to: en.recipients.numberAmong },
    });
    expect(sends(platform)).toEqual([]);
  });

  it("shows what is wrong in a pair or in a card on its field", async () => {
    const { form } = await start();
    await form.kind("rcs", "rcs.brandId");
    for (const key of [1, 2]) {
      await form.person.click({ view: true }, "messages.add_button:rcs.cards");
      await form.shows(`rcs.cards.${key}.title`);
    }
    await form.more("customFields");
    await form.person.fillAll({
      to: "joon",
      customFields: "order 17",
      "rcs.cards.1.title": "One",
      "rcs.cards.1.description": "Card",
      "rcs.cards.2.title": "Two",
      "rcs.cards.2.description": " ",
    });
    const { missing, pairs } = en.issues;
    expect(await form.person.submit()).toMatchObject({
      kind: "errors",
      errors: {
        customFields: pairs(1),
        "rcs.cards.2.description": missing,
      },
    });
  });
});

describe("the send confirmation", () => {
  it("shows the price, the size, and likely mistakes", async () => {
    const story = await start({ DAILY_SEND_LIMIT: "7" });
    const { form, slack } = story;
    await form.person.fillAll({ to: number, text: `#{name} 뷁🍲 ${"x".repeat(79)}` });
    expect(await form.person.submit()).toMatchObject({ kind: "pushed" });
    expect(shown(story)).toContain("₩45");
    const { autoKind, sizeOf, cheaper } = en.confirm;
    const { unfilled, notCarried } = en.warnings;
    for (const words of [
      "010-2345-6789",
      autoKind("LMS"),
      sizeOf.bytes(92, 2000),
      cheaper("2 bytes", "₩18", "₩45"),
      unfilled("#{name}"),
      notCarried("뷁 🍲"),
    ]) {
      expect(shown(story)).toContain(words);
    }
    // The result repeats the confirmed price.
    expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
    const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "the result" });
    expect(post.text).toContain(en.confirm.cost.says("₩45"));
    expect(slack.findings).toEqual([]);
  });

  it("shows the price of a messenger message's fallback to SMS", async () => {
    const story = await start();
    const { form } = story;
    await form.kind("chat", "chat.pfId");
    await form.person.fillAll({ to: number, text: "Hi" });
    await form.choose("chat.templateId", "T1");
    await form.shows("chat.variables");
    expect(await form.person.submit()).toMatchObject({ kind: "pushed" });
    expect(shown(story)).toContain("₩18");
    expect(shown(story)).toMatch(/₩[\d.]+ \(₩18 if sent as SMS\)/);
    await form.person.back();
    await form.more("chat.disableSms");
    await form.person.fill("chat.disableSms", "yes");
    await form.person.submit();
    expect(shown(story)).not.toContain("if sent as");
  });

  it("opens without a price if the platform is silent", async () => {
    const { slack, platform, budgets } = await startChatops();
    platform.faults.always({ kind: "silence" });
    budgets.times = 1;
    const story = { form: await openSendForm(slack, joon, tests) };
    await story.form.person.fillAll({ to: number, text: "Hi" });
    expect(await story.form.person.submit()).toMatchObject({ kind: "pushed" });
    expect(JSON.stringify(story.form.person.views().at(-1))).toContain(en.confirm.priceUnknown);
  });

  it("leads from a quick command back to the filled form, which sends once", async () => {
    const { slack, platform } = await startChatops();
    const person = slack.as(joon);
    await person.command("/msg-send", `${number} Your table is ready`, { conversation: tests });
    await slack.waitFor(() => person.views()[0]?.callbackId === "messages.confirm" || null, { what: "it" });
    await person.click({ view: true }, "messages.back");
    await slack.waitFor(() => person.views()[0]?.callbackId === "messages.send" || null, {
      what: "the form",
    });
    expect(person.views()).toHaveLength(1);
    expect(person.views()[0]?.values["to"]?.["value"]).toMatchObject({ value: "01023456789" });
    await person.fill("text", "Your table is ready at 7");
    expect(await person.submit()).toMatchObject({ kind: "pushed" });
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await eventually(() => expect(sends(platform)).toHaveLength(1));
    expect(sends(platform)[0]?.body).toMatchObject({ message: { text: "Your table is ready at 7" } });
  });
});

it("a form over the daily limit comes back filled, and can be sent once there is room", async () => {
  const { slack, platform } = await startChatops({ env: { DAILY_SEND_LIMIT: "1" } });
  platform.faults.next({ kind: "silence", errorCode: "NotEnoughBalance" }, { path: "/messages" });
  const person = slack.as(joon);
  await person.command("/msg-send", "joon Hi", { conversation: tests });
  await person.command("/msg-send", "", { conversation: tests });
  await slack.waitFor(() => person.views().length === 1);
  await person.fillAll({ to: "joon", text: "One too many" });
  const actOf = () => JSON.parse(person.views()[0]!.privateMetadata).act;
  const before = actOf();
  expect(await person.submit()).toMatchObject({ kind: "updated" });
  expect(JSON.stringify(person.views())).toContain(en.issues.overLimit(1));
  expect(person.views()[0]?.values["text"]?.["value"]).toMatchObject({ value: "One too many" });
  expect(actOf()).toBe(before);
  // A refusal gives its place back.
  platform.faults.release();
  await slack.waitFor(() => slack.messages(tests)[0], { what: "the refusal" });
  expect(await person.submit()).toMatchObject({ kind: "cleared" });
  await eventually(() => expect(sends(platform)).toHaveLength(2));
  expect(sends(platform)[1]?.body).toMatchObject({ message: { text: "One too many" } });
});
