import { homeView, messageBlocks, modalView, problemsOf, type Surface } from "./content-schema.ts";
import { placedElements } from "./elements.ts";
import { isObject, isSameJson, toObjects, toText } from "./json.ts";
import { MESSAGE, VIEW } from "./limits.ts";
import type { JsonObject } from "./types.ts";
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
  const { blocks } = content;
  if (blocks !== undefined && !Array.isArray(blocks)) return { error: "invalid_blocks_format", messages: [] };
  const hasContent = blocks?.length || toObjects(content["attachments"]).length > 0;
  if (toText(content["text"]).trim() === "" && !hasContent) return { error: "no_text", messages: [] };
  return (
    threadProblem(content["thread_ts"]) ??
    longText(method, content) ??
    blocksProblem(blocks ?? []) ??
    metadataProblem(method, content["metadata"])
  );
}

function threadProblem(threadTs: unknown): ContentProblem | null {
  if (typeof threadTs !== "string" || threadTs === "" || /^\d+\.\d+$/.test(threadTs)) return null;
  return { error: "invalid_thread_ts", messages: [`[ERROR] ${threadTs} is not a valid thread_ts`] };
}

function blocksProblem(given: readonly unknown[]): ContentProblem | null {
  const blocks = toObjects(given);
  const messages = [...problemsOf(messageBlocks, given, "/blocks"), ...sharedIds(blocks)];
  if (messages.length > 0) return { error: "invalid_blocks", messages };
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

/** What Slack would refuse a view for, or null. */
export function checkView(
  world: World,
  wire: JsonObject,
  { surface }: { readonly surface: Exclude<Surface, "message"> },
): ContentProblem | null {
  const blocks = toObjects(wire["blocks"]);
  const schema = surface === "home" ? homeView : modalView;
  const messages = [...problemsOf(schema, wire, "/view"), ...sharedIds(blocks)];
  if (messages.length > 0) return { error: "invalid_arguments", messages };
  reportFileInput(world, blocks);
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
function sharedIds(blocks: readonly JsonObject[]): string[] {
  const given = (ids: readonly string[]) => ids.filter((id, place) => id !== "" && ids.indexOf(id) !== place);
  return [
    ...given(blocks.map((block) => toText(block["block_id"]))).map((id) => `block_id ${id} already exists`),
    ...blocks.flatMap((block) =>
      given(placedElements([block]).map(({ actionId }) => actionId)).map(
        (id) => `action_id ${id} already exists in its block`,
      ),
    ),
  ].map((message) => `[ERROR] ${message}`);
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
