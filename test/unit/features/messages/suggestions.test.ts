import { expect, it } from "vitest";
import { suggestions } from "../../../../src/features/messages/suggestions.ts";
import { slackLimits } from "../../../../src/slack/blocks/limits.ts";
import { toOptions } from "../../../../src/slack/blocks/modal.ts";
import type { UploadedFileRecord } from "../../../../src/store/index.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";
import { spoken } from "../../../support/spoken.ts";
import { person } from "./interactions.ts";
import { deps } from "./some-deps.ts";

const many = Array.from({ length: 150 }, (_, index) => index);

/** A list that searches first and cuts then, as the store does. */
function listOf<T>(all: readonly T[], nameOf: (one: T) => string) {
  return async ({ search = "", limit }: { search?: string; limit: number }) =>
    all.filter((one) => nameOf(one).includes(search)).slice(0, limit);
}

const suggest = async (field: string, typed: string, own: Partial<typeof deps>) =>
  (await suggestions[field]?.({ ...spoken, person, typed }, { ...deps, ...own })) ?? [];
const offered = async (field: string, typed: string, own: Partial<typeof deps>) =>
  (await suggest(field, typed, own)).map(({ value }) => value);

it("the template field of the send form finds an old template by name, and also offers the typed text", async () => {
  const all = many.map((index) => ({
    ...aSeenTemplate({ name: `Template number ${index}` }),
    templateId: `KA${index}`,
  }));
  const templates = { ...deps.templates, list: listOf(all, ({ content }) => content?.name ?? "") };
  const field = "messages.send/chat.templateId";
  expect(await offered(field, "number 149", { templates })).toEqual(["KA149", "number 149"]);
  expect(await offered(field, "", { templates })).toHaveLength(99);
});

it("the image field of the send form finds an old upload by name, and also offers the typed text", async () => {
  const all = many.map(
    (index): UploadedFileRecord => ({
      ...{ fileId: `F${index}`, operationId: "a", author: "U1", uploadedAt: new Date(index), type: "MMS" },
      ...{ name: `picture ${index}.png`, sizeBytes: 1, width: null, height: null, sha256: "" },
      ...{ vendorA: null, vendorB: null, link: null, deletedAt: null, deletedBy: null },
    }),
  );
  const files = { ...deps.files, list: listOf(all, ({ name }) => name) };
  expect(await offered("messages.send/imageId", "picture 149", { files })).toEqual(["F149", "picture 149"]);
});

it.each(["messages.send", "messages.suite"])(
  "a search in %s finds test recipients that the select menu has no room for",
  async (form) => {
    const testRecipients = many.map((index) => ({
      ...{ to: `010${String(index).padStart(8, "0")}`, country: "82", name: `phone${index}` },
    }));
    const rules = { ...deps.rules, testRecipients };
    expect(await offered(`${form}/recipients`, "phone149", { rules })).toEqual(["+82 01000000149"]);
  },
);

it("a country search with 200 hits offers as many as Slack accepts, with short labels", async () => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    ...{ countryName: "나라".repeat(60), countryId: String(100 + index), sms: 20 },
  }));
  const choices = await suggest("messages.send/country", "", {
    prices: async () => ({ items }) as never,
    lists: { ...deps.lists, searchCountries: () => ({ prices: items }) as never },
  });
  expect(choices).toHaveLength(200);
  const options = toOptions(choices);
  expect(options).toHaveLength(slackLimits.options);
  for (const { text: label } of options) expect(label.text.length).toBeLessThanOrEqual(75);
});
