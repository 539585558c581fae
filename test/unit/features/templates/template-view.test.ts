import { describe, expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { renderFinder } from "../../../../src/features/templates/find.slack.ts";
import { createNewProposeForm } from "../../../../src/features/templates/propose.input.ts";
import { renderProposeForm } from "../../../../src/features/templates/propose.view.ts";
import { renderReportForm, suggestStatuses } from "../../../../src/features/templates/report.slack.ts";
import { statusLines } from "../../../../src/features/templates/status.view.ts";
import {
  notificationOfStatusChanges,
  renderStatusChange,
} from "../../../../src/features/templates/status-post.view.ts";
import { renderTemplate } from "../../../../src/features/templates/template.view.ts";
import { toLineText } from "../../../../src/slack/blocks/rich-text.ts";
import type { ObservedComment, RecordedVendor } from "../../../../src/store/index.ts";
import { aProposal, aSeenTemplate, aSeenVendor, seenFromComment } from "../../../support/proposal.ts";
import { en, ko } from "../../../support/words.ts";
import { TEST_MANIFEST } from "../../sandbox/slack/bolt-app.ts";

const { propose, templates } = en;
const said = (isAdmin: boolean | null, content: string, dateCreated: string | null): ObservedComment => ({
  ...{ isAdmin, memberId: "M1", content, dateCreated },
});
const view = (seen = aSeenTemplate(), mayChange = true) =>
  renderTemplate({ templateId: seen.templateId, seen, proposals: [], mayChange }, en);
const json = (value: unknown) => JSON.stringify(value);

describe("a template's view", () => {
  it("is accepted by Slack if the platform sends empty texts", () => {
    const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });
    const comments = [said(false, "", "")];
    const seen = aSeenTemplate({ name: "", content: "", buttons: [], dateCreated: "" }, [
      aSeenVendor("", { code: "", status: "", reason: "", comments }),
    ]);
    const form = renderProposeForm(createNewProposeForm("a", seen.templateId, seen.content), {
      seen,
      words: en,
    });
    const finder = renderFinder({ seen: [seen], waiting: [], mine: [], mayImport: true }, en);
    for (const shown of [view(seen), form, finder]) {
      expect(checkView(world, { ...shown }, { surface: "modal" })).toBeNull();
    }
  });

  it("names the source of each vendor's status and of the content", () => {
    const both = json(view());
    expect(both).toContain(templates.view.notCurrent);
    expect(both.match(/'s comment/g)).toHaveLength(1);
    const reported = { ...seenFromComment, kind: "report" as const, operationId: null };
    const apart = json(view(aSeenTemplate({ from: reported })));
    expect(apart).toContain("from the console");
    expect(apart.match(/'s comment/g)).toHaveLength(2);
  });

  it("shows statuses, content, comments and buttons in this order, then IDs in small print", () => {
    const comments = ["one", "two", "three", "four"].map((content) => said(true, content, null));
    const shown = json(view(aSeenTemplate({}, [aSeenVendor("vendorA", { comments })])));
    const order = [
      ...["Order placed", templates.statuses.PENDING, "Hello ", "Show order", '"one"', '"four"'],
      ...[propose.form.title, "vendorA-code", "KA01PF001"],
    ].map((part) => shown.indexOf(part));
    expect(order.every((at) => at > 0)).toBe(true);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(view(aSeenTemplate()).blocks.at(-1)?.type).toBe("context");
  });

  it("names the template's channel, and whose a comment is", () => {
    const comments = [said(false, "Is it on its way?", null)];
    const shown = json(view(aSeenTemplate({}, [aSeenVendor("vendorA", { comments })])));
    expect(shown).toContain(templates.view.channel("KA01PF001"));
    expect(shown).toContain(templates.sides.account);
    expect(shown).toContain('" · vendorA · M1 · "');
  });

  it("distinguishes what no reply has shown from what is empty", () => {
    const { noContent, noButtons, buttonsNotSeen } = templates.view;
    const unseen = json(view(aSeenTemplate({ content: null, buttons: null })));
    for (const words of [noContent, buttonsNotSeen]) expect(unseen).toContain(words);
    expect(unseen).not.toContain(noButtons);
    const empty = json(view(aSeenTemplate({ content: "", buttons: [] })));
    for (const words of [noContent, buttonsNotSeen]) expect(empty).not.toContain(words);
    expect(empty).toContain(noButtons);
  });

  it("marks placeholders in content and buttons", () => {
    const shown = json(view());
    expect(shown).toContain('{"type":"text","text":"#{name}","style":{"code":true}}');
    expect(shown).toContain('{"type":"text","text":"#{number}","style":{"code":true}}');
  });

  it("shows all comments in the order of time, with their writers", () => {
    const ask = [said(false, "third", "2026-11-20T03:00:00Z"), said(true, "first", "2026-11-20T01:00:00Z")];
    const vendors = [
      aSeenVendor("vendorA", { comments: [said(true, "second", "2026-11-20T02:00:00Z")] }),
      aSeenVendor("vendorB", { comments: ask }),
    ];
    const shown = json(view(aSeenTemplate({}, vendors)));
    const order = [
      ...[templates.view.comments, " · vendorB · ", '"first"', " · vendorA · ", '"second"'],
      ...[templates.sides.account, '"third"', templates.view.answer],
    ].map((part) => shown.indexOf(part));
    expect(order.every((at) => at > 0)).toBe(true);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(shown).not.toContain(`"${templates.comment.title}"`);
  });

  it("keeps the platform's order of comments if a date is invalid, and shows that date", () => {
    const comments = [said(null, "one", "2026-11-20T02:00:00Z"), said(true, "two", "yesterday")];
    const shown = json(view(aSeenTemplate({}, [aSeenVendor("vendorB", { comments })])));
    expect(shown.indexOf('"one"')).toBeLessThan(shown.indexOf('"two"'));
    expect(shown).toContain("yesterday");
    expect(shown).toContain(templates.sides.unknown);
  });

  it.each(["n/a 2", "12", "2026", "2026-02-31T00:00:00Z", "2026-02-01T25:00:00Z", ""])(
    "shows the invalid date %j as it came",
    (date) => {
      const comments = [said(true, "first", "2026-11-20T02:00:00Z"), said(true, "second", date)];
      const shown = json(view(aSeenTemplate({ dateCreated: date }, [aSeenVendor("vendorB", { comments })])));
      expect(shown.indexOf('"first"')).toBeLessThan(shown.indexOf('"second"'));
      expect(shown).toContain(json(templates.view.dates(date || "–", "–")).slice(1, -1));
    },
  );

  it("names the source of a part that was seen at another time", () => {
    const other = { ...seenFromComment, by: "U0SORA" };
    const vendor = aSeenVendor("vendorA", { comments: [said(true, "one", null)] });
    for (const seen of [
      aSeenTemplate({ buttonsFrom: other }),
      aSeenTemplate({ channelFrom: other }),
      aSeenTemplate({}, [{ ...vendor, codeFrom: other }]),
      aSeenTemplate({}, [{ ...vendor, commentsFrom: other }]),
    ])
      expect(json(view(seen))).toContain("U0SORA");
  });

  it("stays within Slack's number of blocks with many comments", () => {
    const comments = Array.from({ length: 500 }, (_, index) => said(true, `c${index}`, null));
    const vendors = ["vendorA", "vendorB"].map((vendor) => aSeenVendor(vendor, { comments }));
    const seen = aSeenTemplate({}, vendors);
    const proposals = Array.from({ length: 20 }, () => aProposal());
    const { blocks } = renderTemplate({ templateId: "T1", seen, proposals, mayChange: true }, en);
    expect(blocks.length).toBeLessThanOrEqual(100);
    expect(json(blocks)).toContain(templates.view.earlierComments(995));
  });

  it("says that a template was never seen, with buttons to propose and comment", () => {
    const shown = json(renderTemplate({ templateId: "T1", seen: null, proposals: [], mayChange: true }, en));
    expect(shown).toContain(templates.view.neverSeen);
    expect(shown.match(/"text":"T1"/g)).toHaveLength(1);
    expect(shown).toContain("templates.update");
    expect(shown).toContain("templates.comment");
  });

  it("has no buttons for a person who may not change templates", () => {
    expect(json(view(aSeenTemplate(), false))).not.toContain("action_id");
  });
});

describe("a vendor's status", () => {
  const line = (status: string | null) =>
    statusLines(aSeenVendor("vendorA", { status }), en).map(toLineText).join("\n");

  it.each(["PENDING", "INSPECTING", "APPROVED", "REJECTED"] as const)(
    "is explained in words: %s",
    (status) => {
      expect(line(status)).toContain(`vendorA · ${templates.statuses[status]} · `);
      expect(ko.templates.statuses[status]).toContain(status);
    },
  );

  it.each(["ON_HOLD", "constructor", "심사 보류"])("is shown as it came if it is unknown: %s", (status) => {
    expect(line(status)).toContain(`vendorA · ${status} · `);
  });

  it("names the person who reported it from the console", () => {
    const statusFrom = { kind: "report" as const, by: "U0JOON", operationId: null, at: seenFromComment.at };
    const lines = statusLines(aSeenVendor("vendorA", { status: "APPROVED", statusFrom, reason: "ok" }), en);
    const told = lines.map(toLineText).join("\n");
    expect(told).toMatch(/reported <!date[^>]*> by <@U0JOON> from the console/);
    expect(told).toContain("“ok”");
  });

  it("is posted after a change with the old one, the newest comment and the source", () => {
    const comments = [
      said(true, "old", "2026-11-20T01:00:00Z"),
      said(true, "Name the carrier", "2026-11-20T02:00:00Z"),
    ];
    const vendor: RecordedVendor = {
      ...aSeenVendor("vendorB", { status: "REJECTED", comments }),
      statusBefore: "PENDING",
    };
    const facts: unknown = { template: { templateId: "T1", name: "Order" }, vendor, locale: null };
    const { text } = renderStatusChange({ facts, destination: "C1" }, () => en);
    expect(text).toMatch(/\(PENDING\) → REJECTED/);
    expect(text).toContain("Name the carrier");
    expect(text).not.toContain("old");
    expect(text).toMatch(/\nSeen in <@U0MINA>'s comment <!date/);
  });

  it("is posted only if it differs from a known one", () => {
    const recorded = (status: string, statusBefore: string | null) => ({
      ...aSeenVendor("vendorA", { status }),
      statusBefore,
    });
    const all = [recorded("PENDING", null), recorded("PENDING", "PENDING"), recorded("REJECTED", "PENDING")];
    const template = { templateId: "T1", name: null };
    const told = { id: "act-1", template, by: "U0JOON", locale: null };
    const audiences = (review: string | null) =>
      notificationOfStatusChanges(all, { ...told, review }).posts?.map(({ destinations }) => destinations);
    expect(audiences("C1")).toEqual([["C1", "U0JOON"]]);
    expect(audiences(null)).toEqual([["U0JOON"]]);
  });
});

it("the report form has a field for each vendor, and carries its act and template", () => {
  const form = { act: "a", templateId: "T1" };
  const { blocks, private_metadata } = renderReportForm(form, en);
  expect(json(blocks)).toContain('"block_id":"status.vendorA"');
  expect(json(blocks)).toContain('"block_id":"status.vendorB"');
  expect(JSON.parse(private_metadata ?? "")).toEqual(form);
});

it("a status other than the known four can be reported as typed", async () => {
  expect((await suggestStatuses({ words: en, typed: "" })).map(({ value }) => value)).toEqual([
    "PENDING",
    "INSPECTING",
    "APPROVED",
    "REJECTED",
  ]);
  expect((await suggestStatuses({ words: en, typed: "ON_HOLD" })).map(({ value }) => value)).toEqual([
    "ON_HOLD",
  ]);
});
