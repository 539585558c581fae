import { describe, expect, it } from "vitest";
import { formatIssues } from "../../../../src/features/messages/issues.view.ts";
import { parseForm } from "../../../../src/features/messages/send.input.ts";
import { createSendForm, maxValues } from "../../../../src/features/messages/send-form.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { timesParsing } from "../../../support/processor-time.ts";
import { deps } from "./some-deps.ts";

const base = { to: "01012345678", from: "0212345678", text: "Hi" };
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const named = (count: number, value: unknown) =>
  Object.fromEntries(many(count, (index) => [`#{name${index}}`, value]));

/** The errors that the form shows for this JSON. */
function read(text: string): string {
  const parsed = parseForm(createSendForm({ act: "a" }, { values: { json: text }, isJson: true }), deps);
  return parsed.ok ? "" : formatIssues(parsed.issues, deps.rules, wordsOf("en"));
}

const nested = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);

describe("a JSON message of 100 KB", () => {
  it.each<[string, string]>([
    [
      "numbers where cards belong",
      JSON.stringify({ ...base, rcsOptions: { additionalBody: many(48_000, () => 1) } }),
    ],
    ["empty cards", JSON.stringify({ ...base, rcsOptions: { additionalBody: many(32_000, () => ({})) } })],
    [
      "as many empty cards as are checked",
      JSON.stringify({ ...base, rcsOptions: { additionalBody: many(1990, () => ({})) } }),
    ],
    [
      "buttons of a card",
      JSON.stringify({
        ...base,
        rcsOptions: { additionalBody: [{ title: "a", description: "b", buttons: many(32_000, () => ({})) }] },
      }),
    ],
    ["unknown fields", JSON.stringify({ ...base, ...named(6000, 1) })],
    ["variables", JSON.stringify({ ...base, chatOptions: { variables: named(5000, "v") } })],
    [
      "as many variables as are checked",
      JSON.stringify({ ...base, chatOptions: { variables: named(1990, "v".repeat(20)) } }),
    ],
    [
      "as many variables with numbers as values",
      JSON.stringify({ ...base, chatOptions: { variables: named(1990, 1) } }),
    ],
    ["one long text", JSON.stringify({ ...base, text: "a".repeat(99_000) })],
    ["nested brackets", nested("[", "]", 50_000)],
    ["nested braces", `${'{"a":'.repeat(16_000)}1${"}".repeat(16_000)}`],
  ])("is read fast: %s", (_, text) => {
    expect(text.length).toBeLessThanOrEqual(160_000);
    expect(timesParsing(() => read(text))).toBeLessThan(2);
    expect(read(text).split("\n").length).toBeLessThanOrEqual(11);
  });

  it("is refused if it has more values than any message", () => {
    const told = (count: number) =>
      read(JSON.stringify({ ...base, chatOptions: { variables: named(count, "v") } }));
    expect(told(maxValues)).toBe(wordsOf("en").issues.tooMany(maxValues));
    expect(told(maxValues - 10)).toBe("");
  });
});

it.each([
  [JSON.stringify([base]), wordsOf("en").issues.wanted.object],
  [
    '{"to": "01012345678", // whom\n"text": "Hi"}',
    wordsOf("en").issues.json({ line: 1, column: 23, sign: "‹/›" }),
  ],
  [JSON.stringify({ ...base, to: "+81 90-1234-5678", country: "1" }), wordsOf("en").issues.wanted.digits],
  [JSON.stringify({ ...base, from: "02-1234-5678" }), `from: ${wordsOf("en").issues.wanted.digits}`],
  [JSON.stringify({ ...base, to: "joon" }), wordsOf("en").issues.wanted.digits],
  [JSON.stringify({ ...base, to: 1012345678 }), `to: ${wordsOf("en").issues.wanted.string}`],
  [JSON.stringify({ ...base, country: 82 }), `country: ${wordsOf("en").issues.wanted.string}`],
  [JSON.stringify({ ...base, chatOptions: { adFlag: "yes" } }), wordsOf("en").issues.wanted.boolean],
  [JSON.stringify({ ...base, chatOptions: { buttons: {} } }), wordsOf("en").issues.wanted.array],
  [JSON.stringify({ ...base, chatOptions: [] }), wordsOf("en").issues.wanted.object],
  [JSON.stringify({ ...base, customFields: "a=1" }), wordsOf("en").issues.wanted.object],
  [JSON.stringify(JSON.stringify(base)), wordsOf("en").issues.wanted.object],
  [JSON.stringify({ messages: [base] }), `messages: ${wordsOf("en").issues.unknownField}`],
  [JSON.stringify({ message: [base, base] }), wordsOf("en").issues.wanted.object],
])("the JSON %s gets an error that says what is wanted", (text, says) => {
  expect(read(text)).toContain(says);
});

it("JSON errors name a misspelled field before the missing one", () => {
  expect(read(JSON.stringify({ To: base.to, from: base.from, text: "Hi" }))).toMatch(/^To: .*\nto: /);
});

it("an invisible title in JSON is left out, since a title makes a message dearer", () => {
  const json = JSON.stringify({ ...base, subject: "\u200b" });
  const parsed = parseForm(createSendForm({ act: "a" }, { values: { json }, isJson: true }), deps);
  expect(parsed).toMatchObject({ ok: true, input: { body: { message: base } } });
  expect(JSON.stringify(parsed)).not.toContain("subject");
});
