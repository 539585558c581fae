import { wordsOf } from "../../locales/index.ts";
import type { Piece } from "../../slack/blocks/rich-text.ts";
import { renderNoRight } from "../../slack/people/no-access.ts";
import type { Drawer, Drawn } from "../../slack/posts/queue.ts";
import type { Feature, House } from "../feature.ts";
import { ids } from "./ids.ts";
import { clickTake, type OncallDeps } from "./oncall.slack.ts";
import { linkButton, renderLinked, renderOwned, renderOwnerEvent } from "./oncall.view.ts";
import { OwnerEvent, readCards, watchName } from "./owners.ts";
import { type CardWatch, watchCards } from "./watch.ts";

/** Who is on it: on what waits for on-call, and a reminder where nobody is. And the ways out of Slack, on any post. */
export function createOncall(house: House): Feature {
  const { config, people, store, now } = house;
  const { operators } = config.people;
  const { reminderMinutes, mention, ...links } = config.oncall;
  const words = wordsOf(config.locale).oncall;
  const drawers = new Map<string, Drawer>();

  /** As its own feature draws it now. */
  async function openSince(post: Drawn): Promise<Date | null> {
    return (await drawers.get(post.kind)?.draw(post))?.openSince ?? null;
  }

  const deps: OncallDeps = {
    ...{ watches: store.watches, now },
    isOperator: (person) => people.isOn(operators, person),
    refusal: (locale) => {
      const { oncall, common } = wordsOf(locale);
      return renderNoRight(oncall.notAllowed, operators, common.access);
    },
    isOpen: async (subject) => {
      const [post] = await store.posts.told("on-call", { subject });
      return post !== undefined && (await openSince(post)) !== null;
    },
  };

  const watching: CardWatch = {
    store,
    // What can't be drawn is logged where it is posted, and keeps nobody from hearing of the others.
    openSince: (post) => openSince(post).catch(() => null),
    remindAfterMs: mention === null || reminderMinutes === 0 ? null : reminderMinutes * 60_000,
  };

  return {
    routes: {
      clicks: {
        [ids.take]: (click) => clickTake(click, deps),
        [ids.console]: ({ ack }) => ack(),
        [ids.runbook]: ({ ack }) => ack(),
      },
    },
    offers: { toConsole: ({ oncall }) => linkButton("console", links.console, oncall) },
    around: (kind, drawer) => {
      drawers.set(kind, drawer);
      return {
        async draw(post) {
          const picture = await drawer.draw(post);
          if (picture === null) return null;
          const { openSince: since } = picture;
          if (since === undefined || post.place !== "on-call") return renderLinked(picture, links, words);
          const { known } = await store.watches.get(watchName);
          const owner = readCards(known)[post.subject]?.owner ?? null;
          const owned = renderOwned(picture, { subject: post.subject, owner, openSince: since }, words);
          return renderLinked(owned, links, words);
        },
        async line(post, event) {
          const own = OwnerEvent.safeParse(event).data;
          if (own === undefined) return (await drawer.line?.(post, event)) ?? null;
          return renderOwnerEvent(own, toPiece(mention), words);
        },
      };
    },
    jobs: config.conversations.onCall.length === 0 ? [] : [watchCards(watching)],
  };
}

/** A group's id begins with S, a person's with U or W. */
function toPiece(mention: string | null): Piece | null {
  if (mention === null) return null;
  return mention.startsWith("S") ? { group: mention } : { user: mention };
}
