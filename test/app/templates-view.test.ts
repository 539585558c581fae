import { describe, expect, it } from "vitest";
import { storyModes } from "../support/chatops.ts";
import { joon, mina } from "../support/names.ts";
import { comment, propose, startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { templates, proposals } = en;
const accepted = en.terms.comment.outcomes.title.accepted(en.templates.kind.comment);

describe.each(storyModes)("/msg-template over %s", (mode) => {
  it("finds a template by part of its name, shows it, and leads back to the list", async () => {
    const story = await startTemplates({ mode });
    const { slack, card, templateId, view } = story;
    await comment(story, joon, "Hello");
    await card(accepted);
    const person = slack.as(mina);
    await person.command("/msg-template");
    await view(person, "templates.open");
    expect(await person.suggest("templateId", "배송")).toHaveLength(1);
    await person.submits("pushed", { templateId: templateId });
    const shown = JSON.stringify((await view(person, "templates.view")).blocks);
    expect(shown).toContain('{"type":"text","text":"#{운송장번호}","style":{"code":true}}');
    expect(shown).toContain("<!channel> 택배사 이름을 본문에 넣어 주세요");
    expect(shown).toContain(templates.sides.reviewer);
    expect(shown).toContain(templates.sides.account);
    await person.back();
    await view(person, "templates.open");
  });
});

it("/msg-template with an id in other capitals names the known template, and leads to it", async () => {
  const story = await startTemplates();
  const { slack, card, templateId, view, openView } = story;
  await comment(story, joon, "Hello");
  await card(accepted);
  const person = slack.as(mina);
  const shown = await openView(person, templateId.toLowerCase());
  expect(JSON.stringify(shown.blocks)).toContain(templates.view.meant(templateId));
  await person.press(`templates.open:${templateId}`);
  await view(person, "templates.view", ({ blocks }) => JSON.stringify(blocks).includes("#{운송장번호}"));
});

describe.each(storyModes)("the conversation with the vendors over %s", (mode) => {
  it("is shown in the template's view, and its newest lines in the comment form", async () => {
    const story = await startTemplates({ mode });
    const { slack, line, view, openView, templateId, platform } = story;
    await comment(story, joon, "Hello");
    await line("Hello");
    platform.vendor.ask(templateId, "vendorA", "Which <!here> carrier?");
    await comment(story, mina, "We look into it");
    await line("We look into it");
    const person = slack.as(joon);
    await person.closeView({ all: true });
    const shown = JSON.stringify((await openView(person)).blocks);
    const newest = ["Hello", "Which <!here> carrier?", "We look into it"];
    const order = ["다음 수정에", ...newest, templates.view.answer];
    const audiences = order.map((words) => shown.indexOf(words));
    expect(audiences).toEqual(audiences.toSorted((one, other) => one - other));
    expect(audiences[0]).toBeGreaterThan(0);
    const lastWords = () => person.shown();
    await person.press("templates.comment");
    await view(person, "templates.comment");
    for (const words of newest) expect(lastWords()).toContain(words);
    expect(lastWords()).not.toContain("다음 수정에");
    await person.submits("updated", { comment: "Hanbit" });
    await person.sees(templates.comment.ask);
    expect(lastWords()).toContain("Hanbit");
  });
});

describe("/msg-template", () => {
  it("opens any template id, even when no template is known", async () => {
    const { view, templateId, person } = await startTemplates();
    await person.command("/msg-template");
    const finder = await view(person, "templates.open");
    expect(JSON.stringify(finder.blocks)).toContain(templates.find.noneSeen);
    const typed = ` \`${templateId}\` `;
    await person.suggest("templateId", typed);
    await person.submits("pushed", { templateId: templateId });
    const shown = JSON.stringify((await view(person, "templates.view")).blocks);
    expect(shown).toContain(templates.view.neverSeen);
  });

  it.each(["x".repeat(200), "a/b", "..", "%2f", "a b"])(
    "answers that %j is no template id",
    async (typed) => {
      const { slack, view, told, person } = await startTemplates();
      await person.command("/msg-template");
      await view(person, "templates.open");
      expect(await person.suggest("templateId", typed)).toEqual([]);
      await slack.as(mina).command("/msg-template", typed);
      await told(mina, templates.find.notAnId);
    },
  );

  it("shows waiting proposals to a reviewer, and their own proposals to a proposer", async () => {
    const story = await startTemplates();
    const { slack, view } = story;
    await propose(story, proposals.card.title.open);
    const blocksFor = async (who: string) => {
      const person = slack.as(who);
      await person.closeView({ all: true }).catch(() => {});
      await person.command("/msg-template");
      return JSON.stringify((await view(person, "templates.open")).blocks);
    };
    const reviewers = await blocksFor(mina);
    expect(reviewers).toContain(templates.find.waiting);
    expect(reviewers).not.toContain(templates.find.mine);
    const proposers = await blocksFor(joon);
    expect(proposers).toContain(templates.find.mine);
    expect(proposers).not.toContain(templates.find.waiting);
    const person = slack.as(mina);
    await person.press(`templates.open:${await idOf(reviewers)}`);
    expect(JSON.stringify((await view(person, "templates.view")).blocks)).toContain(templates.view.proposals);
  });
});

async function idOf(blocks: string): Promise<string> {
  return /templates\.open:([^"]+)"/.exec(blocks)?.[1] ?? "";
}
