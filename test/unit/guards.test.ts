import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readGuards, takeAway } from "../guards/guard.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const guards = readGuards();

test("each threat in docs/security.md has a guard", () => {
  const tables = read("docs/security.md")
    .split("\n\n")
    .filter((part) => part.startsWith("| Threat |"));
  const threats = tables.flatMap((table) =>
    [...table.matchAll(/^\| (?!Threat )([^|]+) \|/gm)].map(([, threat]) => threat!),
  );
  expect([...new Set(guards.map(({ threat }) => threat))].toSorted()).toEqual(threats.toSorted());
});

test.each(guards.map((one) => [one.guard, one] as const))(
  "the code to remove for the guard is found once in its file, and the guard's test file exists: %s",
  (_, guard) => {
    expect(takeAway(guard, read(guard.file))).not.toBe(read(guard.file));
    expect(existsSync(new URL(guard.test, root))).toBe(true);
  },
);
