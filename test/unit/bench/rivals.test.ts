import { expect, it } from "vitest";
import { names } from "../../../bench/rivals/contenders.ts";
import { createMeasured, toTable } from "../../../bench/rivals/figures.ts";

function lineOf(table: ReturnType<typeof toTable>, head: string): string[] {
  return table.rows.find(([name]) => name === head) ?? [];
}

it("the benchmark table shows the app's median ratio to its rival, with the range over all rounds", () => {
  const measured = createMeasured();
  for (const [app, rival] of [
    [20, 10],
    [27, 30],
    [40, 20],
  ] as const) {
    measured.note(names.appOnPostgres, "posted100p50", app);
    measured.note(names.graphileWorker, "posted100p50", rival);
  }
  const line = lineOf(toTable("", measured), "100 a second: p50 ms");
  expect(line.slice(1, 5)).toEqual(["27.0", "2.00x (0.90-2.00)", "<= 0.9x MISSED", "20.0"]);
});

it("the benchmark table compares the app's idle memory with the rival that uses the least", () => {
  const measured = createMeasured();
  measured.note(names.appOnSqlite, "memory", 90);
  measured.note(names.graphileWorker, "memory", 100);
  measured.note(names.nodeSqlite, "memory", 120);
  const line = lineOf(toTable("", measured), "idle memory, MB");
  expect(line).toContain("0.90x (0.90-0.90)");
  expect(line).toContain("<= 0.9x met");
});

it("the benchmark table marks the limits for flows a second and statements a flow as met or missed", () => {
  const measured = createMeasured();
  measured.note(names.appOnPostgres, "most", 161);
  measured.note(names.graphileWorker, "most", 292);
  measured.note(names.appOnPostgres, "statements", 8);
  const table = toTable("", measured);
  expect(lineOf(table, "most flows a second, 16 at once")).toContain(">= 1x MISSED");
  expect(lineOf(table, "statements a flow, one at a time")).toContain("<= 8 met");
});

it("the benchmark table leaves a cell empty if nothing was measured for it", () => {
  const [, ...cells] = lineOf(toTable("", createMeasured()), "ready, ms");
  expect(new Set(cells)).toEqual(new Set([""]));
});
