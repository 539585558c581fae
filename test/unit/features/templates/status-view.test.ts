import { describe, expect, it } from "vitest";
import { deviationLines, statusLines } from "../../../../src/features/templates/status.view.ts";
import {
  notificationOfStatusChanges,
  renderStatusChange,
} from "../../../../src/features/templates/status-post.view.ts";
import { type Locale, wordsOf } from "../../../../src/locales/index.ts";
import { renderAnswer } from "../../../../src/slack/blocks/answer.ts";
import type { NewPost, RecordedVendor } from "../../../../src/store/index.ts";
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

/** The post in a conversation, rendered from its stored facts. */
function drawn(template: { templateId: string; name: string | null }, changed: RecordedVendor) {
  const told = { id: "act-1", template, by: "U0MINA", locale: null, review: "C1" };
  const [post] = notificationOfStatusChanges([changed], told).posts ?? [];
  const facts: unknown = JSON.parse(JSON.stringify(post?.facts));
  return renderStatusChange({ facts, destination: "C1" }, () => en);
}

it.each<[string, object]>([
  ["a vendor's line", renderAnswer(statusLines(vendor, en))],
  ["a status that changed", drawn({ templateId: "KA01TP1", name: `Call ${number}` }, vendor)],
  [
    "a reply that differs",
    renderAnswer(
      deviationLines(
        {
          missing: [vendor.vendor],
          others: ["01012345678"],
          differing: [vendor.vendor],
        },
        en,
      ),
    ),
  ],
])("a conversation's post masks phone numbers in foreign text: %s", (_, post) => {
  expect(JSON.stringify(post)).toContain("5678");
  expect(JSON.stringify(post)).not.toMatch(/1234/);
});

it("a vendor's lines have the reviewer's newest comment, then the account's newest", () => {
  const by = (isAdmin: boolean, content: string, dateCreated: string) => ({
    ...{ isAdmin, content, dateCreated, memberId: null },
  });
  const comments = [
    by(false, "Asked today", "2026-11-22T01:00:00.000Z"),
    by(true, "Answered in February", "2026-02-03T01:00:00.000Z"),
  ];
  const { text } = renderAnswer(statusLines({ ...seen, comments }, en));
  expect(text).toMatch(/\n🏢 Reviewer · .*: “Answered in February”\n👤 Our account · .*: “Asked today”$/);
});

describe("the post about a changed status", () => {
  const changed = { ...seen, status: "REJECTED", statusBefore: "PENDING" };
  const template = { templateId: "KA01TP1", name: "Order" };
  const tell = (review: string | null, locale: "ko" | null) =>
    notificationOfStatusChanges([changed], { id: "act-1", template, by: "U0MINA", locale, review })
      .posts?.[0];
  const wordsFor = (person: Locale | null) => wordsOf(person ?? "en");
  const render = (post: NewPost | undefined, destination = post?.destinations[0] ?? "") => {
    const facts: unknown = JSON.parse(JSON.stringify(post?.facts));
    return renderStatusChange({ facts, destination }, wordsFor);
  };

  it("is one for each vendor and act, with the statuses before and after", () => {
    expect(tell("C1", null)).toMatchObject({
      ...{ subject: "status:act-1:kakao", audience: "review", kind: "status" },
      destinations: ["C1", "U0MINA"],
    });
    expect(render(tell("C1", null)).text).toMatch(/\(PENDING\) → REJECTED/);
    expect(JSON.stringify(render(tell("C1", null)))).toBe(JSON.stringify(render(tell("C1", null))));
  });

  it("is in the team's language in a conversation, and in a person's in their direct message", () => {
    const isKorean = (answer: { text: string }) => /[가-힣]/.test(answer.text);
    expect(isKorean(render(tell("C1", "ko")))).toBe(false);
    expect(isKorean(render(tell(null, "ko")))).toBe(true);
    // The fallback if the review conversation can't be posted to.
    expect(isKorean(render(tell("C1", "ko"), "U0MINA"))).toBe(true);
    expect(isKorean(render(tell(null, null)))).toBe(false);
  });

  it("is in the team's language if this version doesn't have the person's", () => {
    const post = tell(null, "ko");
    const facts = { ...post?.facts, locale: "tlh" };
    expect(renderStatusChange({ facts, destination: "U0MINA" }, wordsFor).text).not.toMatch(/[가-힣]/);
  });
});
