import { expect } from "vitest";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { tellProposed } from "../../src/features/templates/proposal-posts.view.ts";
import { sealOf } from "../../src/features/templates/seal.ts";
import { wordsOf } from "../../src/locales/index.ts";
import { openStore } from "../../src/store/index.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { startChatops } from "./chatops.ts";
import { eventually } from "./eventually.ts";
import { at, joon, mina, reviews, sora } from "./templates.ts";
import { en } from "./words.ts";

const { title } = en.proposals.card;
const patience = { timeoutMs: 60_000 };
const atOnce = 10;

const templateOf = (count: number) => `KA01TP-RACE-${count}`;
const contentOf = (count: number) => `Your parcel number ${count} is on its way.`;

type Proposed = { url: string; times: number; required?: number; expiresAt?: Date };

/** Proposals of Joon's, each of a template of its own, before the app starts on that store. */
export async function proposeMany(
  { env, platform }: Outside,
  { url, times, required = 1, expiresAt = new Date(Date.now() + 3_600_000) }: Proposed,
): Promise<void> {
  const [like] = platform.state.templates.values();
  if (like === undefined) throw new Error("the platform has no template");
  const store = await openStore({ url, owner: "before", leaseMs: 60_000, now: () => new Date() });
  const proposals = store.open(createProposals);
  const rules = { required, mayReview: () => null };
  for (let count = 1; count <= times; count += 1) {
    const templateId = templateOf(count);
    platform.state.templates.set(templateId, { ...structuredClone(like), templateId });
    const change = { content: contentOf(count) };
    await proposals.add(
      {
        ...{ id: `race-${count}`, templateId, change, seal: sealOf(change), reason: "Shorter" },
        ...{ proposer: joon, locale: "en", basis: null, expiresAt },
      },
      (proposal) =>
        tellProposed(proposal, { review: env["REVIEW_CHANNEL"] ?? null, rules, words: wordsOf("en") }),
    );
  }
  await store.close();
}

/**
 * Two reviewers click Approve at the same instant, on each: every time one update leaves. Where one approval is enough,
 * whoever was not first is told who was; where it takes both, neither is told anything.
 */
export async function raceApprovals(
  { slack, platform }: Outside,
  { times, required = 1 }: { times: number; required?: 1 | 2 },
): Promise<void> {
  const late = 2 - required;
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
    await slack.waitFor(() => told() - before >= counts.length * late, {
      ...patience,
      what: "who was not first is told",
    });
  }
  const updated = () => platform.requests.filter(({ method }) => method === "PUT");
  const answers = () =>
    [mina, sora].flatMap((who) => slack.ephemerals(who).map(({ text }) => ({ who, text })));
  const wasStarved = () => answers().some(({ text }) => text.includes(en.common.tooSlow));
  for (let count = 1; count <= times; count += 1) {
    const isSent = () => updated().some(({ path }) => path.endsWith(`/${templateOf(count)}`));
    await slack.waitFor(() => isSent() || wasStarved(), { ...patience, what: `update ${count}` });
    // A busy machine: whoever was told that the app did not answer in time presses again, as people do.
    if (!isSent()) await pressUntil(isSent, slack, () => cardOf(count, contentOf(count)));
  }
  if (!wasStarved()) {
    expect(answers()).toHaveLength(times * late);
    for (const { who, text } of answers()) expect(text).toContain(`<@${who === mina ? sora : mina}>`);
  }
  expect(
    updated()
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(
    Array.from({ length: times }, (_, index) => `/chat/v1/templates/${templateOf(index + 1)}`).toSorted(),
  );
}

/** Those races at one bot, over either transport. */
export async function raceOver(
  mode: "socket" | "http",
  { times, required }: { times: number; required: 1 | 2 },
): Promise<void> {
  const chatops = await startChatops({
    mode,
    env: { REQUIRED_APPROVALS: `${required}` },
    pace: { postMs: 2, editMs: 2, editBurst: 100 },
    before: (outside) => proposeMany(outside, { url: outside.env["DATABASE_URL"] ?? "", times, required }),
  });
  await raceApprovals(chatops, { times, required });
  expect(chatops.slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
}

async function pressUntil(
  isSent: () => boolean,
  slack: Outside["slack"],
  card: () => Promise<StoredMessage>,
): Promise<void> {
  await eventually(async () => {
    for (const who of [mina, sora]) {
      if (!isSent()) await slack.as(who).click(at(await card()), "templates.approve");
    }
    expect(isSent()).toBe(true);
  });
}
