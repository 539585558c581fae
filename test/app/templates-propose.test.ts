import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { joon, reviews, sora } from "../support/names.ts";
import { approve, openMore, propose as proposeAs, startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals, templates } = en;
const content = "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}";

describe.each(storyModes)("a proposal over %s", (mode) => {
  it("is posted as a card for an unknown template too, without a request to the platform", async () => {
    const { platform, card, openForm, templateId, person } = await startTemplates({ mode });
    await openForm(person);
    await person.submits("updated", { content, reason: "The vendor asked for the carrier" });
    const { text } = await card(proposals.card.title.open);
    expect(text).toContain("택배사: #{택배사}");
    expect(text).toContain(proposals.card.neverSeen);
    expect(text).toContain(templateId);
    expect(platform.requests.filter(({ path }) => path.includes("/templates/"))).toEqual([]);
  });
});

describe("the proposal form", () => {
  it("ends with a modal that closes all modals below it, and so does the report form", async () => {
    const { openForm, openFrom, person } = await startTemplates();
    await openForm(person);
    expect(person.views()).toHaveLength(2);
    await person.submits("updated", { content, reason: "The vendor asked for the carrier" });
    await person.closeView();
    expect(person.views()).toEqual([]);
    await openFrom(person, "templates.report");
    await person.submits("updated", { content: content });
    await person.closeView();
    expect(person.views()).toEqual([]);
  });

  it("adds and removes buttons, and shows the fields of a button's type", async () => {
    const { card, openForm, view, person } = await startTemplates();
    await openForm(person);
    await person.fill("reason", "More ways to go on");
    await person.press("templates.add_button");
    await view(person, "templates.update", ({ blocks }) =>
      JSON.stringify(blocks).includes("buttons.1.buttonName"),
    );
    await person.fill("buttons.1.buttonName", "배송 조회");
    await person.chooses("buttons.1.buttonType", "WL");
    await view(person, "templates.update", ({ blocks }) =>
      JSON.stringify(blocks).includes("buttons.1.linkMo"),
    );
    await person.fill("buttons.1.linkMo", "https://m.shop.example/#{운송장번호}");
    await person.press("templates.add_button");
    await view(person, "templates.update", ({ blocks }) =>
      JSON.stringify(blocks).includes("buttons.2.buttonName"),
    );
    await person.press("templates.remove_button:2");
    await view(
      person,
      "templates.update",
      ({ blocks }) => !JSON.stringify(blocks).includes("buttons.2.buttonName"),
    );
    await person.submits("updated");
    await card([proposals.card.title.open, "배송 조회 (WL) · mobile https://m.shop.example/#{운송장번호}"]);
  });

  it("doesn't open, and says so, when nobody else could approve the proposal", async () => {
    const { slack, openView, told, person } = await startTemplates({ env: { REVIEWERS: joon } });
    await openView(person);
    await person.press("templates.update");
    await told(joon, proposals.obstacles.noOne(1));
    expect(slack.messages(reviews)).toEqual([]);
  });

  it("refuses an edit by the only person who could approve it, and keeps what was typed", async () => {
    const story = await startTemplates({ env: { REVIEWERS: sora } });
    const { view } = story;
    const posted = await proposeAs(story, proposals.card.title.open);
    const editor = await openMore(story, sora, posted, "templates.edit");
    await editor.submits("updated", { content: `${content}!` });
    const shown = JSON.stringify((await view(editor, "templates.edit")).blocks);
    expect(shown).toContain(proposals.obstacles.noOne(1));
    expect(shown).toContain(JSON.stringify(`${content}!`));
    await editor.closeView({ all: true });
    await approve(story, sora, posted);
    await story.card(proposals.card.title.sent);
  });

  it("refuses the only person who could approve when they reopen a proposal, even without an edit", async () => {
    const story = await startTemplates({ env: { REVIEWERS: sora } });
    const { slack, card, openOn } = story;
    const posted = await proposeAs(story, proposals.card.title.open);
    const reviewer = slack.as(sora);
    await openOn(reviewer, posted, "templates.request_changes");
    await reviewer.fill("reason", "Name the carrier first");
    await reviewer.submit();
    const asked = await card(proposals.card.title.changes_requested);
    await openOn(reviewer, asked, "templates.edit");
    await reviewer.submits("updated");
    expect(reviewer.shown()).toContain(proposals.obstacles.noOne(1));
  });

  it("isn't offered without REVIEW_CHANNEL or without the right", async () => {
    const story = await startTemplates({ env: { REVIEW_CHANNEL: "", SENDERS: "U0JOON" } });
    const { person } = story;
    await story.openView(person);
    await person.press("templates.update");
    await story.told(joon, templates.guide.noReviewChannel);
    const stranger = story.slack.as("U0EVE");
    const view = await story.openView(stranger);
    expect(JSON.stringify(view.blocks)).not.toContain("templates.update");
  });
});
