import { describe, expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { openSendForm } from "../support/send-form.ts";
import { sends } from "../support/sends.ts";
import { en, heading } from "../support/words.ts";

const [joon, tests] = ["U0JOON", "C0TESTS"];
const { issues, recipients, warnings } = en;

describe("invisible characters", () => {
  it("are removed from a recipient's name, an id or a phone number", async () => {
    const { slack, platform, person } = await startChatops();
    const accepted = () => slack.messages(tests).filter(({ text }) => text.includes(heading.accepted)).length;
    const texts = [
      "\u200bjoon Hello",
      "joon\u2060\u200e Hello",
      "jo\u00adon, \u2060joon\u200b Hello ❤️",
      "\u3164joon Hi",
    ];
    for (const [index, text] of texts.entries()) {
      await person.command("/msg-send", text);
      // Some phones don't show a heart, so that the app asks first.
      if (text.includes("❤️")) {
        await slack.waitFor(() => person.views().length > 0);
        await person.submit();
      }
      await slack.waitFor(() => accepted() === index + 1);
    }
    expect(sends(platform).map(({ body }) => Object(body).message.text)).toEqual([
      "Hello",
      "Hello",
      "Hello ❤️",
      "Hi",
    ]);
    const { messageId } = platform.state.messages[0]!.result;
    await person.command("/msg-history", `${messageId}\u200b`);
    await slack.as(joon).reads(messageId);
    await person.command("/msg-template", "KA01\u200b\u202c");
    await person.sees("KA01");
    await person.closeView({ all: true });
    const form = await openSendForm(slack);
    await form.person.submits("cleared", { to: "\u3164\ufe0f010-0000-0001", text: "Hello" });
    await slack.waitFor(() => sends(platform).length === texts.length + 1);
    expect(sends(platform).at(-1)?.body).toMatchObject({ message: { to: "01000000001" } });
  });

  it("are shown as their Unicode codes in errors and in the confirmation", async () => {
    const { slack } = await startChatops();
    const form = await openSendForm(slack);
    await form.person.isRefused(
      { to: recipients.unknown("jo‹U+202E›on and", []) },
      { to: "jo\u202eon and", text: "a" },
    );
    await form.person.submits("pushed", {
      to: "01098765432",
      text: "Hello\u200b 👨‍👩‍👧 \u202eworld\u00a0\u202f",
    });
    const confirmation = form.person.shown();
    expect(confirmation).toContain(warnings.notCarried("‹U+200B› 👨 👩 👧 ‹U+202E› ‹U+00A0› ‹U+202F›"));
  });

  it("are refused on the field of a link or an id, and never go out", async () => {
    const { slack, platform } = await startChatops();
    const { person, kind, shows, presses, choose } = await openSendForm(slack);
    await kind("chat", "chat.pfId", "text");
    await presses("messages.add_button:chat.buttons", "chat.buttons.1.buttonName");
    await choose("chat.buttons.1.buttonType", "WL");
    await shows("chat.buttons.1.linkMo");
    const link = {
      "chat.buttons.1.linkMo": "https://shop.example/\u200bx",
      "chat.buttons.1.linkPc": "https://a.example/b c",
    };
    await person.isRefused(
      { "chat.buttons.1.linkMo": issues.stray("\u200b"), "chat.buttons.1.linkPc": issues.stray(null) },
      { to: "joon", text: "Hi", "chat.buttons.1.buttonName": "Open", ...link },
    );
    await presses("messages.json", "json");
    const base = { to: "01000000001", from: "0212345678", text: "Hi" };
    for (const [message, field, character] of [
      [{ chatOptions: { pfId: "PF1\u200b" } }, "chatOptions.pfId", "\u200b"],
      [{ imageId: "F\u20601" }, "imageId", "\u2060"],
      [
        { rcsOptions: { brandId: "B", buttons: [{ buttonType: "WL", link: "https://a b" }] } },
        "rcsOptions.buttons.0.link",
        null,
      ],
      [
        { portalOptions: { talkId: "T", buttons: [{ buttonType: "AL", linkAnd: "app://\u00ad" }] } },
        "portalOptions.buttons.0.linkAnd",
        "\u00ad",
      ],
    ] as const) {
      await person.isRefused(
        { json: issues.at(field, issues.stray(character)) },
        { json: JSON.stringify({ ...base, ...message }) },
      );
    }
    expect(sends(platform)).toEqual([]);
  });
});

it("JSON pasted from a chat is accepted, and an error names the character that breaks it", async () => {
  const { slack, platform } = await startChatops();
  const { person, presses } = await openSendForm(slack);
  await presses("messages.json", "json");
  for (const [json, fault] of [
    ['{“to": "010"}', { column: 2, sign: "‹“›" }],
    ['{"to"： "010"}', { column: 6, sign: "‹：›" }],
    ['{"to": "010",}', { column: 14, sign: "‹}›" }],
  ] as const) {
    await person.isRefused({ json: issues.json({ line: 1, ...fault }) }, { json: json });
  }
  const pasted =
    '\ufeff```json\n{\u00a0"to":\u00a0"01000000001",\n\u00a0\u00a0"from": "0212345678", "text": "Hi"\u200b}\n```';
  await person.submits("cleared", { json: pasted });
  await slack.waitFor(() => sends(platform).length === 1);
});
