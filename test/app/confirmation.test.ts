import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { openStore } from "../../src/store/index.ts";
import {
  bothModes,
  type Chatops,
  type ChatopsOptions,
  startAppOn,
  startChatops,
} from "../support/chatops.ts";
import { deliver, deliveryOf } from "../support/forged.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { storyNow } from "../support/story-clock.ts";
import { en } from "../support/words.ts";

const text = "010-2345-6789 Your table is ready";

/** Opens a confirmation; nothing is sent. */
async function openConfirmation(options: ChatopsOptions = {}, user = joon) {
  const chatops = await startChatops(options);
  return { ...chatops, ...(await confirmIn(chatops, user)) };
}

async function confirmIn({ slack }: Chatops, user: string) {
  const person = slack.as(user);
  await person.command("/msg-send", text);
  const view = await slack.waitFor(() => person.views().at(-1), { what: "the confirmation" });
  return { person, metadata: Metadata.parse(JSON.parse(view.privateMetadata)) };
}

const Metadata = z.object({ act: z.string(), draft: z.string() });

describe.each(bothModes)("a confirmation that stays open during a restart, over %s", (mode) => {
  it("sends the message that it showed when the settings are unchanged", async () => {
    const story = await openConfirmation({ mode });
    await story.app.stop();
    await startAppOn(story, { mode });
    await story.person.submits("cleared");
    await story.slack.post();
    expect(sends(story.platform)).toHaveLength(1);
  });

  it.each([
    [{ RECIPIENT_POLICY: "test-only" }, "joon, "],
    [{ SENDER_NUMBERS: "0299999999" }, en.issues.unknownSender],
  ])("is refused with the reason when the new settings forbid its message: %o", async (env, words) => {
    const story = await openConfirmation({ mode });
    await story.app.stop();
    await startAppOn(story, { mode, env });
    const answer = await story.person.submit();
    expect(answer).toMatchObject({ kind: "updated" });
    expect(story.person.shown()).toContain(words);
    expect(sends(story.platform)).toEqual([]);
    expect(story.slack.messages(tests)).toEqual([]);
  });

  it("is answered as sent when it is delivered again under settings that forbid it", async () => {
    const story = await openConfirmation({ mode });
    const { id } = deliveryOf(await story.person.submit());
    await story.slack.post();
    await story.app.stop();
    await startAppOn(story, { mode, env: { RECIPIENT_POLICY: "test-only" } });
    const again = await story.slack.redeliver(id, { newEnvelope: true });
    expect(JSON.stringify(again.ack?.body)).toContain(
      en.common.submitted(en.outcomes.title.accepted(en.outcomes.message)),
    );
    expect(sends(story.platform)).toHaveLength(1);
  });
});

describe("the draft behind a confirmation", () => {
  it("opens as a filled send form from the answer that the message wasn't sent", async () => {
    const chatops = await startChatops({ env: { DAILY_SEND_LIMIT: "1" } });
    const { slack, platform } = chatops;
    const { person } = await confirmIn(chatops, joon);
    await slack.as(joon).command("/msg-send", "joon Hi");
    await slack.post();
    await person.submit();
    expect(person.shown()).toContain(en.issues.overLimit(1));
    await person.press("messages.back");
    const form = await slack.waitFor(() =>
      person.views().find(({ callbackId }) => callbackId === "messages.send"),
    );
    expect(form.values["text"]?.["value"]).toMatchObject({ value: "Your table is ready" });
    expect(sends(platform)).toHaveLength(1);
  });

  it("stays stored after the message was sent", async () => {
    const { slack, app, platform, person, metadata, env } = await openConfirmation();
    const { id } = deliveryOf(await person.submit());
    await slack.post();
    const again = await slack.redeliver(id, { newEnvelope: true });
    expect(again.ack).toMatchObject({ body: { response_action: "clear" } });
    expect(sends(platform)).toHaveLength(1);
    await app.stop();
    const store = await openStore({
      url: env["DATABASE_URL"]!,
      owner: "test",
      leaseMs: 60_000,
      now: storyNow,
    });
    onTestFinished(() => store.close());
    expect(await store.operations.get(metadata.act)).toMatchObject({ outcome: "accepted" });
    expect(await store.drafts.get(metadata.draft, joon)).not.toBeNull();
  });

  it("isn't sent when another person's forged form names it", async () => {
    const mina = await openConfirmation({ mode: "http" }, "U0MINA");
    const { metadata } = await confirmIn(mina, joon);
    const { payload } = deliveryOf(await mina.person.submit());
    await mina.slack.post();
    const view = z.looseObject({}).parse(payload["view"]);
    const forged = (act: string) =>
      deliver(mina, {
        ...payload,
        view: { ...view, private_metadata: JSON.stringify({ act, draft: metadata.draft }) },
      });
    expect(await forged("hers")).toContain(en.common.gone);
    expect(sends(mina.platform)).toHaveLength(1);

    // After his act is stored, her form with its id gets the same answer.
    await mina.slack.as(joon).submit();
    await mina.slack.waitFor(() => mina.slack.messages(tests)[1], { what: "his result" });
    expect(await forged(metadata.act)).toContain(en.common.gone);
    expect(sends(mina.platform)).toHaveLength(2);
  });
});

it("/msg-send asks for a confirmation of an advertisement at night, even to a test recipient", async () => {
  const tenInSeoul = Date.UTC(2026, 10, 27, 13);
  const now = () => new Date(tenInSeoul + performance.now());
  const { slack, platform } = await startChatops({ now, platform: { now } });
  const person = slack.as("U0JOON");
  const view = await person.opens("/msg-send", "joon (광고) Half price");
  expect(JSON.stringify(view)).toContain(en.warnings.nightAdvert);
  expect(sends(platform)).toEqual([]);
  await person.command("/msg-send", "joon Half price");
  await slack.waitFor(() => sends(platform).length === 1, { what: "what is no advertisement" });
});
