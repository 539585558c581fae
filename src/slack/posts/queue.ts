import type { WebClient } from "@slack/web-api";
import type { Backoff } from "../../backoff.ts";
import type { Clocks } from "../../clocks.ts";
import type { Message, PostQueue, QueuedPost } from "../../post-queue.ts";
import type { Answer } from "../blocks/answer.ts";

export type Pace = {
  /** For its conversation, after a post or a reply. */
  postMs: number;
  /** Over all conversations; `editBurst` edits may come at once. */
  editMs: number;
  editBurst: number;
};

/** Places outside Slack where somebody has to act. */
export type Outside = "console" | "runbook";

/**
 * A link to another post; `to`: null while that doesn't stand. `leadsBack`: subject that links here without having known it,
 * and is rendered again when this post appears.
 */
export type PostLink = { says: string; to: Message | null; leadsBack?: string };

/** `leadsTo`: where else somebody has to act. `openSince`: for what waits for somebody. */
export type RenderedPost = Answer & {
  links?: readonly PostLink[];
  leadsTo?: readonly Outside[];
  openSince?: Date;
};

export type PostToRender = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination"> & {
  /** Version being delivered. */
  version?: number;
};

/**
 * Renders a kind of subject from the store, always the same for the same state. Null: nothing to show, and a standing
 * message stays.
 */
export type Renderer = {
  render(post: PostToRender): Promise<RenderedPost | null>;
  /** The reply for a thread event. */
  line?(post: PostToRender, event: unknown): Promise<Answer | null>;
};

export type DeliveryOptions = {
  queue: PostQueue;
  client: Pick<WebClient, "auth" | "chat" | "conversations">;
  /** Whether the configuration names a conversation for this audience: then it is posted to, whoever reads there. */
  isNamed: (conversation: string, audience: string) => boolean;
  /** By kind. Other kinds wait for an instance that can render them. */
  renderers: ReadonlyMap<string, Renderer>;
  /** Posted where the first rendering fails. */
  plainWords: (post: QueuedPost) => Answer;
  /** Under a post that an earlier try may have delivered. */
  repeatNote: string;
  /** Under a post meant for another conversation: its sentence, with `{conversation}`. */
  moved: string;
  /** The lease, and beliefs about conversations, must be fresh by both. */
  clocks?: Clocks;
  pace: Pace;
  /** In [0, 1), for jitter. */
  random: () => number;
  retries?: Backoff | undefined;
  onFailure: (failure: DeliveryFailure) => void;
  onFate?: (fate: Fate) => void;
  onLead?: (isLeading: boolean) => void;
};

export type Fate = "delivered" | "retried" | "readdressed" | "given_up";

type DeliveryFailure = {
  postId: number;
  destination: string;
  reason: string;
  givenUp: boolean;
  /** An error of the store or a defect; Slack's answers have their reason alone. */
  err?: unknown;
};

/**
 * Whether the choice means the author's own direct message: everything but a channel's id. A direct message between two
 * others can't be posted to, and a person's id would reach somebody else.
 */
export function isDirectMessage(conversation: string | null): boolean {
  return conversation !== null && !/^[CG][A-Z0-9]+$/.test(conversation);
}
