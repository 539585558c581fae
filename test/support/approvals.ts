import { expect } from "vitest";
import type { Outside } from "../../sandbox/sandbox.ts";
import { tellProposed } from "../../src/features/templates/proposal-posts.view.ts";
import { sealOf } from "../../src/features/templates/seal.ts";
import { wordsOf } from "../../src/locales/index.ts";
import { openStore } from "../../src/store/index.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { at, joon, mina, reviews, sora } from "./templates.ts";
import { en } from "./words.ts";

const { title } = en.proposals.card;
const patience = { timeoutMs: 60_000 };
const atOnce = 10;

const templateOf = (count: number) => `KA01TP-RACE-${count}`;
const contentOf = (count: number) => `Your parcel number ${count} is on its way.`;

/** Proposals of Joon's, each of a template of its own, before the app starts on that store. */
export async function proposeMany({ env, platform }: Outside, url: string, times: number): Promise<void> {
  const [like] = platform.state.templates.values();
  if (like === undefined) throw new Error("the platform has no template");
  const store = await openStore({ url, owner: "before", leaseMs: 60_000, now: () => new Date() });
  const proposals = store.open(createProposals);
  const rules = { required: 1, reviewers: { everyone: false, users: [], groups: [] } };
  for (let count = 1; count <= times; count += 1) {
    const templateId = templateOf(count);
    platform.state.templates.set(templateId, { ...structuredClone(like), templateId });
    const change = { content: contentOf(count) };
    await proposals.add(
      {
        ...{ id: `race-${count}`, templateId, change, seal: sealOf(change), reason: "Shorter" },
        ...{ proposer: joon, locale: "en", basis: null, expiresAt: new Date(Date.now() + 3_600_000) },
      },
      (proposal) =>
        tellProposed(proposal, { review: env["REVIEW_CHANNEL"] ?? null, rules, words: wordsOf("en") }),
    );
  }
  await store.close();
}

/**
 * Two reviewers click Approve at the same instant, on each: every time one update leaves, and whoever was not first is
 * told who was.
 */
export async function raceApprovals({ slack, platform }: Outside, times: number): Promise<void> {
  const cardOf = (count: number, words: string) =>
    slack.waitFor(
      () =>
        slack
          .messages(reviews)
          .find(
            ({ threadTs, text }) =>
              threadTs === null && text.includes(contentOf(count)) && text.includes(words),
          ),
      { ...patience, what: `“${words}” on card ${count}` },
    );
  for (let from = 1; from <= times; from += atOnce) {
    const counts = Array.from({ length: Math.min(atOnce, times - from + 1) }, (_, index) => from + index);
    const cards = await Promise.all(counts.map((count) => cardOf(count, title.open)));
    const told = () => [mina, sora].flatMap((who) => slack.ephemerals(who)).length;
    const before = told();
    const clicks = cards.flatMap((card) =>
      [mina, sora].map((who) => slack.as(who).click(at(card), "templates.approve")),
    );
    await Promise.all(clicks);
    await slack.waitFor(() => told() - before === counts.length, {
      ...patience,
      what: "who was not first is told",
    });
  }
  const late = [mina, sora].flatMap((who) => slack.ephemerals(who).map(({ text }) => ({ who, text })));
  expect(late).toHaveLength(times);
  for (const { who, text } of late) expect(text).toContain(`<@${who === mina ? sora : mina}>`);
  await slack.waitFor(() => platform.requests.filter(({ method }) => method === "PUT").length >= times, {
    ...patience,
    what: "every update",
  });
  const updates = platform.requests.filter(({ method }) => method === "PUT").map(({ path }) => path);
  expect(updates.toSorted()).toEqual(
    Array.from({ length: times }, (_, index) => `/chat/v1/templates/${templateOf(index + 1)}`).toSorted(),
  );
}
