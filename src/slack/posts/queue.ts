import type { WebClient } from "@slack/web-api";
import type { Backoff } from "../../backoff.ts";
import type { Clocks } from "../../clocks.ts";
import type { PostQueue, QueuedPost, SlackMessage } from "../../post-queue.ts";
import type { Answer } from "../blocks/answer.ts";

export type Pace = {
  /** Pause of a conversation after a post or a reply. */
  postMs: number;
  /** Pause between edits over all conversations; `editBurst` of them may come at once. */
  editMs: number;
  editBurst: number;
};

/** Places outside Slack where somebody has to act. */
export type OutsidePlace = "console" | "runbook";

/**
 * A link to another post; `to` is null while that post isn't in Slack. `leadsBack`: subject of a post that links here
 * without having known this one, and is rendered again when this one appears.
 */
export type PostLink = { says: string; to: SlackMessage | null; leadsBack?: string };

/** `leadsTo`: the places that the post gets link buttons to. `openSince`: when it began to wait for somebody to act. */
export type RenderedPost = Answer & {
  links?: readonly PostLink[];
  leadsTo?: readonly OutsidePlace[];
  openSince?: Date;
};

export type PostToRender = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination"> & {
  /** Version being delivered. */
  version?: number;
};

/** Renders a kind of subject from the store. Null: nothing to show, and an existing Slack message stays. */
export type Renderer = {
  render(post: PostToRender): Promise<RenderedPost | null>;
  /** Renders the reply for a thread event. */
  line?(post: PostToRender, event: unknown): Promise<Answer | null>;
};

export type DeliveryOptions = {
  queue: PostQueue;
  client: Pick<WebClient, "auth" | "chat" | "conversations">;
  /** Whether the configuration names a conversation for this audience: its readers are then not checked. */
  isNamed: (conversation: string, audience: string) => boolean;
  /** Keyed by kind. Posts of other kinds wait for an instance that can render them. */
  renderers: ReadonlyMap<string, Renderer>;
  /** Posted if a post can't be rendered and has no Slack message yet. */
  plainWords: (post: QueuedPost) => Answer;
  /** Note in a post that an earlier try may have delivered. */
  repeatNote: string;
  /** Note in a post meant for another conversation, with `{conversation}` in the sentence. */
  moved: string;
  /** Clocks for the lease and for what is believed about conversations: both must be fresh by each. */
  clocks?: Clocks;
  pace: Pace;
  /** In [0, 1), for jitter. */
  random: () => number;
  retries?: Backoff | undefined;
  onFailure: (failure: DeliveryFailure) => void;
  onFate?: (fate: DeliveryResult) => void;
  onLead?: (isLeading: boolean) => void;
};

export type DeliveryResult = "delivered" | "retried" | "readdressed" | "given_up";

type DeliveryFailure = {
  postId: number;
  destination: string;
  reason: string;
  givenUp: boolean;
  /** An error of the store or a defect; absent for Slack's answers, which `reason` names. */
  err?: unknown;
};

/**
 * Whether a chosen conversation means the author's own direct message: everything but a channel's id. Direct messages of two
 * others can't be posted to, and a person's id would reach somebody else.
 */
export function isDirectMessage(conversation: string | null): boolean {
  return conversation !== null && !/^[CG][A-Z0-9]+$/.test(conversation);
}
