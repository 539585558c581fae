import { describe, expect, it } from "vitest";
import {
  hasChangedSince,
  readCommentReply,
  readTemplateReply,
  readUpdateReply,
} from "../../../../src/features/templates/shown.ts";
import type { TemplateRecord } from "../../../../src/platform/index.ts";

const asked = { templateId: "T1", change: { content: "new" } };

function aRecord(own: Partial<TemplateRecord> = {}): TemplateRecord {
  return {
    templateId: "T1",
    name: "Order",
    content: "new",
    codes: [aCode("vendorA", "PENDING"), aCode("vendorB", "PENDING")],
    ...own,
  };
}

function aCode(service: string, status: string | null, own: object = {}) {
  return { service, status, code: `${service} code`, comments: [], ...own };
}

describe("the reply to a template's update", () => {
  it("shows each vendor by its own record's code", () => {
    const reply = {
      vendorA: aRecord({ codes: [aCode("vendorA", "PENDING"), aCode("vendorB", "APPROVED")] }),
      vendorB: aRecord({ codes: [aCode("vendorA", "REJECTED"), aCode("vendorB", "INSPECTING")] }),
    };
    const { vendors, missing, others, differing } = readUpdateReply(reply, asked);
    expect(vendors).toMatchObject([
      {
        vendor: "vendorA",
        status: "PENDING",
        code: "vendorA code",
        content: { name: "Order", content: "new" },
      },
      { vendor: "vendorB", status: "INSPECTING" },
    ]);
    expect([missing, others, differing]).toEqual([[], [], []]);
  });

  it.each<[string, TemplateRecord]>([
    ["without codes", aRecord({ codes: null })],
    ["with the other's code alone", aRecord({ codes: [aCode("vendorB", "PENDING")] })],
  ])("shows nothing of a vendor with a record %s", (_, vendorA) => {
    const shown = readUpdateReply({ vendorA, vendorB: aRecord() }, asked);
    expect(shown.vendors.map(({ vendor }) => vendor)).toEqual(["vendorB"]);
    expect(shown).toMatchObject({ missing: ["vendorA"], others: [] });
  });

  it("shows nothing of a vendor with an empty record", () => {
    const shown = readUpdateReply({ vendorA: {}, vendorB: aRecord() }, asked);
    expect(shown.vendors.map(({ vendor }) => vendor)).toEqual(["vendorB"]);
    expect(shown).toMatchObject({ missing: ["vendorA"], others: [] });
  });

  it("shows the content even without any vendor's code", () => {
    const record = aRecord({ codes: [] });
    const shown = readUpdateReply({ vendorA: record, vendorB: record }, asked);
    expect(shown).toMatchObject({
      vendors: [{ vendor: "", status: null, comments: null, content: { content: "new" } }],
      missing: ["vendorA", "vendorB"],
    });
  });

  it("distinguishes missing comments from an empty list", () => {
    const bare = { service: "vendorA", status: "PENDING", code: "1" };
    const shown = readUpdateReply({ vendorA: aRecord({ codes: [bare] }), vendorB: aRecord() }, asked);
    expect(shown.vendors.map(({ comments }) => comments)).toEqual([null, []]);
  });

  it("shows nothing of a record about another template", () => {
    const shown = readUpdateReply({ vendorA: aRecord({ templateId: "T2" }), vendorB: aRecord() }, asked);
    expect(shown.vendors.map(({ vendor }) => vendor)).toEqual(["vendorB"]);
    expect(shown).toMatchObject({ missing: ["vendorA"], others: ["T2"], differing: [] });
  });

  it("is about the template that was asked for if it has no ID", () => {
    const record = aRecord({ templateId: null });
    expect(readUpdateReply({ vendorA: record, vendorB: record }, asked).vendors).toHaveLength(2);
  });

  it("shows both statuses and all comments if a vendor's code comes twice", () => {
    const comment = { isAdmin: true, memberId: "R", content: "<!channel>", dateCreated: "never" };
    const codes = [aCode("vendorA", "PENDING"), aCode("vendorA", "REJECTED", { comments: [comment] })];
    const { vendors } = readUpdateReply({ vendorA: aRecord({ codes }), vendorB: aRecord() }, asked);
    expect(vendors[0]).toMatchObject({
      vendor: "vendorA",
      status: "PENDING / REJECTED",
      code: "vendorA code",
      comments: [comment],
    });
  });

  it("keeps invalid dates as they came", () => {
    const record = aRecord({ dateCreated: "31st of June", dateUpdated: "" });
    const [first] = readUpdateReply({ vendorA: record, vendorB: record }, asked).vendors;
    expect(first?.content).toMatchObject({ dateCreated: "31st of June", dateUpdated: "" });
  });

  it.each<[string, Partial<TemplateRecord>, boolean]>([
    ["the same", {}, false],
    ["another content", { content: "old" }, true],
    ["no content", { content: null }, false],
    ["another name, which was not sent", { name: "Other" }, false],
  ])("is compared with what was sent: %s", (_, own, differs) => {
    const shown = readUpdateReply({ vendorA: aRecord(own), vendorB: aRecord() }, asked);
    expect(shown.differing).toEqual(differs ? ["vendorA"] : []);
  });

  it("compares buttons by their content, with a missing link equal to null", () => {
    const sent = [{ buttonType: "WL", buttonName: "Open", linkMo: "https://a.example" }];
    const change = { buttons: sent };
    const same = aRecord({
      buttons: [{ linkPc: null, linkMo: "https://a.example", buttonName: "Open", buttonType: "WL" }],
    });
    const other = aRecord({ buttons: [] });
    expect(
      readUpdateReply({ vendorA: same, vendorB: other }, { templateId: "T1", change }).differing,
    ).toEqual(["vendorB"]);
  });
});

it("an update's reply equals what was sent with other line breaks and empty links", () => {
  const sent = {
    content: "one\ntwo",
    buttons: [{ buttonType: "WL", buttonName: "Open", linkMo: "https://a.example" }],
  };
  const shown = aRecord({
    content: "one\r\ntwo",
    buttons: [{ ...sent.buttons[0], linkPc: "", linkAnd: "", linkIos: "" }],
  });
  const read = (record: TemplateRecord) =>
    readUpdateReply({ vendorA: record, vendorB: record }, { templateId: "T1", change: sent }).differing;
  expect(read(shown)).toEqual([]);
  expect(read({ ...shown, content: "one two" })).toEqual(["vendorA", "vendorB"]);
});

describe("the reply to a comment on a template", () => {
  it("shows each vendor of its record, and ignores codes without a vendor", () => {
    const codes = [aCode("vendorB", "REJECTED"), aCode("", "LOST"), { status: "LOST" }];
    expect(readCommentReply(aRecord({ codes }), "T1").vendors.map(({ vendor }) => vendor)).toEqual([
      "vendorB",
    ]);
    const nothing = { vendors: [], missing: [], others: [], differing: [] };
    expect(readCommentReply({}, "T1")).toEqual(nothing);
    expect(readCommentReply(aRecord({ codes: [] }), "T1")).toMatchObject({ vendors: [{ vendor: "" }] });
    expect(readCommentReply(aRecord({ templateId: "T2" }), "T1")).toMatchObject({
      vendors: [],
      others: ["T2"],
    });
  });

  it("is read back from the store, also if another version stored it", () => {
    const shown = readCommentReply(aRecord({ buttons: [{ buttonName: "Open" }] }), "T1");
    expect(readTemplateReply({ code: "200", reply: JSON.parse(JSON.stringify(shown)) })).toEqual(shown);
    expect(readTemplateReply({ reply: { vendors: "none" } })).toMatchObject({ vendors: [], missing: [] });
    for (const other of [null, "x", {}, { reply: null }]) expect(readTemplateReply(other)).toBeNull();
  });
});

it("hasChangedSince compares what a template says, not when that was seen", () => {
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

it("a reply with thousands of vendors or statuses is cut at ten", () => {
  const content = "x".repeat(1_000);
  const codes = Array.from({ length: 5_000 }, (_, index) => aCode(`v${index}`, "PENDING"));
  const many = readCommentReply({ templateId: "T1", content, codes }, "T1");
  expect(many.vendors.map(({ vendor }) => vendor)).toEqual(
    Array.from({ length: 10 }, (_, index) => `v${index}`),
  );
  const often = Array.from({ length: 5_000 }, (_, index) => aCode("vendorA", `S${index}`));
  const [seen] = readCommentReply({ templateId: "T1", content, codes: often }, "T1").vendors;
  expect(seen?.status?.split(" / ")).toHaveLength(10);
});
