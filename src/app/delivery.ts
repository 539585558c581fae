import { wordsOf } from "../locales/index.ts";
import { slackLimits } from "../slack/blocks/limits.ts";
import { Delivery } from "../slack/posts/delivery.ts";
import { parsePostBody } from "../slack/posts/publisher.ts";
import type { Ground } from "./ground.ts";

/** What has not arrived by then is left to the next start. */
const stopPostsMs = 5000;

/** Brings stored posts to their conversations, once it is started. */
export function createDelivery(ground: Ground, ending: AsyncDisposableStack): Delivery {
  const { config, log, slack, store, now, random } = ground;
  const { results, review, onCall } = config.conversations;
  const named = [results, review, ...onCall].filter((id) => id !== null);
  const { edge, delivery: words } = wordsOf(config.locale);
  const delivery = new Delivery({
    queue: store.posts,
    client: slack,
    parseBody: parsePostBody,
    repeatNote: edge.repeatedPost,
    words,
    trusted: new Set(named),
    paceMs: (ground.pace ?? slackLimits).postMs,
    now,
    random,
    onFailure: (failure) => log.warn(failure, "a post did not arrive"),
  });
  ending.defer(() => delivery.stop(stopPostsMs));
  return delivery;
}
