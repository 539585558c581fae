import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import {
  isOlderThanSeen,
  maxValues,
  parseRecord,
  parseRecords,
  toImportEntries,
} from "../../../../src/features/templates/import.ts";
import type { ObservedTemplate } from "../../../../src/store/index.ts";

const one = { templateId: "T1", name: "One" };
const two = { templateId: "T2", name: "Two" };
const idsIn = (text: string) => {
  const found = parseRecords(text);
  return "problem" in found ? found.problem : found.records.map((record) => Object(record).templateId);
};
const readAll = (records: unknown[], seen: ObservedTemplate[] = []) =>
  toImportEntries(records, {
    getAll: async (ids) => seen.filter(({ templateId }) => ids.includes(templateId)),
  });

it.each<[string, unknown, unknown]>([
  ["a list", [one, two], ["T1", "T2"]],
  ["one record", { ...one, codes: [{ comments: [{ content: "x" }] }] }, ["T1"]],
  ["an object with a list", { limit: 2, templateList: [one, two], startKey: null }, ["T1", "T2"]],
  ["an object with records, as an update's reply", { vendorA: one, vendorB: two }, ["T1", "T2"]],
  ["a list with other things", [one, 5, "x", [two]], ["T1", undefined, undefined, undefined]],
  ["an empty list", [], "no_records"],
  ["an object without records", { limit: 2 }, "no_records"],
  ["a text", "T1", "no_records"],
  ["a list of 100", Array.from({ length: 100 }, () => one), Array.from({ length: 100 }, () => "T1")],
  ["a list of 101, which are too many", Array.from({ length: 101 }, () => one), "too_many"],
])("parseRecords returns the records, or why it finds none, for %s", (_, value, found) => {
  expect(idsIn(JSON.stringify(value, null, 2))).toEqual(found);
});

it("the template import reads the example in docs/using.md", async () => {
  const docs = await readFile("docs/using.md", "utf8");
  const [, example = ""] = /```json\n([^`]+)```/.exec(docs) ?? [];
  const [entry, ...others] = await readAll(JSON.parse(example));
  expect(entry).toMatchObject({ templateId: "KA01TP260201010000000ORDERPLACED" });
  expect(JSON.stringify(entry)).toContain("APPROVED");
  expect(others).toEqual([]);
});

it("the template import reads pasted text with a code fence, decomposed letters and no-break spaces", () => {
  const pasted = '```json\n[\n\u00a0{\u00a0"templateId":\u00a0"T1\u200b", "name": "이름"}\n]\n```';
  const found = parseRecords(pasted.normalize("NFD"));
  const [record] = "records" in found ? found.records.map((value, at) => parseRecord(value, at + 1)) : [];
  expect(record).toMatchObject({ templateId: "T1" });
  expect(JSON.stringify(record)).toContain("이름");
});

it.each<[string, string, object]>([
  ["no JSON", '[\n {"templateId": "T1",}\n]', { problem: "json", line: 2, column: 22, sign: "‹}›" }],
  [
    "a name that an object has twice",
    '[{"templateId": "T1", "na\u200bme": "One", "name": "Two"}]',
    { problem: "name_twice", name: "name" },
  ],
  ["only brackets", "[".repeat(500_000), { problem: "too_many" }],
  ["an endless string", `{"a":"${"x".repeat(500_000)}`, { problem: "json", sign: "" }],
  ["more values than 100 records have", `[${"1,".repeat(2 * maxValues + 1)}1]`, { problem: "too_many" }],
  [
    "brackets in a string",
    JSON.stringify({ ...one, name: "[{".repeat(50_000) }),
    { records: [{ templateId: "T1" }] },
  ],
])("parseRecords checks a text before parsing it as JSON: %s", (_, text, found) => {
  expect(parseRecords(text)).toMatchObject(found);
});

it.each<[string, unknown, string[]]>([
  ["no object", 5, ["1  malformed"]],
  ["no id", { name: "One" }, ["1 templateId missing"]],
  ["a malformed id", { templateId: "a b" }, ["1 templateId malformed"]],
  ["an id alone", { templateId: "T1" }, ["1  nothing"]],
  [
    "fields of other types",
    { templateId: "T1", name: 5, isHidden: "no", buttons: [{ linkMo: false }] },
    ["1 isHidden malformed", "1 name malformed", "1 buttons.0.linkMo malformed"],
  ],
  ["a code without a vendor", { ...one, codes: [{ status: "APPROVED" }] }, ["1 codes.0.service missing"]],
  [
    "too many levels",
    JSON.parse(`{"templateId":"T1","more":${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
    ["1  too_many"],
  ],
  ["too many values", { ...one, buttons: Array.from({ length: 2001 }, () => 1) }, ["1  too_many"]],
])("parseRecord reports an error with the number of its record and the field: %s", (_, value, told) => {
  const parsed = parseRecord(value, 1);
  if ("vendors" in parsed) throw new Error("it was read");
  const issues = parsed.issues.map(({ record, field, problem }) => `${record} ${field} ${problem}`);
  expect(issues.toSorted()).toEqual(told.toSorted());
});

it("parseRecord accepts numeric IDs, unknown vendors and unknown statuses", () => {
  const record = { ...one, templateId: 12, codes: [{ service: "vendorC", status: "NEW_ONE" }], more: {} };
  const content = { name: "One", buttons: null };
  const vendors = [{ vendor: "vendorC", status: "NEW_ONE", comments: null, content }];
  expect(parseRecord(record, 1)).toMatchObject({ templateId: "12", vendors });
});

const dated = (day: string, more = {}) => ({ ...one, ...more, dateUpdated: `2026-01-${day}T00:00:00.000Z` });
const from = { kind: "report" as const, by: "U1", operationId: null, at: new Date(0) };
const shown = { name: "One", content: "a\r\nb", buttons: [], isHidden: null, pfId: null, dateCreated: null };
const dateUpdated = "2026-01-02T00:00:00.000Z";
const seen = {
  ...{ templateId: "T1", vendors: [], newest: 1 },
  content: { ...shown, dateUpdated, from },
} satisfies ObservedTemplate;

const approved = { codes: [{ service: "vendorA", status: "APPROVED" }] };

it.each<[string, object, object[]]>([
  ["the same record", dated("02", { content: "a\nb" }), []],
  [
    "a record with a status",
    dated("03", approved),
    [{ vendor: "vendorA", before: null, status: "APPROVED" }],
  ],
  ["a record without a date", { ...one, name: "Undated" }, []],
])("the template import says which statuses a record would change: %s", async (_, record, statuses) => {
  const says = { statuses };
  expect(await readAll([record], [seen])).toMatchObject([{ state: "known", templateId: "T1", says }]);
});

it("the template import refuses a second record of one template, and a record older than the observed one", async () => {
  const entries = await readAll([dated("01", { name: "Old" }), two, two], [seen]);
  expect(entries).toMatchObject([
    { state: "broken", says: { issues: [{ record: 1, field: "dateUpdated", problem: "older" }] } },
    { state: "broken", says: { issues: [{ record: 3, field: "", problem: "twice" }] } },
    { state: "new", templateId: "T2" },
  ]);
});

it("a record counts as not older if the observed template has no valid date", () => {
  const undated = { ...seen, content: { ...seen.content, dateUpdated: "yesterday" } };
  const entry = { vendor: "", status: null, code: null, comments: null, content: { ...seen.content } };
  for (const before of [undated, null]) expect(isOlderThanSeen([entry], before)).toBe(false);
});

it("the template import ignores invisible characters in field names", () => {
  const pasted = '[{"template\u200bId":"KA01","\ufeffname\u00a0":"Order","co\u00adntent":"Hi"}]';
  const [record] = [parseRecords(pasted)].flatMap((found) => ("records" in found ? found.records : []));
  const plain = { templateId: "KA01", name: "Order", content: "Hi" };
  expect(parseRecord(record, 1)).toEqual(parseRecord(plain, 1));
});
