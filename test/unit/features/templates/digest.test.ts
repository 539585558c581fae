import fc from "fast-check";
import { expect, it } from "vitest";
import { digestOf } from "../../../../src/features/templates/shown.ts";
import { checkTemplateUpdate } from "../../../../src/platform/index.ts";
import { ProposedChange } from "../../../../src/store/proposals/proposal.ts";

const text = fc.string({ unit: "binary" });
const link = fc.option(fc.webUrl(), { nil: undefined });
const button = fc.record({
  ...{ buttonType: fc.string({ minLength: 1 }), buttonName: fc.string({ minLength: 1 }) },
  ...{ linkMo: link, linkPc: link, linkAnd: link, linkIos: link },
});
const change = fc.record(
  { name: text, content: text, buttons: fc.array(button, { maxLength: 5 }) },
  { requiredKeys: [] },
);

it("digestOf is the same for any order of fields, and after the change was stored", () => {
  fc.assert(
    fc.property(change, ({ buttons, ...rest }) => {
      const given = { ...rest, ...(buttons === undefined ? {} : { buttons }) };
      const turned = Object.fromEntries(Object.entries(given).toReversed());
      const stored: typeof given = JSON.parse(JSON.stringify(ProposedChange.parse(given)));
      expect(digestOf(turned)).toBe(digestOf(given));
      expect(digestOf(stored)).toBe(digestOf(given));
      expect(Object.keys(ProposedChange.parse(given)).toSorted()).toEqual(Object.keys(given).toSorted());
      expect(checkTemplateUpdate(ProposedChange.parse(given))).toEqual([]);
    }),
  );
});

it("digestOf differs for different changes", () => {
  fc.assert(
    fc.property(change, change, (one, other) => {
      const same = JSON.stringify(ProposedChange.parse(one)) === JSON.stringify(ProposedChange.parse(other));
      expect(digestOf(one) === digestOf(other)).toBe(same);
    }),
  );
  expect(digestOf({ content: "a" })).not.toBe(digestOf({ name: "a" }));
  expect(digestOf({ content: "a" })).not.toBe(digestOf({ content: "a", buttons: [] }));
  expect(digestOf({ content: "a" })).toMatch(/^[0-9a-f]{64}$/);
});
