import { textOf, toObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { getState } from "./state.ts";
import { fieldAt, heldOf, type Placed } from "./surface.ts";
import { nameOf } from "./text.ts";
import { act } from "./wire.ts";

/** One thing a select offers; `value` is an option's value, or the id of a person or conversation. */
export type Choice = {
  readonly value: string;
  readonly label: string;
  readonly description: string;
  readonly group: string;
};

/** Labels of options the bot has offered, by value: after the list has closed only values are left. */
const labels = new Map<string, string>();

function toChoice(option: JsonObject, group = ""): Choice {
  return {
    value: toText(option["value"]),
    label: textOf(option["text"]),
    description: textOf(option["description"]),
    group,
  };
}

/** Options of a static select, in their groups. */
function ownChoices(element: JsonObject): Choice[] {
  return [
    ...toObjects(element["options"]).map((option) => toChoice(option)),
    ...groupedChoices(toObjects(element["option_groups"])),
  ];
}

function groupedChoices(groups: readonly JsonObject[]): Choice[] {
  return groups.flatMap((group) =>
    toObjects(group["options"]).map((option) => toChoice(option, textOf(group["label"]))),
  );
}

/** What a select offers now; null when the bot had no answer. */
export async function loadChoices(placed: Placed, query: string): Promise<readonly Choice[] | null> {
  const type = toText(placed.element["type"]);
  if (type.endsWith("external_select")) return askBot(placed, query);
  if (type === "conversations_select") return conversations(placed);
  return ownChoices(placed.element);
}

async function askBot(placed: Placed, query: string): Promise<readonly Choice[] | null> {
  const { blockId, actionId } = fieldAt(placed);
  const answer = await act({ act: "suggest", blockId, actionId, query });
  if (!answer.ok) return null;
  const choices = answer.options.flatMap((option) =>
    Array.isArray(option["options"]) ? groupedChoices([option]) : [toChoice(option)],
  );
  for (const { value, label } of choices) labels.set(value, label);
  return choices;
}

/** In a modal the workspace knows which ones the element's filter leaves. */
async function conversations(placed: Placed): Promise<Choice[] | null> {
  const { blockId } = fieldAt(placed);
  if (placed.surface.place.kind === "view") {
    const answer = await act({ act: "offered", blockId });
    return answer.ok ? answer.options.map((option) => conversationChoice(toText(option["value"]))) : null;
  }
  const shown = getState().snapshot?.conversations ?? [];
  return shown.filter(({ isArchived }) => !isArchived).map(({ id }) => conversationChoice(id));
}

function conversationChoice(id: string): Choice {
  return { value: id, label: conversationLabel(id), description: "", group: "" };
}

/** As the sidebar names it. */
export function conversationLabel(id: string): string {
  const { snapshot } = getState();
  const found = snapshot?.conversations.find((conversation) => conversation.id === id);
  if (snapshot === null || found === undefined) return id;
  if (found.kind !== "im") return `#${found.name}`;
  return found.withUser === null ? snapshot.app.name : nameOf(snapshot, found.withUser);
}

/** The words for a chosen value. */
export function labelOf(placed: Placed, value: string): string {
  if (placed.element["type"] === "conversations_select") return conversationLabel(value);
  const own = ownChoices(placed.element).find((choice) => choice.value === value);
  const held = heldOf(placed);
  const kept = [...toObjects(held), toObject(held)].find((option) => option["value"] === value);
  return own?.label ?? (kept === undefined ? undefined : textOf(kept["text"])) ?? labels.get(value) ?? value;
}

export function matches(choice: Choice, query: string): boolean {
  return `${choice.label} ${choice.description}`.toLowerCase().includes(query.trim().toLowerCase());
}
