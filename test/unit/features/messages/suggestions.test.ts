import { expect, it } from "vitest";
import { suggestions } from "../../../../src/features/messages/suggestions.ts";
import type { ObservedTemplate, UploadedFileRecord } from "../../../../src/store/index.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";
import { spoken } from "../../../support/spoken.ts";
import { deps } from "./some-deps.ts";

const person = { id: "U1", locale: "en", standing: "member" } as const;

/** A list that searches first and cuts then, as the store does. */
function listOf<T>(all: readonly T[], nameOf: (one: T) => string) {
  return async ({ search = "", limit }: { search?: string; limit: number }) =>
    all.filter((one) => nameOf(one).includes(search)).slice(0, limit);
}

const offered = async (field: string, typed: string, own: Partial<typeof deps>) =>
  (await suggestions[`messages.send/${field}`]?.({ ...spoken, person, typed }, { ...deps, ...own }))?.map(
    ({ value }) => value,
  );

it("a template field finds an old template by name, and offers the typed text too", async () => {
  const all = Array.from({ length: 150 }, (_, index): ObservedTemplate => {
    const seen = aSeenTemplate({ name: `Template number ${index}` });
    return { ...seen, templateId: `KA${index}` };
  });
  const templates = { ...deps.templates, list: listOf(all, ({ content }) => content?.name ?? "") };
  expect(await offered("chat.templateId", "number 149", { templates })).toEqual(["KA149", "number 149"]);
  expect(await offered("chat.templateId", "", { templates })).toHaveLength(99);
});

it.each(["messages.send", "messages.suite"])(
  "a search finds test recipients beyond a select's limit in %s",
  async (form) => {
    const testRecipients = Array.from({ length: 150 }, (_, index) => ({
      ...{ to: `010${String(index).padStart(8, "0")}`, country: "82", name: `phone${index}` },
    }));
    const own = { ...deps, rules: { ...deps.rules, testRecipients } };
    const found = await suggestions[`${form}/recipients`]?.({ ...spoken, person, typed: "phone149" }, own);
    expect(found?.map(({ value }) => value)).toEqual(["+82 01000000149"]);
  },
);

it("an image field finds an old upload by name, and offers the typed text too", async () => {
  const all = Array.from(
    { length: 150 },
    (_, index): UploadedFileRecord => ({
      ...{ fileId: `F${index}`, operationId: "a", author: "U1", uploadedAt: new Date(index), type: "MMS" },
      ...{ name: `picture ${index}.png`, sizeBytes: 1, width: null, height: null, sha256: "" },
      ...{ vendorA: null, vendorB: null, link: null, deletedAt: null, deletedBy: null },
    }),
  );
  const files = { ...deps.files, list: listOf(all, ({ name }) => name) };
  expect(await offered("imageId", "picture 149", { files })).toEqual(["F149", "picture 149"]);
});
