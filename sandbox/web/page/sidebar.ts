import { type ComponentChild, h } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ShownConversation, ShownPerson, Snapshot } from "../protocol.ts";
import { Avatar } from "./avatar.ts";
import { button, type IconName, icon } from "./controls.ts";
import { become, openTab } from "./pane.ts";
import { getState, goTo, messagesIn, type Place, setState, shownConversation } from "./state.ts";
import { nameOf } from "./text.ts";

type Props = { readonly snapshot: Snapshot; readonly isOpen: boolean };

/** Conversations, the app and the people to act as; over the conversation where there is no room beside it. */
export function Sidebar({ snapshot, isOpen }: Props): ComponentChild {
  const nav = useRef<HTMLElement>(null);
  const close = (): void => setState({ isSidebarOpen: false });
  useLayoutEffect(() => {
    if (!isOpen) return;
    nav.current?.querySelector<HTMLElement>(".here, button")?.focus();
    return () => document.querySelector<HTMLElement>(".bar-menu")?.focus();
  }, [isOpen]);
  return [
    isOpen ? h("div", { class: "scrim", onClick: close }) : null,
    h("nav", { class: "sidebar", lang: "en", "aria-label": "Workspace", ref: nav }, renderLists(snapshot)),
  ];
}

function renderLists(snapshot: Snapshot): ComponentChild {
  const channels = snapshot.conversations.filter(({ kind }) => kind !== "im");
  const direct = snapshot.conversations.filter(({ kind, withUser }) => kind === "im" && withUser !== null);
  return [
    h("div", { class: "workspace" }, [
      h("strong", null, "Sandbox"),
      renderStatus(snapshot),
      h("small", { class: "zone" }, `All times: ${snapshot.timeZone}`),
    ]),
    h("div", { class: "sidebar-scroll" }, [
      h("h2", null, "Channels"),
      renderConversations(channels, snapshot),
      direct.length > 0 ? [h("h2", null, "Direct messages"), renderConversations(direct, snapshot)] : null,
      h("h2", null, "Apps"),
      h("ul", null, renderApp(snapshot)),
    ]),
    // Apart, so that it stays where it is when a conversation comes or goes.
    h("div", { class: "people" }, [
      h("h2", { id: "people-title" }, "Act as"),
      h(
        "ul",
        { "aria-labelledby": "people-title" },
        snapshot.people.filter(canAct).map((person) => renderPerson(person, snapshot.me)),
      ),
    ]),
  ];
}

function renderConversations(
  conversations: readonly ShownConversation[],
  snapshot: Snapshot,
): ComponentChild {
  return h(
    "ul",
    null,
    conversations.map((conversation) => renderConversation(conversation, snapshot)),
  );
}

/** What was known last is worth nothing once nobody tells. */
function renderStatus({ connections }: Snapshot): ComponentChild {
  const { isConnected } = getState();
  const isOn = isConnected && connections > 0;
  const words = isConnected ? (isOn ? "bot connected" : "bot not connected") : "the sandbox is gone";
  return h("span", { class: isOn ? "status on" : "status", role: "status" }, words);
}

function canAct({ kind }: ShownPerson): boolean {
  return kind !== "deactivated" && kind !== "bot";
}

function isUnseen(snapshot: Snapshot, conversation: string): boolean {
  const newest = messagesIn(snapshot, conversation).at(-1);
  const seen = getState().seen[conversation];
  return (
    newest !== undefined &&
    newest.author !== snapshot.me &&
    (seen === undefined || Number(newest.ts) > Number(seen))
  );
}

function renderConversation(conversation: ShownConversation, snapshot: Snapshot): ComponentChild {
  const { id, kind, withUser, isArchived, isExternallyShared, isMember } = conversation;
  const sign = withUser !== null ? "person" : kind === "private" ? "lock" : "channel";
  const notes = [
    isArchived ? "archived" : "",
    isExternallyShared ? "shared" : "",
    isMember ? "" : "not a member",
  ];
  return renderPlace({
    place: { kind: "conversation", id },
    sign,
    name: withUser === null ? conversation.name : nameOf(snapshot, withUser),
    note: notes.filter((note) => note !== "").join(", "),
    isUnseen: isUnseen(snapshot, id),
  });
}

function renderApp(snapshot: Snapshot): ComponentChild {
  return renderPlace({
    place: { kind: "app", tab: "messages" },
    sign: "envelope",
    name: snapshot.app.name,
    note: "",
    isUnseen: isUnseen(snapshot, snapshot.app.dmId),
  });
}

type Entry = {
  readonly place: Place;
  readonly sign: IconName;
  readonly name: string;
  readonly note: string;
  readonly isUnseen: boolean;
};

function renderPlace({ place, sign, name, note, isUnseen: isBold }: Entry): ComponentChild {
  const current = getState();
  const isHere =
    place.kind === "app"
      ? current.place?.kind === "app"
      : current.place?.kind === "conversation" && shownConversation(current) === place.id;
  const open = (): void => {
    if (place.kind === "app") openTab(place.tab);
    else goTo(place);
  };
  const isNew = isBold && !isHere;
  const inside = [
    icon(sign),
    h("span", { class: "place-name" }, name),
    note === "" ? null : h("small", { class: "place-note" }, note),
    isNew ? h("span", { class: "badge", role: "img", "aria-label": "unread" }) : null,
  ];
  return h(
    "li",
    { key: name },
    button(inside, open, {
      class: `place${isHere ? " here" : ""}${isNew ? " unseen" : ""}`,
      ...(isHere ? { "aria-current": "page" } : {}),
    }),
  );
}

function renderPerson(person: ShownPerson, me: string): ComponentChild {
  const { id, realName, role, locale, kind } = person;
  const isMe = id === me;
  const notes = [
    role || (kind === "member" ? "" : kind.replaceAll("_", " ")),
    locale === "en-US" ? "" : locale,
  ];
  const inside = [
    h(Avatar, { id, name: realName, isSmall: true }),
    h("span", { class: "person-words" }, [
      h("span", null, realName),
      h("small", { class: "person-notes" }, notes.filter((note) => note !== "").join(" · ")),
    ]),
  ];
  const beThat = (): void => {
    if (isMe) return;
    setState({ seen: {}, thread: null, isSidebarOpen: false });
    become(id);
  };
  return h(
    "li",
    { key: id },
    button(inside, beThat, { class: `person${isMe ? " here" : ""}`, "aria-pressed": isMe }),
  );
}
