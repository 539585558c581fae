import type { ShownMessage, Snapshot, TrafficItem } from "../protocol.ts";

/** Where the person looks. */
export type Place =
  | { readonly kind: "conversation"; readonly id: string }
  | { readonly kind: "app"; readonly tab: "home" | "messages" };

export type Toast = { readonly id: number; readonly text: string; readonly isBad: boolean };

/** How far a step of the first minute is (`yours`: the rest is left to the person), and the post it led to. */
export type GuideProgress = {
  readonly status: "running" | "yours" | "done" | "failed";
  readonly post: ShownMessage | null;
  readonly trouble: string;
};

export type PageState = {
  readonly me: string;
  readonly snapshot: Snapshot | null;
  readonly isConnected: boolean;
  readonly traffic: readonly TrafficItem[];
  readonly place: Place | null;
  /** The ts of the message whose thread is open. */
  readonly thread: string | null;
  readonly panel: "traffic" | "outside" | "guide" | null;
  /** The ts of the post whose traffic alone is shown. */
  readonly tracedTs: string | null;
  /** By step. */
  readonly guide: { readonly [step: string]: GuideProgress };
  /** The step that was played last. */
  readonly guideAt: string | null;
  /** The person has put the first minute away: it no longer stands in empty conversations. */
  readonly isGuideAway: boolean;
  /** The sidebar is open, on a screen that has no room for it beside the conversation. */
  readonly isSidebarOpen: boolean;
  readonly toasts: readonly Toast[];
  /** How many acts the server has not answered yet. */
  readonly running: number;
  /** Grows when a field outside the modals shows something new: typing in a modal redraws the modal alone. */
  readonly fields: number;
  /** By conversation: the newest ts the person has had before their eyes. */
  readonly seen: { readonly [conversation: string]: string };
};

const LONGEST_TRAFFIC = 500;

let state: PageState = {
  me: "",
  snapshot: null,
  isConnected: false,
  traffic: [],
  place: null,
  thread: null,
  panel: null,
  tracedTs: null,
  guide: {},
  guideAt: null,
  isGuideAway: localStorage.getItem("guide") === "away",
  isSidebarOpen: false,
  toasts: [],
  running: 0,
  fields: 0,
  seen: {},
};

const listeners = new Set<() => void>();
let lastToast = 0;

export function getState(): PageState {
  return state;
}

export function setState(patch: Partial<PageState>): void {
  state = { ...state, ...patch };
  for (const listener of listeners) listener();
}

/** Draws a view's fields again after what they hold has changed outside the state. */
export function redrawFields(viewId: string): void {
  const isModal = state.snapshot?.views.some(({ id }) => id === viewId) === true;
  setState(isModal ? {} : { fields: state.fields + 1 });
}

/** @returns what ends it */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Takes a picture of the server's, unless it is of somebody else or a newer one has come before it. The first one
 * of a connection counts anew.
 */
export function takeSnapshot(snapshot: Snapshot, isFirst = false): void {
  const current = state.snapshot;
  if (snapshot.me !== state.me) return;
  if (!isFirst && current !== null && current.version >= snapshot.version) return;
  setState({ snapshot, place: canSee(snapshot, state.place) ? state.place : firstPlace(snapshot) });
}

function canSee({ conversations }: Snapshot, place: Place | null): place is Place {
  if (place === null || place.kind === "app") return place !== null;
  return conversations.some(({ id }) => id === place.id);
}

function firstPlace(snapshot: Snapshot): Place {
  const first = snapshot.conversations.find(({ isMember, isArchived }) => isMember && !isArchived);
  return first === undefined ? { kind: "app", tab: "messages" } : { kind: "conversation", id: first.id };
}

/** Adds lines, or replaces those that have the same key. */
export function takeTraffic(items: readonly TrafficItem[]): void {
  const byKey = new Map(state.traffic.map((item) => [item.key, item]));
  for (const item of items) byKey.set(item.key, item);
  setState({ traffic: [...byKey.values()].slice(-LONGEST_TRAFFIC) });
}

/** Shows a sentence for a while. */
export function addToast(text: string, isBad = true): void {
  lastToast += 1;
  const toast = { id: lastToast, text, isBad };
  setState({ toasts: [...state.toasts, toast] });
  setTimeout(() => removeToast(toast.id), 8000);
}

export function removeToast(id: number): void {
  setState({ toasts: state.toasts.filter((toast) => toast.id !== id) });
}

/** The conversation the person looks at: the app's own is its direct message. */
export function shownConversation({ place, snapshot }: PageState): string | null {
  if (place === null || snapshot === null) return null;
  return place.kind === "conversation" ? place.id : snapshot.app.dmId;
}

export function messagesIn(snapshot: Snapshot, conversation: string): ShownMessage[] {
  return snapshot.messages.filter((message) => message.conversation === conversation);
}

export function goTo(place: Place): void {
  setState({ place, thread: null, isSidebarOpen: false });
}

/** Notes that everything in the shown conversation has been seen. */
export function noteSeen(): void {
  const conversation = shownConversation(state);
  if (conversation === null || state.snapshot === null) return;
  if (state.place?.kind === "app" && state.place.tab === "home") return;
  const newest = messagesIn(state.snapshot, conversation).at(-1)?.ts;
  if (newest === undefined || state.seen[conversation] === newest) return;
  setState({ seen: { ...state.seen, [conversation]: newest } });
}

/** Opens the traffic of one post. */
export function trace(ts: string): void {
  setState({ panel: "traffic", tracedTs: ts });
}

/** Until it is fetched back from the bar, also over a reload. */
export function putGuideAway(): void {
  localStorage.setItem("guide", "away");
  setState({ isGuideAway: true, panel: state.panel === "guide" ? null : state.panel });
}

export function fetchGuide(): void {
  localStorage.removeItem("guide");
  setState({ isGuideAway: false, panel: "guide", isSidebarOpen: false });
}
