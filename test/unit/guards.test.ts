import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { takeAway } from "../guards/guard.ts";
import { open, rows } from "../guards/rows.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const guards = rows.flatMap((row) => row.guards);

/** The first column of each "Threat | Guard | Held by". */
function threatsOf(page: string): string[] {
  const tables = page.split("\n\n").filter((part) => part.startsWith("| Threat |"));
  return tables.flatMap((table) =>
    [...table.matchAll(/^\| (?!Threat )([^|]+) \|/gm)].map(([, threat]) => threat!),
  );
}

test("each row of docs/security.md has a guard, or is listed as open", () => {
  const threats = [...rows.map(({ threat }) => threat), ...open];
  expect(threats.toSorted()).toEqual(threatsOf(read("docs/security.md")).toSorted());
  expect(rows.filter((row) => row.guards.length === 0)).toEqual([]);
});

test.each(guards.map((one) => [one.guard, one] as const))(
  "the guard has its text once in its file, and its test exists: %s",
  (_, guard) => {
    expect(takeAway(guard, read(guard.file))).not.toBe(read(guard.file));
    expect(existsSync(new URL(guard.test, root))).toBe(true);
  },
);
