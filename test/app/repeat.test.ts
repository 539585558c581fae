import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { SubmitResult, View } from "../../sandbox/slack/index.ts";
import { oneMode, startChatops, storyModes } from "../support/chatops.ts";
import { deliver, deliveryOf } from "../support/forged.ts";
import { sends } from "../support/sends.ts";
import {
  actionIds,
  arrived,
  at,
  dana,
  joon,
  mina,
  onCall,
  openRepeatForm,
  type Story,
  startUnknown,
  tests,
  told,
} from "../support/unknown-outcome.ts";
import { around, core, en, heading, ko } from "../support/words.ts";

/** Submits one form fifty times at once. */
async function submitFiftyTimes(story: Story): Promise<{ first: View; results: SubmitResult[] }> {
  const { author } = story;
  const first = await openRepeatForm(story);
  await author.fill("reason", "nothing came");
  const results = await Promise.all(Array.from({ length: 50 }, () => author.submit()));
  return { first, results };
}

describe.each(storyModes)("sending an unknown outcome again over %s", (mode) => {
  it("shows the risk and the message, and posts the given reason with the result", async () => {
    const story = await startUnknown("reset", { mode });
    const { platform, slack, author, find, line } = story;
    const form = await openRepeatForm(story);
    const shown = JSON.stringify(form.blocks);
    for (const words of [
      en.repeat.risk,
      "010-0000-0010",
      "02-1234-5678",
      en.confirm.sizeOf.bytes(11, 90),
      "Hello there",
      "SMS",
    ]) {
      expect(shown).toContain(words);
    }
    expect(author.views().at(-1)?.privateMetadata).not.toContain("01000000010");
    await author.fill("reason", "She says <!channel> <b> nothing came to 010-0000-0010");
    expect(await author.submit()).toMatchObject({ kind: "closed" });
    const post = await find(tests, en.outcomes.again("She says @channel &lt;b&gt; nothing came to …0010"));
    expect(JSON.stringify(post)).not.toContain("01000000010");
    expect(sends(platform)).toHaveLength(2);
    expect(sends(platform)[1]?.body).toEqual(sends(platform)[0]?.body);

    // The second try is unknown too; the first one's post says that it was sent again, and has no button.
    for (const where of [tests, joon]) expect(actionIds(await find(where, heading.sentAgain))).toEqual([]);
    for (const where of [tests, onCall, joon])
      await line(where, en.outcomes.triedAgain(en.outcomes.states.unknown));
    await find(onCall, en.outcomes.several.title(2, 2));
    expect(slack.findings).toEqual([]);
  });

  it("asks for a reason on its field", async () => {
    const story = await startUnknown("reset", { mode });
    const { platform, slack, author } = story;
    await openRepeatForm(story);
    expect(await author.submit()).toMatchObject({ kind: "client_error" });
    for (const reason of ["    ", "\u200b\u200b\u200b\u200b", " ab\u200b"]) {
      await author.fill("reason", reason);
      const answer = await author.submit();
      expect(answer).toMatchObject({
        kind: "errors",
        errors: { reason: en.repeat.reasonSize(3, 200) },
      });
    }
    expect(sends(platform)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("makes one request if its form is submitted fifty times at once", async () => {
    const story = await startUnknown("reset", { mode });
    const { platform, slack, app, find } = story;
    const { first, results } = await submitFiftyTimes(story);
    const deliveries = results.map(deliveryOf);
    const [taken, ...noOther] = deliveries.filter(({ ack }) => ack?.body === null);
    expect(noOther).toEqual([]);
    for (const { ack } of deliveries.filter((one) => one !== taken)) {
      expect(JSON.stringify(ack?.body)).toContain(core(en.common.submitted));
    }
    const again = await slack.redeliver(taken!.id, { newEnvelope: true });
    expect(again.ack).toMatchObject({ status: 200, body: null });
    await find(tests, heading.sentAgain);
    await app.stop();
    expect(first.callbackId).toBe("messages.repeat");
    expect(sends(platform)).toHaveLength(2);
    expect(slack.findings).toEqual([]);
  });
});

describe("sending an unknown outcome again", () => {
  const mode = oneMode;

  it("counts against the daily limit", async () => {
    const story = await startUnknown("reset", { mode, env: { DAILY_SEND_LIMIT: "1" } });
    const { platform, slack, author } = story;
    await openRepeatForm(story);
    await author.fill("reason", "nothing came");
    expect(await author.submit()).toMatchObject({ kind: "updated" });
    expect(JSON.stringify(author.views())).toContain(en.issues.overLimit(1));
    expect(sends(platform)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("is refused after a report that it arrived, also from an open form", async () => {
    const story = await startUnknown("reset", { mode });
    const { platform, slack, author, find } = story;
    await openRepeatForm(story);
    await slack.as(dana).click(at(await find(onCall, heading.unknown)), arrived);
    await find(joon, heading.arrived);
    await author.fill("reason", "nothing came");
    expect(JSON.stringify(await author.submit())).toContain(en.repeat.not.arrived);
    expect(sends(platform)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("is refused after the platform's late answer, also from an open form", async () => {
    const story = await startUnknown("silent", { mode });
    const { platform, slack, author, find } = story;
    await openRepeatForm(story);
    platform.faults.release();
    await find(tests, heading.accepted);
    await author.fill("reason", "nothing came");
    expect(JSON.stringify(await author.submit())).toContain(en.repeat.not.accepted);
    expect(sends(platform)).toHaveLength(1);
    expect(slack.findings).toEqual([]);
  });

  it("is called sent twice after a late answer to the first try", async () => {
    const story = await startUnknown("silent", { mode });
    const { platform, slack, author, find, line } = story;
    await openRepeatForm(story);
    await author.fill("reason", "nothing came");
    expect(await author.submit()).toMatchObject({ kind: "closed" });
    await find(tests, heading.sentAgain);
    platform.faults.release();
    await find(onCall, en.outcomes.unknownsCard.closed(2));
    for (const where of [tests, joon])
      expect((await find(where, en.outcomes.sentTwice)).text).toContain(heading.accepted);
    for (const where of [tests, onCall, joon]) {
      expect((await line(where, en.outcomes.sentTwice)).text).toContain(
        en.outcomes.late(en.outcomes.states.accepted),
      );
    }
    expect(sends(platform).length).toBeLessThanOrEqual(2);
    expect(slack.findings).toEqual([]);
  });
});

describe("a forged form to send again", () => {
  const viewOf = ({ view }: { view?: unknown }) =>
    z.looseObject({ private_metadata: z.string() }).parse(view);

  it("makes one request if fifty are submitted at once, and the others read who was first", async () => {
    const story = await startUnknown("reset", { mode: "http" });
    const { platform, app, author } = story;
    const form = await openRepeatForm(story);
    await author.fill("reason", "    ");
    const { payload } = deliveryOf(await author.submit());
    const metadata = JSON.parse(form.privateMetadata);
    const state = { values: { reason: { value: { type: "plain_text_input", value: "nothing came" } } } };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const private_metadata = JSON.stringify({ ...metadata, act: `form-${index}` });
        return deliver(story, { ...payload, view: { ...viewOf(payload), private_metadata, state } });
      }),
    );
    const late = answers.filter((answer) => answer !== "");
    expect(late).toHaveLength(49);
    for (const answer of late) {
      expect(answer).toContain(around(en.repeat.already).before);
      expect(answer).toContain('"user_id":"U0JOON"');
    }
    await app.stop();
    expect(sends(platform)).toHaveLength(2);
  });

  it("does nothing after somebody else's click or submission", async () => {
    const story = await startUnknown("reset", { mode: "http" });
    const { platform, slack, author, find } = story;
    const post = await find(joon, heading.unknown);
    const click = await author.click(at(post), "messages.repeat");
    await slack.waitFor(() => author.views()[0], { what: "the form" });
    const user = { id: mina, username: "mina", name: "mina", team_id: slack.teamId };
    await deliver(story, { ...click.payload, user });
    await told(story, joon, en.outcomes.onlyAuthor);
    expect(slack.views(mina)).toEqual([]);

    await author.fill("reason", "nothing came");
    const { payload } = deliveryOf(await author.submit());
    const view = { ...(payload["view"] as object), private_metadata: "" };
    const metadata = JSON.parse(viewOf(payload).private_metadata);
    await find(tests, heading.sentAgain);
    const isNewest = ({ ts, text }: { ts: string; text: string }) =>
      ts !== post.ts && text.includes(heading.unknown);
    const newest = await slack.waitFor(() => slack.dm(joon).find(isNewest), { what: "the second try" });
    await author.click(at(newest), arrived);
    await find(joon, heading.arrived);
    // A form that names the newest try doesn't show her its outcome either.
    for (const shown of [metadata.newest, metadata.act]) {
      view.private_metadata = JSON.stringify({ ...metadata, act: "hers", newest: shown });
      expect(await deliver(story, { ...payload, view, user })).toContain(en.common.gone);
    }
    expect(sends(platform)).toHaveLength(2);
  });
});

it("sending again is worded in Korean for a Korean team", async () => {
  const env = { LOCALE: "ko", SENDERS: "U0MINJI", TEST_RECIPIENTS: "민지:01000000010" };
  const { slack } = await startChatops({ env });
  const author = slack.as("U0MINJI");
  await author.command("/msg-send", "민지 안녕하세요", { conversation: tests });
  const post = await slack.waitFor(() => slack.dm("U0MINJI")[0]);
  expect(post.text).toContain(heading.unknown);
  await author.click(at(post), "messages.repeat");
  const form = await slack.waitFor(() => author.views()[0], { what: "the form" });
  expect(JSON.stringify(form.blocks)).toContain(ko.repeat.risk);
  await author.fill("reason", "오지 않았어요");
  expect(await author.submit()).toMatchObject({ kind: "closed" });
  await slack.waitFor(() =>
    slack.messages(tests).find(({ text }) => text.includes(ko.outcomes.again("오지 않았어요"))),
  );
  await slack.waitFor(() =>
    slack.dm("U0MINJI").find(({ text }) => text.includes(ko.outcomes.triedAgain(ko.outcomes.states.unknown))),
  );
  // It was sent again already, so there is nothing left to edit and send; the line may come before the edit.
  await slack.waitFor(() => actionIds(slack.dm("U0MINJI")[0]!).length === 0, {
    what: "a card without buttons",
  });
  expect(slack.findings).toEqual([]);
});

it("the form to send an advertisement again warns that it is night by now", async () => {
  let at = Date.UTC(2026, 10, 27, 3);
  const now = () => new Date(at + performance.now());
  const story = await startUnknown("reset", {
    mode: "http",
    text: "(광고) Half price",
    now,
    platform: { now },
  });
  at = Date.UTC(2026, 10, 27, 13);
  const form = await openRepeatForm(story);
  expect(JSON.stringify(form.blocks)).toContain(en.warnings.nightAdvert);
});
