import { expect, it } from "vitest";
import {
  deviationLines,
  renderTransition,
  statusLines,
} from "../../../../src/features/templates/status.view.ts";
import { renderAnswer } from "../../../../src/slack/blocks/answer.ts";
import { aSeenVendor } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";

const number = "010-1234-5678";
const seen = aSeenVendor("kakao");
const vendor = {
  ...seen,
  vendor: `vendor ${number}`,
  status: `stopped, ask ${number}`,
  statusBefore: number,
  code: number,
  reason: `ask ${number}`,
  comments: [{ isAdmin: true, content: `문의 ${number}`, memberId: null, dateCreated: null }],
};

it.each<[string, object]>([
  ["a vendor's line", renderAnswer(statusLines(vendor, en))],
  [
    "a status that changed",
    renderTransition({ template: { templateId: "KA01TP1", name: `Call ${number}` }, vendor }, en),
  ],
  [
    "a reply that differs",
    renderAnswer(
      deviationLines(
        {
          missing: [vendor.vendor],
          uncoded: [vendor.vendor],
          others: ["01012345678"],
          differing: [vendor.vendor],
        },
        en,
      ),
    ),
  ],
])("no number that somebody wrote stands in a conversation: %s", (_, post) => {
  expect(JSON.stringify(post)).toContain("5678");
  expect(JSON.stringify(post)).not.toMatch(/1234/);
});

it("the newest comment is the newest, whoever wrote it, and the reviewer's stands below ours", () => {
  const by = (isAdmin: boolean, content: string, dateCreated: string) => ({
    ...{ isAdmin, content, dateCreated, memberId: null },
  });
  const comments = [
    by(false, "Asked today", "2026-11-22T01:00:00.000Z"),
    by(true, "Answered in February", "2026-02-03T01:00:00.000Z"),
  ];
  const { text } = renderAnswer(statusLines({ ...seen, comments }, en));
  expect(text).toMatch(/Newest comment \(👤 Our account\) · .*: “Asked today”\n.*“Answered in February”$/);
});
