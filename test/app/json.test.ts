import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const to = "01023456789";
const from = "0212345678";

async function startJson(body: object, env: Record<string, string> = {}) {
  const chatops = await startChatops({ env });
  const form = await openSendForm(chatops.slack, "U0JOON", tests);
  await form.person.click({ view: true }, "messages.json");
  await form.shows("json");
  await form.person.fill("json", JSON.stringify(body));
  const top = () => JSON.stringify(form.person.views().at(-1)?.blocks);
  return { ...chatops, ...form, top };
}

describe("a message written as JSON", () => {
  it.each([
    ["with an image", { type: "MMS", imageId: "FILE1" }],
    ["with a template", { chatOptions: { pfId: "P1", templateId: "T1" } }],
  ])("is confirmed and sent without its empty text: %s", async (_, message) => {
    const { person, slack, platform } = await startJson({ to, from, ...message, text: "" });
    expect(await person.submit()).toMatchObject({ kind: "pushed" });
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => sends(platform).length === 1);
    expect(sends(platform)[0]?.body).toEqual({ message: { to, from, ...message }, agent: expect.anything() });
  });

  it("is refused with line and column if it is broken, and as missing if it is empty", async () => {
    const { person, platform } = await startJson({});
    await person.fill("json", `{\n  "to": "${to}",\n  "from": ${from}\n}`);
    expect(await person.submit()).toMatchObject({
      errors: { json: en.issues.json({ line: 3, column: 12, sign: "‹212345678›" }) },
    });
    await person.fill("json", " \n ");
    expect(await person.submit()).toMatchObject({ errors: { json: en.issues.missing } });
    expect(sends(platform)).toEqual([]);
  });

  it("is refused without a text", async () => {
    const { person, platform } = await startJson({ to: "01000000001", from });
    expect(await person.submit()).toMatchObject({
      errors: { json: en.issues.at("text", en.issues.missing) },
    });
    expect(sends(platform)).toEqual([]);
  });

  it("is sent with the operator's agent, whatever agent it names", async () => {
    const body = { message: { to, from, text: "Hi" }, agent: { appId: "SOMEBODYELSES", sdkVersion: "y" } };
    const { person, slack, platform, top } = await startJson(body, { PLATFORM_APP_ID: "AB1CDEF2GHIJ" });
    expect(await person.submit()).toMatchObject({ kind: "pushed" });
    expect(top()).not.toContain("SOMEBODYELSES");
    await person.submit();
    await slack.waitFor(() => sends(platform).length === 1);
    const { agent } = Object(sends(platform)[0]?.body);
    expect(agent).toMatchObject({ appId: "AB1CDEF2GHIJ", sdkVersion: expect.stringContaining("chatops") });
  });

  it("starts with what the form has, and leaves the form below as it is", async () => {
    const chatops = await startChatops();
    const { person, shows, ...form } = await openSendForm(chatops.slack, "U0JOON", tests);
    await person.fillAll({ text: "Hi" });
    await person.click({ view: true }, "messages.json");
    await shows("json");
    expect(JSON.parse(String(form.valueOf("json")?.["value"]))).toEqual({ message: { from, text: "Hi" } });
    await person.closeView();
    await shows("text");
    expect(form.valueOf("text")).toMatchObject({ value: "Hi" });
  });
});
