import { z } from "zod";
import { announceChanges, every, type Job } from "../../jobs/index.ts";
import { parseValue } from "../../lists/show-list.ts";
import { wordsOf } from "../../locales/index.ts";
import { plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import { renderNoAccess } from "../../slack/people/no-access.ts";
import type { PostToRender, Renderer } from "../../slack/posts/queue.ts";
import type { NewAuditEntry, Store } from "../../store/index.ts";
import type { AppContext, Feature } from "../feature.ts";
import { addLinks, addOwner, createLinkButtons, ids, renderOwnerEvent } from "./oncall.view.ts";
import {
  type CardChange,
  type CardOwner,
  type OncallCards,
  OwnerEvent,
  oncallMonitorName,
  readCards,
  take,
  toReminder,
} from "./owners.ts";

/** Time since which a card needs somebody, as its renderer says; null if it needs nobody any more. */
type OpenSince = (post: PostToRender) => Promise<Date | null>;

/** Owners of on-call's cards, reminders of cards without one, and link buttons on any post. */
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
          if (since === undefined || post.audience !== "on-call") return addLinks(rendered, links, words);
          const { known } = await store.monitors.get(oncallMonitorName);
          const owner = readCards(known)[post.subject]?.owner ?? null;
          const owned = addOwner(rendered, { subject: post.subject, owner, openSince: since }, words);
          return addLinks(owned, links, words);
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

/** Handles "I'm on it": the first click counts, and a later one is answered with who that was. */
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

/** Decides by the newest stored cards. Stores the result and refreshes the card's post in one transaction. */
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
/** Cards unchanged for longer get no reminder, as after the app was down for a day. */
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
        if (toReminder(cards, post.subject, at) === null) continue;
        // A card that can't be rendered must not stop other cards' reminders; delivery logs the error.
        const since = await openSince(post).catch(() => null);
        if (since === null || at.getTime() - since.getTime() < remindAfterMs) continue;
        await change(post.subject, store, (newest) => toReminder(newest, post.subject, at));
      }
    },
  };
}
