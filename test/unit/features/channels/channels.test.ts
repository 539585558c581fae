import { expect, it } from "vitest";
import { renderChannels, searchChannels } from "../../../../src/features/channels/channels.view.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import { en } from "../../../support/words.ts";

const channels = [
  { pfId: "PF1", searchId: "@shop", phoneNumber: "02-1234-5678" },
  { pfId: "PF2", searchId: "@shop-2", phoneNumber: null },
  { pfId: "PF3", searchId: "@other", phoneNumber: "010-0000-0045" },
];

it.each([
  ["", ["PF1", "PF2", "PF3"]],
  ["shop", ["PF1"]],
  ["Shop2", ["PF2"]],
  ["0212345678", ["PF1"]],
  ["0045", ["PF3"]],
  // Signs alone match no channel, not even one without a phone number.
  ["@@", []],
  ["-", []],
])("a search for %j in the list of messenger channels finds %j", (search, found) => {
  expect(searchChannels(search, channels as never).map(({ pfId }) => pfId)).toEqual(found);
});

it("the list of messenger channels offers each channel, even if two have the same search ID", () => {
  const items = [
    { pfId: "PF1", searchId: "@shop" },
    { pfId: "PF2", searchId: "@shop" },
    { pfId: "PF3", searchId: "@news" },
    // The platform listed it on two pages.
    { pfId: "PF3", searchId: "@news" },
  ];
  const { blocks } = renderChannels(
    { at: new Date(0), value: { items: [...items], isCut: false, hasGaps: false } },
    { search: "", page: 0 },
    { words: en, format: createFormat("en", "Asia/Seoul") },
  );
  const menu = blocks[1];
  const [select] = menu?.type === "actions" ? menu.elements : [];
  const options = select?.type === "static_select" ? (select.options ?? []) : [];
  const opened = options.map(({ value = "", text }) => [
    text.text,
    searchChannels(JSON.parse(value).search, items).map(({ pfId }) => pfId),
  ]);
  expect(opened).toEqual([
    ["@shop (PF1)", ["PF1"]],
    ["@shop (PF2)", ["PF2"]],
    ["@news (PF3)", ["PF3", "PF3"]],
  ]);
});
