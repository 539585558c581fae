import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import {
  approve,
  at,
  joon,
  pressMore,
  propose as proposeAs,
  reviews,
  sora,
  startTemplates,
} from "../support/templates.ts";
import { en } from "../support/words.ts";

const { propose, proposals, templates } = en;
const content = "#{고객명}님의 상품이 출발했습니다.\n택배사: #{택배사}";

describe.each(storyModes)("a proposal over %s", (mode) => {
  it("becomes a card also for an unknown template, without a request to the platform", async () => {
    const { slack, platform, card, openForm, templateId } = await startTemplates({ mode });
    const person = slack.as(joon);
    await openForm(person);
    await person.fillAll({ content, reason: "The vendor asked for the carrier" });
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    const { text } = await card(proposals.card.title.open);
    expect(text).toContain("택배사: #{택배사}");
    expect(text).toContain(proposals.card.neverSeen);
    expect(text).toContain(templateId);
    expect(platform.requests.filter(({ path }) => path.includes("/templates/"))).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});

describe("the proposal form", () => {
  it("leaves one modal that closes all below it, and so does a report", async () => {
    const { slack, openForm, templateId, view } = await startTemplates();
    const person = slack.as(joon);
    await openForm(person);
    expect(person.views()).toHaveLength(2);
    await person.fillAll({ content, reason: "The vendor asked for the carrier" });
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    await person.closeView();
    expect(person.views()).toEqual([]);
    await person.command("/msg-template", templateId);
    await view(person, "templates.view");
    await person.click({ view: true }, "templates.report");
    await view(person, "templates.report");
    await person.fill("content", content);
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    await person.closeView();
    expect(person.views()).toEqual([]);
  });

  it("adds and removes buttons, and shows the fields of a button's type", async () => {
    const { slack, card, openForm, view } = await startTemplates();
    const person = slack.as(joon);
    await openForm(person);
    await person.fill("reason", "More ways to go on");
    await person.click({ view: true }, "templates.add_button");
    await view(person, "templates.update", ({ blocks }) =>
      JSON.stringify(blocks).includes("buttons.1.buttonName"),
    );
    await person.fill("buttons.1.buttonName", "배송 조회");
    await person.suggest("buttons.1.buttonType", "WL");
    await person.fill("buttons.1.buttonType", "WL");
    await view(person, "templates.update", ({ blocks }) =>
      JSON.stringify(blocks).includes("buttons.1.linkMo"),
    );
    await person.fill("buttons.1.linkMo", "https://m.shop.example/#{운송장번호}");
    await person.click({ view: true }, "templates.add_button");
    await view(person, "templates.update", ({ blocks }) =>
      JSON.stringify(blocks).includes("buttons.2.buttonName"),
    );
    await person.click({ view: true }, "templates.remove_button:2");
    await view(
      person,
      "templates.update",
      ({ blocks }) => !JSON.stringify(blocks).includes("buttons.2.buttonName"),
    );
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    const { text } = await card(proposals.card.title.open);
    expect(text).toContain("배송 조회 (WL) · mobile https://m.shop.example/#{운송장번호}");
    expect(slack.findings).toEqual([]);
  });

  it("shows a preview before anything is proposed", async () => {
    const { slack, openForm, view } = await startTemplates();
    const person = slack.as(joon);
    await openForm(person);
    await person.fill("content", content);
    await person.click({ view: true }, "templates.preview");
    const shown = await view(person, "templates.update", ({ blocks }) =>
      JSON.stringify(blocks).includes('"rich_text_quote"'),
    );
    expect(JSON.stringify(shown.blocks)).toContain("님의 상품이 출발했습니다.");
    expect(slack.messages(reviews)).toEqual([]);
  });

  it("shows errors on its fields, and proposes nothing", async () => {
    const { slack, openForm } = await startTemplates();
    const person = slack.as(joon);
    await openForm(person);
    await person.fill("reason", "Nothing really");
    expect(await person.submit()).toMatchObject({
      kind: "errors",
      errors: { content: propose.form.nothingChanged },
    });
    await person.fill("content", "\u200b");
    expect(await person.submit()).toMatchObject({
      kind: "errors",
      errors: { content: propose.form.missing },
    });
    expect(slack.messages(reviews)).toEqual([]);
  });

  it("makes one proposal if it is delivered twice", async () => {
    const { slack, card, openForm } = await startTemplates();
    const person = slack.as(joon);
    await openForm(person);
    await person.fillAll({ content, reason: "Once is enough" });
    const { delivery } = (await person.submit()) as { delivery: { id: string } };
    await card(proposals.card.title.open);
    await slack.redeliver(delivery.id, { newEnvelope: true });
    await slack.as(joon).command("/msg-template");
    await slack.waitFor(() => JSON.stringify(person.views()).includes(templates.find.mine), {
      what: "the list",
    });
    expect(slack.messages(reviews).filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
  });

  it("doesn't open if nobody else could approve, and says so", async () => {
    const { slack, view, told, templateId } = await startTemplates({ env: { REVIEWERS: joon } });
    const person = slack.as(joon);
    await person.command("/msg-template", templateId);
    await view(person, "templates.view");
    await person.click({ view: true }, "templates.update");
    await told(joon, proposals.obstacles.noOne(1));
    expect(slack.messages(reviews)).toEqual([]);
  });

  it("refuses an edit by the only possible approver, and keeps what was typed", async () => {
    const story = await startTemplates({ env: { REVIEWERS: sora } });
    const { view } = story;
    const posted = await proposeAs(story, proposals.card.title.open);
    const editor = await pressMore(story, sora, { card: posted, actionId: "templates.edit" });
    await view(editor, "templates.edit");
    await editor.fill("content", `${content}!`);
    expect(await editor.submit()).toMatchObject({ kind: "updated" });
    const shown = JSON.stringify((await view(editor, "templates.edit")).blocks);
    expect(shown).toContain(proposals.obstacles.noOne(1));
    expect(shown).toContain(JSON.stringify(`${content}!`));
    await editor.closeView({ all: true });
    await approve(story, sora, posted);
    await story.card(proposals.card.title.sent);
  });

  it("refuses to reopen a proposal by its only possible approver, also without an edit", async () => {
    const story = await startTemplates({ env: { REVIEWERS: sora } });
    const { slack, card, view } = story;
    const posted = await proposeAs(story, proposals.card.title.open);
    const reviewer = slack.as(sora);
    await reviewer.click(at(posted), "templates.request_changes");
    await view(reviewer, "templates.request_changes");
    await reviewer.fill("reason", "Name the carrier first");
    await reviewer.submit();
    const asked = await card(proposals.card.title.changes_requested);
    await reviewer.click(at(asked), "templates.edit");
    await view(reviewer, "templates.edit");
    expect(await reviewer.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(reviewer.views())).toContain(proposals.obstacles.noOne(1));
  });

  it("isn't offered without REVIEW_CHANNEL or without the right", async () => {
    const story = await startTemplates({ env: { REVIEW_CHANNEL: "", SENDERS: "U0JOON" } });
    const person = story.slack.as(joon);
    await person.command("/msg-template", story.templateId);
    await story.view(person, "templates.view");
    await person.click({ view: true }, "templates.update");
    await story.told(joon, templates.guide.noReviewChannel);
    const stranger = story.slack.as("U0EVE");
    await stranger.command("/msg-template", story.templateId);
    const view = await story.view(stranger, "templates.view");
    expect(JSON.stringify(view.blocks)).not.toContain("templates.update");
  });
});
