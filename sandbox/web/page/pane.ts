import { type ComponentChild, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Snapshot } from "../protocol.ts";
import { renderBlocks } from "./blocks.ts";
import { Composer, type ComposerProps } from "./composer.ts";
import { button, icon, iconButton } from "./controls.ts";
import { Guide } from "./guide.ts";
import { MessageList } from "./message-list.ts";
import { threadMessages } from "./messages.ts";
import { conversationLabel } from "./select.ts";
import { getState, goTo, messagesIn, noteSeen, setState } from "./state.ts";
import { act, follow } from "./wire.ts";
import { word } from "./words.ts";

/** The middle of the page: a conversation, or the app with its tabs. */
export function renderPane(snapshot: Snapshot): ComponentChild {
  const { place } = getState();
  if (place === null) return null;
  if (place.kind === "conversation") return h(ConversationPane, { snapshot, conversation: place.id });
  return h("section", { class: "pane", "aria-label": snapshot.app.name }, [
    h("header", { class: "pane-head" }, [h("h1", null, snapshot.app.name), renderTabs(place.tab)]),
    place.tab === "home"
      ? renderHome(snapshot)
      : h(Conversation, { snapshot, conversation: snapshot.app.dmId, label: `Message ${snapshot.app.name}` }),
  ]);
}

/** Opens the app on one of its tabs, which Slack tells the app. */
export function openTab(tab: "home" | "messages"): void {
  goTo({ kind: "app", tab });
  void act({ act: tab === "home" ? "open_home" : "open_messages" });
}

/** Looks through a person's eyes; whoever comes to look at the app has opened it. */
export function become(me: string): void {
  follow(me);
  const { place } = getState();
  if (place?.kind === "app") openTab(place.tab);
}

function renderTabs(tab: "home" | "messages"): ComponentChild {
  const toTab = (next: "home" | "messages", label: string): ComponentChild =>
    button(label, () => openTab(next), { role: "tab", class: "tab", "aria-selected": tab === next });
  return h("div", { class: "tabs", role: "tablist", "aria-label": "App" }, [
    toTab("home", "Home"),
    toTab("messages", "Messages"),
  ]);
}

function renderHome({ home }: Snapshot): ComponentChild {
  if (home === null)
    return h("p", { class: "empty" }, "The app has published no Home tab for this person yet.");
  const surface = { key: home.id, place: { kind: "home" as const }, values: home.values };
  return h("div", { class: "home", role: "tabpanel" }, renderBlocks(home.blocks, surface));
}

function ConversationPane({
  snapshot,
  conversation,
}: {
  readonly snapshot: Snapshot;
  readonly conversation: string;
}): ComponentChild {
  const label = conversationLabel(conversation);
  const found = snapshot.conversations.find(({ id }) => id === conversation);
  const notes = [
    found?.isArchived === true ? "archived" : "",
    found?.isExternallyShared === true ? "shared with another organisation" : "",
    found?.hasBot === false ? "the app is not a member" : "",
  ].filter((note) => note !== "");
  return h("section", { class: "pane", "aria-label": label }, [
    h("header", { class: "pane-head" }, [
      h("h1", null, label),
      h("small", { class: "pane-notes" }, notes.join(" · ")),
    ]),
    h(Conversation, { snapshot, conversation, label: `Message ${label}` }),
  ]);
}

type ConversationProps = {
  readonly snapshot: Snapshot;
  readonly conversation: string;
  readonly label: string;
};

function Conversation({ snapshot, conversation, label }: ConversationProps): ComponentChild {
  const [said, setSaid] = useState(0);
  const messages = messagesIn(snapshot, conversation);
  const top = messages.filter(
    ({ threadTs, ts, ephemeralId, isFromSlack }) =>
      threadTs === null || threadTs === ts || (ephemeralId !== null && !isFromSlack),
  );
  useEffect(noteSeen, [conversation, messages.at(-1)?.ts]);
  return h("div", { class: "conversation", role: "tabpanel" }, [
    h(MessageList, {
      snapshot,
      messages: top,
      label: "Messages",
      list: conversation,
      said,
      isThread: false,
      empty: renderEmpty(snapshot),
    }),
    renderComposer({ snapshot, conversation, threadTs: null, label, onSaid: () => setSaid(said + 1) }),
  ]);
}

/** What stands in a conversation that nobody has written in: the first minute, until it is put away. */
function renderEmpty(snapshot: Snapshot): ComponentChild {
  const { isGuideAway, panel } = getState();
  if (!isGuideAway && panel !== "guide") {
    return h("section", { class: "guide-card", "aria-labelledby": "guide-title" }, [
      h("h2", { id: "guide-title" }, "The first minute"),
      h(Guide, { snapshot }),
    ]);
  }
  return h("p", { class: "empty" }, [
    "Nothing here yet. Type ",
    h("kbd", null, "/"),
    " to see the commands of the app.",
  ]);
}

/** Where a person types, unless nobody may, or only who has joined. */
function renderComposer(props: ComposerProps): ComponentChild {
  const { snapshot, conversation, threadTs } = props;
  const found = snapshot.conversations.find(({ id }) => id === conversation);
  if (found?.isArchived === true) {
    return h("p", { class: "closed-note" }, [icon("lock"), "This channel is archived: it can only be read."]);
  }
  if (found?.isMember !== false) return h(Composer, { ...props, key: threadTs ?? conversation });
  const join = (): void => void act({ act: "join", conversation });
  return h("div", { class: "closed-note" }, [
    word("viewing"),
    button(word("join"), join, { class: "button primary small" }),
  ]);
}

type ThreadProps = {
  readonly snapshot: Snapshot;
  readonly conversation: string;
  /** The parent's ts. */
  readonly thread: string;
};

/** The thread that is open beside the conversation. */
export function Thread({ snapshot, conversation, thread }: ThreadProps): ComponentChild {
  const [said, setSaid] = useState(0);
  const close = (): void => setState({ thread: null });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.defaultPrevented) close();
  };
  return h("aside", { class: "thread conversation", "aria-label": "Thread", onKeyDown }, [
    h("header", { class: "pane-head" }, [
      h("h2", null, "Thread"),
      iconButton("close", "Close thread", close),
    ]),
    h(MessageList, {
      snapshot,
      messages: threadMessages(snapshot, conversation, thread),
      label: "Thread's messages",
      list: thread,
      said,
      isThread: true,
      empty: null,
    }),
    renderComposer({
      snapshot,
      conversation,
      threadTs: thread,
      label: "Reply…",
      onSaid: () => setSaid(said + 1),
    }),
  ]);
}
