import type { Backoff } from "../../backoff.ts";
import type { Message, PostQueue, QueuedPost } from "../../post-queue.ts";
import type { Answer } from "../blocks/answer.ts";
import type { PublisherOptions } from "./publisher.ts";

/** The spacing of requests, in milliseconds. */
export type Pace = {
  /** After a post or a line, for its conversation. */
  postMs: number;
  /** For each edit, over all conversations; `editBurst` of them may come at once. */
  editMs: number;
  editBurst: number;
};

/** Outside of Slack, where somebody has to act. */
export type Outside = "console" | "runbook";

/**
 * To another post: what it says, and where that stands; null while it doesn't. `leadsBack`: a subject that
 * links to this one, and did not know it when it was stored: it is rendered again when this one appears.
 */
export type PostLink = { says: string; to: Message | null; leadsBack?: string };

/**
 * What a post says. `leadsTo`: where else somebody has to act. `openSince`: of what waits for somebody; left out where
 * nothing has to be done.
 */
export type RenderedPost = Answer & {
  links?: readonly PostLink[];
  leadsTo?: readonly Outside[];
  openSince?: Date;
};

/** As much of a post as rendering it takes. */
export type PostToRender = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination"> & {
  /** Of the post as it is delivered. */
  version?: number;
};

/**
 * A feature's way of showing a kind of subject as it is stored now. The same state gives the same picture. Null: nothing
 * is to be seen of it; where a message stands already, that stays as it is.
 */
export type Renderer = {
  render(post: PostToRender): Promise<RenderedPost | null>;
  /** The sentence of what happened, under the post. */
  line?(post: PostToRender, event: unknown): Promise<Answer | null>;
};

export type DeliveryOptions = PublisherOptions & {
  queue: PostQueue;
  /** By kind. What is of another kind waits for an instance that renders it. */
  renderers: ReadonlyMap<string, Renderer>;
  /** Posted where the first rendering fails. */
  plainWords: (post: QueuedPost) => Answer;
  pace: Pace;
  /** In [0, 1), for jitter. */
  random: () => number;
  /** Other than production's. */
  retries?: Backoff | undefined;
  onFailure: (failure: DeliveryFailure) => void;
  onFate?: (fate: Fate) => void;
  /** This instance delivers from now on, or no longer. */
  onLead?: (isLeading: boolean) => void;
};

/** What became of a request. */
export type Fate = "delivered" | "retried" | "readdressed" | "given_up";

export type DeliveryFailure = {
  postId: number;
  destination: string;
  reason: string;
  givenUp: boolean;
  /** What the store said, or a defect: Slack's answers are told by their reason alone. */
  err?: unknown;
};

/**
 * Whether what is chosen is told to its author alone: all but the id of a channel. Under a direct message's own id only
 * that can be meant, between two people the app can't post, and a person's or a name would reach somebody else.
 */
export function isDirectMessage(conversation: string | null): boolean {
  return conversation !== null && !/^[CG][A-Z0-9]+$/.test(conversation);
}
