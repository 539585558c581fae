import { actSubject, type Notification, type Operation, type Store } from "../../../src/store/index.ts";
import { takeAll } from "../../support/take-all.ts";

const renderedBy = "test";
const words = (event: unknown) =>
  typeof event === "object" && event !== null && "text" in event ? String(event.text) : "";

/** An act's post with this text as a thread line. */
export function saying({ act, author }: Operation, text: string): Notification {
  const subject = actSubject(act);
  return {
    posts: [{ subject, audience: "result", kind: renderedBy, destinations: [author] }],
    lines: [{ subject, event: { text } }],
  };
}

/** The thread lines of acts' posts, in order, as if Slack took all of them. */
export function listenTo(store: Store): (act: string) => Promise<string[]> {
  const said = new Map<string, string[]>();
  return async (act) => {
    for (const { subject, line } of await takeAll(store, [renderedBy])) {
      const lines = said.get(subject) ?? [];
      if (line !== null) said.set(subject, [...lines, words(line.event)]);
    }
    return said.get(actSubject(act)) ?? [];
  };
}
