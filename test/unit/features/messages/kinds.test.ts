import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { sendBody } from "../../../../sandbox/platform/message-schema.ts";
import { type MessageKind, messageKinds, toKind } from "../../../../src/features/messages/kinds/index.ts";
import { createAgent, sdkVersion } from "../../../../src/features/messages/send.ts";
import { findBlock, findMatchingForm, toBody } from "../../../../src/features/messages/send-form.ts";
import { SendBody } from "../../../../src/platform/index.ts";

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

const described = fieldsOf(z.toJSONSchema(sendBody, { io: "input" })).map((path) => path.join("."));

/** Paths that a form's fields write to; a list stands with its first row. */
function reachableFrom({ fields, lists = [] }: MessageKind): string[] {
  const inRows = lists.flatMap((list) => list.fields.map(({ name }) => [...list.at, "0", name].join(".")));
  return [...fields.map(({ at }) => at.join(".")), ...inRows];
}

/** Whether a form writes a field with `path`, or a part of it. */
const isWithin = (path: string, reachable: readonly string[]) =>
  reachable.some((at) => path === at || path.startsWith(`${at}.`));

describe("the fields of a message in the platform's description", () => {
  it("are read from the sandbox's schema, down to a button's link", () => {
    expect(described.length).toBeGreaterThan(60);
    expect(described).toContain("message.chatOptions.buttons.0.linkIos");
  });

  it("can each be filled in by a form, except an RCS card's buttons, which need JSON", () => {
    const ownAgent = Object.keys(createAgent("AB1")).map((name) => `agent.${name}`);
    const reachable = [...messageKinds.flatMap(reachableFrom), ...ownAgent];
    const others = described.filter((path) => !isWithin(path, reachable));
    const asJson = "message.rcsOptions.additionalBody.0.buttons.";
    expect(others.filter((path) => !path.startsWith(asJson))).toEqual([]);
  });

  it.each(messageKinds.map((kind) => [kind.id, kind] as const))(
    "include every field that the form of %s fills in",
    (_, kind) => {
      const unknown = reachableFrom(kind).filter((path) => !described.some((one) => isWithin(one, [path])));
      expect(unknown).toEqual([]);
    },
  );
});

it("a message names this app and its version as the agent that sent it", () => {
  const text = readFileSync(new URL("../../../../package.json", import.meta.url), "utf8");
  const { name, version }: { name: string; version: string } = JSON.parse(text);
  expect(sdkVersion).toBe(`${name}/${version}`);
  expect(createAgent("AB1")).toEqual({ sdkVersion, osPlatform: expect.stringContaining("v"), appId: "AB1" });
  expect(createAgent(null)).not.toHaveProperty("appId");
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

describe("a stored message", () => {
  it("is read back unchanged from the form's fields, or gets no fields", () => {
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

  it.each([
    ["auto", { text: "Hi" }],
    ["MMS", { type: "MMS", imageId: "I" }],
    ["CTI", { type: "CTI", chatOptions: { pfId: "P", imageId: "I" } }],
    ["chat", { type: "ATA", chatOptions: { pfId: "P", templateId: "T" } }],
    ["portal", { portalOptions: { talkId: "T" } }],
    ["rcs", { rcsOptions: { brandId: "B", buttons: [{ buttonType: "WL" }] } }],
    [undefined, { chatOptions: {}, rcsOptions: { brandId: "B" } }],
  ])("is shown in the form of %s if it has that kind's parts only: %j", (kind, stored) => {
    const numbers = { to: "01023456789", from: "0212345678" };
    expect(findMatchingForm(SendBody.parse({ message: { ...numbers, ...stored } }))?.kind.id).toBe(kind);
  });
});

describe("the check of a message that a form sent", () => {
  it.each([
    ["chat", "chatOptions.buttons.1.buttonName", "chat.buttons.7.buttonName", ""],
    ["chat", "chatOptions.pfId", "chat.pfId", ""],
    ["chat", "customFields.long key", "customFields", "long key"],
    ["chat", "rcsOptions.buttons.0.text", "kind", "rcsOptions.buttons.0.text"],
    ["rcs", "rcsOptions.buttons.0.text", "kind", "rcsOptions.buttons.0.text"],
  ])("in the form of %s shows an error at %s below the field %s", (kind, wire, field, path) => {
    // Earlier rows were removed.
    const values = { "chat.buttons.3.buttonName": "", "chat.buttons.7.buttonName": "" };
    expect(findBlock(toKind(kind), values, wire)).toEqual({ field, path });
  });

  it.each([
    [{ customFields: "no sign" }, { field: "customFields", problem: "pairs", line: 1 }],
    [{ "rcs.variables": "a=1\n#{a}=2" }, { field: "rcs.variables", problem: "pair_twice", name: "#{a}" }],
    [{ "rcs.variables": "#{a}=1\na=2" }, { field: "rcs.variables", problem: "pair_twice", name: "a" }],
    [{ strict: "maybe" }, { field: "strict", problem: "yes_no" }],
  ])("reports a malformed name=value line or switch: %j", (values, issue) => {
    expect(toBody(toKind("rcs"), values).issues).toEqual([issue]);
  });

  it.each(["customFields.__proto__", "chatOptions.variables.__proto__"])(
    "keeps __proto__ as an ordinary name in %s",
    (path) => {
      const [part = "", ...rest] = path.split(".").reverse();
      const value = rest.reduce<string>((inner, key) => `{"${key}":${inner}}`, `{"${part}":"a"}`);
      const stored = JSON.parse(`{"message":{"to":"01023456789","from":"0212345678",${value.slice(1, -1)}}}`);
      expect(JSON.stringify(SendBody.parse(stored))).toBe(JSON.stringify(stored));
    },
  );
});
