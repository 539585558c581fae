import { toObject, toObjects, toStrings, toText } from "../../slack/json.ts";
import type { JsonObject, StateValues } from "../../slack/types.ts";
import type { ActPlace, EnteredValue } from "../act.ts";
import { askConfirm } from "./confirm.ts";
import { draftOf, dropDraft, type FieldAt, setDraft, setFieldError, takeDrafts } from "./drafts.ts";
import { redrawFields } from "./state.ts";
import { act } from "./wire.ts";

/** Where blocks are drawn: a message, a modal or the Home tab. */
export type Surface = {
  /** The view's id, or the message's ts: what its fields belong to. */
  readonly key: string;
  readonly place: ActPlace;
  /** What the workspace has for its fields; a message has none. */
  readonly values: StateValues;
};

/** One interactive element where it stands. */
export type Placed = {
  readonly surface: Surface;
  readonly block: JsonObject;
  readonly element: JsonObject;
};

/** Keys of what a person chose, in `view.state.values` and as the element's own start. */
const SLOTS: readonly (readonly [slot: string, initial: string])[] = [
  ["value", "initial_value"],
  ["selected_option", "initial_option"],
  ["selected_options", "initial_options"],
  ["selected_conversation", "initial_conversation"],
  ["files", ""],
];

export function fieldAt({ surface, block, element }: Placed): FieldAt {
  return {
    viewId: surface.key,
    blockId: toText(block["block_id"]),
    actionId: toText(element["action_id"]),
  };
}

/** What the field holds, as Slack's state has it: typed text, an option object, ids, files. */
export function heldOf(placed: Placed): unknown {
  const { blockId, actionId } = fieldAt(placed);
  const state = placed.surface.values[blockId]?.[actionId];
  for (const [slot, initial] of SLOTS) {
    if (state !== undefined && slot in state) return state[slot];
    if (state === undefined && initial !== "" && initial in placed.element) return placed.element[initial];
  }
  return null;
}

/** The text a field shows: what was typed last, else what the workspace has. */
export function textIn(placed: Placed): string {
  const draft = draftOf(fieldAt(placed));
  return toText(draft === undefined ? heldOf(placed) : draft);
}

/** The values that are chosen in a select: option values or ids. */
export function chosenIn(placed: Placed): string[] {
  const draft = draftOf(fieldAt(placed));
  const held = draft === undefined ? heldOf(placed) : draft;
  if (typeof held === "string") return held === "" ? [] : [held];
  if (!Array.isArray(held)) return [toText(toObject(held)["value"])].filter((value) => value !== "");
  const ids = toStrings(held);
  return ids.length > 0 ? ids : toObjects(held).map((option) => toText(option["value"]));
}

/** A person typed or chose something in an input block, or used an element that acts at once. */
export async function enter(placed: Placed, value: EnteredValue): Promise<void> {
  const isInput = placed.block["type"] === "input";
  if (!isInput && !(await askConfirm(placed.element["confirm"]))) {
    // Drawn again, so that a select shows what it was.
    redrawFields(placed.surface.key);
    return;
  }
  const at = fieldAt(placed);
  setDraft(at, value);
  setFieldError(at.viewId, at.blockId);
  if (!isInput) await click(placed, value);
  else if (placed.block["dispatch_action"] === true && !isTyped(placed.element)) await flush(placed, value);
}

function isTyped(element: JsonObject): boolean {
  return element["type"] === "plain_text_input";
}

/** Tells the workspace what was entered so far; a field that dispatches asks the bot. */
export async function flush(placed: Placed, value: EnteredValue): Promise<void> {
  if (placed.surface.place.kind !== "view") return click(placed, value);
  const taken = takeDrafts(placed.surface.key);
  const answer = await act({ act: "fill", entries: taken.entries });
  if (answer.ok) taken.settle();
  else if (answer.blockId !== null) setFieldError(placed.surface.key, answer.blockId, answer.error);
}

/** Clicks an element; what was typed around it in a modal goes first. */
async function click(placed: Placed, value?: EnteredValue): Promise<void> {
  const { surface } = placed;
  const { blockId, actionId } = fieldAt(placed);
  const taken = takeDrafts(surface.key);
  const isView = surface.place.kind === "view";
  const answer = await act({
    act: "click",
    place: surface.place,
    blockId,
    actionId,
    ...(value === undefined ? {} : { value }),
    entries: isView
      ? taken.entries.filter((entry) => entry.actionId !== actionId || entry.blockId !== blockId)
      : [],
  });
  if (answer.ok && isView) taken.settle();
  else if (answer.ok && surface.place.kind === "home") dropDraft(fieldAt(placed));
  else if (!answer.ok && answer.blockId !== null) setFieldError(surface.key, answer.blockId, answer.error);
}

/** A button: asks first when it has a confirm dialog. */
export async function press(placed: Placed): Promise<void> {
  if (await askConfirm(placed.element["confirm"])) await click(placed);
}
