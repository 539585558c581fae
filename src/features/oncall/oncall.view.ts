import type { Button, KnownBlock } from "@slack/types";
import type { Config } from "../../config.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { plainText } from "../../slack/blocks/modal.ts";
import { fillLine, type Line, renderContext } from "../../slack/blocks/rich-text.ts";
import type { OutsidePlace, RenderedPost } from "../../slack/posts/queue.ts";
import type { CardOwner, OwnerEvent } from "./owners.ts";

type Words = Catalogue["oncall"];

export const ids = {
  take: "oncall.take",
  /** Link buttons. Slack reports clicks on them too, which need an acknowledgement. */
  console: "oncall.console",
  runbook: "oncall.runbook",
} as const;

/** Adds to on-call's card: time since which it is open, its owner, and the button to take it. */
export function addOwner(
  rendered: RenderedPost,
  { subject, owner, openSince }: { subject: string; owner: CardOwner | null; openSince: Date },
  words: Words,
): RenderedPost {
  const line: Line = [
    ...fillLine(words.openSince, { at: { at: openSince } }),
    ...(owner === null
      ? []
      : [` · ${words.owner} `, { user: owner.person }, " ", { at: new Date(owner.at) }]),
  ];
  const { text, block } = renderContext([line]);
  // The value has the owner that the card shows, so that a click on an outdated card is noticed.
  const value = JSON.stringify({ subject, owner: owner?.person ?? null });
  const take = button(ids.take, owner === null ? words.take : words.takeOver, value);
  return { ...rendered, text: `${rendered.text}\n${text}`, blocks: withRow(rendered, [take], [block]) };
}

/** Adds buttons to the last row of buttons, or as a new row. `above`: blocks right above that row. */
function withRow({ blocks }: RenderedPost, buttons: Button[], above: KnownBlock[] = []): KnownBlock[] {
  const last = blocks.at(-1);
  if (last?.type !== "actions") return [...blocks, ...above, ...actions(buttons)];
  return [...blocks.slice(0, -1), ...above, { ...last, elements: [...last.elements, ...buttons] }];
}

/** Adds the post's link buttons, as far as the configuration has their addresses. */
export function addLinks(
  rendered: RenderedPost,
  links: Pick<Config["oncall"], "console" | "runbook">,
  words: Words,
): RenderedPost {
  const buttons = (rendered.leadsTo ?? []).flatMap((outside) =>
    createLinkButtons(outside, links[outside], words),
  );
  return buttons.length === 0 ? rendered : { ...rendered, blocks: withRow(rendered, buttons) };
}

export function createLinkButtons(outside: OutsidePlace, url: string | null, words: Words): Button[] {
  return url === null
    ? []
    : [{ type: "button", action_id: ids[outside], text: plainText(words.links[outside]), url }];
}

/** Reply under a card. `mention`: whom a reminder mentions, a group (its id begins with S) or a person. */
export function renderOwnerEvent(
  { oncall, by, other }: OwnerEvent,
  mention: string | null,
  { lines }: Words,
): Answer | null {
  if (oncall === "nobody") {
    if (mention === null) return null;
    return renderAnswer([[mention.startsWith("S") ? { group: mention } : { user: mention }, lines.nobody]]);
  }
  if (by === null) return null;
  if (other === null) return renderAnswer([[{ user: by }, lines.took]]);
  return renderAnswer([fillLine(lines.tookOver, { by: { user: by }, other: { user: other } })]);
}
