import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRounds, patienceEnds } from "../../../../src/features/templates/rounds.ts";
import { createDrawers } from "../../../../src/features/templates/tell.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { createSightings } from "../../../../src/store/sightings/sightings.ts";
import { ReviewWorld } from "./review-world.ts";

const hourMs = 3_600_000;

/** What waits, drawn as it is sent: where it goes, and what it says. */
async function waiting({ proposals, store }: ReviewWorld): Promise<string[]> {
  const rules = { required: 1, mayReview: () => new Set(["Mina"]) };
  const sightings = store.open(createSightings);
  const drawers = createDrawers({ proposals, sightings, store, rules, teamLocale: "en", wordsOf });
  const told: string[] = [];
  const kinds = Object.keys(drawers);
  for (
    let posts = await store.posts.claim(9, kinds);
    posts.length > 0;
    posts = await store.posts.claim(9, kinds)
  ) {
    for (const post of posts) {
      const { draw, line } = drawers[post.kind]!;
      const shown = await (post.line === null ? draw(post) : line?.(post, post.line.event));
      const how = post.line !== null ? "line" : post.message === null ? "post" : "edit";
      told.push(`${how} ${post.destination}: ${shown?.text}`);
      await store.posts.delivered(post, post.message ?? { channel: post.destination, ts: `${post.id}.0` });
    }
  }
  return told;
}

describe("the clock", () => {
  let world: ReviewWorld;
  beforeEach(async () => {
    world = new ReviewWorld({ required: 1, reviewers: ["Mina"] });
    await world.open();
  });
  afterEach(() => world.close());

  const run = async (name: string) => {
    const jobs = createRounds({
      proposals: world.proposals,
      sightings: world.store.open(createSightings),
      ...{ expiresHours: 72, timeZone: "Asia/Seoul", now: world.now },
    });
    await jobs.find((job) => job.name === name)?.run(new AbortController().signal);
    return waiting(world);
  };

  it("reminds once, a day before the end, and then ends what nobody decided", async () => {
    await world.propose("author", "text");
    expect(await waiting(world)).toEqual([
      expect.stringContaining(`post author: ${wordsOf("en").proposals.card.title.open}`),
    ]);
    world.pass(47 * hourMs);
    expect(await run("templates.proposals")).toEqual([]);
    world.pass(hourMs);
    expect(await run("templates.proposals")).toEqual([
      expect.stringContaining("edit author: "),
      expect.stringContaining(`line author: <@author>${wordsOf("en").proposals.lines.reminder}`),
    ]);
    expect(await run("templates.proposals")).toEqual([]);
    world.pass(24 * hourMs);
    expect((await run("templates.proposals")).toSorted()).toEqual([
      expect.stringContaining(`edit author: ${wordsOf("en").proposals.card.title.expired}`),
      `line author: <@author>${wordsOf("en").proposals.lines.expired}`,
    ]);
    expect(await run("templates.proposals")).toEqual([]);
    expect((await world.proposals.list({ limit: 1 }))[0]).toMatchObject({ state: "expired" });
  });

  it("asks the proposer once when a vendor still seems to have it before it after three working days", async () => {
    // A Saturday: Wednesday's morning is the third working day's.
    await world.propose("author", "text");
    const [proposal] = await world.proposals.list({ limit: 1 });
    await world.approve(proposal!.id, { by: "Mina", revision: 1 });
    await world.settleDown();
    await waiting(world);
    world.pass(72 * hourMs);
    expect(await run("templates.pending")).toEqual([]);
    world.pass(48 * hourMs);
    expect(await run("templates.pending")).toEqual([
      expect.stringContaining(`post author: ${wordsOf("en").proposals.pending.asks}`),
    ]);
    expect(await run("templates.pending")).toEqual([]);
  });

  it("asks nothing of what somebody has reported since", async () => {
    await world.propose("author", "text");
    const [proposal] = await world.proposals.list({ limit: 1 });
    await world.approve(proposal!.id, { by: "Mina", revision: 1 });
    await world.settleDown();
    const vendors = [{ vendor: "vendorA", status: "APPROVED", code: null, reason: null }];
    await world.store
      .open(createSightings)
      .report({ id: "form", templateId: "T1", by: "Mina", vendors, content: null }, () => ({}));
    world.pass(10 * 24 * hourMs);
    await waiting(world);
    expect(await run("templates.pending")).toEqual([]);
  });
});

it("working days are those of the team's time zone, weekends left out", () => {
  const at = (day: string) => new Date(`${day}:00:00.000+09:00`);
  expect(patienceEnds(at("2026-11-26T10"), "Asia/Seoul")).toEqual(at("2026-11-23T10"));
  expect(patienceEnds(at("2026-11-24T10"), "Asia/Seoul")).toEqual(at("2026-11-19T10"));
  // Monday in Seoul, still Sunday elsewhere.
  expect(patienceEnds(at("2026-11-23T01"), "Asia/Seoul")).toEqual(at("2026-11-18T01"));
});
