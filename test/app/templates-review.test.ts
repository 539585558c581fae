import { describe, expect, it } from "vitest";
import { startAppOn, storyModes } from "../support/chatops.ts";
import { joon, mina } from "../support/names.ts";
import { asks, questions, sendChange } from "../support/review.ts";
import { storyNowIn } from "../support/story-clock.ts";
import { actionIds, approve, propose, startTemplates } from "../support/templates.ts";
import { en } from "../support/words.ts";

const { card: words } = en.proposals;
const aWeekLater = storyNowIn({ days: 7 });

describe.each(storyModes)("the question to a proposer about the vendors' review, over %s", (mode) => {
  /** A week after the change was sent, in an app that was started again. */
  const startAsked = async () => {
    const story = await startTemplates({ mode });
    const sent = await sendChange(story);
    await story.app.stop();
    const env = { CONSOLE_URL: "https://console.example/templates" };
    const { app } = await startAppOn(story, { mode, isWatched: true, now: aWeekLater, env });
    const question = await asks(story);
    return { ...story, app, sent, question };
  };

  it("is posted once under the card after a week, also over restarts", async () => {
    const story = await startTemplates({ mode, isWatched: true });
    const sent = await sendChange(story);
    await story.app.resolved;
    expect(questions(story)).toEqual([]);
    await story.app.stop();
    for (const days of [7, 7, 20]) {
      const { app } = await startAppOn(story, { mode, isWatched: true, now: storyNowIn({ days }) });
      await app.resolved;
      await asks(story);
      await app.stop();
    }
    const [question, ...others] = questions(story);
    expect(others).toEqual([]);
    expect(question?.threadTs).toBe(sent.ts);
    expect(question?.text).toMatch(/^<@U0JOON>: /);
  });

  it("leads from a reported rejection to a form with the rejected content", async () => {
    const { slack, question, card, view, openOn } = await startAsked();
    expect(actionIds(question)).toEqual(["templates.report", "oncall.console"]);
    const person = slack.as(joon);
    await openOn(person, question, "templates.report");
    await person.suggest("status.vendorB", "REJECTED");
    await person.fillAll({ "status.vendorB": "REJECTED", "reason.vendorB": "Name the carrier" });
    await person.submit();
    await person.closeView({ all: true });
    expect((await card(words.rejectedBy("vendorB"))).text).toMatch(
      /vendorB rejected \(REJECTED\) · reported .* by <@U0JOON>/,
    );
    await person.click(await card("Name the carrier"), "templates.update");
    const form = JSON.stringify((await view(person, "templates.update")).blocks);
    expect(form).toContain("택배사: #{택배사}");
    expect(form).toContain("Name the carrier");
  });
});

it("the proposal form starts with the content that was sent last when no reply has shown any", async () => {
  const story = await startTemplates();
  const { slack, card, view, platform } = story;
  platform.faults.next(
    { kind: "status", status: 200, body: { vendorA: {}, vendorB: {} } },
    { path: "/chat/" },
  );
  await approve(story, mina, await propose(story, words.title.open));
  await slack.as(joon).closeView({ all: true });
  await card(`${words.title.sent} · `);
  const form = JSON.stringify((await story.openForm(slack.as(joon))).blocks);
  expect(form).toContain(en.propose.form.unseen);
  expect(form).toContain("택배사: #{택배사}");
  await view(slack.as(joon), "templates.update");
});
