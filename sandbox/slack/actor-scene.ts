import type { Dispatcher } from "./dispatcher.ts";
import type { JsonObject, Person, View } from "./types.ts";
import { stackOf } from "./views.ts";
import type { World } from "./world.ts";

/** A person's client: who, in which workspace, and what external selects were last offered. */
export type Client = {
  readonly world: World;
  readonly dispatcher: Dispatcher;
  readonly person: Person;
  /** By `viewId/blockId/actionId`. */
  readonly suggested: Map<string, readonly JsonObject[]>;
};

export function topView({ world, person }: Client): View {
  const view = stackOf(world, person.id).at(-1);
  if (view === undefined) throw new Error(`${person.name} has no modal open`);
  return view;
}

/** The view as it is now, or null when it is no longer open. */
export function currentView({ world, person }: Client, id: string): View | null {
  return stackOf(world, person.id).find((view) => view.id === id) ?? null;
}
