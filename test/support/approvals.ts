import { expect } from "vitest";
import type { Outside } from "../../sandbox/sandbox.ts";
import type { StoredMessage } from "../../sandbox/slack/index.ts";
import { notificationOfProposal } from "../../src/features/templates/proposal-lines.view.ts";
import { digestOfChange } from "../../src/features/templates/shown.ts";
import { openStore } from "../../src/store/index.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { startChatops } from "./chatops.ts";
import { storyNow, storyNowIn } from "./story-clock.ts";
import { at, joon, mina, reviews, sora } from "./templates.ts";
import { en } from "./words.ts";

const { title } = en.proposals.card;
const patience = { timeoutMs: 60_000 };

const templateOf = (count: number) => `KA01TP-RACE-${count}`;
const contentOf = (count: number) => `Your parcel number ${count} is on its way.`;

type Proposed = { url: string; times: number; expiresAt?: Date };

/** Proposals of Joon's, each of a template of its own, before the app starts on that store. */
export async function proposeMany(
  { env, platform }: Outside,
  { url, times, expiresAt = storyNowIn({ hours: 1 })() }: Proposed,
): Promise<void> {
  const [like] = platform.state.templates.values();
  if (like === undefined) throw new Error("the platform has no template");
  const store = await openStore({ url, owner: "before", leaseMs: 60_000, now: storyNow });
  const proposals = store.open(createProposals);
  for (let count = 1; count <= times; count += 1) {
    const templateId = templateOf(count);
    platform.state.templates.set(templateId, { ...structuredClone(like), templateId });
    const change = { content: contentOf(count) };
    await proposals.add(
      {
        ...{
          id: `race-${count}`,
          templateId,
          change,
          contentDigest: digestOfChange(change),
          reason: "Shorter",
        },
        ...{ proposer: joon, locale: "en", basis: null, expiresAt },
      },
      (proposal) => notificationOfProposal(proposal, { review: env["REVIEW_CHANNEL"] ?? null }),
    );
  }
  await store.close();
}

/**
 * Two reviewers say yes at the same instant, on each: every time one update leaves. Where one approval is enough, whoever
 * was not first is told who was; where it takes both, neither is told anything.
 */
export async function raceApprovals(
  { slack, platform }: Outside,
  { times, required = 1 }: { times: number; required?: 1 | 2 },
): Promise<void> {
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
  const ask = async (who: string, card: StoredMessage) => {
    const person = slack.as(who);
    await person.closeView({ all: true });
    await person.click(at(card), "templates.approve");
    const isAsked = () => person.views().at(-1)?.callbackId === "templates.approve";
    await slack.waitFor(isAsked, { ...patience, what: `${who} is asked` });
    return { who, person };
  };
  for (let count = 1; count <= times; count += 1) {
    const card = await cardOf(count, title.open);
    const asked = await Promise.all([mina, sora].map((who) => ask(who, card)));
    const answers = await Promise.all(
      asked.map(async ({ who, person }) => {
        const { kind } = await person.submit();
        return { who, kind, shown: kind === "updated" ? JSON.stringify(person.views().at(-1)?.blocks) : "" };
      }),
    );
    const isSent = () =>
      platform.requests.some(
        ({ method, path }) => method === "PUT" && path.endsWith(`/${templateOf(count)}`),
      );
    await slack.waitFor(isSent, { ...patience, what: `update ${count}` });
    const late = answers.filter(({ kind }) => kind === "updated");
    expect(late).toHaveLength(2 - required);
    for (const { who, shown } of late) expect(shown).toContain(`"${who === mina ? sora : mina}"`);
  }
  const updated = platform.requests.flatMap(({ method, path }) => (method === "PUT" ? [path] : []));
  expect(updated.toSorted()).toEqual(
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
    // Nobody opens so many forms a minute.
    slack: { methodLimits: false },
    before: (outside) => proposeMany(outside, { url: outside.env["DATABASE_URL"] ?? "", times }),
  });
  await raceApprovals(chatops, { times, required });
  expect(chatops.slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
}
