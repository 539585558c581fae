import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sendBody } from "../../../../sandbox/platform/message-schema.ts";
import { type MessageKind, messageKinds, toKind } from "../../../../src/features/messages/kinds/index.ts";
import { parseJson, type SendRules } from "../../../../src/features/messages/send.input.ts";
import { createAgent } from "../../../../src/features/messages/send.ts";
import { findBlock, findMatchingForm, toBody } from "../../../../src/features/messages/send-form.ts";
import { parseSendBody, SendBody } from "../../../../src/platform/index.ts";

const rules: SendRules = {
  senderNumbers: [],
  testRecipients: [],
  recipientPolicy: "confirm",
  quietAdverts: "on",
};

const Schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
});

/** Every field of a request in the sandbox's schema, which follows the platform's description alone. */
function fieldsOf(schema: unknown, path: readonly string[] = []): string[][] {
  const { properties, items } = Schema.parse(schema);
  if (items !== undefined) return fieldsOf(items, [...path, "0"]);
  if (properties === undefined) return [[...path]];
  return Object.entries(properties).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]));
}

const described = fieldsOf(z.toJSONSchema(sendBody, { io: "input" }));

/** Paths that a form's fields write to; a list stands with its first row. */
function reachableFrom({ fields, lists = [] }: MessageKind): string[] {
  const inRows = lists.flatMap((list) => list.fields.map(({ name }) => [...list.at, "0", name].join(".")));
  return [...fields.map(({ at }) => at.join(".")), ...inRows];
}

describe("the fields of the platform's description", () => {
  it("are all found, down to a button's link", () => {
    expect(described.length).toBeGreaterThan(60);
    expect(described.map((path) => path.join("."))).toContain("message.chatOptions.buttons.0.linkIos");
  });

  // The buttons of an RCS card can be given as JSON alone.
  const asJson = "message.rcsOptions.additionalBody.0.buttons.";
  const inForms = described.map((path) => path.join(".")).filter((path) => !path.startsWith(asJson));

  it.each(inForms)("are in a form: %s", (path) => {
    const reachable = messageKinds.flatMap(reachableFrom);
    const ownAgent = Object.keys(createAgent("AB1")).map((name) => `agent.${name}`);
    const isReached = [...reachable, ...ownAgent].some((at) => path === at || path.startsWith(`${at}.`));
    expect(isReached).toBe(true);
  });

  it.each(messageKinds.flatMap((kind) => reachableFrom(kind).map((path) => [kind.id, path] as const)))(
    "include each field of the forms: %s %s",
    (_, path) => {
      const all = described.map((one) => one.join("."));
      expect(all.some((one) => one === path || one.startsWith(`${path}.`))).toBe(true);
    },
  );
});

const word = fc
  .string({ minLength: 1, maxLength: 20 })
  .filter((text) => /^\S(.*\S)?$/u.test(text) && /\w/.test(text));
const variables = fc.dictionary(
  word.filter((key) => !/[=#{}]/.test(key)).map((key) => `#{${key}}`),
  word,
  {
    minKeys: 1,
    maxKeys: 20,
  },
);
const buttonType = fc.constantFrom("WL", "AL", "DS", "tomorrow's");
const chatButton = fc.record(
  { buttonName: word, buttonType, linkMo: word, linkIos: word },
  { requiredKeys: ["buttonName", "buttonType"] },
);
const options = { requiredKeys: [] as [] };
const message = fc.record(
  {
    to: fc.constant("01023456789"),
    from: fc.constant("0212345678"),
    text: word,
    type: fc.constantFrom("SMS", "LMS", "MMS", "ATA", "VOICE"),
    country: fc.constantFrom("1", "82"),
    subject: word,
    imageId: word,
    autoTypeDetect: fc.boolean(),
    customFields: fc.dictionary(
      word.filter((key) => !key.includes("=")),
      word,
      { minKeys: 1, maxKeys: 5 },
    ),
    chatOptions: fc.record(
      {
        ...{ pfId: word, pfGroupId: word, title: word, templateId: word, imageId: word, variables },
        ...{ adFlag: fc.boolean(), disableSms: fc.boolean() },
        buttons: fc.array(chatButton, { minLength: 1, maxLength: 5 }),
      },
      options,
    ),
    rcsOptions: fc.record(
      {
        ...{ brandId: word, mmsType: word, variables, copyAllowed: fc.boolean() },
        buttons: fc.array(fc.record({ buttonType, label: word }), { minLength: 1, maxLength: 2 }),
      },
      options,
    ),
  },
  { requiredKeys: ["to", "from"] },
);
const body = fc.record(
  { message, strict: fc.boolean(), allowDuplicates: fc.boolean() },
  { requiredKeys: ["message"] },
);

/** From JSON, where `__proto__` is a key like any other. */
const namedLikeAPrototype = JSON.parse(
  '{"message":{"to":"01023456789","from":"0212345678","text":"Hi","customFields":{"b":"c","__proto__":"a"}}}',
);

describe("a stored message in a form", () => {
  it("is read back unchanged, or not shown in fields", () => {
    let shown = 0;
    fc.assert(
      fc.property(body, (stored) => {
        const parsed = SendBody.safeParse(stored);
        fc.pre(parsed.success);
        const form = findMatchingForm(parsed.data!);
        if (form === null) return;
        shown += 1;
        expect(toBody(form.kind, form.values)).toEqual({ body: stored, issues: [] });
      }),
      { numRuns: 500, examples: [[namedLikeAPrototype]] },
    );
    expect(shown).toBeGreaterThan(40);
  });

  it("is shown in the fields of its kind, unless it has two", () => {
    const only = { to: "01023456789", from: "0212345678" };
    const kindOf = (stored: object) =>
      findMatchingForm(SendBody.parse({ message: { ...only, ...stored } }))?.kind.id;
    expect(kindOf({ text: "Hi" })).toBe("auto");
    expect(kindOf({ type: "MMS", imageId: "I" })).toBe("MMS");
    expect(kindOf({ type: "CTI", chatOptions: { pfId: "P", imageId: "I" } })).toBe("CTI");
    expect(kindOf({ type: "ATA", chatOptions: { pfId: "P", templateId: "T" } })).toBe("chat");
    expect(kindOf({ portalOptions: { talkId: "T" } })).toBe("portal");
    expect(kindOf({ rcsOptions: { brandId: "B", buttons: [{ buttonType: "WL" }] } })).toBe("rcs");
    expect(kindOf({ chatOptions: {}, rcsOptions: { brandId: "B" } })).toBeUndefined();
  });
});

describe("the check of a message", () => {
  it("finds the form's field for an error, also after earlier rows were removed", () => {
    const values = { "chat.buttons.3.buttonName": "", "chat.buttons.7.buttonName": "" };
    const block = (wire: string) => findBlock(toKind("chat"), values, wire);
    expect(block("chatOptions.buttons.1.buttonName")).toEqual({
      field: "chat.buttons.7.buttonName",
      path: "",
    });
    expect(block("chatOptions.pfId")).toEqual({ field: "chat.pfId", path: "" });
    expect(block("customFields.long key")).toEqual({ field: "customFields", path: "long key" });
    expect(block("rcsOptions.buttons.0.text")).toEqual({ field: "kind", path: "rcsOptions.buttons.0.text" });
    expect(findBlock(toKind("rcs"), {}, "rcsOptions.buttons.0.text")).toEqual({
      field: "kind",
      path: "rcsOptions.buttons.0.text",
    });
  });

  it("reports malformed pairs and switches", () => {
    const problem = (values: Record<string, string>, kind = "rcs") => toBody(toKind(kind), values).issues;
    expect(problem({ customFields: "no sign" })).toEqual([
      { field: "customFields", problem: "pairs", line: 1 },
    ]);
    expect(problem({ "rcs.variables": "a=1\n#{a}=2" })).toEqual([
      { field: "rcs.variables", problem: "pair_twice", name: "#{a}" },
    ]);
    expect(problem({ strict: "maybe" })).toEqual([{ field: "strict", problem: "yes_no" }]);
  });

  it("reports errors in JSON with their path, by the app's own rules too", () => {
    const issues = (value: unknown, changed: Partial<SendRules> = {}) => {
      const parsed = parseJson(JSON.stringify(value), null, { ...rules, ...changed });
      return parsed.ok ? [] : parsed.issues.map(({ path, issue }) => `${path}: ${issue.problem}`);
    };
    const bare = { to: "01023456789", from: "0212345678" };
    const ok = { ...bare, text: "Hi" };
    expect(issues(ok)).toEqual([]);
    expect(issues({ message: ok, agent: { sdkVersion: "mine" } })).toEqual([]);
    expect(issues({ ...ok, scheduledDate: "now" })).toEqual(["scheduledDate: unknown"]);
    expect(issues({ ...ok, rcsOptions: { buttons: [{ link: "x" }] } })).toEqual([
      "rcsOptions.buttons.0.buttonType: missing",
    ]);
    expect(issues({ message: ok, strict: "yes" })).toEqual(["strict: malformed"]);
    // The platform's description allows a title with SMS: the app only warns of it.
    expect(issues({ ...ok, type: "SMS", subject: "Title", text: "Hi" })).toEqual([]);
    expect(issues(ok, { recipientPolicy: "test-only" })).toEqual(["to: test_only"]);
    expect(issues(ok, { senderNumbers: ["15881234"] })).toEqual(["from: unknown_sender"]);
    // A number has at most 15 digits.
    expect(issues({ ...ok, to: "1".repeat(15) })).toEqual([]);
    expect(issues({ ...ok, to: "1".repeat(16) })).toEqual(["to: too_long"]);
    for (const country of ["", "0", "+1", "12345"])
      expect(issues({ ...ok, country })).toEqual(["country: country"]);
    // A text message would cost without showing anything; other kinds have more to show.
    for (const text of ["", " \n", "\u200b"]) expect(issues({ ...ok, text })).toEqual(["text: missing"]);
    for (const nothing of [{}, { type: "CTA" }, { imageId: "" }, { chatOptions: {}, rcsOptions: {} }])
      expect(issues({ ...bare, ...nothing })).toEqual(["text: missing"]);
    const others = {
      subject: "Title",
      imageId: "i",
      portalOptions: { talkId: "t" },
      rcsOptions: { brandId: "b" },
    };
    for (const [name, one] of Object.entries(others)) expect(issues({ ...bare, [name]: one })).toEqual([]);
    expect(issues({ ...ok, text: "", chatOptions: { templateId: "t" } })).toEqual([]);
    expect(parseSendBody({ message: ok })).toEqual({ body: { message: ok } });
    const { customFields } = namedLikeAPrototype.message;
    expect(issues({ ...ok, customFields })).toEqual([]);
    expect(issues({ ...ok, customFields: JSON.parse('{"__proto__":1}') })).toEqual([
      "customFields.__proto__: malformed",
    ]);
    expect(issues({ ...ok, rcsOptions: { variables: [] } })).toEqual(["rcsOptions.variables: malformed"]);
  });

  it.each(["customFields.__proto__", "chatOptions.variables.__proto__"])("keeps the name %s", (path) => {
    const [part = "", ...rest] = path.split(".").reverse();
    const value = rest.reduce<string>((inner, key) => `{"${key}":${inner}}`, `{"${part}":"a"}`);
    const stored = JSON.parse(`{"message":{"to":"01023456789","from":"0212345678",${value.slice(1, -1)}}}`);
    expect(JSON.stringify(SendBody.parse(stored))).toBe(JSON.stringify(stored));
  });
});
