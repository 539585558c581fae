import type { WebClient } from "@slack/web-api";
import type { Backoff } from "../../backoff.ts";
import type { Clocks } from "../../clocks.ts";
import type { PostQueue, QueuedPost, SlackMessage } from "../../post-queue.ts";
import type { Answer } from "../blocks/answer.ts";

export type Pace = {
  /** Pause in a conversation after a post or a reply. */
  postMs: number;
  /** Pause between edits over all conversations; `editBurst` of them may come at once. */
  editMs: number;
  editBurst: number;
};

/** Places outside Slack where a person has to act. */
export type OutsidePlace = "console" | "runbook";

/**
 * A link to another post; `to` is null while that post isn't in Slack. `leadsBack` is the subject of a post that should link
 * to this one but was rendered before it; it is rendered again when this one appears.
 */
export type PostLink = { says: string; to: SlackMessage | null; leadsBack?: string };

/** `leadsTo` are the places that get link buttons. `openSince` is when the post began to wait for a person to act. */
export type RenderedPost = Answer & {
  links?: readonly PostLink[];
  leadsTo?: readonly OutsidePlace[];
  openSince?: Date;
};

export type PostToRender = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination"> & {
  /** Version being delivered. */
  version?: number;
};

/** Renders a kind of post from the store. Null if there is nothing to show; an existing Slack message then stays. */
export type Renderer = {
  render(post: PostToRender): Promise<RenderedPost | null>;
  /** Renders the reply for a thread event. */
  line?(post: PostToRender, event: unknown): Promise<Answer | null>;
};

export type DeliveryOptions = {
  queue: PostQueue;
  client: Pick<WebClient, "auth" | "chat" | "conversations">;
  /** Whether the configuration names a conversation for this audience, whose readers then needn't be checked. */
  isNamed: (conversation: string, audience: string) => boolean;
  /** Renderers by kind. Posts of other kinds wait for an instance that can render them. */
  renderers: ReadonlyMap<string, Renderer>;
  /** Makes the text to post if a post can't be rendered and has no Slack message yet. */
  plainWords: (post: QueuedPost) => Answer;
  /** Note in a post that an earlier try may have posted already. */
  repeatNote: string;
  /** Note in a post meant for another conversation, with `{conversation}` in the sentence. */
  moved: string;
  /** Clocks for the lease and the age of look-ups, which must be fresh by both. */
  clocks?: Clocks;
  pace: Pace;
  /** Returns a number in [0, 1), for jitter. */
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
  /** Error of the store or a defect; absent for errors of Slack, which `reason` names. */
  err?: unknown;
};

/**
 * Whether a chosen conversation means the author's direct message with the app: any id but a channel's. Other direct
 * messages can't be posted to, and a user's id would reach somebody else.
 */
export function isDirectMessage(conversation: string | null): boolean {
  return conversation !== null && !/^[CG][A-Z0-9]+$/.test(conversation);
}
