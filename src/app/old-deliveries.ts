import { wordsOf } from "../locales/index.ts";
import { beginFinding } from "../outcomes/finding.view.ts";
import type { Ground } from "./ground.ts";

const key = "finding:old-deliveries";

/** Counts deliveries that are too old to be answered, and tells on-call once what that may be. */
export function createOldDeliveries({ config, log, metrics, now, store }: Ground): () => void {
  const { onCall } = config.conversations;
  const { title, says } = wordsOf(config.locale).edge.oldDeliveries;
  let isTold = onCall.length === 0;
  return () => {
    metrics.oldDelivery();
    if (isTold) return;
    isTold = true;
    const finding = { key, title, says: says.map((line) => [line]), grey: [[{ at: now() }]] };
    store.posts.addOnce(key, [beginFinding(finding, onCall)], "for_retention").catch((error: unknown) => {
      isTold = false;
      log.error({ err: error }, "that deliveries are too old could not be told");
    });
  };
}
