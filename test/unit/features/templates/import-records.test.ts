import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import {
  isOlder,
  mostJson,
  parseRecord,
  readImport,
  readRecords,
} from "../../../../src/features/templates/import.ts";
import { entryWords } from "../../../../src/features/templates/import.view.ts";
import type { SeenTemplate } from "../../../../src/store/index.ts";
import { en } from "../../../support/words.ts";

const one = { templateId: "T1", name: "One" };
const two = { templateId: "T2", name: "Two" };
const idsIn = async (text: string) => {
  const found = await readRecords(text);
  return "problem" in found ? found.problem : found.records.map((record) => Object(record).templateId);
};
const readAll = async (records: unknown, seen: SeenTemplate[] = []) => {
  const read = await readImport(JSON.stringify(records), {
    getAll: async (ids) => seen.filter(({ templateId }) => ids.includes(templateId)),
  });
  if ("problem" in read) throw new Error(read.problem);
  return read.entries;
};

it.each<[string, unknown, unknown]>([
  ["a list", [one, two], ["T1", "T2"]],
  ["one record", { ...one, codes: [{ comments: [{ content: "x" }] }] }, ["T1"]],
  ["an object with a list", { limit: 2, templateList: [one, two], startKey: null }, ["T1", "T2"]],
  ["an object with records, as an update's reply", { vendorA: one, vendorB: two }, ["T1", "T2"]],
  ["what is no record in a list", [one, 5, "x", [two]], ["T1", undefined, undefined, undefined]],
  ["nothing", [], "no_records"],
  ["an object without any", { limit: 2 }, "no_records"],
  ["a text", "T1", "no_records"],
  [
    "as many as there may be",
    Array.from({ length: 100 }, () => one),
    Array.from({ length: 100 }, () => "T1"),
  ],
  ["more", Array.from({ length: 101 }, () => one), "too_many"],
])("finds the records in %s", async (_, value, found) => {
  expect(await idsIn(JSON.stringify(value, null, 2))).toEqual(found);
});

it("reads the example of docs/using.md", async () => {
  const docs = await readFile("docs/using.md", "utf8");
  const [, example = ""] = /```json\n([^`]+)```/.exec(docs) ?? [];
  const [entry, ...others] = await readAll(JSON.parse(example));
  expect(entry).toMatchObject({ templateId: "KA01TP260201010000000ORDERPLACED" });
  expect(JSON.stringify(entry)).toContain("APPROVED");
  expect(others).toEqual([]);
});

it("takes records as they are pasted: fenced, with no-break spaces, and decomposed", async () => {
  const pasted = '```json\n[\n\u00a0{\u00a0"templateId":\u00a0"T1\u200b", "name": "이름"}\n]\n```';
  const found = await readRecords(pasted.normalize("NFD"));
  const [record] = "records" in found ? found.records.map((value, at) => parseRecord(value, at + 1)) : [];
  expect(record).toMatchObject({ ok: true, templateId: "T1" });
  expect(JSON.stringify(record)).toContain("이름");
});

const wide = (values: number) => `[${"1,".repeat(values)}1]`;
const long = (characters: number) => `{"templateId":"T1",\n"name":"${"x".repeat(characters)}"}`;
const deep = (levels: number) => `\n${"[".repeat(levels)}${"]".repeat(levels)}`;

it.each<[string, string, object]>([
  [
    "no JSON",
    '[\n {"templateId": "T1",}\n]',
    { problem: "json", line: 2, column: 22, sign: "‹}›", remedy: "no_comma_before" },
  ],
  [
    "a name twice in a record",
    '[{"templateId":"T1","name":"a","name":"b"}]',
    { problem: "twice", name: "name" },
  ],
  [
    "one deeper, spelled otherwise",
    '{"a":[{"codes":[{"x":1,"\\u0078":2}]}]}',
    { problem: "twice", name: "x" },
  ],
  ["a name twice around the records", '{"list":[1],"list":[2]}', { problem: "twice", name: "list" }],
  ["one name in two records", '[{"templateId":"T1"},{"templateId":"T2"}]', { records: [{}, {}] }],
  ["only brackets", "[".repeat(5_000_000), { problem: "deep", line: 1 }],
  ["one that never ends", `{"a":"${"x".repeat(5_000_000)}`, { problem: "long", line: 1 }],
  ["one of escaped quotes", `{"a":"${'\\"'.repeat(500_000)}`, { problem: "long", line: 1 }],
  ["a number without end", `[\n${"1".repeat(500_000)}x`, { problem: "long", line: 2 }],
  ["more lists than a record has", deep(mostJson.depth + 1), { problem: "deep", line: 2 }],
  ["as many lists", deep(mostJson.depth), { records: [expect.anything()] }],
  ["a longer text than a record has", long(mostJson.characters + 1), { problem: "long", line: 2 }],
  ["as long a text", long(mostJson.characters - 1), { records: [expect.anything()] }],
  ["more values than a hundred records have", wide(mostJson.values + 1), { problem: "wide", line: 1 }],
  ["as many values", wide(mostJson.values), { problem: "too_many" }],
  [
    "brackets in a text",
    JSON.stringify({ ...one, name: "[{".repeat(5000) }),
    { records: [{ templateId: "T1" }] },
  ],
])("looks at a text before it is parsed: %s", async (_, text, found) => {
  expect(await readRecords(text)).toMatchObject(found);
});

it("lets others have their turn while it reads", async () => {
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  // Nothing but the first look at it, which ends with its last signs.
  expect(await readRecords(`${" ".repeat(500_000)}${"[".repeat(21)}`)).toMatchObject({ problem: "deep" });
  isReading = false;
  expect(turns).toBeGreaterThan(2);
});

it.each<[string, unknown, string[]]>([
  ["no object", 5, ["1  malformed"]],
  ["no id", { name: "One" }, ["1 templateId missing"]],
  ["an id that is none", { templateId: "a b" }, ["1 templateId malformed"]],
  ["an id alone", { templateId: "T1" }, ["1  nothing"]],
  [
    "fields of other types",
    { templateId: "T1", name: 5, isHidden: "no", buttons: [{ linkMo: false }] },
    ["1 isHidden malformed", "1 name malformed", "1 buttons.0.linkMo malformed"],
  ],
  ["a code of nobody's", { ...one, codes: [{ status: "APPROVED" }] }, ["1 codes.0.service missing"]],
  ["far too much", { ...one, buttons: Array.from({ length: 2001 }, () => 1) }, ["1  too_many"]],
])("names what can't be read by record and field: %s", (_, value, told) => {
  const parsed = parseRecord(value, 1);
  if (parsed.ok) throw new Error("it was read");
  expect(
    parsed.issues.map(({ record, field, problem }) => `${record} ${field} ${problem}`).toSorted(),
  ).toEqual(told.toSorted());
});

it("reads what the platform's replies have, with ids as numbers and what it doesn't know", () => {
  const record = { ...one, templateId: 12, codes: [{ service: "vendorC", status: "NEW_ONE" }], more: {} };
  expect(parseRecord(record, 1)).toMatchObject({
    ...{ ok: true, templateId: "12" },
    vendors: [
      { vendor: "vendorC", status: "NEW_ONE", comments: null, content: { name: "One", buttons: null } },
    ],
  });
});

const dated = (day: string, more = {}) => ({ ...one, ...more, dateUpdated: `2026-01-${day}T00:00:00.000Z` });
const seen = {
  ...{ templateId: "T1", vendors: [], newest: 1 },
  content: {
    ...{ name: "One", content: "a\r\nb", buttons: [], isHidden: null, pfId: null, dateCreated: null },
    ...{
      dateUpdated: "2026-01-02T00:00:00.000Z",
      from: { kind: "report", by: "U1", operationId: null, at: new Date(0) },
    },
  },
} satisfies SeenTemplate;

it.each<[string, object, object]>([
  ["the same", dated("02", { content: "a\nb" }), { state: "same", says: { parts: [] } }],
  ["what is otherwise", dated("03", { content: "c" }), { state: "changed", says: { parts: ["content"] } }],
  [
    "a status",
    dated("03", { codes: [{ service: "vendorA", status: "APPROVED" }] }),
    { state: "changed", says: { statuses: [{ vendor: "vendorA", before: null, status: "APPROVED" }] } },
  ],
  ["older ones", dated("01", { name: "Old" }), { state: "older", says: { parts: ["name"] } }],
  ["what has no date", { ...one, name: "Undated" }, { state: "changed" }],
])("says of a record what it would change: %s", async (_, record, told) => {
  expect(await readAll([record], [seen])).toMatchObject([{ templateId: "T1", ...told }]);
});

const withStatus = { ...one, codes: [{ service: "vendorA", status: "APPROVED" }] };

it("says of a template that was new that it was, also once it was imported", async () => {
  const [entry] = await readAll([withStatus]);
  const told = (state: "new" | "imported") =>
    entryWords({ state, templateId: "T1", says: entry?.says }, en).map(({ says }) => says);
  expect(told("new")).toEqual(["new: vendorA APPROVED"]);
  expect(told("imported")).toEqual(told("new"));
});

it.each<[string, string, object[]]>([
  [
    "Hello\nthere",
    "Hello\nyou",
    [
      { kind: "same", text: "Hello " },
      { kind: "removed", text: "there" },
      { kind: "added", text: "you" },
    ],
  ],
  [
    `${"a ".repeat(40)}left`,
    `${"a ".repeat(40)}left with #{carrier}`,
    [
      { kind: "same", text: `…${"a ".repeat(8)}left` },
      { kind: "added", text: " with #{carrier}" },
    ],
  ],
  ["Hello", `Hello${" you".repeat(40)}`, [{ kind: "same", text: "Hello" }, expect.anything()]],
])("shows the first words that two contents differ in: %j, %j", async (before, after, shown) => {
  const known = { ...seen, content: { ...seen.content, content: before } };
  const [entry] = await readAll([{ ...one, content: after }], [known]);
  expect(entry?.says).toMatchObject({ content: shown });
});

it("has one record of each template, the newest, and names the rest", async () => {
  const entries = await readAll([dated("03", { name: "New" }), two, dated("01", { name: "Old" })]);
  expect(entries).toMatchObject([
    { state: "broken", says: { issues: [{ record: 3, field: "templateId", problem: "twice" }] } },
    { state: "new", says: { name: "New" } },
    { state: "new", says: { name: "Two" } },
  ]);
});

it("takes no record as older than what has no date", () => {
  const undated = { ...seen, content: { ...seen.content, dateUpdated: "yesterday" } };
  const [entry] = [{ vendor: "", status: null, code: null, comments: null, content: { ...seen.content } }];
  expect(isOlder([entry!], undated)).toBe(false);
  expect(isOlder([entry!], null)).toBe(false);
});

it("lets others have their turns while it looks for what is no JSON", async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await readRecords(`[${"1,".repeat(mostJson.values - 1)}`)).toMatchObject({ problem: "json" });
  isOver = true;
  expect(turns).toBeGreaterThan(100);
});
