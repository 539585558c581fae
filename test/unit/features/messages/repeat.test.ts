import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRuleIssue, parseReason, reasonSize } from "../../../../src/features/messages/repeat.input.ts";
import { renderRepeatForm, renderRepeatNotice } from "../../../../src/features/messages/repeat.view.ts";
import type { SendRules } from "../../../../src/features/messages/send.input.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import { anUnknown, settledAs } from "../../../support/operation.ts";

const parse = (value: string | null) =>
  parseReason(new Fields({ reason: { value: { type: "plain_text_input", value } } }));

describe("a reason", () => {
  it.each([
    ["nothing came", "nothing came"],
    ["  안 왔음  ", "안 왔음"],
    ["one\nAccepted: SMS", "one Accepted: SMS"],
    ["\u202eabc\u202c", "abc"],
    ["👨‍👩‍👧 no", "👨‍👩‍👧 no"],
    ["x".repeat(200), "x".repeat(200)],
    ["😀".repeat(200), "😀".repeat(200)],
  ])("%j is %j", (typed, reason) => {
    expect(parse(typed)).toBe(reason);
  });

  it.each([
    null,
    "",
    "\u3164\u3164\u3164\u3164",
    "\u2800\u2800\u2800",
    "ab",
    "      ",
    "a\u200b\u200bb",
    "\n\n\n",
    "x".repeat(201),
  ])("%j is none", (typed) => {
    expect(parse(typed)).toBeNull();
  });

  it("is one line within its size, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (typed) => {
        const reason = parse(typed);
        if (reason === null) return;
        expect([...reason].length).toBeGreaterThanOrEqual(reasonSize.shortest);
        expect([...reason].length).toBeLessThanOrEqual(reasonSize.longest);
        expect(reason).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e]/);
      }),
    );
  });
});

describe("the rules of now", () => {
  const rules: SendRules = {
    senderNumbers: ["0212345678"],
    testRecipients: [{ name: null, to: "01011112222", country: "82" }],
    recipientPolicy: "test-only",
  };
  const issue = (
    message: { to: string; from?: string; country?: string },
    changed: Partial<SendRules> = {},
  ) =>
    findRuleIssue({ message: { from: "0212345678", ...message } }, { ...rules, ...changed })?.problem ?? null;

  it("hold for what was stored under others", () => {
    expect(issue({ to: "01011112222" })).toBeNull();
    expect(issue({ to: "01023456789" })).toBe("test_only");
    expect(issue({ to: "01011112222", country: "81" })).toBe("test_only");
    expect(issue({ to: "01023456789" }, { recipientPolicy: "confirm" })).toBeNull();
    expect(issue({ to: "01011112222", from: "0299999999" })).toBe("unknown_sender");
    expect(issue({ to: "01011112222", from: "0299999999" }, { senderNumbers: [] })).toBeNull();
  });
});

describe.each(["en", "ko"] as const)("the form in %s", (locale) => {
  const words = wordsOf(locale);

  it("shows the risk, the recipient in full and the text, and carries ids only", () => {
    const form = renderRepeatForm("act-2", anUnknown(), words);
    const shown = JSON.stringify(form.blocks);
    for (const part of [words.repeat.risk, "01023456789", "0212345678", "A secret text", "SMS"]) {
      expect(shown).toContain(part);
    }
    expect(JSON.parse(form.private_metadata ?? "")).toEqual({ act: "act-2", repeats: "act-1" });
    expect(form.blocks.at(-1)).toMatchObject({
      block_id: "reason",
      optional: false,
      element: { action_id: "value", min_length: 3, max_length: 200 },
    });
  });

  it("names who reported that it did not arrive", () => {
    const form = renderRepeatForm("act-2", anUnknown(settledAs("did_not_arrive")), words);
    expect(JSON.stringify(form.blocks)).toContain('"user_id":"U2"');
  });

  it("keeps its title and buttons within Slack's 24 characters, also as a notice", () => {
    const notice = renderRepeatNotice(["No."], words);
    expect(notice.submit).toBeUndefined();
    for (const view of [renderRepeatForm("a", anUnknown(), words), notice]) {
      for (const part of [view.title, view.submit, view.close]) {
        expect((part?.text ?? "").length).toBeLessThanOrEqual(24);
      }
      expect(view.title.text).toBe(words.repeat.title);
    }
  });
});
