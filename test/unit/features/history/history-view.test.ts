import { expect, it } from "vitest";
import { textLength } from "../../../../sandbox/slack/content-checks.ts";
import { everything } from "../../../../src/features/history/history.input.ts";
import { renderHistory } from "../../../../src/features/history/history.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { button } from "../../../../src/slack/blocks/buttons.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";

const page = { next: null, elsewhere: null, begin: [] };

const bare = { facts: [], contents: [], ids: [] };

it.each([
  [null, "act-1"],
  ["M4V20261121000000BBBBBBBBBBBBBBB", "M4V20261121000000BBBBBBBBBBBBBBB"],
  ["M".repeat(100_000), "act-1"],
  ["<!channel>", "act-1"],
])("a history row ends in an ID that finds its operation: %#", (messageId, named) => {
  const description = { kind: "SMS", subject: { inFull: "", masked: "" }, ...bare };
  const entries = [{ operation: anUnknown({ messageId }), description }];
  const position = { ...everything, cursors: [] };
  const sent = JSON.stringify(renderHistory({ position, entries, ...page }, wordsOf("en")));
  const { text } = renderHistory({ position, entries, ...page }, wordsOf("en"));
  expect(text.split(" · ").at(-1)).toBe(named);
  expect(sent.length).toBeLessThan(5000);
});

it("a history page fits into one Slack message however long its rows are", () => {
  const subject = { inFull: "<!channel> & ".repeat(1000), masked: "" };
  const sent = { lines: [], text: subject.inFull };
  const description = { kind: "SMS", subject, ...bare, sent };
  const entries = Array.from({ length: 10 }, () => ({ operation: anUnknown(), description }));
  const position = { ...everything, cursors: [] };
  const { text, blocks } = renderHistory({ position, entries, ...page, next: "9" }, wordsOf("en"));
  expect(text.length).toBeLessThan(4000);
  expect(text).not.toContain("<!channel>");
  expect(textLength(blocks)).toBeLessThan(12_000);
});

it("the history list quotes what was sent, to its author alone", () => {
  const sent = { lines: [], text: "Hello,\nKim" };
  const description = { kind: "SMS", subject: { inFull: "joon", masked: "j" }, ...bare, sent };
  const entries = [{ operation: anUnknown(), description }];
  const shownTo = (everybody: boolean) =>
    renderHistory({ position: { ...everything, everybody, cursors: [] }, entries, ...page }, wordsOf("en"));
  const { text, blocks } = shownTo(false);
  for (const own of [text, JSON.stringify(blocks)]) expect(own).toContain("“Hello, Kim”");
  expect(JSON.stringify(shownTo(true))).not.toContain("Hello");
});

it("the history list has a section with a button for each operation", () => {
  const entries = [1, 2].map(() => ({ operation: anUnknown(), description: aDescription() }));
  const { blocks } = renderHistory({ ...page, position: { ...everything, cursors: [] }, entries }, en);
  expect(blocks.map(({ type }) => type)).toEqual(["rich_text", "section", "section"]);
  for (const block of blocks.slice(1)) expect(block).toMatchObject({ accessory: { type: "button" } });
});

it.each([
  ["joon (010-****-0001)", "joon"],
  ["010-****-0001", "010-****-0001"],
  ["…5678", "…5678"],
  ["report (1)", "report (1)"],
  ["*b* <!here> `x` :tada:", "`❓ SMS: outcome unknown · *b* &lt;!here&gt; 'x' :tada:`"],
])("everybody's history has time and author below each row's title: %s", (masked, shown) => {
  const description = { kind: "SMS", subject: { inFull: "", masked }, facts: [], contents: [], ids: [] };
  const operation = anUnknown({ author: "U7" });
  const position = { ...everything, everybody: true, cursors: [] };
  const { text, blocks } = renderHistory(
    { ...page, position, entries: [{ operation, description }] },
    wordsOf("en"),
  );
  const title = shown.startsWith("`") ? shown : `${wordsOf("en").outcomes.title.unknown("SMS")} · ${shown}`;
  expect(blocks.find(({ type }) => type === "section")).toMatchObject({
    text: { type: "mrkdwn", text: expect.stringMatching(/\n<!date[^>]*> · <@U7>$/), verbatim: true },
  });
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(`${title}\n`).slice(1, -1));
  // The plain text, which screen readers use, names the same.
  expect(text.replace(/<!date[^>]*>/, "then")).toContain(
    `${masked.replace("<!here>", "&lt;!here&gt;")} · then · <@U7> · `,
  );
});

it("an empty history offers the send form unless it is filtered", () => {
  const begin = [button("messages.open", en.send.title)];
  const position = { ...everything, cursors: [] };
  const shown = (own: Partial<Parameters<typeof renderHistory>[0]>) =>
    JSON.stringify(renderHistory({ ...page, position, entries: [], begin, ...own }, en).blocks);
  expect(shown({})).toContain("messages.open");
  for (const own of [
    { position: { ...position, words: ["joon"] } },
    { position: { ...position, failed: true } },
  ])
    expect(shown(own)).not.toContain("messages.open");
});

it("a history row's button is Edit, Report or Details, by its outcome", () => {
  const of = (change: Partial<Operation>, failed: boolean) => {
    const entries = [{ operation: anUnknown(change), description: aDescription() }];
    const position = { ...everything, failed, cursors: [] };
    const { blocks } = renderHistory({ ...page, position, entries }, en);
    return JSON.stringify(blocks.find(({ type }) => type === "section"));
  };
  for (const failed of [false, true]) {
    expect(of({ outcome: "refused" }, failed)).toContain(en.history.edit);
    expect(of({}, failed)).toContain(en.history.answer);
    expect(of({ outcome: "accepted" }, failed)).toContain(en.history.details);
  }
});

it("an upload's history row has a Details button, and no Use button", () => {
  const ways = { ...aDescription().ways!, use: { id: "files.use", label: "Use", value: "F1" } };
  const entries = [{ operation: anUnknown({ outcome: "accepted" }), description: aDescription({ ways }) }];
  const { blocks } = renderHistory({ ...page, position: { ...everything, cursors: [] }, entries }, en);
  expect(JSON.stringify(blocks)).toContain(en.history.details);
  expect(JSON.stringify(blocks)).not.toContain("files.use");
});

it("a refused message has Edit in its author's history, and Details in everybody's", () => {
  const entry = { operation: anUnknown({ outcome: "refused" }), description: aDescription() };
  const buttonIn = (selection: { failed: boolean; everybody: boolean }) => {
    const position = { ...everything, ...selection, cursors: [] };
    const { blocks } = renderHistory({ ...page, position, entries: [entry] }, wordsOf("en"));
    return blocks.find(({ type }) => type === "section");
  };
  const edit = entry.description.ways?.edit;
  expect(buttonIn({ failed: true, everybody: false })).toMatchObject({ accessory: { action_id: edit } });
  expect(buttonIn({ failed: true, everybody: true })).toMatchObject({
    accessory: { action_id: "history.open" },
  });
  expect(buttonIn({ failed: false, everybody: false })).toMatchObject({ accessory: { action_id: edit } });
});
