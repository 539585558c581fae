import { BoundedMap } from "../../bounded-map.ts";
import { type Clocks, type Moment, msBetween, readClocks, systemClocks } from "../../clocks.ts";
import { within } from "../../deadline.ts";
import type { QueuedLine, QueuedPost, SlackMessage } from "../../post-queue.ts";
import { type Answer, compose, inert } from "../blocks/answer.ts";
import { slackLimits } from "../blocks/limits.ts";
import { cutText, escapeText, fillLine, type Line, renderLines } from "../blocks/rich-text.ts";
import { isMember } from "../people/membership.ts";
import { judgePostFailure } from "./post-failure.ts";
import type { DeliveryOptions, RenderedPost } from "./queue.ts";

type PublisherOptions = Pick<DeliveryOptions, "client" | "isNamed" | "repeatNote" | "moved" | "clocks">;

/** `destinations` ends with the post's person, unless the configuration names all of them. */
type Placed = Pick<QueuedPost, "audience" | "destinations">;

type Target = { channel: string; thread_ts?: string };

/** `line`: reply to add; null for the post itself. */
type Request = { post: QueuedPost; line: QueuedLine | null };

/** Limit of a look-up for a link; after it the post goes without the link. */
const lookWithinMs = 2000;
/** Age up to which Slack's answers are reused; Slack takes 50 of these requests a minute. */
const believedForMs = 60_000;

function createBeliefs<T>(clocks: Clocks) {
  const known = new BoundedMap<string, { answer: T; readAt: Moment }>(10_000);
  const find = (key: string) => {
    const found = known.get(key);
    return found !== undefined && msBetween(found.readAt, readClocks(clocks)) < believedForMs ? found : null;
  };
  return {
    find,
    forget: (key: string) => known.delete(key),
    async ask(key: string, read: () => Promise<T>): Promise<T> {
      const found = find(key);
      if (found !== null) return found.answer;
      // Read before the call, since its answer may wait while this process is stalled.
      const readAt = readClocks(clocks);
      const answer = await read();
      known.set(key, { answer, readAt });
      return answer;
    },
  };
}

export class Publisher {
  readonly #options: PublisherOptions;
  readonly #looks: ReturnType<typeof createBeliefs<{ isShared: boolean; isPrivate: boolean }>>;
  readonly #memberships: ReturnType<typeof createBeliefs<boolean>>;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#looks = createBeliefs(options.clocks ?? systemClocks);
    this.#memberships = createBeliefs(options.clocks ?? systemClocks);
  }

  /**
   * Returns why a post may not go into a conversation: it is shared outside the organisation, or private and without
   * the author. A form may name any conversation.
   */
  async findBar(conversation: string, placed: Placed): Promise<"externally_shared" | "not_member" | null> {
    if (this.#isTrusted(conversation, placed)) return null;
    const { isShared, isPrivate } = await this.#lookAt(conversation);
    const person = personOf(placed);
    const isAuthorIn = () => isMember(this.#options.client, conversation, person);
    // Membership first: people must learn nothing about a private conversation that they are not in.
    if (isPrivate && !(await this.#memberships.ask(`${conversation} ${person}`, isAuthorIn)))
      return "not_member";
    return isShared ? "externally_shared" : null;
  }

  /** Whether `findBar`'s answer is still recent enough, after rendering and marking. */
  isBelieved(conversation: string, placed: Placed): boolean {
    if (this.#isTrusted(conversation, placed)) return true;
    const look = this.#looks.find(conversation);
    if (look === null) return false;
    return !look.answer.isPrivate || this.#memberships.find(`${conversation} ${personOf(placed)}`) !== null;
  }

  async isAnswering(): Promise<boolean> {
    const asked = this.#options.client.auth.test().then(
      () => true,
      () => false,
    );
    return (await within(lookWithinMs, asked)) ?? false;
  }

  /** Posts, edits or replies. @throws errors of web-api, and of `assertMayLeave`, which is called before each request */
  async send(request: Request, rendered: RenderedPost, assertMayLeave: () => void): Promise<SlackMessage> {
    const { destination, message } = request.post;
    const { links = [], text, blocks } = rendered;
    let linked: Answer = { text, blocks };
    for (const { to, says } of links) {
      const address = to === null ? null : await this.addressOf(to, message?.channel ?? destination);
      if (address !== null) linked = withLink(linked, address, says);
    }
    const body = withNotes(linked, this.#notesOf(request));
    if (message === null) return await this.publish({ channel: destination }, body, assertMayLeave);
    const { channel, ts } = message;
    if (request.line !== null) return await this.publish({ channel, thread_ts: ts }, body, assertMayLeave);
    assertMayLeave();
    // Cuts text, since edits take fewer characters than posts. Sends blocks always, or Slack would keep the old ones.
    const cut = { text: cutText(body.text, slackLimits.messageText), blocks: body.blocks };
    await this.#options.client.chat.update({ channel, ts, ...cut, link_names: false });
    return { channel, ts };
  }

  /** Posts; if Slack refuses the blocks, posts the text alone, which has the same content. */
  async publish(target: Target, body: Answer, assertMayLeave: () => void): Promise<SlackMessage> {
    try {
      assertMayLeave();
      return await this.#post(target, body);
    } catch (error) {
      // The conversation may have changed since the look-up.
      this.#looks.forget(target.channel);
      if (judgePostFailure(error).kind !== "plain") throw error;
      assertMayLeave();
      return await this.#post(target, { text: body.text });
    }
  }

  async remove({ channel, ts }: SlackMessage): Promise<void> {
    await this.#options.client.chat.delete({ channel, ts });
  }

  /** Returns a Slack message's address; null if it is in a conversation other than `from` that isn't public. */
  async addressOf({ channel, ts }: SlackMessage, from: string): Promise<string | null> {
    const read = async () => {
      if (channel !== from && (!channel.startsWith("C") || (await this.#lookAt(channel)).isPrivate))
        return null;
      const { permalink = "" } = await this.#options.client.chat.getPermalink({ channel, message_ts: ts });
      return /^https?:\/\/[^\s<>|]+$/.test(permalink) ? permalink : null;
    };
    const address = read().catch(() => null);
    return (await within(lookWithinMs, address)) ?? null;
  }

  async #post(target: Target, content: Partial<Answer> & { text: string }): Promise<SlackMessage> {
    const reply = await this.#options.client.chat.postMessage({ ...target, ...content, ...inert });
    return { channel: reply.channel ?? target.channel, ts: reply.ts ?? "" };
  }

  #notesOf({ post, line }: Request): Line[] {
    const { moved, repeatNote } = this.#options;
    const { destination, destinations } = post;
    const [first = destination] = destinations;
    // Direct messages have no name to show, and a reply is below its post.
    const isMoved = line === null && first !== destination && /^[CG]/.test(first);
    return [
      ...(isMoved ? [fillLine(moved, { conversation: { conversation: first } })] : []),
      ...((line ?? post).mayRepeat ? [[repeatNote]] : []),
    ];
  }

  /** True if readers need no check: direct messages, and conversations configured for this audience. */
  #isTrusted(conversation: string, { audience }: Placed): boolean {
    return !/^[CG]/.test(conversation) || this.#options.isNamed(conversation, audience);
  }

  #lookAt(conversation: string) {
    return this.#looks.ask(conversation, async () => {
      const { channel } = await this.#options.client.conversations.info({ channel: conversation });
      return {
        isShared: channel?.is_ext_shared === true || channel?.is_pending_ext_shared === true,
        isPrivate: channel?.is_private !== false,
      };
    });
  }
}

function personOf({ destinations }: Placed): string {
  return destinations.at(-1) ?? "";
}

/** Adds a link at the end of the post's grey line, or in a new line. */
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

function withNotes(body: Answer, notes: Line[]): Answer {
  return notes.length === 0 ? body : compose(body, renderLines(notes));
}
