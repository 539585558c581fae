import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sendGuide } from "../../../../src/features/messages/guide.view.ts";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import {
  findCommandWarnings,
  parseQuickCommand,
  splitRecipients,
} from "../../../../src/features/messages/quick-command.input.ts";
import { findRecipient, toNameKey } from "../../../../src/features/messages/recipients.input.ts";
import { parseFieldForm, type SendRules } from "../../../../src/features/messages/send.input.ts";
import { timesParsing } from "../../../support/processor-time.ts";
import { en } from "../../../support/words.ts";
import { person } from "./interactions.ts";
import { deps } from "./some-deps.ts";

/** The warnings for a command such as `joon mina Hello`. */
function warned(typed: string): string[] {
  return findCommandWarnings(parseQuickCommand(typed)!, rules).map(({ says }) => says(en));
}

describe("parseQuickCommand", () => {
  it.each([
    ["joon Hello there", "joon", "Hello there"],
    ["  010-1-2   two\nlines ", "010-1-2", "two\nlines"],
    ["joon, mina Hello", "joon,mina", "Hello"],
    ["joon 、mina；sora Hello", "joon,mina,sora", "Hello"],
    ["joon, 010 1234 5678 Hello", "joon,010 1234 5678", "Hello"],
    ["010 1234 5678 Hello", "010 1234 5678", "Hello"],
    ["+82 10-1234-5678 Hello", "+82 10-1234-5678", "Hello"],
    ["(010) 1234-5678 Hello", "(010) 1234-5678", "Hello"],
    ["010 1234 5678 9 o'clock", "010 1234 5678", "9 o'clock"],
    ["01012345678 1234 is your code", "01012345678", "1234 is your code"],
    ["010-1234-5678 010-1234-5679 Hello", "010-1234-5678", "010-1234-5679 Hello"],
    ["010 1234 5678 010 1234 5679 Hello", "010 1234 5678", "010 1234 5679 Hello"],
    ["010 ㅡ 1234 ㅡ 5678 안녕", "010 ㅡ 1234 ㅡ 5678", "안녕"],
    ["０１０ １２３４ ５６７８ 안녕", "０１０ １２３４ ５６７８", "안녕"],
    ["<tel:01012345678|010 1234 5678> Hello", "<tel:01012345678|010 1234 5678>", "Hello"],
    ["010 1234 5678 - Hello", "010 1234 5678", "- Hello"],
    ["+1 202 555 0123 Hello", "+1 202 555 0123", "Hello"],
    ["00700 81 90 1234 5678 Hello", "00700 81 90 1234 5678", "Hello"],
    ["010 1234 56789 Hello", "010 1234 56789", "Hello"],
    ["joon (010-0000-0001) Hello", "joon (010-0000-0001)", "Hello"],
    ["Joon <010 0000 0001>, mina Hello", "Joon <010 0000 0001>,mina", "Hello"],
    ["010-1234-5678; Hello there", "010-1234-5678,Hello", "there"],
    ["joon (hi) there", "joon", "(hi) there"],
    ["joon (2026) Hello", "joon", "(2026) Hello"],
    ["10 1234 5678 Hello", "10 1234 5678", "Hello"],
    ["joon: 2 Hello", "joon:", "2 Hello"],
  ])("reads %j as the recipient %j and the message %j", (typed, to, text) => {
    expect(parseQuickCommand(typed)).toEqual({ to, text, isSure: true });
  });

  it("keeps a doubtful number whole, even if its first digits are a number themselves", () => {
    const typed = parseQuickCommand("+81 81 90 1234 5678 Hello");
    expect(typed).toMatchObject({ to: "+81 81 90 1234 5678", text: "Hello" });
  });

  it.each(["joon", "joon,", "010 1234 5678", "+82 10-1234-5678", ", Hello", ""])(
    "returns null for %j, which has no recipient or no text",
    (typed) => {
      expect(parseQuickCommand(typed)).toBeNull();
    },
  );
});

const testRecipients = [
  { name: "joon", to: "01000000001", country: "82" },
  { name: "mina", to: "01000000002", country: "82" },
  { name: "민아", to: "01000000003", country: "82" },
];
const rules = { testRecipients, groups: [{ name: "qa", members: ["joon"] }] };

describe("the warning of /msg-send about a second recipient", () => {
  it.each([
    // Alone, with a sign behind it, or one of several.
    ...["mina", "mina: x", "mina：x", "mina. x", "mina:x", "mina/sora", "mina, sora", "ｍｉｎａ"],
    ...["mina·sora", "mina->sora", "mina(010-0000-0009)", "(\u200bmina)", "（ｍｉｎａ）"],
    // With a word or a sign before it.
    ...["& mina", "and mina", "or mina", "plus mina", "및 mina", "@mina", "+mina", "&mina", "and @mina"],
    ...["그리고 mina", "랑 mina", "이랑 mina", "과 mina", "와 mina", "하고 mina", "및 (mina)"],
    ...["cc: mina", "+ 그리고 mina", "· mina", "-> mina", "→mina", "=> mina", "👉 mina", "♥mina"],
    ...["★ mina", "-mina", "#mina", ">> (mina)"],
    // In brackets or quotes.
    ...["(mina)", "[mina]", "（mina）", "【mina】", "'mina'", '"mina"', "“mina”", "`mina`"],
    ...["*mina*", "**mina**", "~mina~", "(mina)님"],
    // With an ending.
    ...["mina님", "mina님께", "mina씨", "mina에게", "mina님한테:", "mina랑 sora", "mina하고 sora"],
    ...["mina와", "mina도"],
  ])("names mina for the command: joon %s Hello", (second) => {
    expect(warned(`joon ${second} Hello`)).toEqual([en.warnings.secondRecipient("mina")]);
  });

  it.each([
    ["joon MINA", "MINA"],
    ["joon qa Hello", "qa"],
    ["joon mina (010-0000-0002) Hello", "mina (010-0000-0002)"],
    ["joon or 010-0000-0002 Hello", "010-0000-0002"],
    ["joon 010-0000-0002 Hello", "010-0000-0002"],
    ["joon 010 0000 0002 Hello", "010 0000 0002"],
    ["010 0000 0001 +82 10 0000 0002 Hello", "+82 10 0000 0002"],
    ["joon <tel:01000000002|010-0000-0002> Hello", "<tel:01000000002|010-0000-0002>"],
    ["joon 민아에게 안녕", "민아"],
    ["joon 민아님, 안녕", "민아"],
    ["joon (1012345678) hi", "(1012345678)"],
    ["joon 1012345678 hi", "1012345678"],
    ["joon 1012345678 3 items", "1012345678"],
    ["joon 10-1234-5678 hi", "10-1234-5678"],
    ["joon 10 1234 5678 hi", "10 1234 5678"],
    ["joon 821012345678 hi", "821012345678"],
    ["joon 그리고 821012345678 hi", "821012345678"],
    ["joon 12025550123 hi", "12025550123"],
    ["joon -> +82 10 0000 0002 hi", "82 10 0000 0002"],
    ["joon 010-0000-0002님 hi", "010-0000-0002"],
  ])("is given for %j and names %s", (typed, name) => {
    expect(warned(typed)).toEqual([en.warnings.secondRecipient(name)]);
  });

  it.each([
    // A name among other words.
    ...["joon mina's order is ready", "joon Hello mina", "joon minari is ready", "joon minari: ready"],
    ...["joon 민아가 왔어요", "joon,mina Hello"],
    // Other words and signs.
    ...["joon (hi) there", "joon 그리고 내일 봐요", "joon 과제 제출", "joon me too", "joon or not"],
    ...["joon @here is lunch", "joon & friends", "joon -> done", "joon !!!"],
    // Other numbers.
    ...["joon 2026-11-28 works", "joon 2026.11.28. 회의", "joon 2026-11-28 10:30", "joon 20261128 works"],
    ...["joon 20261128 1030 works", "joon (20261128) works", "joon 1234567890 is your code"],
    ...["joon 1234 is your code", "joon 12,000", "02 1234 5678 8 people"],
  ])("is not given for %j", (typed) => {
    expect(warned(typed)).toEqual([]);
  });
});

it.each(["02 123 4567 8 people", "02-123-4567 8 people", "+49 30 1234 5678 Hello"])(
  "/msg-send warns that the recipient's number may end elsewhere in %j",
  (typed) => {
    expect(warned(typed)).toEqual([en.warnings.numberEnd]);
  },
);

it.each([
  ["", []],
  [" joon mina,+82-10-0000-0002 、 sora ", ["joon", "mina", "+82-10-0000-0002", "sora"]],
  ["010 0000 0001 mina", ["010 0000 0001", "mina"]],
  ["joon +82 10 0000 0002 010 0000 0003", ["joon", "+82 10 0000 0002", "010 0000 0003"]],
  ["(010) 0000-0001, joon (010 0000 0001)", ["(010) 0000-0001", "joon (010 0000 0001)"]],
  ["01000000001 01000000002", ["01000000001", "01000000002"]],
])("splitRecipients splits a list at commas and spaces but keeps each number whole: %j", (typed, names) => {
  expect(splitRecipients(typed)).toEqual(names);
});

it.each(["`", "“", "'a", "`「", "((1", "<", "  "])("/msg-send parses thousands of %j quickly", (piece) => {
  const typed = `${piece.repeat(8000 / piece.length)}x`;
  const read = () => [
    toNameKey(typed),
    parseQuickCommand(typed),
    findRecipient(typed, rules),
    splitRecipients(typed),
  ];
  expect(timesParsing(read)).toBeLessThan(2);
});

describe("the help of /msg-send", () => {
  const guided = (own: Partial<SendRules>, locale: "en" | "ko" = "en") =>
    sendGuide({ ...person, locale }, { ...deps, rules: { ...deps.rules, ...own } }).uses;
  const names = fc.constantFrom(null, "joon", "민지", "two words", "QA-1");
  const phones = names.map((name) => ({ to: "01000000001", country: "82", name }));
  const configured = fc.record({
    recipientPolicy: fc.constantFrom("confirm" as const, "test-only" as const),
    quietAdverts: fc.constantFrom("on" as const, "off" as const),
    testRecipients: fc.array(phones, { maxLength: 3 }),
  });

  it("has an example that the app accepts under any configuration that allows one", () => {
    fc.assert(
      fc.property(configured, fc.constantFrom("en" as const, "ko" as const), (own, locale) => {
        const examples = guided(own, locale).flatMap(({ example }) =>
          example === undefined ? [] : [example],
        );
        const isNamed = own.testRecipients.some(({ name }) => /^\S+$/.test(name ?? " "));
        expect(examples).toHaveLength(own.recipientPolicy === "confirm" || isNamed ? 1 : 0);
        for (const example of examples) {
          const { to, text } = parseQuickCommand(example)!;
          const values = { to, text, from: "0212345678" };
          const typed = { kind: toKind("auto"), values, conversation: null };
          expect(parseFieldForm(typed, { ...deps.rules, ...own })).toMatchObject({ ok: true });
        }
      }),
    );
  });

  it("says that a command with a text opens the form if no sender number is configured", () => {
    const { guide } = en.send;
    expect(guided({ senderNumbers: [] })[2]?.does).toBe(guide.quickForm);
    expect(guided({})[2]?.does).toBe(guide.quick.confirm);
  });
});
