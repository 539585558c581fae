import type { FieldValue, PickedFile } from "./actor-types.ts";
import { MOST_FILES, TEXT_INPUT } from "./content-schema.ts";
import { optionsOf, type PlacedElement } from "./elements.ts";
import { storeFile, toWireFile } from "./file-store.ts";
import { isObject, isSameJson, toObject, toObjects, toStrings, toText } from "./json.ts";
import { FILE_BYTES } from "./limits.ts";
import type { Conversation, JsonObject } from "./types.ts";
import { directConversation, type World } from "./world.ts";

type Field = {
  /** Key of the value in `view.state.values` and in a block action. */
  readonly slot: string;
  /** Key of the element's own starting value. */
  readonly initial: string;
  readonly kind: "text" | "option" | "options" | "id" | "files";
};

const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries<Field>({
    plain_text_input: { slot: "value", initial: "initial_value", kind: "text" },
    static_select: { slot: "selected_option", initial: "initial_option", kind: "option" },
    external_select: { slot: "selected_option", initial: "initial_option", kind: "option" },
    multi_static_select: { slot: "selected_options", initial: "initial_options", kind: "options" },
    multi_external_select: { slot: "selected_options", initial: "initial_options", kind: "options" },
    conversations_select: { slot: "selected_conversation", initial: "initial_conversation", kind: "id" },
    file_input: { slot: "files", initial: "", kind: "files" },
  }),
);

/** Who looks at the field, from where: what people and conversations a select offers depends on it. */
export type Viewer = { readonly userId: string; readonly conversation: string | null };

/** Whether Slack keeps a value for it in `view.state.values`. */
export function isStateful(type: string): boolean {
  return FIELDS.has(type);
}

function slotOf(type: string): string | null {
  return FIELDS.get(type)?.slot ?? null;
}

/** The value a field shows before anybody touches it, as in `view.state.values`. */
export function initialValue(world: World, element: JsonObject, viewer: Viewer): JsonObject {
  const type = toText(element["type"]);
  const field = FIELDS.get(type);
  if (field === undefined) return { type };
  const given = element[field.initial];
  if (given !== undefined) return { type, [field.slot]: given };
  if (element["default_to_current_conversation"] === true && viewer.conversation !== null) {
    const isOffered = conversationsFor(world, element, viewer).some(({ id }) => id === viewer.conversation);
    if (isOffered) return { type, [field.slot]: viewer.conversation };
  }
  return { type, [field.slot]: emptyOf(field.kind) };
}

function emptyOf(kind: Field["kind"]): unknown {
  return kind === "options" || kind === "files" ? [] : null;
}

export function isEmptyValue(value: JsonObject): boolean {
  const slot = slotOf(toText(value["type"]));
  if (slot === null) return true;
  const held = value[slot];
  return held === null || held === undefined || held === "" || (Array.isArray(held) && held.length === 0);
}

/** Whether a value kept from before still fits an element of the same ids: its chosen options must still exist. */
export function stillFits(element: JsonObject, value: JsonObject): boolean {
  const type = toText(element["type"]);
  if (value["type"] !== type) return false;
  if (type.endsWith("external_select")) return true;
  const offered = optionsOf(element);
  const chosen = [...toObjects(value["selected_options"]), ...toObjects([value["selected_option"]])];
  return chosen.every((option) => offered.some((other) => isSameJson(option, other)));
}

/**
 * What a person's choice becomes in the state.
 * @throws Error when the element would not let a person enter it
 */
export function toStateValue(
  world: World,
  { element, blockId, type }: PlacedElement,
  request: { readonly value: FieldValue; readonly viewer: Viewer; readonly suggested: readonly JsonObject[] },
): JsonObject {
  const field = FIELDS.get(type);
  if (field === undefined) throw new Error(`${blockId}: nothing can be entered in a ${type}`);
  if (request.value === null) return { type, [field.slot]: emptyOf(field.kind) };
  const refuse = (why: string): never => {
    throw new Error(`${blockId}: ${why}`);
  };
  const held = toHeld(world, { element, field, type, refuse }, request);
  return { type, [field.slot]: held };
}

type Entry = {
  readonly element: JsonObject;
  readonly field: Field;
  readonly type: string;
  readonly refuse: (why: string) => never;
};

function toHeld(
  world: World,
  entry: Entry,
  request: { readonly value: FieldValue; readonly viewer: Viewer; readonly suggested: readonly JsonObject[] },
): unknown {
  const { element, field, type, refuse } = entry;
  const { value, viewer } = request;
  const known = type.endsWith("external_select") ? request.suggested : optionsOf(element);
  const toOption = (wanted: unknown): JsonObject =>
    known.find((option) => option["value"] === wanted) ??
    refuse(`no option ${String(wanted)}; offered: ${known.map((option) => option["value"]).join(", ")}`);
  switch (field.kind) {
    case "text":
      return typeof value === "string" ? toTyped(entry, value) : refuse(`a ${type} takes a string`);
    case "option":
      return toOption(value);
    case "options":
      return atMost(entry, toStrings(value)).map(toOption);
    case "id":
      return toOffered(world, entry, { wanted: toText(value), viewer });
    case "files":
      return toFiles(world, entry, request);
  }
}

function atMost(entry: Entry, values: string[]): string[] {
  const most = Number(entry.element["max_selected_items"] ?? Number.POSITIVE_INFINITY);
  if (values.length > most) entry.refuse(`takes at most ${most} items`);
  return values;
}

function toTyped(entry: Entry, value: string): string | null {
  const most = Number(entry.element["max_length"] ?? TEXT_INPUT);
  if (value.length > most) entry.refuse(`the client stops typing at ${most} characters`);
  return value === "" ? null : value;
}

function toOffered(
  world: World,
  entry: Entry,
  { wanted, viewer }: { readonly wanted: string; readonly viewer: Viewer },
): string {
  const offered = conversationsFor(world, entry.element, viewer);
  if (offered.some(({ id }) => id === wanted)) return wanted;
  return entry.refuse(`no conversation ${wanted}; offered: ${offered.map(({ id }) => id).join(", ")}`);
}

/** What a conversations_select offers to that person. */
export function conversationsFor(world: World, element: JsonObject, viewer: Viewer): Conversation[] {
  directConversation(world, viewer.userId);
  const filter = toObject(element["filter"]);
  const include = toStrings(filter["include"]);
  return [...world.conversations.values()].filter(
    (conversation) =>
      !conversation.isArchived &&
      (conversation.kind === "public" || conversation.members.includes(viewer.userId)) &&
      (include.length === 0 || include.includes(conversation.kind)) &&
      !(filter["exclude_external_shared_channels"] === true && conversation.isExternallyShared) &&
      !(filter["exclude_bot_users"] === true && conversation.kind === "im"),
  );
}

function isPickedFile(value: unknown): value is PickedFile {
  return isObject(value) && typeof value["name"] === "string" && value["bytes"] instanceof Uint8Array;
}

function toFiles(
  world: World,
  entry: Entry,
  request: { readonly value: FieldValue; readonly viewer: Viewer },
): JsonObject[] {
  const values: readonly unknown[] = Array.isArray(request.value) ? request.value : [request.value];
  const picked = values.map((value) => (isPickedFile(value) ? value : entry.refuse("takes files")));
  const most = Number(entry.element["max_files"] ?? MOST_FILES);
  if (picked.length > most) entry.refuse(`takes at most ${most} files`);
  const allowed = toStrings(entry.element["filetypes"]).map((type) => type.toLowerCase());
  for (const file of picked) {
    const extension = file.name.split(".").at(-1)?.toLowerCase() ?? "";
    if (allowed.length > 0 && !allowed.includes(extension)) entry.refuse(`takes only ${allowed.join(", ")}`);
    if (file.bytes.length > FILE_BYTES) entry.refuse(`the client refuses files above 10 MB: ${file.name}`);
  }
  return picked.map((file) => toWireFile(world, storeFile(world, request.viewer.userId, { picked: file })));
}
