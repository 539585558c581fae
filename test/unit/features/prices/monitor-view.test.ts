import { expect, it } from "vitest";
import type { PriceChange } from "../../../../src/features/prices/monitor.view.ts";
import { notificationOfPrices, renderPriceChanges } from "../../../../src/features/prices/monitor.view.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import { en } from "../../../support/words.ts";

const { prices: words } = en;
const rendering = {
  ...{ words: en, format: createFormat("en", "Asia/Seoul"), locale: "en" as const },
  lists: {
    nameCountry: ({ countryName }: { countryName?: string | null | undefined }) => countryName ?? null,
  },
};
const none = { sms: null, lms: null, mms: null, ata: null, cta: null, cti: null };
const changes = Array.from({ length: 3000 }, (_, index): PriceChange => {
  const country = { ...none, countryId: `${index}`, countryName: `Country ${index}` };
  if (index === 1) return { what: "gone", country };
  return { what: "changed", country, kind: "sms", before: null, after: 20.5 };
});

it("an alert about thousands of changed prices stores only those it shows, and counts the others", () => {
  const { posts = [] } = notificationOfPrices(changes, { now: new Date(0), onCall: ["C1", "C2"] });
  const [post, ...others] = posts;
  expect(others).toEqual([]);
  expect(post).toMatchObject({ subject: "prices:0", destinations: ["C1", "C2"] });
  const stored = JSON.stringify(post?.facts);
  expect(stored).not.toContain("Country 20");
  const lines = renderPriceChanges(JSON.parse(stored), rendering).text.split("\n");
  expect(lines.slice(0, 3)).toEqual([
    words.monitor.title,
    "• Country 0 (0) · SMS: – → ₩20.5",
    `• ${words.monitor.gone("Country 1 (1)")}`,
  ]);
  expect(lines.at(-2)).toBe(words.monitor.more("2,980"));
  expect(lines.at(-1)).toContain(words.monitor.seen);
});
