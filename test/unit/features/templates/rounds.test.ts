import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTemplateRenderers } from "../../../../src/features/templates/presenters.ts";
import { createProposalJobs, toReviewCutoff } from "../../../../src/features/templates/rounds.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { createObservations } from "../../../../src/store/observations/observations.ts";
import { takeAll } from "../../../support/take-all.ts";
import { ReviewWorld } from "./review-world.ts";

const hourMs = 3_600_000;

/** The waiting posts, edits and thread replies, each with destination and text. */
async function waiting({ proposals, store }: ReviewWorld): Promise<string[]> {
  const rules = { required: 1, mayReview: () => new Set(["Mina"]) };
  const observations = store.open(createObservations);
  const renderers = createTemplateRenderers({
    ...{ proposals, observations, store, rules, teamLocale: "en", wordsOf },
    toConsole: () => [],
  });
  const told: string[] = [];
  for (const post of await takeAll(store, Object.keys(renderers))) {
    const { render, line } = renderers[post.kind]!;
    const shown = await (post.line === null ? render(post) : line?.(post, post.line.event));
    const how = post.line !== null ? "line" : post.message === null ? "post" : "edit";
    if (shown != null) told.push(`${how} ${post.destination}: ${shown.text}`);
  }
  return told;
}

describe("the template jobs", () => {
  let world: ReviewWorld;
  beforeEach(async () => {
    world = new ReviewWorld({ required: 1, reviewers: ["Mina"] });
    await world.open();
  });
  afterEach(() => world.close());

  const runAlone = async (name: string, reviewReminderDays = 2) => {
    const jobs = createProposalJobs({
      proposals: world.proposals,
      observations: world.store.open(createObservations),
      config: {
        templates: { requiredApprovals: 1, proposalExpiresHours: 72, reviewReminderDays },
        timeZone: "Asia/Seoul",
      },
      now: world.now,
    });
    await jobs.find((job) => job.name === name)?.run(new AbortController().signal);
  };
  const askAlone = () => runAlone("templates.reviews");
  const run = async (name: string) => {
    await runAlone(name);
    return waiting(world);
  };

  it("remind once, a day before a proposal expires, and then expire it", async () => {
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

  const sent = async (content = "text") => {
    await world.propose("author", content);
    const [proposal] = await world.proposals.list({ limit: 1 });
    await world.approve(proposal!.id, { by: "Mina", revision: 1 });
    await world.comeToRest();
    await waiting(world);
  };
  const report = (id: string, vendor: string, status: string) =>
    world.store.open(createObservations).report(
      {
        ...{ id, templateId: "T1", by: "Mina", content: null },
        vendors: [{ vendor, status, reason: null }],
      },
      () => ({}),
    );
  const asks = [
    expect.stringContaining("edit author: "),
    expect.stringMatching(/^line author: <@author> No news .* for 2 working days/),
  ];

  it("ask the proposer once, two working days after an update, what the vendors decided", async () => {
    // A Saturday: Wednesday is the second working day after it.
    await sent();
    world.pass(72 * hourMs);
    expect(await run("templates.reviews")).toEqual([]);
    world.pass(24 * hourMs);
    expect(await run("templates.reviews")).toEqual(asks);
    world.pass(240 * hourMs);
    expect(await run("templates.reviews")).toEqual([]);
  });

  it("ask about an undecided vendor two working days after the last report", async () => {
    await sent();
    world.pass(95 * hourMs);
    await report("first", "vendorA", "APPROVED");
    await report("second", "vendorB", "INSPECTING");
    world.pass(hourMs);
    expect(await run("templates.reviews")).toEqual([]);
    world.pass(48 * hourMs);
    expect(await run("templates.reviews")).toEqual(asks);
  });

  it("ask nothing if both vendors have decided", async () => {
    await sent();
    world.pass(hourMs);
    await report("first", "vendorA", "APPROVED");
    await report("second", "vendorB", "APPROVED");
    world.pass(240 * hourMs);
    expect(await run("templates.reviews")).toEqual([]);
  });

  it("ask only about the change that was sent last", async () => {
    await sent();
    world.pass(hourMs);
    await sent("another text");
    const [last] = await world.proposals.list({ limit: 1 });
    world.pass(240 * hourMs);
    await askAlone();
    const lines = await world.store.posts.list([`proposal:${last!.id}`]);
    expect(lines).toMatchObject([{ waits: true }]);
    expect((await waiting(world)).filter((told) => told.startsWith("line"))).toHaveLength(1);
  });
});

it("working days are counted in the team's time zone, without weekends", () => {
  const at = (day: string) => new Date(`${day}:00:00.000+09:00`);
  const three = { days: 3, timeZone: "Asia/Seoul" };
  expect(toReviewCutoff(at("2026-11-26T10"), three)).toEqual(at("2026-11-23T10"));
  expect(toReviewCutoff(at("2026-11-24T10"), three)).toEqual(at("2026-11-19T10"));
  // Monday in Seoul, Sunday in UTC.
  expect(toReviewCutoff(at("2026-11-23T01"), three)).toEqual(at("2026-11-18T01"));
});
