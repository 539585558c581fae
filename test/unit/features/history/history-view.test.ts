import { expect, it } from "vitest";
import { textLength } from "../../../../sandbox/slack/content-checks.ts";
import { renderHistory } from "../../../../src/features/history/history.view.ts";
import { shortenId } from "../../../../src/foreign-id.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { anUnknown } from "../../../support/operation.ts";

it.each([
  [null, "act-1"],
  ["M4V20261121000000BBBBBBBBBBBBBBB", "M4V20261121000000BBBBBBBBBBBBBBB"],
  ["M".repeat(100_000), "act-1"],
  ["<!channel>", "act-1"],
])("names an operation by what finds it again: %#", (messageId, named) => {
  const description = {
    kind: "SMS",
    subject: { inFull: "", masked: "" },
    facts: [],
    contents: [],
    ids: [],
  };
  const entries = [{ operation: anUnknown({ messageId }), description }];
  const place = { everybody: false, failed: false, trail: [] };
  const sent = JSON.stringify(renderHistory({ place, entries, next: null, elsewhere: null }, wordsOf("en")));
  const { text } = renderHistory({ place, entries, next: null, elsewhere: null }, wordsOf("en"));
  expect(text.split(" · ").at(-1)).toBe(named);
  expect(sent).toContain(`"text":"· ${shortenId(named)}"`);
  expect(sent.length).toBeLessThan(5000);
});

it("keeps a page within a message, however long is what its operations are about", () => {
  const subject = { inFull: "<!channel> & ".repeat(1000), masked: "" };
  const description = { kind: "SMS", subject, facts: [], contents: [], ids: [] };
  const entries = Array.from({ length: 10 }, () => ({ operation: anUnknown(), description }));
  const place = { everybody: false, failed: false, trail: [] };
  const { text, blocks } = renderHistory({ place, entries, next: "9", elsewhere: null }, wordsOf("en"));
  expect(text.length).toBeLessThan(4000);
  expect(text).not.toContain("<!channel>");
  expect(textLength(blocks)).toBeLessThan(12_000);
});

it("shows how long a message took until somebody had it, to the eye and to who is read to", () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 22, 9, 0, second));
  const operation = anUnknown({
    outcome: "accepted",
    startedAt: at(0),
    receipt: { holder: "U7", sheet: "act-1", as: "arrived", at: at(40), words: null },
  });
  const description = { kind: "SMS", subject: { inFull: "", masked: "" }, facts: [], contents: [], ids: [] };
  for (const everybody of [false, true]) {
    const page = { place: { everybody, failed: false, trail: [] }, next: null, elsewhere: null };
    const { text, blocks } = renderHistory({ ...page, entries: [{ operation, description }] }, wordsOf("en"));
    const took = wordsOf("en").receipts.after(40);
    expect(text).toContain(took);
    expect(JSON.stringify(blocks)).toContain(took);
  }
});
