import { expect } from "vitest";
import type { ClaimedPost, Place, Store } from "../../src/store/index.ts";
import { aPostOf, drawnBy } from "./telling.ts";

/** What is asked of whoever claims: "new a", "edit a" or "line a: said". */
export function toAsked({ subject, line, message }: ClaimedPost): string {
  if (line === null) return `${message === null ? "new" : "edit"} ${subject}`;
  const { event } = line;
  return `line ${subject}: ${typeof event === "object" && event !== null && "said" in event ? event["said"] : event}`;
}

/** Where a new one stands once it is delivered, or what was edited or answered. */
export function toStanding({ id, destination, message }: ClaimedPost): Place {
  return message ?? { channel: destination, ts: `17.${id}` };
}

/** Claims of a store that are delivered at once, or held. */
export function claimsOf({ posts }: Store) {
  const claim = (limit = 10) => posts.claim(limit, [drawnBy]);
  const asked = async (limit?: number) => (await claim(limit)).map(toAsked);
  /** The only one that is due. */
  const one = async (): Promise<ClaimedPost> => {
    const [claimed, ...rest] = await claim();
    if (claimed === undefined || rest.length > 0) {
      throw new Error(`${[claimed, ...rest].map((each) => each && toAsked(each))} instead of one`);
    }
    return claimed;
  };
  const deliver = async (limit?: number): Promise<string[]> => {
    const all = await claim(limit);
    for (const claimed of all) await posts.delivered(claimed, toStanding(claimed));
    return all.map(toAsked);
  };
  /** A new post is delivered; where it stands. */
  const stand = async (subject = "a", ...destinations: string[]): Promise<Place> => {
    const own = destinations.length === 0 ? {} : { destinations };
    await posts.add({ posts: [aPostOf(subject, own)] });
    const posted = await one();
    await posts.delivered(posted, toStanding(posted));
    return toStanding(posted);
  };
  const nothingIsLeft = async () => {
    expect(await asked()).toEqual([]);
    expect(await posts.countQueued()).toBe(0);
  };

  return { claim, asked, one, deliver, stand, nothingIsLeft };
}

export function said(subject: string, text: string) {
  return { subject, event: { said: text } };
}

/** One for the first of these, and then for the next. */
export function aPostAt(subject: string, ...destinations: string[]) {
  return aPostOf(subject, { destinations });
}
