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
const notification = (own: { review?: string | null; teamLocale?: Locale } = {}) => ({
  ...{ review, onCall: ["CO"], teamLocale: "en" as Locale, wordsOf, ...own },
});
const content = { name: "Order", content: "Hello", buttons: [] };
const seen = (vendor: string) => ({
  ...{ vendor, status: "PENDING", code: null, content },
  comments: [],
});
const reply = {
  vendors: [seen("vendorA"), seen("vendorB")],
  ...{ missing: [], others: ["KA01OTHER"], differing: [] },
};
const comment = (change: Partial<Operation> = {}) =>
  anUnknown({
    ...{ kind: "templates.comment", conversation: null, author: "U1" },
    request: { templateId: "KA01TP001", comment: "Please look" },
    ...{ outcome: "accepted", result: { code: "200", words: null, status: 200, reply } },
    ...change,
  });

describe("the post of a comment on a template", () => {
  it("names the template and the missing rights after a refusal", async () => {
    const operation = comment({
      outcome: "refused",
      request: { templateId: "KA01TP001", comment: "Please look", name: "Order placed" },
      result: { code: "Forbidden", words: null, status: 403, reply: null },
    });
    const { presenter } = createCommentPresenter(notification());
    const [post] = await renderEnd(operation, { presenter });
    const kind = en.templates.kind.comment;
    expect(post?.body.text).toContain(`${en.outcomes.title.refused(kind)} · Order placed`);
    expect(JSON.stringify(post?.body.blocks)).toContain("templates.edit_comment");
    expect(JSON.stringify(post?.body.blocks)).not.toContain('"primary"');
    // Another text would be refused as well, so the button to repeat is not primary.
    expect(JSON.stringify(post?.body.blocks)).toContain(en.templates.comment.again);
    expect(post?.body.text).toContain(
      "Ask an operator to grant it chat:write and role-chat:write in the platform's console.",
    );
    expect(JSON.stringify(post?.body.blocks)).toContain(
      JSON.stringify({ type: "text", text: "role-chat:write", style: { code: true } }),
    );
  });

  it("names the vendor that shows the comment as this account's newest one", () => {
    const said = (content: string, isAdmin: boolean | null, day: string) => ({
      ...{ content, isAdmin, memberId: null },
      dateCreated: `2026-01-${day}T00:00:00.000Z`,
    });
    const where = (...own: ReturnType<typeof said>[]) => {
      const vendors = [{ ...seen("vendorA"), comments: own }, seen("vendorB")];
      const result = { code: "200", words: null, status: 200, reply: { ...reply, vendors } };
      return describeComment(comment({ result }), en)?.facts.map(({ value }) => value);
    };
    const here = ["Please look", en.templates.comment.inConversation("vendorA")];
    expect(where(said("Please look", false, "02"), said("Before", true, "01"))).toEqual(here);
    // The same text was written earlier, or by somebody else.
    expect(where(said("Please look", false, "01"), said("Later", false, "02"))).toEqual(["Please look"]);
    expect(where(said("Please look", true, "01"))).toEqual(["Please look"]);
    expect(where(said("Please look", null, "01"))).toEqual(["Please look"]);
  });

  it("goes to review, with thread replies about what the platform's reply showed", async () => {
    const { presenter, notificationFor } = createCommentPresenter(notification());
    const told = notificationFor(comment(), "closed");
    expect(told.posts).toMatchObject([
      { subject: "act:act-1", audience: "result", destinations: [review, "U1"] },
    ]);
    const lines = await renderLinesOf(comment(), told, { presenter });
    expect(lines.map(({ audience }) => audience)).toEqual(["result", "result", "result"]);
    expect(lines[0]?.body.text).toContain(en.templates.status.otherTemplate("KA01OTHER"));
    expect(lines.slice(1).map(({ body }) => body.text.split(" ")[0])).toEqual(["vendorA", "vendorB"]);
  });

  it.each(["refused", "not_sent"] as const)("has no thread replies if the comment was %s", (outcome) => {
    const { notificationFor } = createCommentPresenter(notification());
    expect(notificationFor(comment({ outcome }), "closed").lines).toEqual([]);
  });

  it("has thread replies in the team's language, in a direct message in its author's", async () => {
    const own = comment({ locale: "ko" });
    const isKorean = async (options: Parameters<typeof notification>[0]) => {
      const { presenter, notificationFor } = createCommentPresenter(notification(options));
      const lines = await renderLinesOf(own, notificationFor(own, "closed"), { presenter });
      expect(lines).toHaveLength(3);
      return lines.map(({ body }) => /[가-힣]/.test(body.text));
    };
    expect(await isKorean({})).toEqual([false, false, false]);
    expect(await isKorean({ review: null })).toEqual([true, true, true]);
  });

  it("goes to on-call too if the outcome is unknown, with a late answer in each thread", async () => {
    const { presenter, notificationFor } = createCommentPresenter(notification());
    const unknown = comment({ outcome: "unknown", result: null, unknownsCard: "act-1" });
    expect((await renderEnd(unknown, { presenter })).map(({ destination }) => destination)).toEqual([
      review,
      "U1",
      "CO",
    ]);
    const late = comment({ unknownsCard: "act-1", correctedAt: new Date(0) });
    const kinds = notificationFor(late, "corrected").lines?.map(({ event }) => Reflect.get(event, "kind"));
    expect(kinds).toEqual(["late", "late", "shown", "shown", "shown"]);
  });
});

describe("the post of a template's update", () => {
  const update = (change: Partial<Operation>) =>
    anUnknown({
      ...{ kind: "templates.update", conversation: null, unknownsCard: "act-1" },
      request: {
        ...{ templateId: "KA01TP001", proposal: "p-1", revision: 1, contentDigest: "s" },
        body: { content: "Hello" },
      },
      ...change,
    });

  it.each(["accepted", "refused", "not_sent"] as const)(
    "is left out if the update was %s, as its proposal's card says that",
    (outcome) => {
      const { notificationFor } = createUpdatePresenter(notification());
      expect(notificationFor(update({ outcome, unknownsCard: null }), "closed")).toEqual({});
    },
  );

  it("links on-call and the author to the proposal's card if the outcome is unknown", async () => {
    const { presenter, notificationFor } = createUpdatePresenter(notification());
    const { posts = [] } = notificationFor(update({}), "closed");
    const onCall = posts.find(({ audience }) => audience === "on-call");
    expect(onCall).toMatchObject({ subject: "unknowns:act-1", linksTo: "proposal:p-1" });
    expect(posts.find(({ audience }) => audience === "result")).toMatchObject({ linksTo: "proposal:p-1" });
    const drawn = await renderEnd(update({}), { presenter, standing: { "proposal:p-1": review } });
    for (const audience of ["result", "on-call"]) {
      expect(drawn.find((one) => one.audience === audience)?.body).toMatchObject({
        text: expect.stringContaining(`<#${review}>`),
        links: [{ to: { channel: review, ts: "1.1" } }],
      });
    }
  });
});
