import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const to = "01023456789";
const from = "0212345678";

async function startJson(body: object, env: Record<string, string> = {}) {
  const chatops = await startChatops({ env });
  const form = await openSendForm(chatops.slack);
  await form.writesJson(body);
  const top = () => form.person.shown();
  return { ...chatops, ...form, top };
}

describe("a message written as JSON", () => {
  it.each([
    ["with an image", { type: "MMS", imageId: "FILE1" }],
    ["with a template", { chatOptions: { pfId: "P1", templateId: "T1" } }],
  ])("is confirmed and sent without its empty text field: %s", async (_, message) => {
    const { person, slack, platform } = await startJson({ to, from, ...message, text: "" });
    await person.submits("pushed");
    await person.submits("cleared");
    await slack.waitFor(() => sends(platform).length === 1);
    expect(sends(platform)[0]?.body).toEqual({ message: { to, from, ...message }, agent: expect.anything() });
  });

  it("is refused with line and column of a syntax error, and as missing when the field is empty", async () => {
    const { person, platform } = await startJson({});
    await person.isRefused(
      { json: en.issues.json({ line: 3, column: 12, sign: "‹212345678›" }) },
      { json: `{\n  "to": "${to}",\n  "from": ${from}\n}` },
    );
    await person.isRefused({ json: en.issues.missing }, { json: " \n " });
    expect(sends(platform)).toEqual([]);
  });

  it("is refused when it has no text", async () => {
    const { person, platform } = await startJson({ to: "01000000001", from });
    await person.isRefused({ json: en.issues.at("text", en.issues.missing) });
    expect(sends(platform)).toEqual([]);
  });

  it("is sent with the configured app id as agent, whatever agent the JSON names", async () => {
    const body = { message: { to, from, text: "Hi" }, agent: { appId: "SOMEBODYELSES", sdkVersion: "y" } };
    const { person, slack, platform, top } = await startJson(body, { PLATFORM_APP_ID: "AB1CDEF2GHIJ" });
    await person.submits("pushed");
    expect(top()).not.toContain("SOMEBODYELSES");
    await person.submit();
    await slack.waitFor(() => sends(platform).length === 1);
    const { agent } = Object(sends(platform)[0]?.body);
    expect(agent).toMatchObject({ appId: "AB1CDEF2GHIJ", sdkVersion: expect.stringContaining("chatops") });
  });

  it("starts with the send form's values, and leaves the form unchanged when it is closed", async () => {
    const chatops = await startChatops();
    const { person, shows, presses, ...form } = await openSendForm(chatops.slack);
    await person.fillAll({ text: "Hi" });
    await presses("messages.json", "json");
    expect(form.json()).toEqual({ message: { from, text: "Hi" } });
    await person.closeView();
    await shows("text");
    expect(form.valueOf("text")).toMatchObject({ value: "Hi" });
  });
});
