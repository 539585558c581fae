import { expect, it } from "vitest";
import type { KnownMethod, MethodChange } from "../../../../src/features/payments/changes.ts";
import { renderChanges, renderStanding } from "../../../../src/features/payments/watch.view.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import { core, en } from "../../../support/words.ts";

const { payments: words } = en;
const rendering = { words, format: createFormat("en", "Asia/Seoul"), now: new Date(0), onCall: ["C1"] };
const method = (id: string, told: KnownMethod["told"] = null): KnownMethod => ({
  ...{ id, told },
  ...{ expDate: "2026/10", autoRecharge: 1 },
});
const recharge = (index: number): MethodChange => ({
  ...{ kind: "recharge", before: 1, after: 0 },
  ...{ method: method(`r${index}`), month: null },
});
const begun = (told: "expiring" | "expired" | "gone"): MethodChange => ({
  ...{ kind: "begun", told },
  ...{ method: method(told, told), month: null },
});

const titlesOf = (changes: readonly MethodChange[]) =>
  renderChanges(changes, rendering).posts.map(
    ({ body }) => String(Reflect.get(body, "text")).split("\n")[0] ?? "",
  );

it("tells of what needs somebody first, and counts the rest, when more has changed than is told of", () => {
  const changes = [
    ...Array.from({ length: 12 }, (_, index) => recharge(index)),
    begun("gone"),
    begun("expiring"),
    begun("expired"),
  ];
  const titles = titlesOf(changes);
  expect(titles).toHaveLength(11);
  const { title } = words.watch;
  for (const [index, one] of [title.expired, title.expiring, title.gone, words.watch.recharge].entries()) {
    expect(titles[index]).toContain(core(one));
  }
  expect(titles.at(-1)).toBe(words.watch.more("5"));
});

it("keeps on Home what can still be mended, and nothing that is gone for good", () => {
  const all = [method("a", "expired"), method("b", "expiring"), method("c", "gone"), method("d")];
  const standing = JSON.stringify(renderStanding(all, rendering));
  expect(standing).toContain("…a");
  expect(standing).toContain("…b");
  expect(standing).not.toContain("…c");
  expect(standing).not.toContain("…d");
});
