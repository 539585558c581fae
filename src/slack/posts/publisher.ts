import type { KnownBlock } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { z } from "zod";
import { inert } from "../blocks/answer.ts";
import { slackLimits } from "../blocks/limits.ts";
import { type Line, renderLines } from "../blocks/rich-text.ts";
import { judgePostFailure, PartlyPostedError } from "./post-failure.ts";

/** A post as features render it: `renderAnswer`'s result, kept as JSON until Slack has it. */
export type PostBody = { text: string; blocks: KnownBlock[] };

const StoredPost = z.object({ text: z.string(), blocks: z.array(z.custom<KnownBlock>(isObject)) });

/** A stored post read back; its blocks were rendered by this app. */
export function parsePostBody(body: unknown): PostBody {
  return StoredPost.parse(body);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

export type PublisherOptions = {
  client: Pick<WebClient, "chat" | "conversations">;
  /** Conversations that the operator named in the configuration: posted to even when shared. */
  trusted: ReadonlySet<string>;
  now: () => Date;
};

/** Slack's own pace for one conversation. */
const paceMs = 1000;
/** Slack answers 50 of these questions a minute; an invitation, which counts as shared, usually lies open for longer. */
const sharingBelievedForMs = 60_000;

/** Puts one post into one conversation, at Slack's pace and only where it may be read. */
export function createPublisher({ client, trusted, now }: PublisherOptions) {
  const lastPostAt = new Map<string, number>();
  const sharing = new Map<string, { shared: boolean; readAt: number }>();

  async function keepPace(destination: string): Promise<void> {
    const last = lastPostAt.get(destination);
    const waitMs = last === undefined ? 0 : last + paceMs - now().getTime();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, paceMs)));
    if (lastPostAt.size > 10_000) lastPostAt.clear();
    lastPostAt.set(destination, now().getTime());
  }

  /** The text says all that the blocks say, so it alone still tells everything. */
  async function publishText(channel: string, text: string): Promise<string> {
    let ts: string | undefined;
    for (const part of splitText(text)) {
      await keepPace(channel);
      try {
        ts = (await client.chat.postMessage({ channel, text: part, ...inert })).ts ?? "";
      } catch (cause) {
        throw ts === undefined ? cause : new PartlyPostedError("a split post is incomplete", { cause });
      }
    }
    return ts ?? "";
  }

  return {
    /** A result must not leave the organisation because somebody shared the conversation. */
    async isSharedOutside(destination: string): Promise<boolean> {
      if (!/^[CG]/.test(destination) || trusted.has(destination)) return false;
      const known = sharing.get(destination);
      const ageMs = known === undefined ? Number.POSITIVE_INFINITY : now().getTime() - known.readAt;
      // A clock that was set back must not keep an answer.
      if (known !== undefined && ageMs >= 0 && ageMs < sharingBelievedForMs) return known.shared;
      const { channel } = await client.conversations.info({ channel: destination });
      const shared = channel?.is_ext_shared === true || channel?.is_pending_ext_shared === true;
      if (sharing.size > 10_000) sharing.clear();
      sharing.set(destination, { shared, readAt: now().getTime() });
      return shared;
    },

    /** The (last) message's ts. Throws what web-api throws, or PartlyPostedError with that as its cause. */
    async publish(channel: string, body: PostBody): Promise<string> {
      await keepPace(channel);
      try {
        const { ts } = await client.chat.postMessage({ channel, ...body, ...inert });
        return ts ?? "";
      } catch (error) {
        if (judgePostFailure(error).kind !== "plain") throw error;
        return await publishText(channel, body.text);
      }
    },
  };
}

/** The post with notes under it, in the blocks and in the text. */
export function withNotes(body: PostBody, notes: Line[]): PostBody {
  if (notes.length === 0) return body;
  const { text, block } = renderLines(notes);
  return { text: `${body.text}\n${text}`, blocks: [...body.blocks, block] };
}

/** Cuts between lines where it can, never within a character. */
export function splitText(text: string): string[] {
  const parts: string[] = [];
  let part = "";
  for (const line of text.split(/(?<=\n)/)) {
    for (const piece of line.match(new RegExp(`[^]{1,${slackLimits.sectionText}}`, "gu")) ?? []) {
      if (part.length + piece.length > slackLimits.messageText) {
        parts.push(part);
        part = "";
      }
      part += piece;
    }
  }
  return part === "" ? parts : [...parts, part];
}
