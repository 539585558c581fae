import type { Button, KnownBlock } from "@slack/types";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { announceChanges, every, type Job } from "../../jobs/index.ts";
import { parseValue } from "../../lists/show-list.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { type Answer, plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { plainText } from "../../slack/blocks/modal.ts";
import { fillLine, type Line, renderContext } from "../../slack/blocks/rich-text.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import { renderNoAccess } from "../../slack/people/no-access.ts";
import type { OutsidePlace, PostToRender, RenderedPost, Renderer } from "../../slack/posts/queue.ts";
import type { NewAuditEntry, Store } from "../../store/index.ts";
import type { AppContext, Feature } from "../feature.ts";

const Card = z.object({
  owner: z.object({ person: z.string(), at: z.number() }).nullable(),
  isReminded: z.boolean(),
  at: z.number(),
});
/** Cards by the subject of their post. */
const Known = z.object({ cards: z.record(z.string(), Card) });
export type OncallCards = Readonly<Record<string, z.infer<typeof Card>>>;
export type CardOwner = NonNullable<z.infer<typeof Card>["owner"]>;

/** Monitor whose document has the cards, so that each change is posted once over all instances. */
const oncallMonitorName = "oncall";

function readCards(known: unknown): OncallCards {
  return Known.safeParse(known).data?.cards ?? {};
}

export const OwnerEvent = z.object({
  oncall: z.enum(["took", "nobody"]),
  by: z.string().nullable(),
  other: z.string().nullable(),
});
export type OwnerEvent = z.infer<typeof OwnerEvent>;

export type CardChange = { cards: OncallCards; event: OwnerEvent };

/** Takes a card, or returns its owner. `shown`: owner on the clicked card; nothing is taken if it has changed. */
function take(
  cards: OncallCards,
  { subject, by, shown, now }: { subject: string; by: string; shown: string | null; now: Date },
): CardChange | { owner: CardOwner } {
  const owner = cards[subject]?.owner ?? null;
  if (owner !== null && (owner.person === by || owner.person !== shown)) return { owner };
  const event: OwnerEvent = { oncall: "took", by, other: owner?.person ?? null };
  return { cards: withOwner(cards, subject, { person: by, at: now.getTime() }), event };
}

/** Marks a card as reminded; null if it has an owner or was reminded already. */
function createReminder(cards: OncallCards, subject: string, now: Date): CardChange | null {
  const { owner = null, isReminded = false } = cards[subject] ?? {};
  if (owner !== null || isReminded) return null;
  const card = { owner: null, isReminded: true, at: now.getTime() };
  return {
    cards: { ...recent(cards, now), [subject]: card },
    event: { oncall: "nobody", by: null, other: null },
  };
}

function withOwner(cards: OncallCards, subject: string, owner: CardOwner): OncallCards {
  const isReminded = cards[subject]?.isReminded ?? false;
  return { ...recent(cards, new Date(owner.at)), [subject]: { owner, isReminded, at: owner.at } };
}

/** Time after which a card is forgotten, counted from its last owner or reminder. */
const keptMs = 30 * 24 * 60 * 60_000;

function recent(cards: OncallCards, now: Date): OncallCards {
  return Object.fromEntries(Object.entries(cards).filter(([, { at }]) => now.getTime() - at < keptMs));
}

type Words = Catalogue["oncall"];

const ids = {
  take: "oncall.take",
  /** Link buttons, whose clicks Slack reports too; they need an acknowledgement. */
  console: "oncall.console",
  runbook: "oncall.runbook",
} as const;

export function addOwner(
  rendered: RenderedPost,
  { subject, owner, openSince }: { subject: string; owner: CardOwner | null; openSince: Date },
  words: Words,
): RenderedPost {
  const line: Line = [
    ...fillLine(words.openSince, { at: { at: openSince } }),
    ...(owner === null
      ? []
      : [` · ${words.owner} `, { user: owner.person }, " ", { at: new Date(owner.at) }]),
  ];
  const { text, block } = renderContext([line]);
  // The value has the owner that the card shows, to notice clicks on an outdated card.
  const value = JSON.stringify({ subject, owner: owner?.person ?? null });
  const take = button(ids.take, owner === null ? words.take : words.takeOver, value);
  return { ...rendered, text: `${rendered.text}\n${text}`, blocks: withRow(rendered, [take], [block]) };
}

/** Adds buttons to the last row of buttons, or as a new row. `above`: blocks right above that row. */
function withRow({ blocks }: RenderedPost, buttons: Button[], above: KnownBlock[] = []): KnownBlock[] {
  const last = blocks.at(-1);
  if (last?.type !== "actions") return [...blocks, ...above, ...actions(buttons)];
  return [...blocks.slice(0, -1), ...above, { ...last, elements: [...last.elements, ...buttons] }];
}

export function addLinkButtons(
  rendered: RenderedPost,
  links: Pick<Config["oncall"], "console" | "runbook">,
  words: Words,
): RenderedPost {
  const buttons = (rendered.leadsTo ?? []).flatMap((outside) =>
    createLinkButtons(outside, links[outside], words),
  );
  return buttons.length === 0 ? rendered : { ...rendered, blocks: withRow(rendered, buttons) };
}

function createLinkButtons(outside: OutsidePlace, url: string | null, words: Words): Button[] {
  return url === null
    ? []
    : [{ type: "button", action_id: ids[outside], text: plainText(words.links[outside]), url }];
}

/** `mention`: group (its id begins with S) or person whom a reminder mentions. */
export function renderOwnerEvent(
  { oncall, by, other }: OwnerEvent,
  mention: string | null,
  { lines }: Words,
): Answer | null {
  if (oncall === "nobody") {
    if (mention === null) return null;
    return renderAnswer([[mention.startsWith("S") ? { group: mention } : { user: mention }, lines.nobody]]);
  }
  if (by === null) return null;
  if (other === null) return renderAnswer([[{ user: by }, lines.took]]);
  return renderAnswer([fillLine(lines.tookOver, { by: { user: by }, other: { user: other } })]);
}

/** Returns the time since which a card needs a person; null if it needs nobody any more. */
type OpenSince = (post: PostToRender) => Promise<Date | null>;

export function createOncall(app: AppContext): Feature {
  const { config, store } = app;
  const { reminderMinutes, mention, ...links } = config.oncall;
  const words = wordsOf(config.locale).oncall;
  const renderers = new Map<string, Renderer>();
  const openSince: OpenSince = async (post) =>
    (await renderers.get(post.kind)?.render(post))?.openSince ?? null;
  const isReminding = mention !== null && reminderMinutes > 0 && config.conversations.onCall.length > 0;
  return {
    routes: {
      clicks: {
        [ids.take]: (click) => takeCard(click, app, openSince),
        [ids.console]: ({ ack }) => ack(),
        [ids.runbook]: ({ ack }) => ack(),
      },
    },
    services: { toConsole: ({ oncall }) => createLinkButtons("console", links.console, oncall) },
    around: (kind, renderer) => {
      renderers.set(kind, renderer);
      return {
        async render(post) {
          const rendered = await renderer.render(post);
          if (rendered === null) return null;
          const { openSince: since } = rendered;
          if (since === undefined || post.audience !== "on-call")
            return addLinkButtons(rendered, links, words);
          const { known } = await store.monitors.get(oncallMonitorName);
          const owner = readCards(known)[post.subject]?.owner ?? null;
          const owned = addOwner(rendered, { subject: post.subject, owner, openSince: since }, words);
          return addLinkButtons(owned, links, words);
        },
        async line(post, event) {
          const own = OwnerEvent.safeParse(event).data;
          if (own === undefined) return (await renderer.line?.(post, event)) ?? null;
          return renderOwnerEvent(own, mention, words);
        },
      };
    },
    jobs: isReminding ? [remindJob(store, openSince, reminderMinutes * 60_000)] : [],
  };
}

const CardValue = z.object({ subject: z.string(), owner: z.string().nullable() });

/** Takes the card for the first click; a later click is answered with the owner's name. */
async function takeCard(
  click: Click,
  { config, people, store, now }: AppContext,
  openSince: OpenSince,
): Promise<void> {
  const { person, words } = click;
  await click.ack();
  const card = parseValue(CardValue, click.value);
  if (card === null) return click.answer(plainAnswer(words.edge.outdated));
  const { operators } = config.people;
  if (!people.isOn(operators, person)) {
    return click.answer(renderNoAccess(words.oncall.notAllowed, operators, words.common.access));
  }
  const { subject, owner: shown } = card;
  const [post] = await store.posts.ofAudience("on-call", { subject });
  if (post === undefined || (await openSince(post)) === null)
    return click.answer(plainAnswer(words.oncall.over));
  let first: CardOwner | null = null;
  await change(subject, store, (cards) => {
    const decided = take(cards, { subject, by: person.id, shown, now: now() });
    first = "owner" in decided ? decided.owner : null;
    return "owner" in decided ? null : decided;
  });
  if (first !== null) await click.answer(renderFirst(first, click));
}

function renderFirst({ person: first, at }: CardOwner, { person, words: { oncall } }: Click) {
  if (first === person.id) return plainAnswer(oncall.yours);
  return renderAnswer([[{ user: first }, oncall.first, " · ", { at: new Date(at) }]]);
}

/** Decides by the newest stored cards; stores the result and refreshes the card's post in one transaction. */
function change(
  subject: string,
  { monitors }: Pick<Store, "monitors">,
  decide: (cards: OncallCards) => CardChange | null,
): Promise<boolean> {
  return announceChanges(monitors, oncallMonitorName, (known) => {
    const decided = decide(readCards(known));
    if (decided === null) return null;
    const { cards, event } = decided;
    const { by, other: outcome } = event;
    const entry: NewAuditEntry | null =
      by === null ? null : { event: "taken", person: by, subject: `card:${subject}`, outcome };
    return {
      known: { cards },
      notification: { changed: [subject], lines: [{ subject, audience: "on-call", event }] },
      ...(entry && { entry }),
    };
  });
}

const minuteMs = 60_000;
/** Time without a change after which a card gets no reminder, as when the app was down for a day. */
const lookedAtMs = 24 * 60 * minuteMs;

/** Looks every minute for cards without an owner, and reminds on-call once of each. */
function remindJob(store: Store, openSince: OpenSince, remindAfterMs: number): Job {
  return {
    name: "oncall",
    dueSince: every(minuteMs),
    atStart: true,
    async run(signal) {
      const at = await store.jobs.now();
      const posts = await store.posts.ofAudience("on-call", {
        changedAfter: new Date(at.getTime() - lookedAtMs),
      });
      const cards = readCards((await store.monitors.get(oncallMonitorName)).known);
      for (const post of posts) {
        signal.throwIfAborted();
        if (createReminder(cards, post.subject, at) === null) continue;
        // A card that can't be rendered must not stop other cards' reminders; delivery logs the error.
        const since = await openSince(post).catch(() => null);
        if (since === null || at.getTime() - since.getTime() < remindAfterMs) continue;
        await change(post.subject, store, (newest) => createReminder(newest, post.subject, at));
      }
    },
  };
}
