import { describe, expect, it } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { startLossyWay } from "../support/lossy-way.ts";
import { joon, mina, reviews, sora } from "../support/names.ts";
import type { Person } from "../support/story-slack.ts";
import { carrier, openMore, propose, startTemplates, type TemplateStory } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals, propose: form, templates } = en;
const { title } = proposals.card;
const reason = "The vendor asked for the carrier";

/** A template's story over a way on which answers can be lost: the app has stored the form, and Slack says that it failed. */
async function startLossy() {
  const story = await startTemplates({ mode: "http" });
  const { lose } = await startLossyWay(story);
  const loseOne = (person: Person) => lose(() => person.submits("trouble"));
  return { story, loseOne, person: story.person };
}

async function openReport({ slack, openFrom }: TemplateStory, who: string): Promise<Person> {
  const person = slack.as(who);
  await openFrom(person, "templates.report");
  await person.chooses("status.vendorB", "APPROVED");
  return person;
}

const cards = ({ slack }: TemplateStory) => slack.posts(reviews);

describe("a stored proposal with a lost acknowledgement", () => {
  it("is answered as stored when its form is submitted again unchanged", async () => {
    const { story, loseOne, person } = await startLossy();
    await story.openForm(person);
    await person.fillAll({ content: carrier, reason });
    await loseOne(person);
    await story.card(title.open);
    await person.submits("updated");
    expect(person.shown()).toContain(form.form.sent);
    expect(cards(story)).toHaveLength(1);
  });

  it.each([
    ["content", `${carrier}!`],
    ["reason", "Another reason"],
  ])(
    "isn't changed when its form is submitted again with another %s, and the form stays open",
    async (field, typed) => {
      const { story, loseOne, person } = await startLossy();
      await story.openForm(person);
      await person.fillAll({ content: carrier, reason });
      await loseOne(person);
      await story.card(title.open);
      await person.fill(field, typed);
      await person.isRefused({ reason: form.form.already });
      expect(person.views().at(-1)?.callbackId).toBe("templates.update");
      expect(cards(story)).toHaveLength(1);
    },
  );

  it("keeps what was typed in its edit form when that is submitted with another change", async () => {
    const { story, loseOne } = await startLossy();
    const posted = await propose(story, title.open);
    const author = await openMore(story, joon, posted, "templates.edit");
    await author.fill("content", `${carrier}!`);
    await loseOne(author);
    await story.line(proposals.lines.edited(2));
    await author.submits("updated", { content: `${carrier}?` });
    const shown = JSON.stringify((await story.view(author, "templates.edit")).blocks);
    expect(shown).toContain(proposals.obstacles.revised);
    expect(shown).toContain(JSON.stringify(`${carrier}?`));
    await author.submits("cleared", { content: `${carrier}!` });
  });
});

describe("a stored report with a lost acknowledgement", () => {
  it("is answered as stored when it is submitted again, and refused when it was changed", async () => {
    const { story, loseOne } = await startLossy();
    const person = await openReport(story, mina);
    await person.fill("reason.vendorB", "Looks fine");
    await loseOne(person);
    await person.fill("reason.vendorB", "The logo is too small");
    const errors = { "status.vendorA": templates.alreadyTaken };
    expect(await person.submit()).toMatchObject({ kind: "errors", errors });
    await person.submits("updated", { "reason.vendorB": "Looks fine" });
    expect(person.shown()).toContain(templates.report.done);
  });
});

it("an approval whose acknowledgement was lost is never answered as not stored", async () => {
  const env = { REQUIRED_APPROVALS: "2", REVIEWERS: `${mina},${sora}` };
  const story = await startTemplates({ mode: "http", env });
  const { slack, app } = story;
  const posted = await propose(story, title.open);
  const reviewer = slack.as(mina);
  await story.openOn(reviewer, posted, "templates.approve");
  const { cut } = await startLossyWay(story);
  const writer = await startOutsideWriter(story.env["DATABASE_URL"]!.slice("file:".length));
  const submitted = reviewer.submit();
  await cut();
  await fetch(`http://127.0.0.1:${app.port}/healthz`);
  await writer.release();
  expect(await submitted).toMatchObject({ kind: "trouble" });
  await story.told(mina, en.common.mayBeTaken);
  await story.line(proposals.lines.approved(1));
  expect(slack.dm(mina).map(({ text }) => text)).not.toContain(en.common.tooSlow);
  await reviewer.submits("updated");
  expect(reviewer.shown()).toContain(proposals.obstacles.approvedBefore);
});
