import { type ComponentChild, h } from "preact";
import { textOf, toObject, toText } from "../../slack/json.ts";
import type { Snapshot } from "../protocol.ts";
import { toAddress } from "./address.ts";
import { type Clock, formatDate } from "./dates.ts";
import { emojiOf, withEmoji } from "./emoji.ts";
import { type Inline, type MrkdwnBlock, parseMrkdwn } from "./mrkdwn.ts";
import { getState, goTo } from "./state.ts";

/** Words become elements here, never HTML: what the bot or a person wrote can't be markup of the page. */

export function localeOf(snapshot: Snapshot | null): string {
  return snapshot?.people.find(({ id }) => id === snapshot.me)?.locale ?? "en-US";
}

export function clockOf(snapshot: Snapshot | null): Clock {
  return { locale: localeOf(snapshot), timeZone: snapshot?.timeZone ?? "UTC" };
}

/** A plain_text or mrkdwn object. */
export function renderText(value: unknown): ComponentChild {
  const object = toObject(value);
  if (object["type"] === "mrkdwn") return renderMrkdwn(toText(object["text"]));
  const words = object["emoji"] === false ? textOf(value) : withEmoji(textOf(value));
  return textOf(value).includes("\n") ? h("span", { class: "pre-line" }, words) : words;
}

/** What a message's `text` or a mrkdwn object says. */
export function renderMrkdwn(source: string): ComponentChild {
  return parseMrkdwn(source).map(renderBlock);
}

function renderBlock(block: MrkdwnBlock): ComponentChild {
  if (block.kind === "preformatted") return h("pre", { class: "pre" }, block.text);
  const lines = block.lines.flatMap((line, index) => [
    ...(index === 0 ? [] : [h("br", null)]),
    ...renderInlines(line),
  ]);
  return block.kind === "quote" ? h("blockquote", { class: "quote" }, lines) : h("span", null, lines);
}

function renderInlines(inlines: readonly Inline[]): ComponentChild[] {
  return inlines.map(renderInline);
}

function renderInline(inline: Inline): ComponentChild {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "bold":
      return h("strong", null, renderInlines(inline.children));
    case "italic":
      return h("em", null, renderInlines(inline.children));
    case "strike":
      return h("s", null, renderInlines(inline.children));
    case "code":
      return h("code", { class: "code" }, inline.text);
    case "emoji":
      return renderEmoji(inline.name);
    case "link":
      return renderLink(inline.url, inline.text);
    case "date":
      return renderDate(inline.timestampS, inline.format, inline.fallback);
    case "broadcast":
      return h("span", { class: "mention mention-all" }, `@${inline.range}`);
    default:
      return renderMention(inline.kind, inline.id, inline.label);
  }
}

export function renderEmoji(name: string): ComponentChild {
  const character = emojiOf(name);
  if (character === null) return `:${name}:`;
  return h("span", { class: "emoji", role: "img", "aria-label": name.replaceAll("_", " ") }, character);
}

/** A message's address, as chat.getPermalink names it. */
const PERMALINK = /^https?:\/\/[^/]+\/archives\/([A-Z0-9]+)\/p(\d+)(\d{6})(?:\?|$)/;

/** A link that a person may follow: it leads outside, so the page itself never asks for it. */
export function renderLink(url: string, text: string): ComponentChild {
  const [, conversation, seconds, rest] = PERMALINK.exec(url) ?? [];
  if (conversation !== undefined) return renderPermalink({ conversation, ts: `${seconds}.${rest}` }, text);
  if (!/^(?:https?|mailto|tel):/i.test(url)) return text;
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);
}

/** Leads to a message of this workspace, here on the page. */
function renderPermalink(
  { conversation, ts }: { readonly conversation: string; readonly ts: string },
  text: string,
): ComponentChild {
  const { me } = getState();
  const place = { kind: "conversation" as const, id: conversation };
  const onClick = (event: MouseEvent): void => {
    event.preventDefault();
    goTo(place);
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`.messages [data-ts="${CSS.escape(ts)}"]`)?.focus();
    });
  };
  return h("a", { href: toAddress({ me, place, thread: null }), onClick }, text);
}

export function renderDate(timestampS: number, format: string, fallback: string): ComponentChild {
  const clock = clockOf(getState().snapshot);
  const date = new Date(timestampS * 1000);
  if (Number.isNaN(date.getTime())) return fallback;
  const shown = formatDate(timestampS, { format, clock, nowS: Date.now() / 1000 });
  const title = formatDate(timestampS, { format: "{date_long} {time}", clock, nowS: timestampS });
  return h("time", { dateTime: date.toISOString(), title }, shown);
}

/** A person, conversation or group by its name; what this person can't know is shown by its id. */
export function renderMention(
  kind: "user" | "conversation" | "usergroup",
  id: string,
  label = "",
): ComponentChild {
  const { snapshot, me } = getState();
  if (kind === "user") {
    const name = nameOf(snapshot, id) || label || id;
    return h("span", { class: id === me ? "mention mention-me" : "mention" }, `@${name}`);
  }
  if (kind === "usergroup") {
    const group = snapshot?.usergroups.find((each) => each.id === id);
    return h("span", { class: "mention" }, `@${(group?.handle ?? label.replace(/^@/, "")) || id}`);
  }
  const conversation = snapshot?.conversations.find((each) => each.id === id);
  return h("span", { class: "mention" }, `#${(conversation?.name ?? label) || id}`);
}

/** The name of a person or the app; empty when nobody has the id. */
export function nameOf(snapshot: Snapshot | null, userId: string): string {
  if (snapshot === null) return "";
  if (userId === snapshot.app.userId) return snapshot.app.name;
  return snapshot.people.find(({ id }) => id === userId)?.realName ?? "";
}
