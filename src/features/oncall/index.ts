import { every } from "../../jobs/index.ts";
import type { Piece } from "../../slack/blocks/rich-text.ts";
import { renderNoAccess, whomToAsk } from "../../slack/people/no-access.ts";
import type { Drawer, Drawn } from "../../slack/posts/queue.ts";
import type { Feature, House } from "../feature.ts";
import { ids } from "./ids.ts";
import { change, clickHandOver, clickTake, type OncallDeps, submitHandOver } from "./oncall.slack.ts";
import { linkButton, renderLinked, renderOwned, renderOwnerEvent } from "./oncall.view.ts";
import { OwnerEvent, readCards, remind, watchName } from "./owners.ts";

const minuteMs = 60_000;
/** A card that nothing changed for so long is not looked at: the bot was away, and whoever is on call knows. */
const lookedAtMs = 24 * 60 * minuteMs;

/** Who is on it: on what waits for on-call, and a reminder where nobody is. And the ways out of Slack, on any post. */
export function createOncall(house: House): Feature {
  const { config, people, store, wordsOf, now } = house;
  const { operators } = config.people;
  const { reminderMinutes, mention, ...links } = config.oncall;
  const words = wordsOf(config.locale).oncall;
  const drawers = new Map<string, Drawer>();

  /** As its own feature draws it now. */
  async function openSince(post: Drawn): Promise<Date | null> {
    return (await drawers.get(post.kind)?.draw(post))?.openSince ?? null;
  }

  const deps: OncallDeps = {
    ...{ watches: store.watches, wordsOf, now },
    isOperator: (person) => people.isOn(operators, person),
    isNamedOperator: (id) => people.isNamedOn(operators, id),
    refusal: (locale) => {
      const { oncall, common } = wordsOf(locale);
      return renderNoAccess(oncall.notAllowed, whomToAsk(operators, common.operators));
    },
    isOpen: async (subject) => {
      const [post] = await store.posts.standing("on-call", { subject });
      return post !== undefined && (await openSince(post)) !== null;
    },
  };

  return {
    routes: {
      clicks: {
        [ids.take]: (click) => clickTake(click, deps),
        [ids.handOver]: (click) => clickHandOver(click, deps),
        [ids.console]: ({ ack }) => ack(),
        [ids.runbook]: ({ ack }) => ack(),
      },
      submissions: { [ids.handOver]: (submission) => submitHandOver(submission, deps) },
    },
    offers: { toConsole: ({ oncall }) => linkButton("console", links.console, oncall) },
    around: (kind, drawer) => {
      drawers.set(kind, drawer);
      return {
        async draw(post) {
          const picture = await drawer.draw(post);
          if (picture === null) return null;
          const { openSince: since } = picture;
          const linked = renderLinked(picture, links, words);
          if (since === undefined || post.place !== "on-call") return linked;
          const { known } = await store.watches.get(watchName);
          const owner = readCards(known)[post.subject]?.owner ?? null;
          return renderOwned(linked, { subject: post.subject, owner, openSince: since }, words);
        },
        async line(post, event) {
          const own = OwnerEvent.safeParse(event).data;
          if (own === undefined) return (await drawer.line?.(post, event)) ?? null;
          return renderOwnerEvent(own, toPiece(mention), words);
        },
      };
    },
    jobs:
      reminderMinutes === 0 || mention === null || config.conversations.onCall.length === 0
        ? []
        : [{ name: "oncall.reminder", dueSince: every(minuteMs), atStart: true, run: remindOfAll }],
  };

  async function remindOfAll(signal: AbortSignal): Promise<void> {
    const at = await store.jobs.now();
    const posts = await store.posts.standing("on-call", {
      changedAfter: new Date(at.getTime() - lookedAtMs),
    });
    const cards = readCards((await store.watches.get(watchName)).known);
    for (const post of posts) {
      signal.throwIfAborted();
      if (remind(cards, post.subject, at) === null) continue;
      const since = await openSince(post);
      if (since === null || at.getTime() - since.getTime() < reminderMinutes * minuteMs) continue;
      await change(post.subject, deps, (newest) => remind(newest, post.subject, at));
    }
  }
}

/** A group's id begins with S, a person's with U or W. */
function toPiece(mention: string | null): Piece | null {
  if (mention === null) return null;
  return mention.startsWith("S") ? { group: mention } : { user: mention };
}
