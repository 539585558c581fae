import { describe, expect, it } from "vitest";
import { proposeMany } from "../support/approvals.ts";
import { type Chatops, oneMode, startAppOn, startChatops, storyModes } from "../support/chatops.ts";
import { dana, joon, onCall, tests } from "../support/names.ts";
import { storyNowIn } from "../support/story-clock.ts";
import { arrived } from "../support/unknown-outcome.ts";
import { core, en, heading, ko } from "../support/words.ts";

const { digest } = en;

/** The clock of the app and of the platform: the stories' noon, and `hours` later. */
function startClock() {
  const clock = { hours: 0, now: () => storyNowIn({ hours: clock.hours })() };
  return clock;
}
type Clock = ReturnType<typeof startClock>;

const env = {
  TEST_RECIPIENTS: "joon:01000000001,refused:01000000003,poor:01000000004,reset:01000000010",
  TIME_ZONE: "Asia/Seoul",
};

const digests = (chatops: Pick<Chatops, "slack">, words: { title: string } = digest) =>
  chatops.slack.posts(onCall).filter(({ text }) => text.startsWith(words.title));

type Mode = "socket" | "http";

/** Starts the bot again so many hours after that noon, and waits until its jobs have run. */
async function restartAt(
  chatops: Chatops,
  clock: Clock,
  { hours, mode = oneMode, more = {} }: { hours: number; mode?: Mode; more?: Record<string, string> },
) {
  clock.hours = hours;
  const options = { mode, env: { ...env, ...more }, isWatched: true, now: clock.now };
  const { app } = await startAppOn(chatops, options);
  await app.resolved;
  return app;
}

async function send({ slack }: Chatops, to: string, mark: string): Promise<void> {
  const before = slack.messages(tests).length;
  const isThere = () =>
    slack
      .messages(tests)
      .slice(before)
      .some(({ text }) => text.startsWith(mark));
  await slack.as(joon).command("/msg-send", `${to} Hello there`);
  await slack.waitFor(isThere, { what: `${mark} for ${to}` });
}

describe.each(storyModes)("the daily digest, over %s", (mode) => {
  it("is posted once the next morning, and left out when nothing happened and nothing waits", async () => {
    const clock = startClock();
    const chatops = await startChatops({
      ...{ mode, env, now: clock.now, platform: { now: clock.now }, isWatched: true },
      before: (outside) =>
        proposeMany(outside, {
          ...{ url: outside.env["DATABASE_URL"] ?? "", times: 1 },
          expiresAt: storyNowIn({ hours: 34 })(),
        }),
    });
    const { slack } = chatops;
    for (const to of ["joon", "refused", "joon", "poor", "refused"])
      await send(chatops, to, to === "joon" ? heading.accepted : heading.refused);
    await send(chatops, "reset", heading.unknown);
    await chatops.app.stop();

    const of = (day: string) => digests(chatops).filter(({ text }) => text.includes(day));
    // Half an hour before nine, and at nine.
    await (await restartAt(chatops, clock, { hours: 20.5, mode })).stop();
    expect(of("25 Nov")).toEqual([]);
    const first = await restartAt(chatops, clock, { hours: 21, mode });
    await slack.waitFor(() => of("25 Nov")[0], { what: "the digest" });
    const lines = of("25 Nov")[0]?.text.split("\n") ?? [];
    const { counts } = en.recipients;
    expect(lines).toEqual([
      `${digest.title} · 25 Nov 2026`,
      `${counts.accepted(2)} · ${counts.refused(3)} · ${counts.unknown(1)}`,
      digest.unresolved("1"),
      digest.approvals(1),
      expect.stringMatching(new RegExp(`^${en.proposals.card.title.open} · .*<@${joon}>`)),
      expect.stringContaining(core(en.payments.monitor.title.expired)),
      expect.stringContaining(core(en.payments.monitor.title.expiring)),
    ]);
    expect(JSON.stringify(digests(chatops))).not.toMatch(/0100000000|Hello there/);
    await first.stop();
    await (await restartAt(chatops, clock, { hours: 22, mode })).stop();
    expect(of("25 Nov")).toHaveLength(1);

    // On the next day nothing happened, and one outcome is still unknown.
    const second = await restartAt(chatops, clock, { hours: 45, mode });
    await slack.waitFor(() => of("26 Nov")[0], { what: "the second digest" });
    const quiet = of("26 Nov")[0]?.text ?? "";
    expect(quiet).toContain(`26 Nov 2026\n${digest.unresolved("1")}`);
    const card = chatops.slack.posts(onCall).find(({ text }) => text.startsWith(heading.unknown));
    await slack.as(dana).click(card!, arrived);
    await slack.waitFor(
      () =>
        chatops.slack.posts(onCall).some(({ ts, text }) => ts === card!.ts && text.includes(heading.arrived)),
      { what: "the report" },
    );
    await second.stop();
    // Only payment methods expire, which have posts of their own.
    await (await restartAt(chatops, clock, { hours: 69, mode })).stop();
    expect(of("27 Nov")).toEqual([]);
  });
});

it("the daily digest of a day that ended while the bot was stopped is posted at the next start", async () => {
  const clock = startClock();
  const chatops = await startChatops({
    ...{ env, now: clock.now, platform: { now: clock.now } },
    isWatched: true,
  });
  await send(chatops, "joon", heading.accepted);
  await chatops.app.stop();
  const back = await restartAt(chatops, clock, { hours: 44, more: { LOCALE: "ko" } });
  await chatops.slack.waitFor(() => digests(chatops, ko.digest)[0], { what: "the digest" });
  const [told, ...others] = digests(chatops, ko.digest).map(({ text }) => text);
  expect(others).toEqual([]);
  expect(told).toContain("2026. 11. 25.");
  expect(told).toContain(ko.recipients.counts.accepted(1));
  await back.stop();
  expect(digests(chatops)).toEqual([]);
});

it("the daily digest isn't posted with DIGEST=off", async () => {
  const clock = startClock();
  const more = { DIGEST: "off" };
  const chatops = await startChatops({
    ...{ env: { ...env, ...more }, now: clock.now, platform: { now: clock.now } },
    isWatched: true,
  });
  await send(chatops, "joon", heading.accepted);
  await chatops.app.stop();
  await (await restartAt(chatops, clock, { hours: 24, more })).stop();
  expect(digests(chatops)).toEqual([]);
});
