import { type ComponentChild, h } from "preact";
import { textOf, toObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import type { Snapshot } from "../protocol.ts";
import { toAddress } from "./address.ts";
import { type Clock, formatDate } from "./dates.ts";
import { parseMrkdwn } from "./markup.ts";
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
  const words = textOf(value);
  return words.includes("\n") ? h("span", { class: "pre-line" }, words) : words;
}

/** What a message's `text` or a mrkdwn object says. */
export function renderMrkdwn(source: string): ComponentChild {
  return renderRichText(parseMrkdwn(source));
}

/** A rich_text block: sections, quotes and preformatted parts. */
export function renderRichText(block: JsonObject): ComponentChild {
  return h("span", { class: "rich-text" }, toObjects(block["elements"]).map(renderPart));
}

function renderPart(part: JsonObject): ComponentChild {
  const elements = toObjects(part["elements"]);
  switch (part["type"]) {
    case "rich_text_section":
      return h("span", { class: "rich-section" }, elements.map(renderLeaf));
    case "rich_text_quote":
      return h("blockquote", { class: "quote" }, elements.map(renderLeaf));
    case "rich_text_preformatted":
      return h("pre", { class: "pre" }, elements.map(renderLeaf));
    default:
      return h(
        "span",
        { class: "rich-section undrawn" },
        `This page doesn't draw ${toText(part["type"]) || "that"} in rich text.`,
      );
  }
}

const STYLES = [
  ["code", "code"],
  ["bold", "strong"],
  ["italic", "em"],
  ["strike", "s"],
] as const;

function renderLeaf(leaf: JsonObject): ComponentChild {
  const style = toObject(leaf["style"]);
  return STYLES.filter(([name]) => style[name] === true).reduce<ComponentChild>(
    (drawn, [name, tag]) => h(tag, name === "code" ? { class: "code" } : null, drawn),
    renderPlainLeaf(leaf),
  );
}

function renderPlainLeaf(leaf: JsonObject): ComponentChild {
  const text = toText(leaf["text"]);
  switch (leaf["type"]) {
    case "text":
      return h("span", { class: "pre-line" }, text);
    case "link":
      return renderLink(toText(leaf["url"]), text || toText(leaf["url"]));
    case "user":
    case "usergroup":
    case "channel":
      return renderMention(leaf["type"], toText(leaf[`${leaf["type"]}_id`]), text);
    case "broadcast":
      return h("span", { class: "mention mention-all" }, `@${toText(leaf["range"])}`);
    case "date":
      return renderDate(Number(leaf["timestamp"]), toText(leaf["format"]), toText(leaf["fallback"]));
    default:
      return h("span", { class: "undrawn" }, `[${toText(leaf["type"])}]`);
  }
}

/** A message's address, as chat.getPermalink names it. */
const PERMALINK = /^https?:\/\/[^/]+\/archives\/([A-Z0-9]+)\/p(\d+)(\d{6})(?:\?|$)/;

/** A link that a person may follow: it leads outside, so the page itself never asks for it. */
function renderLink(url: string, text: string): ComponentChild {
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

function renderDate(timestampS: number, format: string, fallback: string): ComponentChild {
  const clock = clockOf(getState().snapshot);
  const date = new Date(timestampS * 1000);
  if (Number.isNaN(date.getTime())) return fallback;
  const shown = formatDate(timestampS, { format, clock, nowS: Date.now() / 1000 });
  const title = formatDate(timestampS, { format: "{date_short_pretty} {time_secs}", clock, nowS: 0 });
  return h("time", { dateTime: date.toISOString(), title }, shown);
}

/** A person, conversation or group by its name, else as its sender called it; what nobody named is shown by its id. */
function renderMention(kind: string, id: string, label: string): ComponentChild {
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
