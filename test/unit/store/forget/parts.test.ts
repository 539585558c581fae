import { expect, test } from "vitest";
import { prose } from "../../../../src/store/database/columns.ts";
import { firstTables } from "../../../../src/store/database/tables.ts";
import { parts, wholes } from "../../../../src/store/forget/parts.ts";

/** What is said in these is the bot's own, an address in Slack, or goes with the rest of its row. */
const nobodysWords = ["posts.destinations", "posts.error", "files.vendor_a", "files.vendor_b"];

test("whatever table keeps words, forgetting looks there", () => {
  const isProse = ({ type }: { type: object }) => JSON.stringify(type) === JSON.stringify(prose().type);
  const kept = Object.entries(firstTables).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([column, declared]) =>
      isProse(declared) ? [`${table}.${column}`] : [],
    ),
  );
  const lookedAt = [...parts, ...wholes].flatMap(({ table, words = {}, json = {} }) =>
    [...Object.keys(words), ...Object.keys(json)].map((column) => `${table}.${column}`),
  );
  expect(kept.filter((column) => !lookedAt.includes(column) && !nobodysWords.includes(column))).toEqual([]);
});
