import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
const { bytes } = en.common;
const tooLongForSms = en.warnings.overRecord("SMS", bytes(120), bytes(90));

async function start() {
  const chatops = await startChatops();
  return { ...chatops, form: await openSendForm(chatops.slack, joon, tests) };
}
type Story = Awaited<ReturnType<typeof start>>;

const top = ({ form }: Story) => form.person.views().at(-1);
const shown = (story: Story) => JSON.stringify(top(story));
it("the confirmation warns of a text too long for its kind, which can be sent all the same", async () => {
  const story = await start();
  const { form, platform, slack } = story;
  await form.kind("SMS", "text");
  await form.person.fillAll({ to: "joon", text: "x".repeat(120) });
  // The app asks about a test recipient like about anybody else.
  expect(await form.person.submit()).toMatchObject({ kind: "pushed" });
  expect(shown(story)).toContain(tooLongForSms);
  expect(shown(story)).toContain(en.confirm.listedCosts);
  await form.person.back();
  expect(form.valueOf("text")).toMatchObject({ value: "x".repeat(120) });
  expect(sends(platform)).toEqual([]);
  expect(await form.person.submit()).toMatchObject({ kind: "pushed" });
  expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
  await eventually(() => expect(sends(platform)).toHaveLength(1));
  expect(sends(platform)[0]?.body).toMatchObject({ message: { type: "SMS", text: "x".repeat(120) } });
  expect(slack.findings).toEqual([]);
});

it("the confirmation warns of a text too long for its kind also in JSON", async () => {
  const story = await start();
  const { form, platform } = story;
  await form.person.click({ view: true }, "messages.json");
  await form.shows("json");
  const message = { to: "01000000001", from: "0212345678", text: "x".repeat(120), type: "SMS" };
  await form.person.fill("json", JSON.stringify(message));
  expect(await form.person.submit()).toMatchObject({ kind: "pushed" });
  expect(shown(story)).toContain(tooLongForSms);
  expect(await form.person.submit()).toMatchObject({ kind: "cleared" });
  await eventually(() => expect(sends(platform)).toHaveLength(1));
});

it("the send form refuses a text over the documented limit on its field", async () => {
  const { form, platform } = await start();
  await form.kind("SMS", "text");
  await form.person.fillAll({ to: "joon", text: "x".repeat(2001) });
  expect(await form.person.submit()).toMatchObject({
    kind: "errors",
    errors: { text: en.issues.tooLong(bytes(2001), bytes(2000)) },
  });
  expect(sends(platform)).toEqual([]);
});

it("the confirmation names the kind that the platform will choose", async () => {
  const story = await start();
  const { form } = story;
  await form.person.fillAll({ to: "010-2345-6789", text: "x".repeat(120) });
  expect(await form.person.submit()).toMatchObject({ kind: "pushed" });
  expect(shown(story)).toContain(en.confirm.autoKind("LMS"));
});
