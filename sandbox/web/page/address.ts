import type { PageState, Place } from "./state.ts";

/** What the address of the page says of where its person is. */
export type Whereabouts = {
  readonly me: string;
  readonly place: Place | null;
  readonly thread: string | null;
};

/** Who the page is when its address names nobody. */
const FIRST_PERSON = "U0JOON";

export function readAddress(search: string): Whereabouts {
  const query = new URLSearchParams(search);
  return {
    me: query.get("as") ?? FIRST_PERSON,
    place: toPlace(query.get("in")),
    thread: query.get("thread"),
  };
}

function toPlace(id: string | null): Place | null {
  if (id === null) return null;
  return id === "home" || id === "messages" ? { kind: "app", tab: id } : { kind: "conversation", id };
}

/** The query that leads back here after a reload. */
export function toAddress({ me, place, thread }: Pick<PageState, "me" | "place" | "thread">): string {
  const query = new URLSearchParams({ as: me });
  if (place !== null) query.set("in", place.kind === "app" ? place.tab : place.id);
  if (thread !== null) query.set("thread", thread);
  return `?${query}`;
}
