import fc from "fast-check";
import { expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { reasonWords } from "../../../src/locales/reasons.ts";

const { reasons } = wordsOf("en");

it("says what a code means, else what the status says, else that it was not accepted", () => {
  expect(reasonWords({ code: "1062", status: 200 }, reasons)).toBe(reasons.byCode["1062"]);
  expect(reasonWords({ code: "Unheard", status: 418 }, reasons)).toBe(reasons.byStatus(418));
  expect(reasonWords({ code: "Unheard", status: null }, reasons)).toBe(reasons.other);
  expect(reasonWords({ code: "Unheard" }, reasons)).toBe(reasons.other);
});

it("is always a sentence of the catalogue's, also for names that every object has", () => {
  const names = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype));
  fc.assert(
    fc.property(fc.oneof(names, fc.string()), (code) => {
      const sentences = [...Object.values(reasons.byCode), reasons.other];
      expect(sentences).toContain(reasonWords({ code }, reasons));
    }),
  );
});
