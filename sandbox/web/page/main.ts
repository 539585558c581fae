import { type ComponentChild, h, render } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Snapshot } from "../protocol.ts";
import { ConfirmDialog } from "./confirm.ts";
import { ModalStack } from "./modal.ts";
import { OutsideControls } from "./outside.ts";
import { renderPane, Thread } from "./pane.ts";
import { renderSidebar } from "./sidebar.ts";
import { getState, type PageState, setState, shownConversation, subscribe } from "./state.ts";
import { localeOf, nameOf } from "./text.ts";
import { renderToasts } from "./toasts.ts";
import { TrafficList } from "./traffic.ts";
import { follow } from "./wire.ts";

function App(): ComponentChild {
  const [state, setShown] = useState(getState());
  useEffect(() => subscribe(() => setShown(getState())), []);
  const { snapshot } = state;
  useEffect(() => {
    document.documentElement.lang = localeOf(snapshot);
  }, [snapshot?.me]);
  const sidebar = useMemo(() => snapshot && renderSidebar(snapshot), [snapshot, state.place, state.seen]);
  const middle = useMemo(
    () => snapshot && renderMiddle(state, snapshot),
    [snapshot, state.place, state.thread, state.fields],
  );
  const drawer = useMemo(
    () => snapshot && renderDrawer(state, snapshot),
    [snapshot, state.drawer, state.traffic],
  );
  if (snapshot === null) return h("p", { class: "loading", role: "status" }, "Opening the workspace…");
  return h("div", { class: `frame${state.drawer === null ? "" : " with-drawer"}` }, [
    renderBar(state),
    sidebar,
    middle,
    drawer,
    h(ModalStack, { key: `modals-${state.me}` }),
    h(ConfirmDialog, { key: "confirm" }),
    snapshot.views.length === 0 ? renderToasts() : null,
  ]);
}

function renderMiddle(state: PageState, snapshot: Snapshot): ComponentChild {
  const conversation = shownConversation(state);
  return h("main", { class: "middle" }, [
    renderPane(snapshot),
    conversation === null || state.thread === null
      ? null
      : h(Thread, { snapshot, conversation, thread: state.thread, key: state.thread }),
  ]);
}

function renderBar({ drawer, traffic, isConnected, snapshot, me, running }: PageState): ComponentChild {
  const troubles = traffic.filter(({ between }) => between === "finding").length;
  const toggle = (name: "traffic" | "outside", label: string): ComponentChild =>
    h(
      "button",
      {
        type: "button",
        class: "bar-button",
        "aria-pressed": drawer === name,
        onClick: () => setState({ drawer: drawer === name ? null : name }),
      },
      label,
    );
  return h("header", { class: "bar" }, [
    h("strong", null, "Local Slack workspace"),
    h("span", { class: "bar-note" }, `You are ${nameOf(snapshot, me)}`),
    h(
      "span",
      { class: "bar-note", role: "status" },
      isConnected ? (running > 0 ? "…" : "") : "page is reconnecting…",
    ),
    h("span", { class: "spacer" }),
    toggle(
      "traffic",
      troubles === 0 ? "Traffic" : `Traffic · ${troubles} ${troubles === 1 ? "finding" : "findings"}`,
    ),
    toggle("outside", "Outside world"),
  ]);
}

function renderDrawer({ drawer }: PageState, snapshot: Snapshot): ComponentChild {
  if (drawer === null) return null;
  const title = drawer === "traffic" ? "Traffic" : "Outside world";
  return h("aside", { class: "drawer", "aria-label": title }, [
    h("header", { class: "pane-head" }, [
      h("h2", null, title),
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": `Close ${title.toLowerCase()}`,
          onClick: () => setState({ drawer: null }),
        },
        "✕",
      ),
    ]),
    h(
      "div",
      { class: "drawer-body" },
      drawer === "traffic" ? h(TrafficList, null) : h(OutsideControls, { snapshot }),
    ),
  ]);
}

const root = document.querySelector("#page");
if (root === null) throw new Error("index.html has no #page");
follow(new URLSearchParams(location.search).get("as") ?? "U0JOON");
render(h(App, null), root);
