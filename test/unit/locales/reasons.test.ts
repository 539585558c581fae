import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { knownReason } from "../../../src/locales/reasons.ts";
import { appCodes } from "../../../src/operations/end.ts";
import { clientCodes } from "../../../src/platform/index.ts";

const en = wordsOf("en").reasons;
const ko = wordsOf("ko").reasons;

it("knownReason returns the words for a known code, and null for an unknown one", () => {
  expect(knownReason("1062", en)).toBe(en.byCode["1062"]);
  expect(knownReason("Unheard", en)).toBeNull();
});

it("knownReason returns null for names that every JavaScript object has", () => {
  const names = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
  fc.assert(
    fc.property(fc.oneof(names, fc.string()), (code) => {
      const reason = knownReason(code, en);
      if (reason !== null) expect(Object.keys(en.byCode)).toContain(code);
    }),
  );
});

it("knownReason has words for each code of the app that a person can see", () => {
  // Whoever reads an endless list, or withholds a call, says why in other words.
  const { tooManyPages: _, withheld: __, ...met } = clientCodes;
  for (const code of Object.values({ ...met, ...appCodes })) {
    expect([code, knownReason(code, en)]).not.toContain(null);
  }
});

describe("the words for reasons of a refusal", () => {
  it("exist for the same codes, with remedies for the same codes, in both languages", () => {
    const remedied = ({ byCode }: typeof en) =>
      Object.entries(byCode).map(([code, { remedy }]) => [code, remedy !== undefined]);
    expect(Object.fromEntries(remedied(ko))).toEqual(Object.fromEntries(remedied(en)));
  });

  it.each([
    ["en", en],
    ["ko", ko],
  ] as const)("are whole sentences on one line in the language %s", (_, words) => {
    const all = [...Object.values(words.byCode), words.other, words.byStatus(500), { says: words.correct }];
    for (const { says, remedy = says } of all) {
      for (const sentence of [says, remedy]) expect(sentence).toMatch(/^\S[^\n]*\.$/);
    }
    expect(words.byStatus(418).says).toContain("418");
  });
});
