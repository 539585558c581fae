import type { Button, KnownBlock } from "@slack/types";
import type { Config } from "../../config.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { plain } from "../../slack/blocks/modal.ts";
import { type Line, renderContext } from "../../slack/blocks/rich-text.ts";
import type { Outside, RenderedPost } from "../../slack/posts/queue.ts";
import type { Owner, OwnerEvent } from "./owners.ts";

type Words = Catalogue["oncall"];

export const ids = {
  take: "oncall.take",
  /** Buttons that lead out of Slack, which tells the app of a click all the same. */
  console: "oncall.console",
  runbook: "oncall.runbook",
} as const;

/** What on-call sees of a card beside what it says: who is on it or since when nobody is, and the way there. */
export function renderOwned(
  rendered: RenderedPost,
  { subject, owner, openSince }: { subject: string; owner: Owner | null; openSince: Date },
  words: Words,
): RenderedPost {
  const line: Line =
    owner === null
      ? [words.openSince.before, { at: openSince }, words.openSince.after]
      : [`${words.owner} `, { user: owner.person }, { at: new Date(owner.at) }];
  const { text, block } = renderContext([line]);
  // Which card, and who was on it when its button was rendered.
  const value = JSON.stringify({ subject, owner: owner?.person ?? null });
  const take = button(ids.take, owner === null ? words.take : words.takeOver, value);
  return { ...rendered, text: `${rendered.text}\n${text}`, blocks: withRow(rendered, [take], [block]) };
}

/** One row of buttons at the end, behind what there is to do about it; `above`: what stands right over them. */
function withRow({ blocks }: RenderedPost, buttons: Button[], above: KnownBlock[] = []): KnownBlock[] {
  const last = blocks.at(-1);
  if (last?.type !== "actions") return [...blocks, ...above, ...actions(buttons)];
  return [...blocks.slice(0, -1), ...above, { ...last, elements: [...last.elements, ...buttons] }];
}

/** Buttons to where somebody has to act, as far as the configuration says where that is. */
export function renderLinked(
  rendered: RenderedPost,
  links: Pick<Config["oncall"], "console" | "runbook">,
  words: Words,
): RenderedPost {
  const buttons = (rendered.leadsTo ?? []).flatMap((outside) => linkButton(outside, links[outside], words));
  return buttons.length === 0 ? rendered : { ...rendered, blocks: withRow(rendered, buttons) };
}

/** None where the configuration doesn't say where that is. */
export function linkButton(outside: Outside, url: string | null, words: Words): Button[] {
  return url === null
    ? []
    : [{ type: "button", action_id: ids[outside], text: plain(words.links[outside]), url }];
}

/** The line under the card. `mention`: whom a reminder names; a group's id begins with S, a person's with U or W. */
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
  const { between, after } = lines.tookOver;
  return renderAnswer([[{ user: by }, between, { user: other }, after]]);
}
