import { type ComponentChild, h, render } from "preact";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Snapshot } from "../protocol.ts";
import { readAddress, toAddress } from "./address.ts";
import { ConfirmDialog } from "./confirm.ts";
import { button, icon, iconButton } from "./controls.ts";
import { keepFocus } from "./focus.ts";
import { Guide, renderGuideStrip } from "./guide.ts";
import { ModalStack } from "./modal.ts";
import { OutsideControls } from "./outside.ts";
import { become, renderPane, Thread } from "./pane.ts";
import { Sidebar } from "./sidebar.ts";
import { fetchGuide, getState, type PageState, setState, shownConversation, subscribe } from "./state.ts";
import { localeOf, nameOf } from "./text.ts";
import { renderToasts } from "./toasts.ts";
import { TrafficList } from "./traffic.ts";

function App(): ComponentChild {
  const [state, setShown] = useState(getState());
  // Before the first frame: what the server sends until then is not missed.
  useLayoutEffect(() => subscribe(() => setShown(getState())), []);
  const { snapshot } = state;
  useEffect(() => {
    document.documentElement.lang = localeOf(snapshot);
  }, [snapshot?.me]);
  const sidebar = useMemo(
    () => snapshot && h(Sidebar, { snapshot, isOpen: state.isSidebarOpen, key: "sidebar" }),
    [snapshot, state.place, state.seen, state.isSidebarOpen, state.isConnected],
  );
  const middle = useMemo(
    () => snapshot && renderMiddle(state, snapshot),
    [snapshot, state.place, state.thread, state.fields, state.guide, state.panel, state.isGuideAway],
  );
  const panel = useMemo(
    () => snapshot && renderPanel(state, snapshot),
    [snapshot, state.panel, state.traffic, state.tracedTs, state.guide],
  );
  if (snapshot === null) return h("p", { class: "loading", role: "status" }, "Opening the workspace…");
  return h("div", { class: frameClass(state), onKeyDown: closeSidebar }, [
    renderBar(state),
    sidebar,
    middle,
    renderGuideStrip(state),
    panel,
    h(ModalStack, { key: `modals-${state.me}` }),
    h(ConfirmDialog, { key: "confirm" }),
    snapshot.views.length === 0 ? renderToasts({ onlyBad: false }) : null,
  ]);
}

/** Escape, wherever the focus is by then. */
function closeSidebar({ key }: KeyboardEvent): void {
  if (key === "Escape" && getState().isSidebarOpen) setState({ isSidebarOpen: false });
}

function frameClass({ panel, isSidebarOpen }: PageState): string {
  return `frame${panel === null ? "" : " with-panel"}${isSidebarOpen ? " with-sidebar" : ""}`;
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

function renderBar(state: PageState): ComponentChild {
  const { panel, traffic, isConnected, isSidebarOpen, snapshot, me, running } = state;
  const troubles = traffic.filter(({ between }) => between === "finding").length;
  const toggle = (name: "traffic" | "outside" | "guide", label: string, open: () => void): ComponentChild =>
    button(
      [icon(name), h("span", { class: "bar-label" }, label)],
      panel === name ? () => setState({ panel: null }) : open,
      { class: "bar-button", "aria-pressed": panel === name },
    );
  const found = `Traffic · ${troubles} ${troubles === 1 ? "finding" : "findings"}`;
  return h("header", { class: "bar", lang: "en" }, [
    button(icon("menu"), () => setState({ isSidebarOpen: !isSidebarOpen }), {
      class: "icon-button bar-menu",
      "aria-label": "Conversations and people",
      "aria-expanded": isSidebarOpen,
    }),
    h("strong", { class: "bar-title" }, "Local Slack workspace"),
    h("span", { class: "bar-note bar-me" }, `You are ${nameOf(snapshot, me)}`),
    h(
      "span",
      { class: "bar-note", role: "status" },
      isConnected ? (running > 0 ? "…" : "") : "page is reconnecting…",
    ),
    h("span", { class: "spacer" }),
    toggle("guide", "First minute", fetchGuide),
    toggle("traffic", troubles === 0 ? "Traffic" : found, () =>
      setState({ panel: "traffic", isSidebarOpen: false, tracedTs: null }),
    ),
    toggle("outside", "Outside world", () => setState({ panel: "outside", isSidebarOpen: false })),
  ]);
}

const PANELS = { traffic: "Traffic", outside: "Outside world", guide: "First minute" } as const;

function renderPanel({ panel }: PageState, snapshot: Snapshot): ComponentChild {
  if (panel === null) return null;
  const title = PANELS[panel];
  const close = (): void => setState({ panel: null });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.defaultPrevented) close();
  };
  return h("aside", { class: "panel", lang: "en", "aria-label": title, onKeyDown }, [
    h("header", { class: "pane-head" }, [
      h("h2", null, title),
      iconButton("close", `Close ${title.toLowerCase()}`, close),
    ]),
    h("div", { class: "panel-body" }, renderInside(panel, snapshot)),
  ]);
}

function renderInside(panel: keyof typeof PANELS, snapshot: Snapshot): ComponentChild {
  if (panel === "traffic") return h(TrafficList, null);
  return panel === "outside" ? h(OutsideControls, { snapshot }) : h(Guide, { snapshot });
}

const root = document.querySelector("#page");
if (root === null) throw new Error("index.html has no #page");
const { me, place, thread } = readAddress(location.search);
setState({ place, thread });
become(me);
subscribe(() => {
  const address = toAddress(getState());
  if (address !== location.search) history.replaceState(null, "", address);
});
keepFocus(root);
render(h(App, null), root);
