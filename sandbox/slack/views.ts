import { placedElements, withIds } from "./elements.ts";
import { initialValue, isStateful, stillFits, type Viewer } from "./field-values.ts";
import { IDENTITY } from "./identity.ts";
import { textOf, toBoolean, toObjects, toText } from "./json.ts";
import type { JsonObject, StateValues, View } from "./types.ts";
import type { World } from "./world.ts";

type Place = {
  readonly userId: string;
  readonly conversation: string | null;
  readonly below: View | null;
};

/** Opens a view for a person: with nothing below it replaces the person's whole stack. */
export function openModal(world: World, wire: JsonObject, place: Place): View {
  const id = world.nextId("V");
  const view = toView(world, wire, {
    id,
    userId: place.userId,
    rootViewId: place.below?.rootViewId ?? id,
    previousViewId: place.below?.id ?? null,
    conversation: place.conversation,
    kept: {},
  });
  world.viewConversations.set(id, place.conversation);
  const stack = place.below === null ? [] : [...stackOf(world, place.userId)];
  world.stacks.set(place.userId, [...stack, view]);
  world.emit({
    kind: "view",
    change: place.below === null ? "opened" : "pushed",
    userId: place.userId,
    view,
  });
  return view;
}

/** New content for an open view or Home tab; what was typed stays where block_id and action_id stay. */
export function updateView(world: World, view: View, wire: JsonObject): View {
  const updated = toView(world, wire, {
    id: view.id,
    userId: view.userId,
    rootViewId: view.rootViewId,
    previousViewId: view.previousViewId,
    conversation: world.viewConversations.get(view.id) ?? null,
    kept: view.values,
  });
  replaceView(world, updated);
  announce(world, updated);
  return updated;
}

export function publishHome(world: World, userId: string, wire: JsonObject): View {
  const current = world.homes.get(userId);
  const id = current?.id ?? world.nextId("V");
  const view = toView(world, wire, {
    id,
    userId,
    rootViewId: id,
    previousViewId: null,
    conversation: null,
    kept: current?.values ?? {},
  });
  world.homes.set(userId, view);
  world.emit({ kind: "home", userId, view });
  return view;
}

/** What a person typed, errors and banners: the app's own content and hash stay. */
export function changeView(
  world: World,
  view: View,
  change: Partial<Pick<View, "values" | "errors" | "trouble">>,
): View {
  const changed = { ...view, ...change };
  replaceView(world, changed);
  announce(world, changed);
  return changed;
}

function announce(world: World, view: View): void {
  if (view.type === "home") world.emit({ kind: "home", userId: view.userId, view });
  else world.emit({ kind: "view", change: "updated", userId: view.userId, view });
}

function replaceView(world: World, view: View): void {
  if (view.type === "home") {
    world.homes.set(view.userId, view);
    return;
  }
  const stack = stackOf(world, view.userId);
  world.stacks.set(
    view.userId,
    stack.map((other) => (other.id === view.id ? view : other)),
  );
}

/** Takes views off a person's stack. */
export function removeViews(world: World, userId: string, removed: readonly View[]): void {
  const ids = new Set(removed.map(({ id }) => id));
  world.stacks.set(
    userId,
    stackOf(world, userId).filter(({ id }) => !ids.has(id)),
  );
  for (const view of removed) world.emit({ kind: "view", change: "closed", userId, view });
}

export function stackOf(world: World, userId: string): readonly View[] {
  return world.stacks.get(userId) ?? [];
}

export function findView(world: World, id: string): View | null {
  return [...world.stacks.values()].flat().find((view) => view.id === id) ?? null;
}

type Making = {
  readonly id: string;
  readonly userId: string;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  readonly conversation: string | null;
  readonly kept: StateValues;
};

function toView(world: World, wire: JsonObject, making: Making): View {
  const blocks = withIds(toObjects(wire["blocks"]), world.nextId);
  const viewer: Viewer = { userId: making.userId, conversation: making.conversation };
  return {
    id: making.id,
    type: wire["type"] === "home" ? "home" : "modal",
    hash: `${Math.floor(world.now().getTime() / 1000)}.${world.nextId("h")}`,
    userId: making.userId,
    callbackId: toText(wire["callback_id"]),
    privateMetadata: toText(wire["private_metadata"]),
    title: textOf(wire["title"]),
    submit: wire["submit"] === undefined || wire["submit"] === null ? null : textOf(wire["submit"]),
    close: wire["close"] === undefined || wire["close"] === null ? null : textOf(wire["close"]),
    blocks,
    values: startingValues(world, { blocks, kept: making.kept, viewer }),
    errors: {},
    trouble: null,
    rootViewId: making.rootViewId,
    previousViewId: making.previousViewId,
    clearOnClose: toBoolean(wire["clear_on_close"]),
  };
}

function startingValues(
  world: World,
  {
    blocks,
    kept,
    viewer,
  }: { readonly blocks: JsonObject[]; readonly kept: StateValues; readonly viewer: Viewer },
): StateValues {
  const values: StateValues = {};
  for (const { blockId, actionId, element, type } of placedElements(blocks)) {
    if (!isStateful(type)) continue;
    const before = kept[blockId]?.[actionId];
    const value =
      before !== undefined && stillFits(element, before) ? before : initialValue(world, element, viewer);
    values[blockId] = { ...values[blockId], [actionId]: value };
  }
  return values;
}

/** The view as the web API answers it and payloads carry it. */
export function toWireView(view: View): JsonObject {
  return {
    id: view.id,
    team_id: IDENTITY.teamId,
    type: view.type,
    blocks: view.blocks,
    private_metadata: view.privateMetadata,
    callback_id: view.callbackId,
    state: { values: view.values },
    hash: view.hash,
    title: { type: "plain_text", text: view.title, emoji: true },
    clear_on_close: view.clearOnClose,
    notify_on_close: false,
    close: view.close === null ? null : { type: "plain_text", text: view.close, emoji: true },
    submit: view.submit === null ? null : { type: "plain_text", text: view.submit, emoji: true },
    previous_view_id: view.previousViewId,
    root_view_id: view.rootViewId,
    app_id: IDENTITY.appId,
    external_id: "",
    app_installed_team_id: IDENTITY.teamId,
    bot_id: IDENTITY.botId,
  };
}
