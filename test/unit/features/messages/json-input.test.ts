import { describe, expect, it } from "vitest";
import { formatIssues } from "../../../../src/features/messages/issues.view.ts";
import { parseForm, parseJson, type SendRules } from "../../../../src/features/messages/send.input.ts";
import { createSendForm, maxValues } from "../../../../src/features/messages/send-form.ts";
import { timesParsing } from "../../../support/processor-time.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const { issues } = en;
const numbers = { to: "01012345678", from: "0212345678" };
const base = { ...numbers, text: "Hi" };
const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (count: number, value: unknown) =>
  Object.fromEntries(many(count, (index) => [`#{name${index}}`, value]));
const withVariables = (count: number, value: unknown) => ({
  ...base,
  chatOptions: { variables: named(count, value) },
});
const withCards = (additionalBody: unknown[]) => ({ ...base, rcsOptions: { additionalBody } });

const parse = (json: string) =>
  parseForm(createSendForm({ act: "a" }, { values: { json }, isJson: true }), deps);

/** The errors that the form shows for this JSON. */
function read(text: string): string {
  const parsed = parse(text);
  return parsed.ok ? "" : formatIssues(parsed.issues, deps.rules, en);
}

const nested = (open: string, close: string, count: number) => open.repeat(count) + close.repeat(count);

describe("a JSON message of 100 KB", () => {
  it.each<[string, object | string]>([
    ["numbers in place of cards", withCards(many(48_000, () => 1))],
    ["empty cards", withCards(many(32_000, () => ({})))],
    ["as many empty cards as are checked", withCards(many(1990, () => ({})))],
    ["buttons of a card", withCards([{ title: "a", description: "b", buttons: many(32_000, () => ({})) }])],
    ["unknown fields", { ...base, ...named(6000, 1) }],
    ["variables", withVariables(5000, "v")],
    ["as many variables as are checked", withVariables(1990, "v".repeat(20))],
    ["as many variables with numbers as values", withVariables(1990, 1)],
    ["one long text", { ...base, text: "a".repeat(99_000) }],
    ["nested brackets", nested("[", "]", 50_000)],
    ["nested braces", `${'{"a":'.repeat(16_000)}1${"}".repeat(16_000)}`],
  ])("is parsed quickly: %s", (_, typed) => {
    const text = typeof typed === "string" ? typed : JSON.stringify(typed);
    expect(text.length).toBeLessThanOrEqual(160_000);
    expect(timesParsing(() => read(text))).toBeLessThan(2);
    expect(read(text).split("\n").length).toBeLessThanOrEqual(11);
  });

  it("is refused if it has more values than any message can have", () => {
    expect(read(JSON.stringify(withVariables(maxValues, "v")))).toBe(issues.tooMany(maxValues));
    expect(read(JSON.stringify(withVariables(maxValues - 10, "v")))).toBe("");
  });
});

it.each<[unknown, string]>([
  [[base], issues.wanted.object],
  [{ ...base, to: "+81 90-1234-5678", country: "1" }, issues.wanted.digits],
  [{ ...base, from: "02-1234-5678" }, `from: ${issues.wanted.digits}`],
  [{ ...base, to: "joon" }, issues.wanted.digits],
  [{ ...base, to: 1012345678 }, `to: ${issues.wanted.string}`],
  [{ ...base, country: 82 }, `country: ${issues.wanted.string}`],
  [{ ...base, chatOptions: { adFlag: "yes" } }, issues.wanted.boolean],
  [{ ...base, chatOptions: { buttons: {} } }, issues.wanted.array],
  [{ ...base, chatOptions: [] }, issues.wanted.object],
  [{ ...base, customFields: "a=1" }, issues.wanted.object],
  [JSON.stringify(base), issues.wanted.object],
  [{ messages: [base] }, `messages: ${issues.unknownField}`],
  [{ message: [base, base] }, issues.wanted.object],
])("the JSON %j gets an error that says which type of value is expected", (value, says) => {
  expect(read(JSON.stringify(value))).toContain(says);
});

it("broken JSON gets an error with the line and column where it breaks", () => {
  const says = issues.json({ line: 1, column: 23, sign: "‹/›" });
  expect(read('{"to": "01012345678", // whom\n"text": "Hi"}')).toContain(says);
});

/** From JSON, where `__proto__` is a key like any other. */
const likeAPrototype = (value: unknown) => JSON.parse(`{"__proto__":${JSON.stringify(value)}}`);

it.each<[object, Partial<SendRules>, string]>([
  [{ ...base, scheduledDate: "now" }, {}, "scheduledDate: unknown"],
  [{ ...base, rcsOptions: { buttons: [{ link: "x" }] } }, {}, "rcsOptions.buttons.0.buttonType: missing"],
  [{ message: base, strict: "yes" }, {}, "strict: malformed"],
  [{ ...base, rcsOptions: { variables: [] } }, {}, "rcsOptions.variables: malformed"],
  [{ ...base, customFields: likeAPrototype(1) }, {}, "customFields.__proto__: malformed"],
  [base, { recipientPolicy: "test-only" }, "to: test_only"],
  [base, { senderNumbers: ["15881234"] }, "from: unknown_sender"],
  [{ ...base, to: "1".repeat(16) }, {}, "to: too_long"],
  ...["", "0", "+1", "12345"].map((country): [object, object, string] => [
    { ...base, country },
    {},
    "country: country",
  ]),
  // A text message would cost without showing anything; other kinds have more to show.
  ...["", " \n", "\u200b"].map((text): [object, object, string] => [
    { ...numbers, text },
    {},
    "text: missing",
  ]),
  ...[{}, { type: "CTA" }, { imageId: "" }, { chatOptions: {}, rcsOptions: {} }].map(
    (nothing): [object, object, string] => [{ ...numbers, ...nothing }, {}, "text: missing"],
  ),
])("the JSON %j with the settings %j is refused with the problem %s", (value, changed, problem) => {
  const parsed = parseJson(JSON.stringify(value), null, { ...deps.rules, ...changed });
  const found = parsed.ok ? [] : parsed.issues.map(({ path, issue }) => `${path}: ${issue.problem}`);
  expect(found).toEqual([problem]);
});

it.each([
  base,
  { message: base, agent: { sdkVersion: "mine" } },
  // The platform's description allows a title with SMS: the app only warns of it.
  { ...base, type: "SMS", subject: "Title" },
  { ...base, to: "1".repeat(15) },
  { ...numbers, subject: "Title" },
  { ...numbers, imageId: "i" },
  { ...numbers, portalOptions: { talkId: "t" } },
  { ...numbers, rcsOptions: { brandId: "b" } },
  { ...numbers, text: "", chatOptions: { templateId: "t" } },
  { ...base, customFields: likeAPrototype("a") },
])("the JSON %j is accepted as a message", (value) => {
  expect(parseJson(JSON.stringify(value), null, deps.rules)).toMatchObject({ ok: true });
});

it("the errors of JSON name a misspelled field before the field that is missing", () => {
  expect(read(JSON.stringify({ To: base.to, from: base.from, text: "Hi" }))).toMatch(/^To: .*\nto: /);
});

it("a message from JSON leaves out a title of invisible characters, which would cost more", () => {
  const parsed = parse(JSON.stringify({ ...base, subject: "\u200b" }));
  expect(parsed).toMatchObject({ ok: true, input: { body: { message: base } } });
  expect(JSON.stringify(parsed)).not.toContain("subject");
});
