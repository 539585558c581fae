import { expect, it } from "vitest";
import { startOutsideWriter } from "../contract/outside-writer.ts";
import { mina, reviews, sora } from "../support/names.ts";
import type { Person } from "../support/story-slack.ts";
import { carrier, pressMore, propose, startTemplates } from "../support/templates.ts";
import { en, ko } from "../support/words.ts";

const { title } = en.proposals.card;
const [dana, minji] = ["U0DANA", "U0MINJI"];
const mayBeTaken = [en, ko].map(({ common }) => common.mayBeTaken);

it("template forms submitted while the store is locked say that they may be stored, and count once", async () => {
  const story = await startTemplates();
  const { slack, view, openOn, openFrom } = story;
  const first = await propose(story, title.open);
  const proposer = slack.as(minji);
  await story.openForm(proposer);
  await proposer.fillAll({ content: `${carrier}!`, reason: "The vendor asked for more" });
  const openFromMore = async (who: string, actionId: string): Promise<Person> => {
    const person = await pressMore(story, who, { card: first, actionId });
    await view(person, actionId);
    return person;
  };
  const editor = await openFromMore(sora, "templates.edit");
  await editor.fill("content", `${carrier}?`);
  const requester = slack.as(mina);
  await openOn(requester, first, "templates.request_changes");
  await requester.fill("reason", "Name the carrier first");
  const reporter = slack.as(dana);
  await openFrom(reporter, "templates.report");
  await reporter.chooses("status.vendorB", "APPROVED");

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

  await requester.submits("closed");
  await editor.submits("cleared");
  await reporter.submits("updated");
  await proposer.submits("updated");
  await slack.post("The vendor asked for more", reviews);
  const cards = slack
    .messages(reviews)
    .filter(({ threadTs, text }) => threadTs === null && text.includes(title.open));
  expect(cards).toHaveLength(2);
});
