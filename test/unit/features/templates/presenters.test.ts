import { describe, expect, it } from "vitest";
import {
  createCommentPresenter,
  createUpdatePresenter,
  describeComment,
} from "../../../../src/features/templates/presenters.ts";
import { type Locale, wordsOf } from "../../../../src/locales/index.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { renderEnd, renderLinesOf } from "../../outcomes/notifications.ts";

const review = "C0REVIEWS";
const options = (own: { review?: string | null } = {}) => ({
  ...{ review, onCall: ["CO"], teamLocale: "en" as Locale, wordsOf, ...own },
});

describe("the post about a comment on a template", () => {
  const said = (content: string, isAdmin: boolean | null, day: string) => ({
    ...{ content, isAdmin, memberId: null, dateCreated: `2026-01-${day}T00:00:00.000Z` },
  });
  const seen = (vendor: string, comments: ReturnType<typeof said>[] = []) => ({
    ...{ vendor, status: "PENDING", code: null, comments },
    content: { name: "Order", content: "Hello", buttons: [] },
  });
  /** An accepted one, in whose reply vendorA shows these comments. */
  const comment = (change: Partial<Operation> = {}, shown: ReturnType<typeof said>[] = []) => {
    const vendors = [seen("vendorA", shown), seen("vendorB")];
    const reply = { vendors, missing: [], others: ["KA01OTHER"], differing: [] };
    return anUnknown({
      ...{ kind: "templates.comment", conversation: null, author: "U1", outcome: "accepted" },
      request: { templateId: "KA01TP001", comment: "Please look" },
      result: { code: "200", words: null, status: 200, reply },
      ...change,
    });
  };

  it.each([
    [
      "names the vendor whose newest comment of this account it is",
      [
        ["Before", true, "01"],
        ["Please look", false, "02"],
      ],
      true,
    ],
    [
      "names no vendor if the account wrote a newer comment there",
      [
        ["Please look", false, "01"],
        ["Later", false, "02"],
      ],
      false,
    ],
    ["names no vendor if a reviewer there wrote the same words", [["Please look", true, "01"]], false],
    ["names no vendor if the reply doesn't say who wrote the comment", [["Please look", null, "01"]], false],
  ] as const)("%s", (_, shown, isNamed) => {
    const shows = shown.map(([content, isAdmin, day]) => said(content, isAdmin, day));
    const here = isNamed ? [en.templates.comment.inConversation("vendorA")] : [];
    expect(describeComment(comment({}, shows), en)?.facts.map(({ value }) => value)).toEqual([
      "Please look",
      ...here,
    ]);
  });

  it("goes to the review channel, with a thread reply for each finding in the platform's reply", async () => {
    const { presenter, notificationFor } = createCommentPresenter(options());
    const told = notificationFor(comment(), "closed");
    expect(told.posts).toMatchObject([
      { subject: "act:act-1", audience: "result", destinations: [review, "U1"] },
    ]);
    const lines = await renderLinesOf(comment(), told, { presenter });
    expect(lines.map(({ audience }) => audience)).toEqual(["result", "result", "result"]);
    expect(lines[0]?.body.text).toContain(en.templates.status.otherTemplate("KA01OTHER"));
    expect(lines.slice(1).map(({ body }) => body.text.split(" ")[0])).toEqual(["vendorA", "vendorB"]);
  });

  it.each(["refused", "not_sent"] as const)("gets no thread replies if the comment was %s", (outcome) => {
    const { notificationFor } = createCommentPresenter(options());
    expect(notificationFor(comment({ outcome }), "closed").lines).toEqual([]);
  });

  it.each([
    ["the team's language", review, false],
    ["the author's language in a direct message", null, true],
  ])("gets its thread replies in %s", async (_, conversation, isKorean) => {
    const own = comment({ locale: "ko" });
    const { presenter, notificationFor } = createCommentPresenter(options({ review: conversation }));
    const lines = await renderLinesOf(own, notificationFor(own, "closed"), { presenter });
    expect(lines.map(({ body }) => /[가-힣]/.test(body.text))).toEqual([isKorean, isKorean, isKorean]);
  });

  it("also goes to on-call if the outcome is unknown, with a thread reply about a late reply", async () => {
    const { presenter, notificationFor } = createCommentPresenter(options());
    const unknown = comment({ outcome: "unknown", result: null, unknownsCard: "act-1" });
    const told = await renderEnd(unknown, { presenter });
    expect(told.map(({ destination }) => destination)).toEqual([review, "U1", "CO"]);
    const late = comment({ unknownsCard: "act-1", correctedAt: new Date(0) });
    const kinds = notificationFor(late, "corrected").lines?.map(({ event }) => Reflect.get(event, "kind"));
    expect(kinds).toEqual(["late", "late", "shown", "shown", "shown"]);
  });
});

describe("the post about a template's update", () => {
  const asked = { templateId: "KA01TP001", proposal: "p-1", revision: 1, contentDigest: "s" };
  const update = (change: Partial<Operation> = {}) =>
    anUnknown({
      ...{ kind: "templates.update", conversation: null, unknownsCard: "act-1" },
      request: { ...asked, body: { content: "Hello" } },
      ...change,
    });

  it.each(["accepted", "refused", "not_sent"] as const)(
    "is left out if the update was %s, since the proposal's card says so",
    (outcome) => {
      const { notificationFor } = createUpdatePresenter(options());
      expect(notificationFor(update({ outcome, unknownsCard: null }), "closed")).toEqual({});
    },
  );

  it("links on-call and the author to the proposal's card if the outcome is unknown", async () => {
    const { presenter, notificationFor } = createUpdatePresenter(options());
    const links = { linksTo: "proposal:p-1" };
    expect(notificationFor(update(), "closed").posts).toMatchObject([
      { subject: "act:act-1", audience: "result", ...links },
      { subject: "unknowns:act-1", audience: "on-call", ...links },
    ]);
    const told = await renderEnd(update(), { presenter, standing: { "proposal:p-1": review } });
    expect(told).toHaveLength(2);
    for (const { body } of told)
      expect(body).toMatchObject({
        text: expect.stringContaining(`<#${review}>`),
        links: [{ to: { channel: review, ts: "1.1" } }],
      });
  });
});
