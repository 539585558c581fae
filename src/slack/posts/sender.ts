import type { Message, QueuedLine, QueuedPost } from "../../post-queue.ts";
import type { Answer } from "../blocks/answer.ts";
import type { Line } from "../blocks/rich-text.ts";
import { type createPublisher, withLink, withNotes } from "./publisher.ts";
import type { DeliveryOptions, Picture } from "./queue.ts";

type Request = { post: QueuedPost; line: QueuedLine | null };

/** Completes what was rendered with links and notes, and makes the request. */
export function createSender(
  { repeatNote, words }: Pick<DeliveryOptions, "repeatNote" | "words">,
  publisher: ReturnType<typeof createPublisher>,
) {
  async function notesOf({ post, line }: Request): Promise<Line[]> {
    const { destination, destinations } = post;
    const { mayRepeat } = line ?? post;
    const [first = destination] = destinations;
    // A direct message has no name that a reader would know, and a line stands under what says it.
    const isMoved = line === null && first !== destination && /^[CG]/.test(first);
    const moved = isMoved ? words.moved[await publisher.obstacleAt(first, post)] : null;
    return [
      ...(moved === null ? [] : [[moved.before, { conversation: first }, moved.after]]),
      ...(mayRepeat ? [[repeatNote]] : []),
    ];
  }

  return {
    /** Throws what the publisher throws, or `assertMayLeave`, asked before each request. */
    async send(request: Request, picture: Picture, assertMayLeave: () => void): Promise<Message> {
      const { destination, message } = request.post;
      const { links = [], text, blocks } = picture;
      let linked: Answer = { text, blocks };
      for (const { to, says } of links) {
        const address = to === null ? null : await publisher.addressOf(to, message?.channel ?? destination);
        if (address !== null) linked = withLink(linked, address, says);
      }
      const body = withNotes(linked, await notesOf(request));
      if (message === null) return publisher.publish({ channel: destination }, body, assertMayLeave);
      if (request.line === null) return publisher.edit(message, body, assertMayLeave);
      return publisher.publish({ channel: message.channel, thread_ts: message.ts }, body, assertMayLeave);
    },
  };
}
