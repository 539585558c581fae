import { z } from "zod";
import type { Config } from "../config.ts";
import { wordsOf } from "../locales/index.ts";
import { createFindingDrawer } from "../outcomes/finding.view.ts";
import type { Drawer } from "../slack/posts/queue.ts";
import type { Ground } from "./ground.ts";

/** Who draws it. */
export const oldDeliveriesKind = "old-deliveries";

const Facts = z.object({ at: z.number() });

/** Counts deliveries that are too old to be answered, and tells on-call once what that may be. */
export function createOldDeliveries({ config, log, metrics, now, store }: Ground): () => void {
  const { onCall } = config.conversations;
  let isTold = onCall.length === 0;
  return () => {
    metrics.oldDelivery();
    if (isTold) return;
    isTold = true;
    const post = { subject: `finding:${oldDeliveriesKind}`, place: "on-call", kind: oldDeliveriesKind };
    const facts = { at: now().getTime() };
    store.posts.addOnce({ ...post, destinations: onCall, facts }).catch((error: unknown) => {
      isTold = false;
      log.error({ err: error }, "that deliveries are too old could not be told");
    });
  };
}

export function createOldDeliveriesDrawer({ locale }: Pick<Config, "locale">): Drawer {
  const { title, says } = wordsOf(locale).edge.oldDeliveries;
  return createFindingDrawer((facts) => ({
    ...{ title, says: says.map((line) => [line]) },
    grey: [[{ at: new Date(Facts.parse(facts).at) }]],
  }));
}
