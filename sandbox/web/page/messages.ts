import { type ComponentChild, h } from "preact";
import type { ShownFile, ShownMessage, Snapshot } from "../protocol.ts";
import { Avatar } from "./avatar.ts";
import { renderBlocks } from "./blocks.ts";
import { button, icon, iconButton } from "./controls.ts";
import { type Clock, dayOf, timeOf } from "./dates.ts";
import { sizeOf } from "./file-field.ts";
import { Menu } from "./menu.ts";
import { setState, trace } from "./state.ts";
import { clockOf, nameOf, renderMrkdwn } from "./text.ts";
import { act } from "./wire.ts";
import { word } from "./words.ts";

/** Messages of one author within that time stand under one head. */
const TOGETHER_S = 300;

/** A list of messages, oldest first, with a line between days. */
export function renderMessages(
  messages: readonly ShownMessage[],
  snapshot: Snapshot,
  options: { readonly isThread: boolean },
): ComponentChild {
  const clock = clockOf(snapshot);
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const day = dayOf(message.ts, clock);
    const isNewDay = before === undefined || dayOf(before.ts, clock) !== day;
    return [
      isNewDay && !options.isThread ? h("div", { class: "day", key: day }, h("span", null, day)) : null,
      h(Message, {
        key: message.ts,
        message,
        snapshot,
        isFollowing: !isNewDay && isTogether(before, message),
        isThread: options.isThread,
        isNewest: index === messages.length - 1,
      }),
    ];
  });
}

function isTogether(before: ShownMessage | undefined, message: ShownMessage): boolean {
  return (
    before !== undefined &&
    before.author === message.author &&
    before.ephemeralId === null &&
    message.ephemeralId === null &&
    Number(message.ts) - Number(before.ts) < TOGETHER_S
  );
}

type Props = {
  readonly message: ShownMessage;
  readonly snapshot: Snapshot;
  readonly isFollowing: boolean;
  readonly isThread: boolean;
  readonly isNewest: boolean;
};

function Message({ message, snapshot, isFollowing, isThread, isNewest }: Props): ComponentChild {
  const isApp = message.author === snapshot.app.userId && !message.isFromSlack;
  const author = message.isFromSlack ? "Slack" : nameOf(snapshot, message.author) || message.author;
  const isPrivate = message.ephemeralId !== null;
  return h(
    "article",
    {
      class: `message${isFollowing ? " following" : ""}${isPrivate ? " private" : ""}`,
      "aria-label": `${author}, ${timeOf(message.ts, clockOf(snapshot))}`,
      "data-ts": message.ts,
      // Tab stops at the newest message; arrows lead to the others.
      tabIndex: isNewest ? 0 : -1,
    },
    isPrivate ? h("p", { class: "only-you" }, [icon("eye"), word("onlyYou")]) : null,
    h("div", { class: "message-row" }, [
      isFollowing
        ? h("div", { class: "gutter", "aria-hidden": true }, shortTime(message.ts, clockOf(snapshot)))
        : h(Avatar, { id: message.author, name: author, isApp }),
      h("div", { class: "message-body" }, [
        isFollowing ? null : renderHead({ author, isApp, message, snapshot }),
        renderContent(message),
        isThread ? null : renderReplies(message, snapshot),
      ]),
      renderTools(message, snapshot, isThread),
    ]),
  );
}

/** Hours and minutes alone: the gutter holds no more. */
function shortTime(ts: string, clock: Clock): string {
  return /\d+:\d+/.exec(timeOf(ts, clock))?.[0] ?? "";
}

type Head = {
  readonly author: string;
  readonly isApp: boolean;
  readonly message: ShownMessage;
  readonly snapshot: Snapshot;
};

function renderHead({ author, isApp, message, snapshot }: Head): ComponentChild {
  return h("div", { class: "message-head" }, [
    h("strong", null, author),
    isApp ? h("span", { class: "tag" }, "APP") : null,
    h("time", null, timeOf(message.ts, clockOf(snapshot))),
  ]);
}

function renderContent(message: ShownMessage): ComponentChild {
  const place =
    message.ephemeralId === null
      ? { kind: "message" as const, conversation: message.conversation, ts: message.ts }
      : { kind: "ephemeral" as const, id: message.ephemeralId };
  const surface = { key: `${message.conversation}-${message.ts}`, place, values: {} };
  return [
    message.blocks.length > 0
      ? renderBlocks(message.blocks, surface)
      : h("div", { class: "message-text" }, renderMrkdwn(message.text)),
    message.files.map(renderFile),
    message.isEdited ? h("small", { class: "edited" }, word("edited")) : null,
  ];
}

function renderFile(file: ShownFile): ComponentChild {
  const isPicture = /^image\/(?:png|jpeg|gif|webp)$/.test(file.mimetype);
  return h("figure", { class: "figure", key: file.id }, [
    h("figcaption", null, `${file.name} · ${sizeOf(file.sizeBytes)}`),
    isPicture ? h("img", { class: "picture large", src: `/files/${file.id}`, alt: file.name }) : null,
  ]);
}

function renderReplies(message: ShownMessage, snapshot: Snapshot): ComponentChild {
  const count = snapshot.messages.filter(
    ({ threadTs, ts }) => threadTs === message.ts && ts !== message.ts,
  ).length;
  if (count === 0) return null;
  const label = count === 1 ? word("reply") : word("replies").replace("#", String(count));
  return button(label, () => setState({ thread: message.ts }), { class: "replies" });
}

function renderTools(message: ShownMessage, snapshot: Snapshot, isThread: boolean): ComponentChild {
  const shortcuts = snapshot.shortcuts.filter(({ type }) => type === "message");
  const { conversation, ts } = message;
  const isPrivate = message.ephemeralId !== null;
  const isPost = message.author === snapshot.app.userId && !message.isFromSlack;
  return h("div", { class: "message-tools" }, [
    isPost ? iconButton("traffic", "How did this come about?", () => trace(ts)) : null,
    isThread || isPrivate ? null : iconButton("reply", "Reply in thread", () => setState({ thread: ts })),
    isPrivate
      ? null
      : h(Menu, {
          label: "More message actions",
          items: shortcuts.map(({ callbackId, name, description }) => ({
            label: name,
            hint: description,
            run: () => void act({ act: "message_shortcut", callbackId, conversation, ts }),
          })),
        }),
  ]);
}

/** The messages of a thread: its parent and the replies. */
export function threadMessages(snapshot: Snapshot, conversation: string, thread: string): ShownMessage[] {
  return snapshot.messages.filter(
    (message) =>
      message.conversation === conversation && (message.ts === thread || message.threadTs === thread),
  );
}
