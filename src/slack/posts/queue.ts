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

export type OutsidePlace = "console" | "runbook";

/**
 * Link to another post; `to` is null while that post isn't in Slack. `leadsBack`: subject of an earlier post that links
 * back to this one, to be rendered again when this one appears.
 */
export type PostLink = { says: string; to: SlackMessage | null; leadsBack?: string };

/** `leadsTo`: targets of link buttons. `openSince`: time from which a person has to act. */
export type RenderedPost = Answer & {
  links?: readonly PostLink[];
  leadsTo?: readonly OutsidePlace[];
  openSince?: Date;
};

export type PostToRender = Pick<QueuedPost, "subject" | "audience" | "kind" | "facts" | "destination"> & {
  version?: number;
};

/** Renders a kind of post from the store. Null if there is nothing to show; an existing Slack message then stays. */
export type Renderer = {
  render(post: PostToRender): Promise<RenderedPost | null>;
  line?(post: PostToRender, event: unknown): Promise<Answer | null>;
};

export type DeliveryOptions = {
  queue: PostQueue;
  client: Pick<WebClient, "auth" | "chat" | "conversations">;
  /** Whether the configuration names a conversation for this audience; its readers then need no check. */
  isNamed: (conversation: string, audience: string) => boolean;
  /** Renderers by kind. Posts of other kinds wait for an instance that can render them. */
  renderers: ReadonlyMap<string, Renderer>;
  /** Makes the text of a post that can't be rendered and has no Slack message yet. */
  plainWords: (post: QueuedPost) => Answer;
  /** Note that an earlier try may have posted the same. */
  repeatNote: string;
  /** Note in a post meant for another conversation, which replaces `{conversation}`. */
  moved: string;
  clocks?: Clocks;
  pace: Pace;
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
  /** Error of the store or a defect; absent for errors of Slack, whose code is in `reason`. */
  err?: unknown;
};

/**
 * True if a chosen conversation means the author's direct message with the app: any id but a channel's. The app can't
 * post to other direct messages, and a user's id would reach somebody else.
 */
export function isDirectMessage(conversation: string | null): boolean {
  return conversation !== null && !/^[CG][A-Z0-9]+$/.test(conversation);
}
