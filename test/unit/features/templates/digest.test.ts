import fc from "fast-check";
import { expect, it } from "vitest";
import { digestOfChange } from "../../../../src/features/templates/shown.ts";
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
      expect(digestOfChange(turned)).toBe(digestOfChange(given));
      expect(digestOfChange(stored)).toBe(digestOfChange(given));
      expect(Object.keys(ProposedChange.parse(given)).toSorted()).toEqual(Object.keys(given).toSorted());
      expect(checkTemplateUpdate(ProposedChange.parse(given))).toEqual([]);
    }),
  );
});

it("digestOf differs for different changes", () => {
  fc.assert(
    fc.property(change, change, (one, other) => {
      const same = JSON.stringify(ProposedChange.parse(one)) === JSON.stringify(ProposedChange.parse(other));
      expect(digestOfChange(one) === digestOfChange(other)).toBe(same);
    }),
  );
  expect(digestOfChange({ content: "a" })).not.toBe(digestOfChange({ name: "a" }));
  expect(digestOfChange({ content: "a" })).not.toBe(digestOfChange({ content: "a", buttons: [] }));
  expect(digestOfChange({ content: "a" })).toMatch(/^[0-9a-f]{64}$/);
});
