import { describe, expect, it } from "vitest";
import { type ChatopsOptions, startChatops, storyModes } from "../support/chatops.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en, heading } from "../support/words.ts";

const tests = "C0TESTS";
const message = { to: "01000000001", from: "0212345678", text: "Hi" };

/** With links of which each is shown in a block of its own. */
function manyButtons(count: number) {
  const linkMo = `https://shop.example/${"x".repeat(290)}`;
  return Array.from({ length: count }, (_, index) => ({ buttonName: `n${index}`, buttonType: "WL", linkMo }));
}

async function startJson(options: ChatopsOptions = {}) {
  const chatops = await startChatops(options);
  const form = await openSendForm(chatops.slack, "U0JOON", tests);
  await form.person.click({ view: true }, "messages.json");
  await form.shows("json", "jsonFile");
  const attach = (content: string | Uint8Array) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    return form.person.fill("jsonFile", { name: "message.json", bytes, mimetype: "application/json" });
  };
  const { slack } = chatops;
  const shown = (words: string) =>
    slack.waitFor(() => JSON.stringify(form.person.views().at(-1)?.blocks ?? []).includes(words), {
      what: `a modal with “${words}”`,
    });
  return { ...chatops, ...form, attach, shown };
}

describe.each(storyModes)("a whole message in a file, over %s", (mode) => {
  it("is read, shown once more, and sent as it is", async () => {
    // More than a field holds.
    const additionalBody = Array.from({ length: 12 }, (_, index) => ({
      title: `Card ${index}`,
      description: "x".repeat(300),
    }));
    const body = { message: { ...message, rcsOptions: { brandId: "B1", additionalBody } }, strict: true };
    const { person, attach, shown, slack, platform } = await startJson({ mode });
    await attach(`\ufeff${JSON.stringify(body)}`);
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    // A test recipient's number is not said to be nobody's.
    await shown(en.confirm.listedCosts);
    expect(sends(platform)).toEqual([]);
    expect(await person.submit()).toMatchObject({ kind: "cleared" });
    await slack.waitFor(() => slack.messages(tests).find(({ text }) => text.includes(heading.accepted)));
    expect(sends(platform)[0]?.body).toEqual({ ...body, agent: expect.anything() });
    expect(slack.findings).toEqual([]);
  });
});

describe("a whole message in a file", () => {
  it.each<[string, string | Uint8Array, string[]]>([
    ["no JSON", "{\n", [en.issues.json({ line: 2, column: 1, sign: "" })]],
    ["empty", " ", [en.issues.emptyFile]],
    [
      "no UTF-8",
      Buffer.from(JSON.stringify({ ...message, text: "caf\u00e9" }), "latin1"),
      [en.issues.notUtf8],
    ],
    [
      "several mistakes, each with its path",
      JSON.stringify({ ...message, text: 5, chatOptions: { buttons: [{ buttonName: "x" }], nothing: 1 } }),
      ["text", "chatOptions.buttons.0.buttonType", "chatOptions.nothing"],
    ],
    [
      "more than Slack can show before it is sent",
      JSON.stringify({ ...message, to: "01012345678", chatOptions: { buttons: manyButtons(250) } }),
      [en.issues.tooLarge("chatOptions.buttons")],
    ],
    ["a recipient by name", JSON.stringify({ ...message, to: "joon" }), [en.issues.wanted.digits]],
    ["a sender of nobody's", JSON.stringify({ ...message, from: "0299998888" }), [en.issues.unknownSender]],
  ])("comes back to the form with what is wrong: %s", async (_, content, told) => {
    const { person, attach, shown, platform } = await startJson();
    await attach(content);
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    for (const words of told) await shown(words);
    expect(person.views().at(-1)?.callbackId).toBe("messages.send");
    expect(sends(platform)).toEqual([]);
  });

  it("is refused on its field when it is too large", async () => {
    const { person, attach } = await startJson();
    await attach(" ".repeat(100_001));
    expect(await person.submit()).toMatchObject({ errors: { jsonFile: expect.stringContaining("100,001") } });
  });

  it("that Slack doesn't give is not sent, and says so", async () => {
    const { person, attach, shown, slack, platform } = await startJson();
    slack.faults.files({ kind: "missing", times: 5 });
    await attach(JSON.stringify(message));
    await person.submit();
    await shown(en.send.fileNotRead);
    expect(sends(platform)).toEqual([]);
  });

  it("comes back to the form when Slack doesn't show what becomes of it", async () => {
    const { person, attach, shows, slack, platform } = await startJson();
    await attach(JSON.stringify(message));
    slack.faults.webApi({ method: "views.update", kind: "error", error: "internal_error", times: 1 });
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    await shows("json", "jsonFile");
    const [failed = ""] = en.edge.notAllShown("").split(".");
    await slack.waitFor(() => slack.dm("U0JOON").find(({ text }) => text.includes(failed)), {
      what: "the failure's reference",
    });
    expect(sends(platform)).toEqual([]);
  });

  it("whose modal is closed while it is read is not sent", async () => {
    const { person, attach, slack, platform, log } = await startJson();
    slack.faults.files({ kind: "hang" });
    await attach(JSON.stringify(message));
    await person.submit();
    await person.closeView();
    slack.faults.clear();
    slack.faults.releaseHangs();
    await slack.waitFor(() =>
      slack.traffic.some(({ name, status }) => name === "views.update" && status !== null),
    );
    expect(sends(platform)).toEqual([]);
    expect(person.views()).toEqual([]);
    expect(log()).not.toContain('"level":50');
  });
});
