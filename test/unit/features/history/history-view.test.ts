import { expect, it } from "vitest";
import { textLength } from "../../../../sandbox/slack/content-checks.ts";
import { noFilters } from "../../../../src/features/history/history.input.ts";
import { renderHistory } from "../../../../src/features/history/history.view.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";

const list = (entries: Parameters<typeof renderHistory>[0]["entries"], isEverybodys = false) => {
  const position = { ...noFilters, everybody: isEverybodys, cursors: [] };
  return renderHistory({ position, entries, next: "9", begin: [] }, en);
};

it.each([
  [null, "act-1"],
  ["M4V20261121000000BBBBBBBBBBBBBBB", "M4V20261121000000BBBBBBBBBBBBBBB"],
  ["M".repeat(100_000), "act-1"],
  ["<!channel>", "act-1"],
])("a history row ends in an ID by which its operation can be found, case %#", (messageId, named) => {
  const answer = list([{ operation: anUnknown({ messageId }), description: aDescription() }]);
  expect(answer.text.split(" · ").at(-1)).toBe(named);
  expect(JSON.stringify(answer).length).toBeLessThan(5000);
});

it("a page of the history fits into one Slack message however long its rows are", () => {
  const inFull = "<!channel> & ".repeat(1000);
  const description = aDescription({ subject: { inFull, masked: "" }, sent: { lines: [], text: inFull } });
  const { text, blocks } = list(Array.from({ length: 10 }, () => ({ operation: anUnknown(), description })));
  expect(text.length).toBeLessThan(4000);
  expect(text).not.toContain("<!channel>");
  expect(textLength(blocks)).toBeLessThan(12_000);
});

it("the history quotes a message to its author only, and has no button to use a file", () => {
  const use = { id: "files.use", label: "Use", value: "F1" };
  const ways = { ...aDescription().ways!, use };
  const description = aDescription({ ways, sent: { lines: [], text: "Hello,\nKim" } });
  const entries = [{ operation: anUnknown({ outcome: "accepted" }), description }];
  const { text, blocks } = list(entries);
  for (const own of [text, JSON.stringify(blocks)]) expect(own).toContain("“Hello, Kim”");
  expect(JSON.stringify(list(entries, true))).not.toContain("Hello");
  expect(JSON.stringify(blocks)).not.toContain("files.use");
});
