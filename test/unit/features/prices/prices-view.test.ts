import { expect, it } from "vitest";
import { renderPrices } from "../../../../src/features/prices/prices.view.ts";
import { createCountryNamer, searchCountries } from "../../../../src/lists/country.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import { en } from "../../../support/words.ts";

type Price = { countryId: string; countryName: string; sms: number; lms?: number };

function show(items: readonly Price[], country = "") {
  const format = createFormat("en", "Asia/Seoul");
  const naming = {
    lists: { searchCountries, nameCountry: createCountryNamer() },
    locale: "en",
  } as const;
  return renderPrices(
    { at: new Date(0), value: { items: [...items], isCut: false, hasGaps: false } },
    { country, basis: "account", page: 0 },
    { words: en, format, ...naming },
  );
}

const price = (countryName: string, countryId: string, sms: number, lms: number): Price => ({
  ...{ countryName, countryId, sms, lms },
});

const korea = price("South Korea", "82", 18, 45);
const several = [
  korea,
  price("Japan", "81", 70, 99),
  price("United States", "1", 60, 80),
  price("United Kingdom", "44", 61, 80),
];

it("the price list's menu has every country, grouped by number", () => {
  const listed = [
    ...several,
    price("Canada", "1", 62, 82),
    price("Russia", "7", 63, 83),
    price("Kazakhstan", "7", 64, 84),
  ];
  const [, menu] = show(listed).blocks;
  const [select] = menu?.type === "actions" ? menu.elements : [];
  const options = select?.type === "static_select" ? (select.options ?? []) : [];
  const labels = options.map(({ text }) => text.text);
  expect(labels).toContain("Canada, US (1)");
  expect(labels).toContain("Kazakhstan, Russia (7)");
  const named = labels.flatMap((label) => label.replace(/ \(\d+\)$/, "").split(", "));
  expect(named).toHaveLength(listed.length);
});

it("the price list's menu shortens many names of one number, but never the number", () => {
  const many = Array.from({ length: 20 }, (_, index) => price(`Island of ${index}`, "1", 1, index));
  const text = JSON.stringify(show([korea, ...many]).blocks);
  const [label = ""] = /Island of 0, [^"]*/.exec(text) ?? [];
  expect(label).toMatch(/… \(1\)$/);
  expect(label.length).toBeLessThanOrEqual(75);
});
