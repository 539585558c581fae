import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { joon } from "../support/names.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const number = "010-2345-6789";

async function start(env: Record<string, string> = {}) {
  const chatops = await startChatops({ env });
  return { ...chatops, form: await openSendForm(chatops.slack) };
}

/** What the top modal says. */
const shown = ({ form }: Awaited<ReturnType<typeof start>>) => form.person.shown();

describe("the send form", () => {
  it("keeps only the values of fields that the newly chosen kind has too", async () => {
    const { form, platform } = await start();
    await form.kind("portal", "portal.talkId", "text");
    await form.person.fillAll({ to: "joon", text: "Hi", "portal.talkId": "T1" });
    await form.presses("messages.add_button:portal.buttons", "portal.buttons.1.buttonType");
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
    await form.person.submits("cleared");
    await eventually(() => expect(sends(platform)).toHaveLength(1));
    expect(sends(platform)[0]?.body).toMatchObject({
      message: { to: "01000000001", from: "0212345678", text: "Hi", type: "SMS" },
    });
    expect(sends(platform)[0]?.body).not.toHaveProperty("message.portalOptions");
  });

  it("shows its rare fields after a click, and sends the ones that were filled in", async () => {
    const { form, platform } = await start();
    await form.person.fillAll({ to: "joon", text: "Hi" });
    await form.more("customFields", "strict");
    expect(form.buttons()).not.toContain("messages.more");
    await form.person.fill("customFields", "order=17");
    expect(form.valueOf("text")).toMatchObject({ value: "Hi" });
    await form.person.submits("cleared");
    await eventually(() => expect(sends(platform)).toHaveLength(1));
    expect(sends(platform)[0]?.body).toMatchObject({
      message: { text: "Hi", customFields: { order: "17" } },
    });
  });

  it("sends nothing when it is submitted before it shows its kind's fields, and then shows them", async () => {
    const { form, slack, platform } = await start();
    slack.faults.webApi({ method: "views.update", kind: "error", error: "internal_error", times: 1 });
    await form.person.submits("updated", { to: "joon", text: "Hi", kind: "MMS" });
    expect(form.names()).toContain("image");
    expect(form.valueOf("text")).toMatchObject({ value: "Hi" });
    expect(sends(platform)).toEqual([]);
  });

  it("refuses a phone number typed among test recipients, with the error on its field", async () => {
    const { form, platform } = await start();
    await form.person.isRefused(
      { to: en.recipients.numberAmong },
      { to: number, text: "Hi", recipients: ["+82 01000000001"] },
    );
    expect(sends(platform)).toEqual([]);
  });

  it("shows errors in a custom field and in an RCS card on these fields", async () => {
    const { form } = await start();
    await form.kind("rcs", "rcs.brandId");
    for (const key of [1, 2]) {
      await form.presses("messages.add_button:rcs.cards", `rcs.cards.${key}.title`);
    }
    await form.more("customFields");
    await form.person.fillAll({ to: "joon", customFields: "order 17" });
    for (const [key, text] of Object.entries({ 1: "Card", 2: " " }))
      await form.person.fillAll({
        [`rcs.cards.${key}.title`]: "One",
        [`rcs.cards.${key}.description`]: text,
      });
    const { missing, pairs } = en.issues;
    await form.person.isRefused({ customFields: pairs(1), "rcs.cards.2.description": missing });
  });
});

describe("the send confirmation", () => {
  it("shows the price, the size, and likely mistakes", async () => {
    const story = await start({ DAILY_SEND_LIMIT: "7" });
    const { form, slack } = story;
    await form.person.submits("pushed", { to: number, text: `#{name} 뷁🍲 ${"x".repeat(79)}` });
    expect(shown(story)).toContain("₩45");
    const { autoKind, sizeOf, cheaper } = en.confirm;
    const { unfilled, notCarried } = en.warnings;
    const figures = [number, autoKind("LMS"), sizeOf.bytes(92, 2000), cheaper("2 bytes", "₩18", "₩45")];
    for (const words of [...figures, unfilled("#{name}"), notCarried("뷁 🍲")])
      expect(shown(story)).toContain(words);
    // The result repeats the confirmed price.
    await form.person.submits("cleared");
    await slack.post(en.confirm.cost.says("₩45"));
  });

  it("shows the price of the SMS that replaces an undelivered messenger message", async () => {
    const story = await start();
    const { form } = story;
    await form.kind("chat", "chat.pfId");
    await form.person.fillAll({ to: number, text: "Hi" });
    await form.choose("chat.templateId", "T1");
    await form.shows("chat.variables");
    await form.person.submits("pushed");
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
    const story = { form: await openSendForm(slack) };
    await story.form.person.submits("pushed", { to: number, text: "Hi" });
    expect(story.form.person.shown()).toContain(en.confirm.priceUnknown);
  });

  it("leads back to the filled form of a quick command, and the form sends once", async () => {
    const { platform, person } = await startChatops();
    await person.command("/msg-send", `${number} Your table is ready`);
    await person.sees("messages.confirm");
    await person.press("messages.back");
    await person.sees("messages.send");
    expect(person.views()).toHaveLength(1);
    expect(person.views()[0]?.values["to"]?.["value"]).toMatchObject({ value: "01023456789" });
    await person.submits("pushed", { text: "Your table is ready at 7" });
    await person.submits("cleared");
    await eventually(() => expect(sends(platform)).toHaveLength(1));
    expect(sends(platform)[0]?.body).toMatchObject({ message: { text: "Your table is ready at 7" } });
  });
});

it("a send form over the daily limit comes back filled, and can be sent when the limit has room", async () => {
  const { slack, platform } = await startChatops({ env: { DAILY_SEND_LIMIT: "1" } });
  platform.faults.next({ kind: "silence", errorCode: "NotEnoughBalance" }, { path: "/messages" });
  const person = slack.as(joon);
  await person.command("/msg-send", "joon Hi");
  await person.opens("/msg-send");
  await person.fillAll({ to: "joon", text: "One too many" });
  const actOf = () => JSON.parse(person.views()[0]!.privateMetadata).act;
  const before = actOf();
  await person.submits("updated");
  expect(person.shown()).toContain(en.issues.overLimit(1));
  expect(person.views()[0]?.values["text"]?.["value"]).toMatchObject({ value: "One too many" });
  expect(actOf()).toBe(before);
  // A refusal gives its place back.
  platform.faults.release();
  await slack.post();
  await person.submits("cleared");
  await eventually(() => expect(sends(platform)).toHaveLength(2));
  expect(sends(platform)[1]?.body).toMatchObject({ message: { text: "One too many" } });
});

it("the send confirmation warns that a text is too long for its kind, and can still be submitted", async () => {
  const { form, platform } = await start();
  const { bytes } = en.common;
  const text = "x".repeat(120);
  await form.kind("SMS", "text");
  // The app asks about a test recipient like about anybody else.
  await form.person.submits("pushed", { to: "joon", text });
  for (const words of [en.warnings.overRecord("SMS", bytes(120), bytes(90)), en.recipients.costs(1)])
    expect(form.person.shown()).toContain(words);
  await form.person.back();
  expect(form.valueOf("text")).toMatchObject({ value: text });
  expect(sends(platform)).toEqual([]);
  await form.writesJson({ to: "01000000001", from: "0212345678", text, type: "SMS" });
  await form.person.submits("pushed");
  expect(form.person.shown()).toContain(en.warnings.overRecord("SMS", bytes(120), bytes(90)));
  await form.person.submits("cleared");
  await eventually(() => expect(sends(platform)).toHaveLength(1));
  expect(sends(platform)[0]?.body).toMatchObject({ message: { type: "SMS", text } });
});
