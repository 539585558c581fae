import { describe, expect, it } from "vitest";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import type { ReaderRole } from "../../../../src/outcomes/card.view.ts";
import {
  renderSentInFull,
  renderSummary,
  type Sent,
  toSentSummary,
} from "../../../../src/outcomes/sent.view.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en, ko } from "../../../support/words.ts";

/** Stored with every message: the name of this app. */
const agent = { sdkVersion: "messaging-chatops/0.2.0", osPlatform: "linux" };
const numbers = { to: "01023456789", from: "0212345678" };
const told = (message: object, words = en) =>
  describeMessage(anUnknown({ request: { message: { ...numbers, ...message }, agent } }), words)!;
const button = { buttonName: "Track", buttonType: "WL", linkMo: "https://a.example/1" };

describe("describeMessage", () => {
  it.each<[string, object, text: string | null, lines: string[]]>([
    ["SMS", { text: "Hello" }, "Hello", ["then: "]],
    [
      "LMS",
      { type: "LMS", subject: "Your order", text: "It left" },
      "It left",
      ["Title: Your order", "then: "],
    ],
    [
      "messenger template",
      {
        text: "As a text message",
        chatOptions: {
          ...{ pfId: "PF1", templateId: "T1", disableSms: true, buttons: [button] },
          variables: { "#{name}": "Kim", "#{day}": "Monday" },
        },
      },
      "As a text message",
      [
        "Variables: name=Kim\nday=Monday",
        "Button 1 · Name: Track",
        "Button 1 · Type: WL",
        "Button 1 · Mobile link: https://a.example/1",
        "then: ",
        "Messenger channel: PF1",
        "Template: T1",
        "If the messenger fails: Nothing is sent",
      ],
    ],
    [
      "messenger image",
      { type: "CTI", text: "New", chatOptions: { pfId: "PF1", imageId: "F1", adFlag: true } },
      "New",
      ["then: ", "Messenger channel: PF1", "Image: F1", "Advertisement: Yes"],
    ],
    [
      "portal notification",
      { portalOptions: { talkId: "K1", templateId: "T2", variables: { "#{no}": "7" } } },
      null,
      ["Variables: no=7", "then: ", "Talk ID: K1", "Template ID: T2"],
    ],
    [
      "RCS",
      {
        text: "See",
        rcsOptions: { brandId: "B1", additionalBody: [{ title: "Shoes", description: "All sizes" }] },
      },
      "See",
      ["Card 1 · Title: Shoes", "Card 1 · Description: All sizes", "then: ", "Brand ID: B1"],
    ],
  ])("splits a message into text, other content and technical details: %s", (_, message, text, lines) => {
    const { sent, details = [] } = told(message);
    expect(sent?.text).toBe(text);
    const all = [...(sent?.lines ?? []), { name: "then", value: "" }, ...details];
    expect(all.map(({ name, value }) => `${name}: ${value}`)).toEqual(lines);
  });

  it("gives a message that fits no form as JSON, without phone numbers", () => {
    const odd = { text: "Hi", chatOptions: { pfId: "PF1" }, rcsOptions: { brandId: "B1" } };
    const [line, ...others] = told(odd).sent?.lines ?? [];
    expect(line?.name).toBe(en.send.fields.json.label);
    expect(JSON.parse(line?.value ?? "")).toEqual({
      message: { chatOptions: { pfId: "PF1" }, rcsOptions: { brandId: "B1" } },
    });
    expect(others).toEqual([]);
  });

  it("gives title and text of another version's message, and no pending image", () => {
    expect(told({ text: "Hi", subject: "Title", newField: 5 }).sent).toEqual({
      lines: [{ name: en.confirm.subject, value: "Title" }],
      text: "Hi",
    });
    expect(told({ type: "MMS", imageId: "(attached)" }, ko).sent).toEqual({ lines: [], text: null });
  });
});

const linesOf = (sent: Sent) => sent.map(({ block }) => block.text?.text ?? "");
const chat = { pfId: "PF1", templateId: "T1", variables: { "#{name}": "Kim", "#{day}": "Mon" } };

describe("the sent content of a message", () => {
  const facts = "From 02-1234-5678 · Template: T1 (PF1) · 28 characters";
  const one = told({ text: "Hello,\n\nyour table\n is ready", chatOptions: chat });

  it("is shortened on a card, with the text in a section of its own", () => {
    expect(linesOf(renderSummary(one, "author"))).toEqual([
      `${facts}\nVariables: name=Kim day=Mon`,
      "“Hello, your table is ready”",
    ]);
  });

  it("is one line on Home: the text, else the variables", () => {
    expect(toSentSummary(one)).toBe("“Hello, your table is ready”");
    expect(toSentSummary(told({ chatOptions: chat }))).toBe("Variables: name=Kim day=Mon");
    expect(toSentSummary(told({ text: "가".repeat(900) }))?.length).toBeLessThanOrEqual(102);
    expect(toSentSummary({ facts: [] })).toBeNull();
  });

  it("is whole in the history entry, over as many sections as it needs", () => {
    expect(linesOf(renderSentInFull(one, "author"))).toEqual([
      `${facts}\nVariables:\nname=Kim\nday=Mon\nMessenger channel: PF1\nTemplate: T1`,
      "“Hello,\n\nyour table\n is ready”",
    ]);
    const long = told({ text: "a".repeat(5000), newField: 1 });
    const sections = linesOf(renderSentInFull(long, "author"));
    expect(sections.slice(1).join("")).toBe(`“${"a".repeat(5000)}”`);
    expect(Math.max(...sections.map((section) => section.length))).toBeLessThanOrEqual(3000);
  });

  it("fits into one Slack message with its whole text, cutting variables", () => {
    const variables = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`#{v${index}}`, "x".repeat(100)]),
    );
    const greatest = told({ text: "b".repeat(2000), chatOptions: { pfId: "PF1", variables } });
    const sections = linesOf(renderSentInFull(greatest, "author"));
    expect(sections.join("").length).toBeLessThanOrEqual(9000);
    expect(sections.at(-1)).toBe(`“${"b".repeat(2000)}”`);
  });

  it.each<ReaderRole>(["on-call", "anybody"])(
    "is left out for the reader %s, who sees the facts alone",
    (reader) => {
      for (const render of [renderSummary, renderSentInFull]) {
        expect(linesOf(render(one, reader))).toEqual([facts]);
      }
    },
  );
});
