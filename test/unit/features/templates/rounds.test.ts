import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTemplateRenderers } from "../../../../src/features/templates/presenters.ts";
import { createProposalJobs, toReviewCutoff } from "../../../../src/features/templates/rounds.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { createObservations } from "../../../../src/store/observations/observations.ts";
import { takeAll } from "../../../support/take-all.ts";
import { en } from "../../../support/words.ts";
import { ReviewWorld } from "./review-world.ts";

const hourMs = 3_600_000;
const { card, lines } = en.proposals;
const said = (text: string) => expect.stringContaining(text);

describe("the scheduled template jobs", () => {
  let world: ReviewWorld;
  beforeEach(async () => {
    world = new ReviewWorld({ required: 1, reviewers: ["Mina"] });
    await world.open();
  });
  afterEach(() => world.close());

  const observations = () => world.store.open(createObservations);

  /** The waiting posts, edits and thread replies, each with destination and text. */
  async function waiting(): Promise<string[]> {
    const { proposals, store } = world;
    const renderers = createTemplateRenderers({
      ...{ proposals, observations: observations(), store, teamLocale: "en", wordsOf, toConsole: () => [] },
      rules: { required: 1, mayReview: () => new Set(["Mina"]) },
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

  const run = async (name: string) => {
    const templates = { requiredApprovals: 1, proposalExpiresHours: 72, reviewReminderDays: 2 };
    const jobs = createProposalJobs({
      ...{ proposals: world.proposals, observations: observations(), now: world.now },
      config: { templates, timeZone: "Asia/Seoul" },
    });
    await jobs.find((job) => job.name === name)?.run(new AbortController().signal);
  };
  const goRound = () => run("templates.proposals").then(waiting);
  const ask = () => run("templates.reviews").then(waiting);

  it("remind once, a day before a proposal expires, and expire it when its time is over", async () => {
    await world.propose("author", "text");
    expect(await waiting()).toEqual([said(`post author: ${card.title.open}`)]);
    world.pass(47 * hourMs);
    expect(await goRound()).toEqual([]);
    world.pass(hourMs);
    expect(await goRound()).toEqual([said("edit author: "), said(`line author: <@author>${lines.reminder}`)]);
    expect(await goRound()).toEqual([]);
    world.pass(24 * hourMs);
    expect((await goRound()).toSorted()).toEqual([
      said(`edit author: ${card.title.expired}`),
      `line author: <@author>${lines.expired}`,
    ]);
    expect(await goRound()).toEqual([]);
    expect(await world.proposals.list({ limit: 1 })).toMatchObject([{ state: "expired" }]);
  });

  /** Sends a change, on a Saturday: Wednesday is the second working day after it. */
  const send = async (content = "text") => {
    await world.propose("author", content);
    const [proposal] = await world.proposals.list({ limit: 1 });
    await world.approve(proposal!.id, { by: "Mina", revision: 1 });
    await world.comeToRest();
    await waiting();
  };
  const report = (vendor: string, status: string) => {
    const vendors = [{ vendor, status, reason: null }];
    const seen = { id: vendor, templateId: "T1", by: "Mina", content: null, vendors };
    return observations().report(seen, () => ({}));
  };
  const asked = [
    said("edit author: "),
    expect.stringMatching(/^line author: <@author>: no news .* for 2 working days/),
  ];

  it("ask the proposer once, two working days after an update, what the vendors decided", async () => {
    await send();
    world.pass(72 * hourMs);
    expect(await ask()).toEqual([]);
    world.pass(24 * hourMs);
    expect(await ask()).toEqual(asked);
    world.pass(240 * hourMs);
    expect(await ask()).toEqual([]);
  });

  it("ask about an undecided vendor two working days after the last report", async () => {
    await send();
    world.pass(95 * hourMs);
    await report("vendorA", "APPROVED");
    await report("vendorB", "INSPECTING");
    world.pass(hourMs);
    expect(await ask()).toEqual([]);
    world.pass(48 * hourMs);
    expect(await ask()).toEqual(asked);
  });

  it("ask nothing once both vendors have decided", async () => {
    await send();
    world.pass(hourMs);
    for (const vendor of ["vendorA", "vendorB"]) await report(vendor, "APPROVED");
    world.pass(240 * hourMs);
    expect(await ask()).toEqual([]);
  });

  it("ask only about the template's last update", async () => {
    await send();
    world.pass(hourMs);
    await send("another text");
    const [last] = await world.proposals.list({ limit: 1 });
    world.pass(240 * hourMs);
    await run("templates.reviews");
    expect(await world.store.posts.list([`proposal:${last!.id}`])).toMatchObject([{ waits: true }]);
    expect((await waiting()).filter((told) => told.startsWith("line"))).toHaveLength(1);
  });
});

it.each([
  ["2026-11-26T10", "2026-11-23T10"],
  ["2026-11-24T10", "2026-11-19T10"],
  // Monday in Seoul, Sunday in UTC.
  ["2026-11-23T01", "2026-11-18T01"],
])("toReviewCutoff counts three working days back from %s in the team's time zone to %s", (now, since) => {
  const at = (hour: string) => new Date(`${hour}:00:00.000+09:00`);
  expect(toReviewCutoff(at(now), { days: 3, timeZone: "Asia/Seoul" })).toEqual(at(since));
});
