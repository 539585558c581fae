import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  digestOfChange,
  hasChangedSince,
  readCommentReply,
  readTemplateReply,
  readUpdateReply,
} from "../../../../src/features/templates/shown.ts";
import { checkTemplateUpdate, type TemplateRecord } from "../../../../src/platform/index.ts";
import { ProposedChange } from "../../../../src/store/proposals/proposal.ts";

const asked = { templateId: "T1", change: { content: "new" } };

function aRecord(own: Partial<TemplateRecord> = {}): TemplateRecord {
  const codes = [aCode("vendorA", "PENDING"), aCode("vendorB", "PENDING")];
  return { templateId: "T1", name: "Order", content: "new", codes, ...own };
}

function aCode(service: string, status: string | null, own: object = {}) {
  return { service, status, code: `${service} code`, comments: [], ...own };
}

/** What an update's reply shows, with the same record for both vendors unless a test gives another. */
const read = (vendorA: TemplateRecord, vendorB = vendorA, change: ProposedChange = asked.change) =>
  readUpdateReply({ vendorA, vendorB }, { templateId: "T1", change });

describe("the platform's reply to a template's update", () => {
  it("shows the status of each vendor from that vendor's own record", () => {
    const shown = read(
      aRecord({ codes: [aCode("vendorA", "PENDING"), aCode("vendorB", "APPROVED")] }),
      aRecord({ codes: [aCode("vendorA", "REJECTED"), aCode("vendorB", "INSPECTING")] }),
    );
    const content = { name: "Order", content: "new" };
    expect(shown).toMatchObject({
      vendors: [
        { vendor: "vendorA", status: "PENDING", code: "vendorA code", content },
        { vendor: "vendorB", status: "INSPECTING" },
      ],
      ...{ missing: [], others: [], differing: [] },
    });
  });

  it.each<[string, TemplateRecord, string[]]>([
    ["one without codes", aRecord({ codes: null }), []],
    ["one with another vendor's code only", aRecord({ codes: [aCode("vendorB", "PENDING")] }), []],
    ["empty", {}, []],
    ["about another template", aRecord({ templateId: "T2" }), ["T2"]],
  ])("shows nothing for a vendor whose record is %s", (_, vendorA, others) => {
    const shown = read(vendorA, aRecord());
    expect(shown.vendors.map(({ vendor }) => vendor)).toEqual(["vendorB"]);
    expect(shown).toMatchObject({ missing: ["vendorA"], others, differing: [] });
  });

  it("shows the template's content even if it has no vendor's code", () => {
    expect(read(aRecord({ codes: [] }))).toMatchObject({
      vendors: [{ vendor: "", status: null, comments: null, content: { content: "new" } }],
      missing: ["vendorA", "vendorB"],
    });
  });

  it("distinguishes missing comments from an empty list of comments", () => {
    const bare = { service: "vendorA", status: "PENDING", code: "1" };
    const { vendors } = read(aRecord({ codes: [bare] }), aRecord());
    expect(vendors.map(({ comments }) => comments)).toEqual([null, []]);
  });

  it("counts as being about the updated template if it has no template ID", () => {
    expect(read(aRecord({ templateId: null })).vendors).toHaveLength(2);
  });

  it("shows all statuses and comments of a vendor whose code comes twice", () => {
    const comment = { isAdmin: true, memberId: "R", content: "<!channel>", dateCreated: "never" };
    const codes = [aCode("vendorA", "PENDING"), aCode("vendorA", "REJECTED", { comments: [comment] })];
    const [first] = read(aRecord({ codes }), aRecord()).vendors;
    const both = { vendor: "vendorA", status: "PENDING / REJECTED", code: "vendorA code" };
    expect(first).toMatchObject({ ...both, comments: [comment] });
  });

  it("keeps invalid dates as the platform wrote them", () => {
    const dates = { dateCreated: "31st of June", dateUpdated: "" };
    expect(read(aRecord(dates)).vendors[0]?.content).toMatchObject(dates);
  });

  const buttons = [{ buttonType: "WL", buttonName: "Open", linkMo: "https://a.example" }];
  const turned = { linkPc: null, linkMo: "https://a.example", buttonName: "Open", buttonType: "WL" };
  const empty = { linkPc: "", linkAnd: "", linkIos: "" };

  it.each<[string, ProposedChange, Partial<TemplateRecord>, boolean]>([
    ["the same content", { content: "new" }, {}, false],
    ["another content", { content: "new" }, { content: "old" }, true],
    ["no content", { content: "new" }, { content: null }, false],
    ["another name, which was not sent", { content: "new" }, { name: "Other" }, false],
    ["other line breaks", { content: "one\ntwo" }, { content: "one\r\ntwo" }, false],
    ["one line break less", { content: "one\ntwo" }, { content: "one two" }, true],
    ["the same buttons in another order of fields", { buttons }, { buttons: [turned] }, false],
    ["the same buttons with empty links", { buttons }, { buttons: [{ ...buttons[0], ...empty }] }, false],
    ["no buttons", { buttons }, { buttons: [] }, true],
  ])("is compared with what was sent, if it has %s", (_, sent, own, differs) => {
    expect(read(aRecord(own), {}, sent).differing).toEqual(differs ? ["vendorA"] : []);
  });
});

describe("the platform's reply to a comment on a template", () => {
  it("shows each vendor in its record, and ignores codes without a vendor", () => {
    const codes = [aCode("vendorB", "REJECTED"), aCode("", "LOST"), { status: "LOST" }];
    expect(readCommentReply(aRecord({ codes }), "T1").vendors).toMatchObject([{ vendor: "vendorB" }]);
    const nothing = { vendors: [], missing: [], others: [], differing: [] };
    expect(readCommentReply({}, "T1")).toEqual(nothing);
    expect(readCommentReply(aRecord({ codes: [] }), "T1")).toMatchObject({ vendors: [{ vendor: "" }] });
    const other = readCommentReply(aRecord({ templateId: "T2" }), "T1");
    expect(other).toMatchObject({ vendors: [], others: ["T2"] });
  });

  it("can be read back from the store, even if another version stored it", () => {
    const shown = readCommentReply(aRecord({ buttons: [{ buttonName: "Open" }] }), "T1");
    expect(readTemplateReply({ code: "200", reply: JSON.parse(JSON.stringify(shown)) })).toEqual(shown);
    expect(readTemplateReply({ reply: { vendors: "none" } })).toMatchObject({ vendors: [], missing: [] });
    for (const other of [null, "x", {}, { reply: null }]) expect(readTemplateReply(other)).toBeNull();
  });
});

it("hasChangedSince compares a template's content, not when the content was observed", () => {
  const from = { kind: "comment", by: "U1", operationId: "op", at: new Date(0) } as const;
  const seen = { ...readCommentReply(aRecord(), "T1").vendors[0]!.content, from };
  const later = { ...seen, dateUpdated: "later", from: { ...from, at: new Date(1) } };
  expect(hasChangedSince(seen, later)).toBe(false);
  expect(hasChangedSince(seen, { ...later, content: "other" })).toBe(true);
  expect(hasChangedSince(seen, { ...later, buttons: [] })).toBe(true);
  expect(hasChangedSince(seen, null)).toBe(false);
  expect(hasChangedSince(null, seen)).toBe(true);
  expect(hasChangedSince(null, null)).toBe(false);
});

it("a reply with thousands of vendors or statuses is cut to ten", () => {
  const content = "x".repeat(1_000);
  const codes = Array.from({ length: 5_000 }, (_, index) => aCode(`v${index}`, "PENDING"));
  const many = readCommentReply({ templateId: "T1", content, codes }, "T1");
  const first = Array.from({ length: 10 }, (_, index) => `v${index}`);
  expect(many.vendors.map(({ vendor }) => vendor)).toEqual(first);
  const often = Array.from({ length: 5_000 }, (_, index) => aCode("vendorA", `S${index}`));
  const [seen] = readCommentReply({ templateId: "T1", content, codes: often }, "T1").vendors;
  expect(seen?.status?.split(" / ")).toHaveLength(10);
});

const text = fc.string({ unit: "binary" });
const link = fc.option(fc.webUrl(), { nil: undefined });
const button = fc.record({
  ...{ buttonType: fc.string({ minLength: 1 }), buttonName: fc.string({ minLength: 1 }) },
  ...{ linkMo: link, linkPc: link, linkAnd: link, linkIos: link },
});
const anyChange = fc.record(
  { name: text, content: text, buttons: fc.array(button, { maxLength: 5 }) },
  { requiredKeys: [] },
);

it("the digest of a change is the same for any order of its fields, and after the change was stored", () => {
  fc.assert(
    fc.property(anyChange, ({ buttons, ...rest }) => {
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

it("the digests of two different changes differ", () => {
  fc.assert(
    fc.property(anyChange, anyChange, (one, other) => {
      const [a, b] = [one, other].map((each) => JSON.stringify(ProposedChange.parse(each)));
      expect(digestOfChange(one) === digestOfChange(other)).toBe(a === b);
    }),
  );
  expect(digestOfChange({ content: "a" })).not.toBe(digestOfChange({ name: "a" }));
  expect(digestOfChange({ content: "a" })).not.toBe(digestOfChange({ content: "a", buttons: [] }));
  expect(digestOfChange({ content: "a" })).toMatch(/^[0-9a-f]{64}$/);
});
