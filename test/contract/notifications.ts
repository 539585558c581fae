import { onTestFinished } from "vitest";
import type { DeliveredPost, Deliverer, NotifiedPost, QueuedLine, QueuedPost } from "../../src/post-queue.ts";
import {
  actSubject,
  type NewPost,
  type Notification,
  type Operation,
  type Store,
} from "../../src/store/index.ts";
import { leaseMs } from "./store-database.ts";

/** The kind of all posts that a test makes up. */
export const renderedBy = "test";

export function nothing(): Notification {
  return {};
}

/** A post in C1, of whatever subject. */
export function aPostOf(subject: string, own: Partial<NewPost> = {}): NewPost {
  return { subject, audience: "result", kind: renderedBy, destinations: ["C1"], ...own };
}

/** A line under a subject's posts. */
export function said(subject: string, text: string) {
  return { subject, event: { said: text } };
}

/** An act's post in C1, and a line under it. */
export function notifiesAct(text: string, own: Partial<NewPost> = {}) {
  return ({ act }: Pick<Operation, "act">): Notification => {
    const subject = actSubject(act);
    return { posts: [aPostOf(subject, own)], lines: [said(subject, text)] };
  };
}

/** A deliverer that notes its calls, until the test ends. */
export function listen({ posts }: Store, takesNow: Deliverer["takesNow"] = () => false, scans = () => 0) {
  const notified: NotifiedPost[] = [];
  const perhapsNotified: NotifiedPost[] = [];
  const looks: (readonly number[] | undefined)[] = [];
  const leave = posts.deliverBy({
    takesNow,
    scans,
    notified: (all) => notified.push(...all),
    perhapsNotified: (all) => perhapsNotified.push(...all),
    look: (ids) => looks.push(ids),
  });
  onTestFinished(leave);
  return { notified, perhapsNotified, looks, leave };
}

/** All waiting posts of the kind that a test makes up. */
export function waitingIn({ posts }: Store): Promise<NotifiedPost[]> {
  return posts.waiting([renderedBy], { limit: 1_000 });
}

/** A post as delivery leaves it whose message, newest version and lines have all arrived. */
export function asDelivered({ post, lines }: NotifiedPost, own: Partial<DeliveredPost> = {}): DeliveredPost {
  return {
    ...post,
    message: post.message ?? { channel: post.destination, ts: `17.${post.id}` },
    postedVersion: post.version,
    error: null,
    isDoubtful: false,
    appeared: post.message === null ? post.subject : null,
    leadBack: [],
    said: lines.map(({ id }) => id),
    ...own,
  };
}

/** What reached Slack: a new message where `message` is null, an edit of it, or a line under it. */
export type Arrival = QueuedPost & { line: QueuedLine | null };

/** Delivers all that waits, and what waits because of that. */
export async function deliverAll(store: Store): Promise<Arrival[]> {
  const { posts } = store;
  const arrived: Arrival[] = [];
  if (!(await posts.lead(leaseMs))) throw new Error("another store delivers");
  for (let all = await waitingIn(store); all.length > 0; all = await waitingIn(store)) {
    await posts.save(all.map((notified) => asDelivered(notified)));
    for (const { post, lines } of all) {
      if (post.version > post.postedVersion) arrived.push({ ...post, line: null });
      arrived.push(...lines.map((line) => ({ ...post, line })));
    }
  }
  await posts.resign();
  return arrived;
}

/** What is delivered of subjects, in order: a new post, a new rendering or a line's text. */
export async function shownOf(store: Store, ...subjects: string[]): Promise<unknown[]> {
  const arrived = await deliverAll(store);
  return arrived
    .filter(({ subject }) => subjects.includes(subject))
    .map(({ line, message }) => {
      if (line === null) return message === null ? "posted" : "drawn anew";
      const { event } = line;
      return typeof event === "object" && event !== null && "said" in event ? event["said"] : event;
    });
}

/** The subjects of which something has not been posted yet. */
export async function waitingOf({ posts }: Store, ...subjects: string[]): Promise<string[]> {
  const all = await posts.list(subjects);
  return [...new Set(all.filter(({ waits }) => waits).map(({ subject }) => subject))].toSorted();
}
