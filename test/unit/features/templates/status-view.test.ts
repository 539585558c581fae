import { describe, expect, it } from "vitest";
import { deviationLines, renderStatus } from "../../../../src/features/templates/status.view.ts";
import {
  notificationOfStatusChanges,
  renderStatusChange,
} from "../../../../src/features/templates/status-post.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { renderAnswer } from "../../../../src/slack/blocks/answer.ts";
import type { RecordedVendor } from "../../../../src/store/index.ts";
import { aSeenVendor } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";

const number = "010-1234-5678";
const vendor = {
  ...aSeenVendor(`vendor ${number}`, {
    status: `stopped, ask ${number}`,
    code: number,
    reason: `ask ${number}`,
  }),
  statusBefore: number,
  comments: [{ isAdmin: true, content: `문의 ${number}`, memberId: null, dateCreated: null }],
};

/** The posts about these statuses, with their facts as stored. */
function postsOf(
  recorded: RecordedVendor[],
  { name = "Order", locale = "ko" as const, review = "C1" as string | null },
) {
  const told = { id: "act-1", template: { templateId: "KA01TP1", name }, by: "U0MINA", locale, review };
  const { posts = [] } = notificationOfStatusChanges(recorded, told);
  return posts.map((post) => ({ ...post, facts: JSON.parse(JSON.stringify(post.facts)) }));
}

const deviations = { missing: [vendor.vendor], others: ["01012345678"], differing: [vendor.vendor] };

it.each<[string, object]>([
  ["a vendor's line", renderStatus(vendor, en)],
  [
    "a status that changed",
    postsOf([vendor], { name: `Call ${number}` }).map(({ facts }) =>
      renderStatusChange({ facts, destination: "C1" }, () => en),
    ),
  ],
  ["a reply that differs", renderAnswer(deviationLines(deviations, en))],
])("a post in a conversation masks phone numbers in foreign text: %s", (_, post) => {
  expect(JSON.stringify(post)).toContain("5678");
  expect(JSON.stringify(post)).not.toMatch(/1234/);
});

describe("the post about a template status that changed", () => {
  const changed = { ...aSeenVendor("vendorA", { status: "REJECTED" }), statusBefore: "PENDING" };

  it.each([
    ["the review conversation, or else in its author's direct message", "C1", ["C1", "U0MINA"]],
    ["its author's direct message if there is no such conversation", null, ["U0MINA"]],
  ])("is made once for each changed status, in %s", (_, review, destinations) => {
    const same = { ...changed, status: "PENDING" };
    const all = [changed, same, { ...same, statusBefore: null }];
    expect(postsOf(all, { review })).toMatchObject([
      { subject: "status:act-1:vendorA", audience: "review", kind: "status", destinations },
    ]);
  });

  it.each([
    ["the team's language in a conversation", "C1", "ko", false],
    ["its author's language in their direct message", "U0MINA", "ko", true],
    ["the team's language if the author's isn't known", "U0MINA", null, false],
    ["the team's language if this version doesn't have the author's", "U0MINA", "tlh", false],
  ])("is written in %s", (_, destination, locale, isKorean) => {
    const [post] = postsOf([changed], {});
    const { text } = renderStatusChange({ facts: { ...post?.facts, locale }, destination }, (own) =>
      wordsOf(own ?? "en"),
    );
    expect(/[가-힣]/.test(text)).toBe(isKorean);
  });
});
