import { z } from "zod";
import type { Config } from "../config.ts";
import { wordsOf } from "../locales/index.ts";
import { withTerms } from "../locales/terms.ts";
import type { OperationsOptions } from "../operations/index.ts";
import { renderNotice, toNotice } from "../outcomes/acknowledgement.view.ts";
import { createAlertRenderer } from "../outcomes/alert.view.ts";
import { plainAnswer } from "../slack/blocks/answer.ts";
import { slackLimits } from "../slack/blocks/limits.ts";
import { sendDirectMessage } from "../slack/edge/respond-to.ts";
import { Delivery } from "../slack/posts/delivery.ts";
import type { Renderer } from "../slack/posts/queue.ts";
import type { SharedModules } from "./shared-modules.ts";

/** Time to deliver posts at a stop; the next start delivers the others. */
const stopPostsMs = 5000;

export function createDelivery(
  shared: SharedModules,
  ending: AsyncDisposableStack,
  renderers: ReadonlyMap<string, Renderer>,
): Delivery {
  const { config, log, metrics, slack, store, random } = shared;
  const { results, review, onCall } = config.conversations;
  const named = new Map<string, readonly (string | null)[]>([
    ["result", [results]],
    ["review", [review]],
    ["on-call", onCall],
  ]);
  const {
    edge,
    delivery: { moved },
  } = wordsOf(config.locale);
  const delivery = new Delivery({
    queue: store.posts,
    renderers,
    plainWords: ({ subject }) => plainAnswer(edge.notDrawn(subject)),
    client: slack,
    repeatNote: edge.repeatedPost,
    moved,
    isNamed: (conversation, audience) => named.get(audience)?.includes(conversation) === true,
    pace: shared.pace ?? slackLimits,
    random,
    retries: shared.postRetries,
    onFailure: (failure) =>
      log.warn(failure, failure.postId === 0 ? "posts could not be looked after" : "a post did not arrive"),
    onFate: metrics.delivered,
    onLead: (isLeading) =>
      log.info({}, isLeading ? "this instance delivers posts" : "this instance delivers no posts any more"),
  });
  ending.defer(() => delivery.stop(stopPostsMs));
  return delivery;
}

/** Terms of operation kinds, by name and not by import, because the app also runs without a kind's feature. */
const termsOf = new Map<string, Parameters<typeof withTerms>[1]>([
  ["files.upload", "upload"],
  ["files.delete", "delete"],
  ["templates.update", "update"],
  ["templates.comment", "comment"],
]);

/** Says in a direct message why nothing is sent, after the acknowledgement said "still being stored". */
export function createRefusalAnswerer(
  { slack: client }: Pick<SharedModules, "slack">,
  stopping: AbortSignal,
): OperationsOptions["answerRefused"] {
  return async ({ kind, by: { person } }, acknowledgement) => {
    const usual = wordsOf(person.locale);
    const terms = termsOf.get(kind);
    const [words, name] =
      terms === undefined
        ? [usual, usual.outcomes.message]
        : [withTerms(usual, terms), { ...usual.files.kind, ...usual.templates.kind }[terms]];
    const notice = toNotice(acknowledgement, { kind: name }, words);
    if (notice !== null) await sendDirectMessage({ client, stopping }, person.id, renderNotice(notice));
  };
}

const oldDeliveriesKind = "old-deliveries";

const Facts = z.object({ at: z.number() });

/** Counts Slack payloads that came too late to be answered, and alerts on-call of the first. */
export function createStalePayloadCounter({ config, log, metrics, now, store }: SharedModules): () => void {
  const { onCall } = config.conversations;
  let isAlerted = onCall.length === 0;
  return () => {
    metrics.oldDelivery();
    if (isAlerted) return;
    isAlerted = true;
    const post = { subject: `alert:${oldDeliveriesKind}`, audience: "on-call", kind: oldDeliveriesKind };
    const facts = { at: now().getTime() };
    store.posts.addOnce({ ...post, destinations: onCall, facts }).catch((error: unknown) => {
      isAlerted = false;
      log.error({ err: error }, "that deliveries are too old could not be told");
    });
  };
}

export function createStalePayloadRenderer({ locale }: Pick<Config, "locale">): [string, Renderer] {
  const { title, says } = wordsOf(locale).edge.oldDeliveries;
  const renderer = createAlertRenderer((facts) => ({
    title,
    says: says.map((line) => [line]),
    grey: [[{ at: new Date(Facts.parse(facts).at) }]],
  }));
  return [oldDeliveriesKind, renderer];
}
