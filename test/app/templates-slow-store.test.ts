import { expect, it } from "vitest";
import type { Actor } from "../../sandbox/slack/index.ts";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import {
  at,
  carrier,
  mina,
  pressMore,
  propose,
  reviews,
  sora,
  startTemplates,
} from "../support/templates.ts";
import { en, ko } from "../support/words.ts";

const { title } = en.proposals.card;
const [dana, minji] = ["U0DANA", "U0MINJI"];
const mayBeTaken = [en, ko].map(({ common }) => common.mayBeTaken);

it("a template form at a locked store says that it may be taken, and counts once", async () => {
  const story = await startTemplates();
  const { slack, view } = story;
  const first = await propose(story, title.open);
  const proposer = slack.as(minji);
  await story.openForm(proposer);
  await proposer.fillAll({ content: `${carrier}!`, reason: "The vendor asked for more" });
  const openFromMore = async (who: string, actionId: string): Promise<Actor> => {
    const person = await pressMore(story, who, { card: first, actionId });
    await view(person, actionId);
    return person;
  };
  const editor = await openFromMore(sora, "templates.edit");
  await editor.fill("content", `${carrier}?`);
  const requester = slack.as(mina);
  await requester.click(at(first), "templates.request_changes");
  await view(requester, "templates.request_changes");
  await requester.fill("reason", "Name the carrier first");
  const reporter = slack.as(dana);
  await reporter.command("/msg-template", story.templateId);
  await view(reporter, "templates.view");
  await reporter.click({ view: true }, "templates.report");
  await view(reporter, "templates.report");
  await reporter.suggest("status.vendorB", "APPROVED");
  await reporter.fill("status.vendorB", "APPROVED");

  const people = { proposer, editor, requester, reporter };
  const submitAll = () =>
    Promise.all(
      Object.entries(people).map(async ([form, person]) => {
        const result = await person.submit();
        const errors = result.kind === "errors" ? Object.values(result.errors) : [];
        return [form, mayBeTaken.some((words) => errors.includes(words)) ? "may be taken" : result.kind];
      }),
    );
  const writer = await startOutsideWriter(story.env["DATABASE_URL"]!.slice("file:".length));
  const told = Object.fromEntries(await submitAll());
  expect(told).toEqual(Object.fromEntries(Object.keys(people).map((form) => [form, "may be taken"])));
  await writer.release();

  expect(await requester.submit()).toMatchObject({ kind: "closed" });
  expect(await editor.submit()).toMatchObject({ kind: "cleared" });
  expect(await reporter.submit()).toMatchObject({ kind: "updated" });
  expect(await proposer.submit()).toMatchObject({ kind: "updated" });
  await slack.waitFor(() =>
    slack.messages(reviews).find(({ text }) => text.includes("The vendor asked for more")),
  );
  const cards = slack
    .messages(reviews)
    .filter(({ threadTs, text }) => threadTs === null && text.includes(title.open));
  expect(cards).toHaveLength(2);
});
