import { actSubject, type Operation, type Store, type Telling } from "../../../src/store/index.ts";

const drawnBy = "test";
const words = (event: unknown) =>
  typeof event === "object" && event !== null && "text" in event ? String(event.text) : "";

/** An act's post, and a line under it that says this. */
export function saying({ act, author }: Operation, text: string): Telling {
  const subject = actSubject(act);
  return {
    posts: [{ subject, place: "result", kind: drawnBy, destinations: [author] }],
    lines: [{ subject, event: { text } }],
  };
}

/** What is said under acts' posts, in order, as if Slack took all of it. */
export function listenTo({ posts }: Store): (act: string) => Promise<string[]> {
  const said = new Map<string, string[]>();
  const deliverSome = async () => {
    const claimed = await posts.claim(9, [drawnBy]);
    for (const post of claimed) {
      const lines = said.get(post.subject) ?? [];
      if (post.line !== null) said.set(post.subject, [...lines, words(post.line.event)]);
      await posts.delivered(post, { channel: post.destination, ts: `${post.id}.0` });
    }
    return claimed.length;
  };
  return async (act) => {
    while ((await deliverSome()) > 0);
    return said.get(actSubject(act)) ?? [];
  };
}
