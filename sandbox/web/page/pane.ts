import { type ComponentChild, h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Snapshot } from "../protocol.ts";
import { renderBlocks } from "./blocks.ts";
import { conversationLabel } from "./choices.ts";
import { Composer } from "./composer.ts";
import { renderMessages, threadMessages } from "./messages.ts";
import { getState, goTo, messagesIn, noteSeen, setState } from "./state.ts";
import { act } from "./wire.ts";

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

function renderTabs(tab: "home" | "messages"): ComponentChild {
  const open = (next: "home" | "messages"): void => {
    goTo({ kind: "app", tab: next });
    void act({ act: next === "home" ? "open_home" : "open_messages" });
  };
  const button = (next: "home" | "messages", label: string): ComponentChild =>
    h(
      "button",
      { type: "button", role: "tab", class: "tab", "aria-selected": tab === next, onClick: () => open(next) },
      label,
    );
  return h("div", { class: "tabs", role: "tablist", "aria-label": "App" }, [
    button("home", "Home"),
    button("messages", "Messages"),
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
  const messages = messagesIn(snapshot, conversation);
  const top = messages.filter(
    ({ threadTs, ts, ephemeralId }) => threadTs === null || threadTs === ts || ephemeralId !== null,
  );
  const scroll = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1);
  useStickToEnd(scroll, {
    conversation,
    change: `${newest?.ts} ${messages.length}`,
    isOwn: newest?.author === snapshot.me,
  });
  return h("div", { class: "conversation", role: "tabpanel" }, [
    h("div", { class: "messages", ref: scroll, role: "log", "aria-label": "Messages", tabIndex: 0 }, [
      top.length === 0
        ? h("p", { class: "empty" }, [
            "Nothing here yet. Type ",
            h("kbd", null, "/"),
            " to see the commands of the app.",
          ])
        : renderMessages(top, snapshot, { isThread: false }),
    ]),
    h(Composer, { snapshot, conversation, threadTs: null, label, key: conversation }),
  ]);
}

/** Near enough to the end that a person means to be there. */
const NEAR_PX = 60;

type Following = { readonly conversation: string; readonly change: string; readonly isOwn: boolean };

/** Keeps the newest message in sight, unless the person has scrolled up to read what is older. */
function useStickToEnd(scroll: { readonly current: HTMLElement | null }, following: Following): void {
  const { conversation, change, isOwn } = following;
  const isAtEnd = useRef(true);
  const toEnd = (): void => scroll.current?.scrollTo({ top: scroll.current.scrollHeight });
  useEffect(() => {
    const list = scroll.current;
    if (list === null) return;
    const onScroll = (): void => {
      isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX;
    };
    const resized = new ResizeObserver(() => {
      if (isAtEnd.current) toEnd();
    });
    list.addEventListener("scroll", onScroll);
    resized.observe(list);
    return () => {
      list.removeEventListener("scroll", onScroll);
      resized.disconnect();
    };
  }, []);
  useEffect(() => {
    isAtEnd.current = true;
    toEnd();
  }, [conversation]);
  useEffect(() => {
    if (isAtEnd.current || isOwn) toEnd();
    noteSeen();
  }, [conversation, change]);
}

/** The thread that is open beside the conversation. */
export function renderThread(snapshot: Snapshot, conversation: string): ComponentChild {
  const { thread } = getState();
  if (thread === null) return null;
  const close = (): void => setState({ thread: null });
  return h(
    "aside",
    {
      class: "thread",
      "aria-label": "Thread",
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.defaultPrevented) close();
      },
    },
    h("header", { class: "pane-head" }, [
      h("h2", null, "Thread"),
      h(
        "button",
        { type: "button", class: "icon-button", "aria-label": "Close thread", onClick: close },
        "✕",
      ),
    ]),
    h(
      "div",
      { class: "messages" },
      renderMessages(threadMessages(snapshot, conversation), snapshot, { isThread: true }),
    ),
    h(Composer, { snapshot, conversation, threadTs: thread, label: "Reply…", key: thread }),
  );
}
