import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import {
  parseFieldForm,
  type SendRules,
  toUncheckedBody,
} from "../../../../src/features/messages/send.input.ts";
import { type FormValues, readValues } from "../../../../src/features/messages/send-form.ts";
import { textBytes } from "../../../../src/platform/index.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";

const rules: SendRules = {
  senderNumbers: ["0212345678", "15881234"],
  testRecipients: [{ name: "Joon", to: "01011112222", country: "82" }],
  recipientPolicy: "confirm",
  quietAdverts: "on",
};
const typed = { to: "010-2345-6789", from: "0212345678", text: "Hello" };
const parse = (change: FormValues, kind = "auto", changed: Partial<SendRules> = {}) =>
  parseFieldForm(
    { kind: toKind(kind), values: { ...typed, ...change }, conversation: null },
    { ...rules, ...changed },
  );
const problems = (change: FormValues, changed: Partial<SendRules> = {}, kind = "auto") => {
  const parsed = parse(change, kind, changed);
  return parsed.ok ? [] : parsed.issues.map(({ field, issue }) => `${field}: ${issue.problem}`);
};

describe("a typed recipient", () => {
  it.each([
    ["010-2345-6789", { to: "01023456789" }],
    ["+82 10 2345 6789", { to: "01023456789" }],
    ["+1 202-555-0123", { to: "2025550123", country: "1" }],
    ["`010·2345·6789`;", { to: "01023456789" }],
    ["00700-81-90-1234-5678", { to: "9012345678", country: "81" }],
  ])("%s becomes the number %j", (to, message) => {
    const parsed = parse({ to });
    expect(parsed.ok && parsed.input.body.message).toEqual({ ...message, from: "0212345678", text: "Hello" });
  });

  it.each([
    ...["joon", "JOON", "ｊｏｏｎ", "“joon”", "`Joon`", "ｊｏｏｎ (010-1111-2222)", "joon (010-1111-2222)"],
    ...["joon: 010-1111-2222", "joon：010 1111 2222", "joon - 010-1111-2222", "joon – +82 10-1111-2222"],
    ...["Joon <+82 10 1111 2222>", "joon[01011112222]", "010 1111 2222", "+821011112222"],
  ])("%s is recognized as the test recipient Joon", (to) => {
    const parsed = parse({ to });
    expect(parsed.ok && parsed.input.body.message.to).toBe("01011112222");
    expect(parsed.ok && parsed.input.testRecipient).toEqual({ name: "Joon" });
  });

  it("is an ordinary number if the list of test recipients lacks it", () => {
    const parsed = parse({});
    expect(parsed.ok && parsed.input.testRecipient).toBeNull();
  });

  it.each([
    ["01O-2345-6789", "to: unknown_name"],
    ["010-23", "to: too_short"],
    ["010-2345-6789-0123", "to: too_long"],
    ["", "to: no_recipient"],
    ["-", "to: not_a_number"],
    ["+999 123", "to: no_such_country"],
    ["010-2345-6789,010-1111-2222", "to: number_among"],
    ["joon,010-2345-6789", "to: number_among"],
    ["joon、010-2345-6789", "to: number_among"],
    ["joon,nobody", "to: unknown_name"],
    ["010-2345-6789 010-1111-2222", "to: two_numbers"],
    ["0081-90-1234-5678", "to: two_countries"],
    ["1023456789", "to: start_missing"],
    ["joon (010-1111-2223)", "to: other_number"],
    ["joon: 010-1111-2223", "to: other_number"],
    ["joon,joon <010-1111-2223>", "to: other_number"],
    ["jon (010-1111-2222)", "to: unknown_name"],
    ["joon;Hello", "to: unknown_name"],
    ["010-1111-2222；안녕", "to: unknown_name"],
    ["010-2345-6789;Hello", "to: unknown_name"],
    ["010-2345-6789; nobody, 010-1111-2222", "to: unknown_name"],
    ["joon (QA)", "to: unknown_name"],
    ["joon,1023456789", "to: start_missing"],
    [",", "to: not_a_number"],
    ["me", "to: not_mine"],
  ])("%s is refused with the error %s", (to, problem) => {
    expect(problems({ to })).toEqual([problem]);
  });

  it.each(["joon,mina", "joon，mina", "joon、mina", "joon ; mina；"])(
    "may be several names with separators between them: %s",
    (to) => {
      const mina = { name: "mina", to: "01033334444", country: "82" };
      const parsed = parse({ to }, "auto", { testRecipients: [...rules.testRecipients, mina] });
      expect(parsed.ok && parsed.input.others).toEqual([mina]);
    },
  );

  it("of two names without a comma is refused, and the names with a comma are suggested", () => {
    const parsed = parse({ to: "joon Joon" });
    expect(parsed.ok ? [] : parsed.issues).toMatchObject([{ issue: { close: ["joon,Joon"] } }]);
  });

  it("is refused if only test recipients are allowed and the list lacks it", () => {
    expect(problems({}, { recipientPolicy: "test-only" })).toEqual(["to: test_only"]);
    expect(problems({ to: "joon" }, { recipientPolicy: "test-only" })).toEqual([]);
  });

  it("gets its country from the country field if the number has no country code", () => {
    const parsed = parse({ to: "202 555 0123", country: "1" });
    expect(parsed.ok && parsed.input.body.message).toMatchObject({ to: "2025550123", country: "1" });
    expect(problems({ country: "+1a" })).toContain("country: country");
  });
});

it("an unfinished message turned into JSON has its valid numbers in the platform's form", () => {
  const draft = (values: FormValues) => toUncheckedBody({ kind: toKind("MMS"), values }, rules);
  const message = { to: "01011112222", from: "0212345678", type: "MMS" };
  expect(draft({ to: "JOON", from: "02-1234-5678" })).toEqual({ message });
  expect(draft({ recipients: "+82 01011112222", from: "0212345678" })).toEqual({ message });
  const abroad = { to: "2025550123", country: "1", type: "MMS" };
  expect(draft({ to: "202 555 0123", country: "1" })).toEqual({ message: abroad });
  // Invalid values stay as typed.
  const wrong = { to: "somebody", country: "+1a", from: "me", type: "MMS" };
  expect(draft(wrong)).toEqual({ message: wrong });
});

describe("a message's text", () => {
  it("is accepted up to the platform's limit in bytes, and refused above it", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "가", "🍲", " ", "\n"), { maxLength: 2100 }), (parts) => {
        const text = `x${parts.join("")}`;
        const isTooLong = problems({ text }).includes("text: too_long");
        expect(isTooLong).toBe(textBytes(text) > 2000);
      }),
    );
    expect(problems({ text: "가".repeat(1000) })).toEqual([]);
    expect(problems({ text: `${"가".repeat(1000)}a` })).toEqual(["text: too_long"]);
  });

  it.each([
    ...["\u200b", "\u3164", "\u2060\ufeff", "\u00ad", "\u115f\u1160\uffa0", "\u2800"],
    ...["\u180e \u200d\n", " \n "],
  ])("counts as missing if it has only blank or invisible characters: %j", (text) => {
    expect(problems({ text })).toEqual(["text: missing"]);
    const parsed = parse({ subject: text });
    expect(parsed.ok && parsed.input.body.message).not.toHaveProperty("subject");
  });

  it.each(["👨\u200d👩\u200d👧", "안\u200b녕", "\u3164."])(
    "is kept as typed if it has a visible character: %j",
    (text) => {
      const parsed = parse({ text });
      expect(parsed.ok && parsed.input.body.message.text).toBe(text);
    },
  );
});

describe("a messenger message", () => {
  it.each<[string, string, FormValues]>([
    ["chat", "chat.pfId", { "chat.variables.name": "Mina" }],
    ["chat", "chat.pfId", { "chat.buttons.1.buttonName": "Open", "chat.buttons.1.buttonType": "WL" }],
    ["portal", "portal.talkId", { "portal.disableSms": "no" }],
    ["rcs", "rcs.brandId", { "rcs.variables": "name=Mina" }],
  ])("of kind %s is refused at the field %s if it has no field of that messenger", (kind, first, own) => {
    const bare = [`${first}: bare_kind`];
    expect(problems({}, {}, kind)).toEqual(bare);
    expect(problems({ text: "", subject: "Title", imageId: "I", [first]: " \u200b" }, {}, kind)).toEqual(
      bare,
    );
    expect(problems(own, {}, kind)).toEqual([]);
    // With a type, the message itself says which kind it is.
    expect(problems({ type: "RCS_SMS" }, {}, kind)).toEqual([]);
  });

  it("is refused at its text if only its type is filled in", () => {
    for (const text of ["", "\u200b \u3164"]) {
      expect(problems({ text, type: "CTA" }, {}, "chat")).toEqual(["text: missing"]);
    }
    expect(problems({ text: "", "chat.templateId": "T1" }, {}, "chat")).toEqual([]);
  });
});

it("the send form reports the errors of all fields at once", () => {
  expect(problems({ to: "abc", from: "0300000000", text: "", subject: "가".repeat(21) })).toEqual([
    "to: unknown_name",
    "from: unknown_sender",
    "text: missing",
    "subject: too_long",
  ]);
});

describe("a typed sender, if no sender numbers are configured,", () => {
  it.each(["02-123-4567", "+82 2-123-4567", "(02) 123・4567;"])("may be a Korean number: %s", (from) => {
    expect(problems({ from }, { senderNumbers: [] })).toEqual([]);
  });

  it.each([
    ...["my phone", "joon", "02-123-4567 (office)", "-", "", "+999 123"],
    // Abroad, too short, too long, or without its beginning.
    ...["+1 202 555 0123", "00700-81-90-1234-5678", "0081-90-1234-5678"],
    ...["02-123", "010-1234-5678-90", "212345678"],
    // Several.
    ...["02-1234-5678 02-1234-5679", "02-1234-5678, 1345", "1588-1234、02-123-4567"],
    ...["1588-1234；1588-1235", "02-123-4567\n1345"],
  ])("is refused if it isn't one Korean number: %j", (from) => {
    expect(problems({ from }, { senderNumbers: [] })).toEqual(["from: unknown_sender"]);
  });
});

it("the send form sets the message's type for SMS and LMS, and none for the automatic kind", () => {
  const type = (kind: string) => {
    const parsed = parse({}, kind);
    return parsed.ok ? parsed.input.body.message.type : parsed.issues;
  };
  expect([type("auto"), type("SMS"), type("LMS")]).toEqual([undefined, "SMS", "LMS"]);
});

it("the send form also reads fields whose block ID has a suffix, such as text~2", () => {
  const value = (text: string) => ({ value: { type: "plain_text_input", value: text } });
  const fields = new Fields({
    to: value("joon"),
    "text~2": value("Hi"),
    kind: { value: { type: "static_select", selected_option: option("SMS") } },
    from: { value: { type: "static_select", selected_option: option("15881234") } },
    channel: { value: { type: "conversations_select", selected_conversation: "C1" } },
  });
  const values = readValues(fields);
  const conversation = fields.conversation("channel") ?? null;
  const parsed = parseFieldForm({ kind: toKind(values["kind"]), values, conversation }, rules);
  expect(parsed).toMatchObject({
    ok: true,
    input: {
      body: { message: { to: "01011112222", from: "15881234", text: "Hi", type: "SMS" } },
      conversation: "C1",
    },
  });
  expect(fields.errors({ text: "no" })).toEqual({ "text~2": "no" });
});

function option(value: string) {
  return { value, text: { type: "plain_text" as const, text: value } };
}
