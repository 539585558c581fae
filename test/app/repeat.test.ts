import { describe, expect, it } from "vitest";
import { z } from "zod";
import { storyModes } from "../support/chatops.ts";
import { deliver, deliveryOf } from "../support/forged.ts";
import { dana, joon, mina, onCall, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import {
  actionIds,
  arrived,
  openRepeatForm,
  type Story,
  startUnknown,
  told,
} from "../support/unknown-outcome.ts";
import { around, core, en, heading } from "../support/words.ts";

describe.each(storyModes)("sending an unknown message again, over %s", (mode) => {
  it("shows the risk in a form, and posts the given reason with the result", async () => {
    const story = await startUnknown("reset", { mode });
    const { platform, author, find, line } = story;
    const form = await openRepeatForm(story);
    const size = en.confirm.sizeOf.bytes(11, 90);
    for (const words of [en.repeat.risk, "010-0000-0010", "02-1234-5678", size, "Hello there", "SMS"])
      expect(JSON.stringify(form.blocks)).toContain(words);
    expect(form.privateMetadata).not.toContain("01000000010");
    await author.submits("closed", { reason: "She says <!channel> <b> nothing came to 010-0000-0010" });
    const post = await find(tests, en.outcomes.again("She says @channel &lt;b&gt; nothing came to …0010"));
    expect(JSON.stringify(post)).not.toContain("01000000010");
    expect(sends(platform)).toHaveLength(2);
    expect(sends(platform)[1]?.body).toEqual(sends(platform)[0]?.body);

    // The second try is unknown too; the first one's post says that it was sent again, and has no button.
    for (const where of [tests, joon]) expect(actionIds(await find(where, heading.sentAgain))).toEqual([]);
    for (const where of [tests, onCall, joon])
      await line(where, en.outcomes.triedAgain(en.outcomes.states.unknown));
    await find(onCall, en.outcomes.several.title(2, 2));
  });

  it("is refused without a reason, with the error on its field", async () => {
    const story = await startUnknown("reset", { mode });
    const { platform, author } = story;
    await openRepeatForm(story);
    await author.submits("client_error");
    for (const reason of ["    ", "\u200b\u200b\u200b\u200b", " ab\u200b"]) {
      await author.isRefused({ reason: en.repeat.reasonSize(3, 200) }, { reason });
    }
    expect(sends(platform)).toHaveLength(1);
  });

  it("makes one request when its form is submitted fifty times at once", async () => {
    const story = await startUnknown("reset", { mode });
    const { platform, slack, app, author, find } = story;
    await openRepeatForm(story);
    await author.fill("reason", "nothing came");
    const submissions = await Promise.all(Array.from({ length: 50 }, () => author.submit()));
    const deliveries = submissions.map(deliveryOf);
    const [taken, ...noOther] = deliveries.filter(({ ack }) => ack?.body === null);
    expect(noOther).toEqual([]);
    for (const { ack } of deliveries.filter((one) => one !== taken)) {
      expect(JSON.stringify(ack?.body)).toContain(core(en.common.submitted));
    }
    const again = await slack.redeliver(taken!.id, { newEnvelope: true });
    expect(again.ack).toMatchObject({ status: 200, body: null });
    await find(tests, heading.sentAgain);
    await app.stop();
    expect(sends(platform)).toHaveLength(2);
  });
});

describe("sending an unknown message again", () => {
  it("is refused when the daily limit is used up", async () => {
    const story = await startUnknown("reset", { env: { DAILY_SEND_LIMIT: "1" } });
    const { platform, author } = story;
    await openRepeatForm(story);
    await author.submits("updated", { reason: "nothing came" });
    expect(author.shown()).toContain(en.issues.overLimit(1));
    expect(sends(platform)).toHaveLength(1);
  });

  it.each<["reset" | "silent", string, string, (story: Story) => unknown]>([
    [
      "reset",
      heading.arrived,
      en.repeat.not.arrived,
      async ({ slack, find }) => slack.as(dana).click(await find(onCall, heading.unknown), arrived),
    ],
    ["silent", heading.accepted, en.repeat.not.accepted, ({ platform }) => platform.faults.release()],
  ])(
    "is refused from an open form when the first try (%s) is resolved as %s",
    async (how, mark, says, happens) => {
      const story = await startUnknown(how);
      await openRepeatForm(story);
      await happens(story);
      await story.find(joon, mark);
      await story.author.fill("reason", "nothing came");
      expect(JSON.stringify(await story.author.submit())).toContain(says);
      expect(sends(story.platform)).toHaveLength(1);
    },
  );

  it("is posted as “sent twice” after a late answer accepts the first try", async () => {
    const story = await startUnknown("silent");
    const { platform, author, find, line } = story;
    await openRepeatForm(story);
    await author.submits("closed", { reason: "nothing came" });
    await find(tests, heading.sentAgain);
    platform.faults.release();
    await find(onCall, en.outcomes.unknownsCard.closed(2));
    for (const where of [tests, joon]) await find(where, [en.outcomes.sentTwice, heading.accepted]);
    for (const where of [tests, onCall, joon])
      await line(where, [en.outcomes.sentTwice, en.outcomes.late(en.outcomes.states.accepted)]);
    expect(sends(platform).length).toBeLessThanOrEqual(2);
  });
});

describe("a forged form that sends a message again", () => {
  const viewOf = ({ view }: { view?: unknown }) =>
    z.looseObject({ private_metadata: z.string() }).parse(view);

  it("makes one request when fifty are submitted at once, and 49 answers say who was first", async () => {
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

  it("sends nothing after somebody else's click or submission", async () => {
    const story = await startUnknown("reset", { mode: "http" });
    const { platform, slack, author, find } = story;
    const post = await find(joon, heading.unknown);
    const click = await author.click(post, "messages.repeat");
    await author.hasOpen(1);
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
    await author.click(newest, arrived);
    await find(joon, heading.arrived);
    // A form that names the newest try doesn't show her its outcome either.
    for (const shown of [metadata.newest, metadata.act]) {
      view.private_metadata = JSON.stringify({ ...metadata, act: "hers", newest: shown });
      expect(await deliver(story, { ...payload, view, user })).toContain(en.common.gone);
    }
    expect(sends(platform)).toHaveLength(2);
  });
});

it("the form that sends an advertisement again warns that it is night by then", async () => {
  let at = Date.UTC(2026, 10, 27, 3);
  const now = () => new Date(at + performance.now());
  const advert = { mode: "http" as const, text: "(광고) Half price", now, platform: { now } };
  const story = await startUnknown("reset", advert);
  at = Date.UTC(2026, 10, 27, 13);
  const form = await openRepeatForm(story);
  expect(JSON.stringify(form.blocks)).toContain(en.warnings.nightAdvert);
});
