import { describe, expect, it } from "vitest";
import { startAppOn, storyModes } from "../support/chatops.ts";
import { answer, asks, questions, sendChange } from "../support/review.ts";
import { storyNowIn } from "../support/story-clock.ts";
import {
  actionIds,
  approve,
  at,
  joon,
  mina,
  propose,
  reviews,
  sora,
  startTemplates,
  type TemplateStory,
} from "../support/templates.ts";
import { en, noRight } from "../support/words.ts";

const { card: words, review } = en.proposals;
const said = ({ slack }: Pick<TemplateStory, "slack">) =>
  slack
    .messages(reviews)
    .map(({ text }) => text)
    .join("\n");
const aWeekLater = storyNowIn({ days: 7 });

describe.each(storyModes)("what the vendors decided on a change, over %s", (mode) => {
  /** A week after it was sent, in an app that began anew since. */
  const startAsked = async () => {
    const story = await startTemplates({ mode });
    const sent = await sendChange(story);
    await story.app.stop();
    const env = { CONSOLE_URL: "https://console.example/templates" };
    const { app } = await startAppOn(story, { mode, isWatched: true, now: aWeekLater, env });
    const question = await asks(story);
    return { ...story, app, sent, question };
  };

  it("is asked once of its proposer, under the card, over restarts, and not before its time", async () => {
    const story = await startTemplates({ mode, isWatched: true });
    const { slack } = story;
    const sent = await sendChange(story);
    await story.app.settled;
    expect(questions(story)).toEqual([]);
    await story.app.stop();
    for (const days of [7, 7, 20]) {
      const { app } = await startAppOn(story, { mode, isWatched: true, now: storyNowIn({ days }) });
      await app.settled;
      await asks(story);
      await app.stop();
    }
    const [question, ...others] = questions(story);
    expect(others).toEqual([]);
    expect(question?.threadTs).toBe(sent.ts);
    expect(question?.text).toMatch(
      /^<@U0JOON> .*\nvendorA · PENDING \(review not requested\) · seen .*\nvendorB · PENDING/,
    );
    expect(slack.findings).toEqual([]);
  });

  it("is one press a vendor, each a report of who pressed; the first one stands, and is told to the next", async () => {
    const story = await startAsked();
    const { slack, sent, question, card, line, platform } = story;
    const calls = platform.requests.length;
    expect(actionIds(question)).toContain("oncall.console");
    expect(actionIds(sent)).not.toContain("oncall.console");
    const pressed = await answer(story, joon, { question, vendor: "vendorA", choice: "approved" });
    expect((await story.told(joon, review.reported)).text).toMatch(
      /vendorA · APPROVED · reported .* by <@U0JOON>/,
    );
    const changed = await card("vendorA APPROVED");
    expect(changed.ts).toBe(sent.ts);
    expect(changed.text).toMatch(/vendorA APPROVED · reported <!date[^>]*> by <@U0JOON> from the console/);
    expect((await line(`${en.templates.statuses.PENDING} → APPROVED`)).threadTs).toBe(sent.ts);
    await slack.redeliver(pressed.id, { newEnvelope: true });
    await answer(story, mina, { question, vendor: "vendorA", choice: "rejected" });
    expect((await story.told(mina, review.over)).text).toMatch(
      /vendorA · APPROVED · reported .* by <@U0JOON>/,
    );
    await answer(story, sora, { question, vendor: "vendorB", choice: "approved" });
    expect((await story.told(sora, review.reported)).text).toMatch(/vendorB · APPROVED .* by <@U0SORA>/);
    const isChange = ({ text }: { text: string }) => text.includes("→ APPROVED");
    await slack.waitFor(() => slack.messages(reviews).filter(isChange).length === 2, {
      what: "both changes",
    });
    expect(said(story)).not.toContain("REJECTED");
    expect(platform.requests.length).toBe(calls);
    expect(slack.findings).toEqual([]);
  });

  it("leads from a rejection to a form with what was rejected and the vendor's words", async () => {
    const story = await startAsked();
    const { slack, question, card, view } = story;
    await answer(story, joon, { question, vendor: "vendorB", choice: "rejected" });
    await story.told(joon, review.reported);
    expect((await card(words.rejectedBy("vendorB"))).text).toMatch(
      /vendorB REJECTED · reported .* by <@U0JOON>/,
    );
    const person = slack.as(joon);
    await person.click(at(question), "templates.report");
    await view(person, "templates.report");
    await person.suggest("status.vendorB", "REJECTED");
    await person.fillAll({ "status.vendorB": "REJECTED", "reason.vendorB": "Name the carrier" });
    await person.submit();
    await person.closeView({ all: true });
    await person.click(at(await card("Name the carrier")), "templates.update");
    const form = JSON.stringify((await view(person, "templates.update")).blocks);
    expect(form).toContain("택배사: #{택배사}");
    expect(form).toContain("Name the carrier");
    expect(slack.findings).toEqual([]);
  });

  it("is an outdated question once a newer change was sent: nothing is reported of that", async () => {
    const story = await startAsked();
    const { slack, question, card } = story;
    // The platform takes nothing that is signed a week ahead.
    await story.app.stop();
    await startAppOn(story, { mode });
    const person = slack.as(mina);
    await story.openForm(person);
    await person.fillAll({ content: "#{고객명}님, 출발했습니다.", reason: "Shorter" });
    await person.submit();
    await person.closeView({ all: true });
    const second = await card(words.title.open);
    await approve(story, sora, second);
    await slack.waitFor(
      () =>
        slack.messages(reviews).find(({ ts, text }) => ts === second.ts && text.startsWith(words.title.sent)),
      { what: "the newer change, sent" },
    );
    await answer(story, joon, { question, vendor: "vendorA", choice: "approved" });
    expect((await story.told(joon, review.over)).text).toMatch(/vendorA · PENDING .*'s update/);
    expect(said(story)).not.toContain("APPROVED");
  });

  it("is nobody's to answer who may not report", async () => {
    const story = await startTemplates({ mode, env: { SENDERS: joon, REVIEWERS: mina } });
    await sendChange(story);
    await story.app.stop();
    const env = { SENDERS: joon, REVIEWERS: mina };
    await startAppOn(story, { mode, isWatched: true, now: aWeekLater, env });
    await answer(story, sora, { question: await asks(story), vendor: "vendorA", choice: "approved" });
    await story.told(sora, noRight(en.templates.notAllowed));
    expect(said(story)).not.toContain("APPROVED");
  });
});

it("what was sent and seen nowhere since is what a fix begins with", async () => {
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
