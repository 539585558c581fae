import { describe, expect, it } from "vitest";
import { createAgent } from "../../src/features/messages/send.ts";
import { type Chatops, startChatops } from "../support/chatops.ts";
import { eventually } from "../support/eventually.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const image = "ST01FP260101030405000000000IMAGE";
const to = { to: "01000000001", from: "0212345678" };
const agent = createAgent(null);

async function start(env: Record<string, string> = {}) {
  const chatops = await startChatops({ env });
  chatops.platform.state.files.set(image, {
    ...{ chat: { vendorA: null, vendorB: null }, type: "MMS", originalName: "a.jpg", link: null },
    ...{ width: 1, height: 1, fileSize: 1, fileId: image, name: "a.jpg", accountId: "1" },
    ...{ url: "https://files.example/a.jpg", references: [], dateCreated: "", dateUpdated: "" },
  });
  return { ...chatops, form: await openSendForm(chatops.slack) };
}

/** The one body that reached the platform after the form was submitted. `isDoubtful`: the app asks before it sends. */
async function sent(
  { slack, platform, form }: Chatops & Awaited<ReturnType<typeof start>>,
  { isDoubtful = false } = {},
) {
  if (isDoubtful) await form.person.submits("pushed");
  await form.person.submits("cleared");
  await slack.post();
  expect(sends(platform)).toHaveLength(1);
  return { body: sends(platform)[0]?.body };
}

describe("the request body of a message", () => {
  it("has the optional fields of an SMS that were filled in, and no others", async () => {
    const story = await start({ PLATFORM_APP_ID: "AB1CDEF2GHIJ" });
    const { form } = story;
    await form.person.fillAll({ to: "joon", text: "Hi", kind: "SMS" });
    await form.more("customFields", "strict", "allowDuplicates", "autoTypeDetect");
    const customFields = { order: "17", note: "a=b" };
    const choices = { strict: "no", allowDuplicates: "yes", autoTypeDetect: "no" };
    await form.person.fillAll({ customFields: "order=17\nnote=a=b", ...choices });
    expect((await sent(story)).body).toEqual({
      message: { ...to, text: "Hi", type: "SMS", customFields, autoTypeDetect: false },
      strict: false,
      allowDuplicates: true,
      agent: { ...agent, appId: "AB1CDEF2GHIJ" },
    });
  });

  it("has the channel, variables and buttons of a messenger template", async () => {
    const story = await start();
    const { form, platform } = story;
    const channel = platform.state.channels[2]!;
    const templateId = [...platform.state.templates.keys()][0]!;
    await form.kind("chat", "chat.pfId", "chat.disableSms");
    await form.choose("chat.templateId", templateId);
    await form.shows("chat.variables");
    const variables = { "chat.variables": "고객명=민지\n#{주문번호}=17" };
    await form.person.fillAll({ to: "joon", ...variables, "chat.disableSms": "yes" });
    await form.choose("chat.pfId", channel.searchId.slice(1, 12).toUpperCase(), channel.pfId);
    for (const key of [1, 2, 3]) {
      await form.presses("messages.add_button:chat.buttons", `chat.buttons.${key}.buttonName`);
    }
    await form.person.press("messages.remove_button:1");
    await eventually(() => expect(form.names()).not.toContain("chat.buttons.1.buttonName"));
    await form.presses("messages.add_button:chat.buttons", "chat.buttons.4.buttonName");
    const rows = { 2: "WL", 3: "XX", 4: "DS" };
    for (const [key, type] of Object.entries(rows)) {
      await form.person.fill(`chat.buttons.${key}.buttonName`, `Button ${key}`);
      await form.choose(`chat.buttons.${key}.buttonType`, type);
    }
    await form.shows("chat.buttons.2.linkMo", "chat.buttons.3.linkIos");
    expect(form.names()).not.toContain("chat.buttons.2.linkIos");
    expect(form.names()).not.toContain("chat.buttons.4.linkMo");
    await form.person.fill("chat.buttons.2.linkMo", "https://m.example");
    await form.person.press("messages.remove_button:3");
    await eventually(() => expect(form.names()).not.toContain("chat.buttons.3.buttonName"));
    // The app doesn't know this template, and asks first.
    expect((await sent(story, { isDoubtful: true })).body).toEqual({
      message: {
        ...to,
        chatOptions: {
          pfId: channel.pfId,
          templateId,
          variables: { "#{고객명}": "민지", "#{주문번호}": "17" },
          disableSms: true,
          buttons: [
            { buttonName: "Button 2", buttonType: "WL", linkMo: "https://m.example" },
            { buttonName: "Button 4", buttonType: "DS" },
          ],
        },
      },
      agent,
    });
  });

  it.each([
    ["chat", "chat.pfId"],
    ["portal", "portal.talkId"],
    ["rcs", "rcs.brandId"],
  ])("isn't sent for kind %s when no field of that kind is filled in", async (kind, first) => {
    const { form, platform } = await start();
    await form.kind(kind, first, "text");
    await form.person.isRefused({ [first]: en.issues.bareKind }, { to: "joon", text: "Your table" });
    expect(sends(platform)).toEqual([]);
  });

  it("has the cards and buttons of an RCS message", async () => {
    const story = await start();
    const { form } = story;
    const { person } = form;
    const buttons = [{ buttonType: "WL", link: "https://example", label: "Open" }];
    await form.kind("rcs", "rcs.brandId", "rcs.mmsType", "rcs.copyAllowed");
    await form.presses("messages.add_button:rcs.buttons", "rcs.buttons.1.label");
    expect(form.names()).not.toContain("rcs.buttons.1.link");
    await form.choose("rcs.buttons.1.buttonType", "WL");
    await form.shows("rcs.buttons.1.link");
    expect(form.names()).not.toContain("rcs.buttons.1.phone");
    for (const key of [2, 3]) {
      await form.presses("messages.add_button:rcs.cards", `rcs.cards.${key}.title`);
    }
    await person.press("messages.remove_button:2");
    await eventually(() => expect(form.names()).not.toContain("rcs.cards.2.title"));
    expect(form.names()).toContain("rcs.buttons.1.label");
    await person.fillAll({
      ...{ to: "joon", text: "Hi", "rcs.brandId": "B1", "rcs.copyAllowed": "yes" },
      ...{ "rcs.commercialType": "no", "rcs.disableSms": "yes" },
      ...{ "rcs.buttons.1.label": "Open", "rcs.buttons.1.link": "https://example" },
      ...{ "rcs.cards.3.title": "One", "rcs.cards.3.description": "Card" },
    });
    await form.choose("rcs.cards.3.imageId", image);
    await form.choose("rcs.mmsType", "M9");
    expect((await sent(story)).body).toEqual({
      message: {
        ...to,
        text: "Hi",
        rcsOptions: {
          ...{ brandId: "B1", buttons, copyAllowed: true, commercialType: false, disableSms: true },
          ...{ mmsType: "M9", additionalBody: [{ title: "One", description: "Card", imageId: image }] },
        },
      },
      agent,
    });
  });

  it("has the country of the chosen test recipient", async () => {
    const story = await start({ TEST_RECIPIENTS: "joon:01000000001,ann:+12025550123" });
    const { form } = story;
    await form.more("country");
    await form.person.fillAll({ recipients: ["+1 2025550123"], text: "Hi" });
    const offered = await form.person.suggest("country", "korea");
    expect(offered[0]).toMatchObject({ value: "82", text: { text: "South Korea (82)" } });
    expect((await sent(story)).body).toEqual({
      message: { to: "2025550123", from: "0212345678", text: "Hi", country: "1" },
      agent,
    });
  });

  it("has a four-digit country code from the platform's list", async () => {
    const dominican = { countryId: "1809", countryName: "Dominican Republic", sms: 70 };
    const chatops = await startChatops();
    const list = { kind: "status", status: 200, body: [dominican] } as const;
    chatops.platform.faults.next(list, { path: "/pricing", times: 9 });
    const story = { ...chatops, form: await openSendForm(chatops.slack) };
    const { form } = story;
    await form.more("country");
    const [offered] = await form.person.suggest("country", "domin");
    expect(offered).toMatchObject({ value: "1809" });
    await form.person.fill("country", "1809");
    await form.person.fillAll({ to: "555-1234", text: "Hi" });
    expect((await sent(story, { isDoubtful: true })).body).toEqual({
      message: { to: "5551234", from: "0212345678", text: "Hi", country: "1809" },
      agent,
    });
  });

  it("has the fields of the typed JSON", async () => {
    const story = await start();
    const { form } = story;
    await form.person.fillAll({ to: "joon", text: "Hi" });
    await form.presses("messages.json", "json");
    expect(form.json()).toEqual({ message: { ...to, text: "Hi" } });
    await form.person.isRefused(
      { json: expect.stringContaining("subject") },
      { json: JSON.stringify({ ...to, text: "Hi", type: "VOICE", subject: 7 }) },
    );
    const whole = { message: { ...to, text: "Hi", type: "LMS" }, strict: true };
    await form.person.fill("json", JSON.stringify(whole));
    expect((await sent(story)).body).toEqual({ ...whole, agent });
  });
});
