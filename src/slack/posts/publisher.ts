import type { WebClient } from "@slack/web-api";
import { type Clocks, systemClocks } from "../../clocks.ts";
import { pause, within } from "../../deadline.ts";
import type { Message } from "../../post-queue.ts";
import { type Answer, inert } from "../blocks/answer.ts";
import { cutText, escapeText } from "../blocks/escape.ts";
import { slackLimits } from "../blocks/limits.ts";
import { type Line, renderLines } from "../blocks/rich-text.ts";
import { judgePostFailure, PartlyPostedError } from "./post-failure.ts";
import { createReaders, type Placed, type ReadersOptions } from "./readers.ts";

export type PublisherOptions = Omit<ReadersOptions, "client" | "clocks"> & {
  client: Pick<WebClient, "auth" | "chat" | "conversations">;
  /** Between the parts of a post that has to be split; the queue paces whole posts. */
  paceMs: number;
  /** What is believed of a conversation must be fresh by both. */
  clocks?: Clocks;
};

type Place = { channel: string; thread_ts?: string };

/** A post goes without its link, or without the reason for its place, rather than wait longer for Slack to say it. */
const lookWithinMs = 2000;
/** What Slack says of a private conversation to an app that isn't in it. */
const notThere: ReadonlySet<string> = new Set(["channel_not_found", "not_in_channel"]);

/** Why a conversation takes no post, as far as Slack says it. `notInvited`: the app, or the person whose post it is. */
export type Obstacle = "shared" | "archived" | "notInvited" | "other";

/** Puts one post into one conversation, and only where it may be read. */
export function createPublisher(options: PublisherOptions) {
  const { client, isNamed, paceMs, clocks = systemClocks } = options;
  const { lookAt, findBar, isBelieved, forget } = createReaders({ client, isNamed, clocks });

  async function readAddress({ channel, ts }: Message, from: string): Promise<string | null> {
    if (channel !== from && (!channel.startsWith("C") || (await lookAt(channel)).isPrivate)) return null;
    const { permalink = "" } = await client.chat.getPermalink({ channel, message_ts: ts });
    return /^https?:\/\/[^\s<>|]+$/.test(permalink) ? permalink : null;
  }

  async function post(place: Place, content: Partial<Answer> & { text: string }): Promise<Message> {
    const { channel = place.channel, ts = "" } = await client.chat.postMessage({
      ...place,
      ...content,
      ...inert,
    });
    return { channel, ts };
  }

  /** The text says all that the blocks say, so it alone still tells everything. */
  async function postText(place: Place, text: string, assertMayLeave: () => void): Promise<Message> {
    let last: Message | undefined;
    for (const part of splitText(text)) {
      await pause(paceMs);
      try {
        assertMayLeave();
        last = await post(place, { text: part });
      } catch (cause) {
        throw last === undefined ? cause : new PartlyPostedError("a split post is incomplete", { cause });
      }
    }
    return last ?? { channel: place.channel, ts: "" };
  }

  return {
    findBar,
    isBelieved,

    /** Looked up when it is told, since what was the reason for one try is not kept for what follows it. */
    async obstacleAt(conversation: string, placed: Placed): Promise<Obstacle> {
      const looked = findBar(conversation, placed)
        .then(async (bar): Promise<Obstacle> => {
          if (bar !== null) return bar === "externally_shared" ? "shared" : "notInvited";
          return (await lookAt(conversation)).isArchived ? "archived" : "other";
        })
        .catch(
          (error: unknown): Obstacle =>
            notThere.has(judgePostFailure(error).reason) ? "notInvited" : "other",
        );
      return (await within(lookWithinMs, looked)) ?? "other";
    },

    /** Whether Slack answers what has nothing to do with posts. */
    async isAnswering(): Promise<boolean> {
      const asked = client.auth.test().then(
        () => true,
        () => false,
      );
      return (await within(lookWithinMs, asked)) ?? false;
    },

    /**
     * The address of a message that whoever reads it in the conversation `from` may read: it stands there too, or the whole
     * workspace may. Null of others, and where Slack doesn't name it.
     */
    async addressOf(message: Message, from: string): Promise<string | null> {
      return (
        (await within(
          lookWithinMs,
          readAddress(message, from).catch(() => null),
        )) ?? null
      );
    },

    /**
     * The (last) message. Throws what web-api throws or `assertMayLeave`, asked before each request, or PartlyPostedError
     * with that as its cause.
     */
    async publish(place: Place, body: Answer, assertMayLeave: () => void): Promise<Message> {
      try {
        assertMayLeave();
        return await post(place, body);
      } catch (error) {
        forget(place.channel);
        if (judgePostFailure(error).kind !== "plain") throw error;
        return await postText(place, body.text, assertMayLeave);
      }
    },

    /**
     * Text and blocks together: left out, Slack would keep the old ones. It edits no text that is longer, though it
     * posts one; the blocks say all of it.
     */
    async edit(
      { channel, ts }: Message,
      { text, blocks }: Answer,
      assertMayLeave: () => void,
    ): Promise<Message> {
      const cut = cutText(text, slackLimits.messageText);
      assertMayLeave();
      await client.chat.update({ channel, ts, text: cut, blocks, link_names: false });
      return { channel, ts };
    },

    /** One of the app's own, which another stands beside. */
    async remove({ channel, ts }: Message): Promise<void> {
      await client.chat.delete({ channel, ts });
    },
  };
}

/** The post with a link at the end of its grey line, or in one of its own. */
export function withLink({ text, blocks }: Answer, address: string, words: string): Answer {
  const url = escapeText(address);
  const at = blocks.findLastIndex(({ type }) => type === "context");
  const grey = blocks[at];
  const shown = grey?.type === "context" && grey.elements.length < slackLimits.contextElements ? grey : null;
  const before = shown === null ? "" : "· ";
  const link = { type: "mrkdwn" as const, text: `${before}<${url}|${escapeText(words)}>` };
  const block = { type: "context" as const, elements: [...(shown?.elements ?? []), link] };
  return {
    text: `${text}\n${escapeText(words)}: ${url}`,
    blocks: shown === null ? [...blocks, block] : blocks.with(at, { ...shown, ...block }),
  };
}

/** The post with notes under it, in the blocks and in the text. */
export function withNotes(body: Answer, notes: Line[]): Answer {
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
