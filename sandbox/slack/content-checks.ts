import { anyBlock } from "./checks/blocks.ts";
import { plainText } from "./checks/objects.ts";
import { boolean, type Check, createCheck, list, object, oneOf, type Rule, string } from "./checks/rules.ts";
import { placedElements } from "./elements.ts";
import { isObject, isSameJson, toObjects, toText } from "./json.ts";
import { MESSAGE, type Surface, VIEW } from "./limits.ts";
import type { JsonObject, View } from "./types.ts";
import { findView } from "./views.ts";
import type { World } from "./world.ts";

export type ContentProblem = { readonly error: string; readonly messages: readonly string[] };

/**
 * What Slack would refuse a message for, or null. What it takes but a person would suffer from (no text for
 * notifications, links that unfurl) becomes a finding.
 */
export function checkMessage(world: World, method: string, content: JsonObject): ContentProblem | null {
  const problem = messageProblem(method, content);
  if (problem !== null) return problem;
  const text = toText(content["text"]);
  const blocks = toObjects(content["blocks"]);
  if (blocks.length > 0 && text.trim() === "") {
    world.report(
      method,
      "no_text",
      "blocks without top-level text: nothing for notifications and screen readers",
    );
  }
  if (text.length > MESSAGE.textTruncatedAt)
    world.report(method, "text_truncated", `${text.length} characters`);
  if (method === "chat.postMessage") reportUnfurling(world, content);
  return null;
}

function messageProblem(method: string, content: JsonObject): ContentProblem | null {
  const blocks = content["blocks"];
  if (blocks !== undefined && !Array.isArray(blocks)) return { error: "invalid_blocks_format", messages: [] };
  const hasAttachments = toObjects(content["attachments"]).length > 0;
  if (toText(content["text"]).trim() === "" && !blocks?.length && !hasAttachments) {
    return { error: "no_text", messages: [] };
  }
  return (
    threadProblem(content["thread_ts"]) ??
    longText(method, content) ??
    blocksProblem(toObjects(blocks), blocks) ??
    metadataProblem(method, content["metadata"])
  );
}

function threadProblem(threadTs: unknown): ContentProblem | null {
  if (typeof threadTs !== "string" || threadTs === "" || /^\d+\.\d+$/.test(threadTs)) return null;
  return { error: "invalid_thread_ts", messages: [`[ERROR] ${threadTs} is not a valid thread_ts`] };
}

function blocksProblem(blocks: JsonObject[], given: unknown): ContentProblem | null {
  const check = createCheck("message");
  if (given !== undefined) list(anyBlock, { min: 0, max: MESSAGE.blocks })(given, "/blocks", check);
  checkIds(blocks, "/blocks", check);
  if (check.messages.length > 0) return { error: "invalid_blocks", messages: check.messages };
  const tables = blocks.filter(({ type }) => type === "table");
  if (tables.length > MESSAGE.tables) {
    return { error: "only_one_table_allowed", messages: [`${tables.length} tables`] };
  }
  const cells = textLength(tables.map(({ rows }) => rows));
  if (cells > MESSAGE.cellText) {
    return { error: "invalid_blocks", messages: [`${cells} characters in the cells of tables`] };
  }
  const total = textLength(blocks);
  if (total > MESSAGE.blocksText) {
    return { error: "msg_blocks_too_long", messages: [`${total} characters of text in all blocks`] };
  }
  return null;
}

/** What is too long to be taken, where other methods would cut it. */
function longText(method: string, content: JsonObject): ContentProblem | null {
  const { length } = toText(content["text"]);
  if (method === "chat.update" && length > MESSAGE.editedText) {
    return { error: "msg_too_long", messages: [`${length} characters of text`] };
  }
  return null;
}

function metadataProblem(method: string, metadata: unknown): ContentProblem | null {
  const isRemoval = method === "chat.update" && isSameJson(metadata, {});
  if (metadata === undefined || isRemoval) return null;
  const isFormed =
    isObject(metadata) && toText(metadata["event_type"]) !== "" && isObject(metadata["event_payload"]);
  if (!isFormed) return { error: "invalid_metadata_format", messages: [] };
  const sizeBytes = Buffer.byteLength(JSON.stringify(metadata));
  return sizeBytes > MESSAGE.metadataBytes
    ? { error: "metadata_too_large", messages: [`${sizeBytes} bytes`] }
    : null;
}

/** Slack fetches links inside a post unless told not to: one-time links would be used up. */
function reportUnfurling(world: World, content: JsonObject): void {
  const hasLink = /https?:\/\//.test(JSON.stringify([content["text"], content["blocks"]]));
  if (hasLink && !(content["unfurl_links"] === false && content["unfurl_media"] === false)) {
    world.report("chat.postMessage", "link_unfurls", "a link without unfurl_links and unfurl_media false");
  }
}

const VIEW_FIELDS = {
  blocks: list(anyBlock, { max: VIEW.blocks }),
  private_metadata: string({ max: VIEW.privateMetadata }),
  callback_id: string({ max: VIEW.callbackId }),
  external_id: string({ max: VIEW.externalId }),
};

const homeView: Rule = object({ blocks: VIEW_FIELDS.blocks }, VIEW_FIELDS);

const modalView: Rule = object(
  { blocks: VIEW_FIELDS.blocks, title: plainText(VIEW.title) },
  {
    ...VIEW_FIELDS,
    submit: plainText(VIEW.submit),
    close: plainText(VIEW.close),
    clear_on_close: boolean,
    notify_on_close: boolean,
    submit_disabled: boolean,
  },
);

/** What Slack would refuse a view for, or null. `current`: the view it replaces. */
export function checkView(
  world: World,
  wire: JsonObject,
  { surface, current }: { readonly surface: Exclude<Surface, "message">; readonly current?: View },
): ContentProblem | null {
  const check = createCheck(surface);
  oneOf(surface)(wire["type"], "/view/type", check);
  (surface === "home" ? homeView : modalView)(wire, "/view", check);
  const blocks = toObjects(wire["blocks"]);
  checkIds(blocks, "/view/blocks", check);
  if (surface === "modal" && wire["submit"] === undefined && blocks.some(({ type }) => type === "input")) {
    check.fail("/view", "missing required field: submit");
  }
  if (placedElements(blocks).filter(({ element }) => element["focus_on_load"] === true).length > 1) {
    check.fail("/view/blocks", "only one element may have focus_on_load");
  }
  if (check.messages.length > 0) return { error: "invalid_arguments", messages: check.messages };
  reportFileInput(world, blocks);
  const externalId = toText(wire["external_id"]);
  const other = externalId === "" ? null : findView(world, { externalId });
  if (other !== null && other.id !== current?.id)
    return { error: "duplicate_external_id", messages: [externalId] };
  const sizeBytes = Buffer.byteLength(JSON.stringify(wire));
  return sizeBytes > VIEW.sizeBytes ? { error: "view_too_large", messages: [`${sizeBytes} bytes`] } : null;
}

/** What people pick in a file_input reaches only an app that may read files. */
function reportFileInput(world: World, blocks: readonly JsonObject[]): void {
  const isAsked = placedElements(blocks).some(({ type }) => type === "file_input");
  if (isAsked && !world.manifest.scopes.has("files:read")) {
    world.report("view", "file_input_scope", "a file_input needs the scope files:read");
  }
}

/** block_id is unique in its message or view, action_id in its block. */
function checkIds(blocks: readonly JsonObject[], at: string, check: Check): void {
  const blockIds = new Set<string>();
  blocks.forEach((block, index) => {
    const blockId = toText(block["block_id"]);
    if (blockId !== "" && blockIds.has(blockId)) {
      check.fail(`${at}/${index}/block_id`, `block_id ${blockId} already exists`);
    }
    blockIds.add(blockId);
    const actionIds = placedElements([block]).map(({ actionId }) => actionId);
    for (const id of actionIds.filter((one, place) => one !== "" && actionIds.indexOf(one) !== place)) {
      check.fail(`${at}/${index}`, `action_id ${id} already exists for block_id ${blockId}`);
    }
  });
}

/** All strings a reader sees, added up: what msg_blocks_too_long counts. */
export function textLength(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + textLength(item), 0);
  if (!isObject(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [key, held]) => sum + (key === "text" && typeof held === "string" ? held.length : textLength(held)),
    0,
  );
}
