import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageLines } from "../../../src/features/messages/confirm.view.ts";
import { readStored } from "../../../src/features/messages/stored.ts";
import { type Catalogue, wordsOf } from "../../../src/locales/index.ts";
import {
  parseReason,
  reasonLength,
  renderRepeatForm,
  renderRepeatNotice,
} from "../../../src/outcomes/repeat.view.ts";
import { Fields } from "../../../src/slack/edge/fields.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs } from "../../support/operation.ts";

/** A message as the form shows it to its author. */
function repetition({ request }: Operation, words: Catalogue) {
  const message = readStored(request)!;
  return { request: {}, facts: messageLines(message, words), text: message.text ?? null };
}

const parse = (value: string | null) =>
  parseReason(new Fields({ reason: { value: { type: "plain_text_input", value } } }));

describe("a typed reason", () => {
  it.each([
    ["nothing came", "nothing came"],
    ["  안 왔음  ", "안 왔음"],
    ["one\nAccepted: SMS", "one Accepted: SMS"],
    ["\u202eabc\u202c", "abc"],
    ["👨‍👩‍👧 no", "👨‍👩‍👧 no"],
    ["x".repeat(200), "x".repeat(200)],
    ["😀".repeat(200), "😀".repeat(200)],
  ])("%j is read as %j", (typed, reason) => {
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
  ])("%j is refused", (typed) => {
    expect(parse(typed)).toBeNull();
  });

  it("is one line of allowed length, whatever was typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (typed) => {
        const reason = parse(typed);
        if (reason === null) return;
        expect([...reason].length).toBeGreaterThanOrEqual(reasonLength.min);
        expect([...reason].length).toBeLessThanOrEqual(reasonLength.longest);
        expect(reason).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e]/);
      }),
    );
  });
});

describe.each(["en", "ko"] as const)("the form to send again, in %s", (locale) => {
  const words = wordsOf(locale);
  const form = (operation: Operation) =>
    renderRepeatForm(
      { id: "test.repeat", act: "act-2", operation, repetition: repetition(operation, words) },
      words,
    );

  it("shows the risk, the recipient in full and the text, and carries only IDs", () => {
    const view = form(anUnknown());
    const shown = JSON.stringify(view.blocks);
    for (const part of [words.repeat.risk, "010-2345-6789", "02-1234-5678", "A secret text", "SMS"]) {
      expect(shown).toContain(part);
    }
    expect(view.callback_id).toBe("test.repeat");
    expect(JSON.parse(view.private_metadata ?? "")).toEqual({
      ...{ act: "act-2", sends: "act-1", newest: "act-1" },
    });
    const again = form(anUnknown({ tries: [aTrySummary({ id: "act-9", outcome: "refused" })] }));
    expect(JSON.parse(again.private_metadata ?? "")).toEqual({
      ...{ act: "act-2", sends: "act-1", newest: "act-9" },
    });
    expect(view.blocks.at(-1)).toMatchObject({
      block_id: "reason",
      optional: false,
      element: { action_id: "value", min_length: 3, max_length: 200 },
    });
  });

  it("names the person who reported “did not arrive”", () => {
    const shown = JSON.stringify(form(anUnknown(resolvedAs("did_not_arrive"))).blocks);
    expect(shown).toContain('"user_id":"U2"');
    expect(shown).toContain(words.outcomes.says.did_not_arrive);
  });

  it("keeps its title and buttons within Slack's 24 characters, also as a notice", () => {
    const notice = renderRepeatNotice("test.repeat", "nothing came", words);
    expect(notice.submit).toBeUndefined();
    for (const view of [form(anUnknown()), notice]) {
      for (const part of [view.title, view.submit, view.close]) {
        expect((part?.text ?? "").length).toBeLessThanOrEqual(24);
      }
      expect(view.title.text).toBe(words.repeat.title);
    }
  });
});
