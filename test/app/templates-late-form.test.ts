import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { startLossyWay as startWayToCut } from "../support/lossy-way.ts";
import {
  at,
  carrier,
  joon,
  mina,
  pressMore,
  propose,
  reviews,
  sora,
  startTemplates,
  type TemplateStory,
} from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals, propose: form, templates } = en;
const { title } = proposals.card;
const reason = "The vendor asked for the carrier";

type Person = ReturnType<TemplateStory["slack"]["as"]>;

/** A proxy between Slack and the app that can lose answers: the app has stored the form, and Slack says that it failed. */
async function startLossyWay(): Promise<{
  story: TemplateStory;
  loseOne: (person: Person) => Promise<void>;
}> {
  const story = await startTemplates({ mode: "http" });
  const way = { isLossy: false };
  const server = createServer((request, response) => {
    request.toArray().then(async (chunks) => {
      const named = ["content-type", "x-slack-signature", "x-slack-request-timestamp"];
      const headers = named.map((name) => [name, String(request.headers[name])] as const);
      const answer = await fetch(`http://127.0.0.1:${story.app.port}/slack/events`, {
        ...{ method: "POST", headers: Object.fromEntries(headers), body: Buffer.concat(chunks) },
      });
      const body = await answer.text();
      if (way.isLossy) {
        response.destroy();
        return;
      }
      const type = answer.headers.get("content-type") ?? "text/plain";
      response.writeHead(answer.status, { "content-type": type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  story.slack.setRequestUrl(`http://127.0.0.1:${port}/slack/events`);
  const loseOne = async (person: Person) => {
    way.isLossy = true;
    expect(await person.submit()).toMatchObject({ kind: "trouble" });
    way.isLossy = false;
  };
  return { story, loseOne };
}

async function openReport({ slack, templateId, view }: TemplateStory, who: string): Promise<Person> {
  const person = slack.as(who);
  await person.command("/msg-template", templateId);
  await view(person, "templates.view");
  await person.click({ view: true }, "templates.report");
  await view(person, "templates.report");
  await person.suggest("status.vendorB", "APPROVED");
  await person.fill("status.vendorB", "APPROVED");
  return person;
}

const cards = ({ slack }: TemplateStory) =>
  slack.messages(reviews).filter(({ threadTs }) => threadTs === null);

describe("a stored proposal whose acknowledgement was lost", () => {
  it("is answered as sent when it is submitted again unchanged", async () => {
    const { story, loseOne } = await startLossyWay();
    const person = story.slack.as(joon);
    await story.openForm(person);
    await person.fillAll({ content: carrier, reason });
    await loseOne(person);
    await story.card(title.open);
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views().at(-1))).toContain(form.form.sent);
    expect(cards(story)).toHaveLength(1);
  });

  it.each([
    ["content", `${carrier}!`],
    ["reason", "Another reason"],
  ])("refuses to be submitted again with another %s, and keeps what was typed", async (field, typed) => {
    const { story, loseOne } = await startLossyWay();
    const person = story.slack.as(joon);
    await story.openForm(person);
    await person.fillAll({ content: carrier, reason });
    await loseOne(person);
    await story.card(title.open);
    await person.fill(field, typed);
    expect(await person.submit()).toMatchObject({ kind: "errors", errors: { reason: form.form.already } });
    expect(person.views().at(-1)?.callbackId).toBe("templates.update");
    expect(cards(story)).toHaveLength(1);
  });

  it("keeps what was typed when an edit is submitted again with other words", async () => {
    const { story, loseOne } = await startLossyWay();
    const posted = await propose(story, title.open);
    const author = await pressMore(story, joon, { card: posted, actionId: "templates.edit" });
    await story.view(author, "templates.edit");
    await author.fill("content", `${carrier}!`);
    await loseOne(author);
    await story.line(proposals.lines.edited(2));
    await author.fill("content", `${carrier}?`);
    expect(await author.submit()).toMatchObject({ kind: "updated" });
    const shown = JSON.stringify((await story.view(author, "templates.edit")).blocks);
    expect(shown).toContain(proposals.obstacles.revised);
    expect(shown).toContain(JSON.stringify(`${carrier}?`));
    await author.fill("content", `${carrier}!`);
    expect(await author.submit()).toMatchObject({ kind: "cleared" });
  });
});

describe("a stored report whose acknowledgement was lost", () => {
  it("is answered as done when submitted again unchanged, and refused with other words", async () => {
    const { story, loseOne } = await startLossyWay();
    const person = await openReport(story, mina);
    await person.fill("reason.vendorB", "Looks fine");
    await loseOne(person);
    await person.fill("reason.vendorB", "The logo is too small");
    const errors = { "status.vendorA": templates.alreadyTaken };
    expect(await person.submit()).toMatchObject({ kind: "errors", errors });
    await person.fill("reason.vendorB", "Looks fine");
    expect(await person.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(person.views().at(-1))).toContain(templates.report.done);
  });
});

it("an approval whose acknowledgement was lost is never called not done", async () => {
  const env = { REQUIRED_APPROVALS: "2", REVIEWERS: `${mina},${sora}` };
  const story = await startTemplates({ mode: "http", env });
  const { slack, app } = story;
  const posted = await propose(story, title.open);
  const reviewer = slack.as(mina);
  await reviewer.click(at(posted), "templates.approve");
  await story.view(reviewer, "templates.approve");
  const { cut } = await startWayToCut(story);
  const writer = await startOutsideWriter(story.env["DATABASE_URL"]!.slice("file:".length));
  const submitted = reviewer.submit();
  await cut();
  await fetch(`http://127.0.0.1:${app.port}/healthz`);
  await writer.release();
  expect(await submitted).toMatchObject({ kind: "trouble" });
  await story.told(mina, en.common.mayBeTaken);
  await story.line(proposals.lines.approved(1));
  expect(slack.dm(mina).map(({ text }) => text)).not.toContain(en.common.tooSlow);
  expect(await reviewer.submit()).toMatchObject({ kind: "updated" });
  expect(JSON.stringify(reviewer.views().at(-1)?.blocks)).toContain(proposals.obstacles.approvedBefore);
});
