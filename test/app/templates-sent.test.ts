import { expect, it } from "vitest";
import { joon, mina, reviews } from "../support/names.ts";
import {
  actionIds,
  approve,
  comment,
  propose,
  startTemplates,
  type TemplateStory,
} from "../support/templates.ts";
import { en } from "../support/words.ts";

const { proposals } = en;
const { title, rejectedBy } = proposals.card;

/** Joon's change, approved by Mina and accepted by the platform. */
async function send(story: TemplateStory) {
  await approve(story, mina, await propose(story, title.open));
  await story.slack.as(joon).closeView({ all: true });
  return story.card(`${title.sent} · `);
}

async function report(story: TemplateStory, who: string, status: string) {
  const { slack, openFrom } = story;
  const person = slack.as(who);
  await openFrom(person, "templates.report");
  await person.chooses("status.vendorA", status);
  await person.submit();
  await person.closeView({ all: true });
}

it("the card of a sent change shows a vendor's rejection, and leads the proposer to a new form", async () => {
  const story = await startTemplates();
  const { slack, platform, card, line, templateId, view } = story;
  const sent = await send(story);
  platform.vendor.reject(templateId, "vendorB", "Name the carrier <!channel>");
  await comment(story, mina, "Anything new?");
  const red = await card(rejectedBy("vendorB"));
  expect(red.ts).toBe(sent.ts);
  expect(red.text).toMatch(
    /vendorA review not requested \(PENDING\) · vendorB rejected \(REJECTED\) · seen in <@U0MINA>'s comment <!date/,
  );
  expect(red.text).toContain("Name the carrier &lt;!channel&gt;");
  const told = await line(`<@${joon}>\nvendorB · `);
  expect(told.threadTs).toBe(sent.ts);
  for (const post of [red, told]) {
    expect(actionIds(post)).toEqual(expect.arrayContaining(["templates.update", "templates.copy"]));
  }
  const author = slack.as(joon);
  await author.click(red, "templates.update");
  const form = JSON.stringify((await view(author, "templates.update")).blocks);
  expect(form).toContain("Name the carrier");
  expect(form).toContain("택배사: #{택배사}");
  await author.closeView({ all: true });
  // The list shows the same title as the card.
  await author.command("/msg-template");
  expect(JSON.stringify((await view(author, "templates.open")).blocks)).toContain(rejectedBy("vendorB"));
  await author.click(red, "templates.copy");
  const copied = await story.told(joon, proposals.copy.says);
  expect(JSON.stringify(copied)).toContain("rich_text_preformatted");
  expect(JSON.stringify(copied)).toContain("택배사: #{택배사}");
});

it("a report edits the card of the sent change, names the person, and posts no second card", async () => {
  const story = await startTemplates();
  const { card, line, slack } = story;
  const sent = await send(story);
  await report(story, joon, "APPROVED");
  const changed = await card("vendorA approved (APPROVED)");
  expect(changed.ts).toBe(sent.ts);
  // Each vendor's status has its own source.
  expect(changed.text).toMatch(
    /\nvendorA approved \(APPROVED\) · reported <!date[^>]*> by <@U0JOON> from the console/,
  );
  expect(changed.text).toMatch(
    /\nvendorB review not requested \(PENDING\) · seen in <@U0MINA>'s update <!date/,
  );
  expect((await line("→ approved (APPROVED)")).threadTs).toBe(sent.ts);
  const posts = slack.posts(reviews);
  expect(posts.map(({ ts }) => ts)).toEqual([sent.ts]);
});

it("the cards of an open and of a sent change show the vendors' new statuses until the next update", async () => {
  const story = await startTemplates();
  const { card, platform, slack, templateId } = story;
  const sent = await send(story);
  platform.vendor.approve(templateId, "vendorA");
  const author = slack.as(joon);
  await story.openForm(author);
  await author.fillAll({ content: "#{고객명}님, 출발했습니다.", reason: "Shorter" });
  await author.submit();
  await author.closeView({ all: true });
  const second = await card(title.open);
  const { PENDING: pending, APPROVED: approved } = en.templates.statuses;
  expect(second.text).toContain(`vendorA ${pending} · vendorB ${pending} · seen`);
  await comment(story, mina, "And now?");
  const textOf = ({ ts }: { ts: string }) => slack.messages(reviews).find((one) => one.ts === ts)?.text ?? "";
  const says = `\nvendorA ${approved} · vendorB ${pending} · seen`;
  await slack.waitFor(() => textOf(sent).includes(says) && textOf(second).includes(says), {
    what: "both cards with what was seen",
  });
  await approve(story, mina, second);
  await slack.waitFor(
    () =>
      textOf(second).includes(`vendorA ${pending} · vendorB ${pending}`) && !textOf(sent).includes("vendorA"),
    { what: "the newer change alone with the vendors' reviews" },
  );
});
