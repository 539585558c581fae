import {
  actSubject,
  type ClaimedPost,
  type NewPost,
  type Operation,
  type Store,
  type Telling,
} from "../../src/store/index.ts";

/** Whose posts all are that a test makes up. */
export const drawnBy = "test";

export function nothing(): Telling {
  return {};
}

/** A post in C1, of whatever subject. */
export function aPostOf(subject: string, own: Partial<NewPost> = {}): NewPost {
  return { subject, place: "result", kind: drawnBy, destinations: ["C1"], ...own };
}

/** An act's post in C1, and a line under it. */
export function tellsAct(said: string, own: Partial<NewPost> = {}) {
  return ({ act }: Pick<Operation, "act">): Telling => {
    const subject = actSubject(act);
    return { posts: [aPostOf(subject, own)], lines: [{ subject, event: { said } }] };
  };
}

/** All that is due reaches Slack, whatever is due because of that too. */
export async function deliverAll({ posts }: Store): Promise<ClaimedPost[]> {
  const delivered: ClaimedPost[] = [];
  // A claim may find nothing though something waits.
  while ((await posts.countQueued()) > 0) {
    for (const claimed of await posts.claim(50, [drawnBy])) {
      const { id, message, destination } = claimed;
      await posts.delivered(claimed, message ?? { channel: destination, ts: `17.${id}` });
      delivered.push(claimed);
    }
  }
  return delivered;
}

/** What is delivered of subjects, in order: a new post, its picture anew, or what a line says. */
export async function shownOf(store: Store, ...subjects: string[]): Promise<unknown[]> {
  const delivered = await deliverAll(store);
  return delivered
    .filter(({ subject }) => subjects.includes(subject))
    .map(({ line, message }) => {
      if (line === null) return message === null ? "posted" : "drawn anew";
      const { event } = line;
      return typeof event === "object" && event !== null && "said" in event ? event["said"] : event;
    });
}

/** Those of which something has not arrived yet. */
export async function waitingOf({ posts }: Store, ...subjects: string[]): Promise<string[]> {
  const all = await posts.list(subjects);
  return [...new Set(all.filter(({ waits }) => waits).map(({ subject }) => subject))].toSorted();
}
