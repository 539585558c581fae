import { isObject, toObject, toObjects, toText } from "./json.ts";
import type { JsonObject } from "./types.ts";

/** An interactive element where it stands. */
export type PlacedElement = {
  readonly block: JsonObject;
  readonly blockId: string;
  readonly element: JsonObject;
  readonly actionId: string;
  readonly type: string;
};

/** All interactive elements of a message or view, in reading order. */
export function placedElements(blocks: readonly JsonObject[]): PlacedElement[] {
  return blocks.flatMap((block) =>
    elementsIn(block).map((element) => ({
      block,
      blockId: toText(block["block_id"]),
      element,
      actionId: toText(element["action_id"]),
      type: toText(element["type"]),
    })),
  );
}

/** @throws Error naming what is there instead: a test that clicks what is not shown is wrong */
export function findElement(
  blocks: readonly JsonObject[],
  wanted: { readonly blockId?: string | undefined; readonly actionId?: string | undefined },
): PlacedElement {
  const all = placedElements(blocks);
  const found = all.filter(
    (placed) =>
      (wanted.blockId === undefined || placed.blockId === wanted.blockId) &&
      (wanted.actionId === undefined || placed.actionId === wanted.actionId),
  );
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const shown = all.map((placed) => `${placed.blockId}/${placed.actionId}`).join(", ");
  const what = `${wanted.blockId ?? "any block"}/${wanted.actionId ?? "any action"}`;
  throw new Error(
    `${found.length === 0 ? "no element" : `${found.length} elements`} ${what}; shown: ${shown || "none"}`,
  );
}

function elementsIn(block: JsonObject): JsonObject[] {
  switch (block["type"]) {
    case "input":
      return isObject(block["element"]) ? [block["element"]] : [];
    case "section":
      return isObject(block["accessory"]) ? [block["accessory"]] : [];
    case "actions":
      return toObjects(block["elements"]);
    default:
      return [];
  }
}

/** A copy in which each block and element has an id, made up where the app gave none, as Slack does. */
export function withIds(blocks: readonly JsonObject[], nextId: (prefix: string) => string): JsonObject[] {
  return blocks.map((block) => {
    const copy = structuredClone(block);
    fillIds(copy, nextId);
    return copy;
  });
}

function fillIds(block: JsonObject, nextId: (prefix: string) => string): void {
  if (toText(block["block_id"]) === "") block["block_id"] = nextId("b");
  for (const element of elementsIn(block)) {
    if (toText(element["action_id"]) === "") element["action_id"] = nextId("a");
  }
}

/** Options of a select, groups flattened. */
export function optionsOf(element: JsonObject): JsonObject[] {
  const grouped = toObjects(element["option_groups"]).flatMap((group) =>
    toObjects(toObject(group)["options"]),
  );
  return [...toObjects(element["options"]), ...grouped];
}
