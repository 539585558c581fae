import { toObjects, toText } from "./slack/json.ts";
import type { JsonObject } from "./slack/types.ts";
import { type Clock, formatDate } from "./web/page/dates.ts";
import { parseMrkdwn } from "./web/page/markup.ts";

/** What ids and moments are to a reader. */
export type Reading = {
  /** The name of a person, conversation or group. */
  readonly nameOf: (id: string) => string | undefined;
  readonly clock: Clock;
  readonly nowS: number;
};

/** What a message's `text` says to a reader without marks, links and pictures: a terminal. */
export function toPlainText(source: string, reading: Reading): string {
  const parts = toObjects(parseMrkdwn(source)["elements"]);
  return parts.map((part) => plainPart(part, reading)).join("\n");
}

function plainPart(part: JsonObject, reading: Reading): string {
  const text = toObjects(part["elements"])
    .map((leaf) => plainLeaf(leaf, reading))
    .join("");
  return part["type"] === "rich_text_quote" ? text.replace(/^/gm, "> ") : text;
}

function plainLeaf(leaf: JsonObject, { nameOf, clock, nowS }: Reading): string {
  const [type, text] = [toText(leaf["type"]), toText(leaf["text"])];
  const id = toText(leaf[`${type}_id`]);
  switch (type) {
    case "date":
      return formatDate(Number(leaf["timestamp"]), { format: toText(leaf["format"]), clock, nowS });
    case "broadcast":
      return `@${toText(leaf["range"])}`;
    case "user":
    case "usergroup":
      return `@${nameOf(id) ?? (text.replace(/^@/, "") || id)}`;
    case "channel":
      return `#${nameOf(id) ?? (text || id)}`;
    default:
      return text;
  }
}
