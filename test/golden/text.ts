/*
 * Slack's blocks as text that is read in a review: a line for each thing a person sees, presses or fills in. A block that
 * isn't known here is an error, so that nothing is left out of a page.
 */

type Part = Readonly<Record<string, unknown>>;

const isPart = (value: unknown): value is Part => typeof value === "object" && value !== null;
const list = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : []);
const string = (value: unknown): string => (typeof value === "string" ? value : "");
/** What a text object says. */
const says = (value: unknown): string => (isPart(value) ? string(value["text"]) : "");
const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
const within = (mark: string, text: string) => text.split("\n").map((line) => `${mark}${line}`.trimEnd());

const maxChoicesLength = 8;

/** In UTC, which a page is read in; the day where Slack would write it. */
function moment(seconds: number, format: string): string {
  const [day = "", time = ""] = new Date(seconds * 1000).toISOString().split("T");
  const shown = time.slice(0, format.includes("secs") ? 8 : 5);
  if (format === "{ago}") return `⟨${day} ${shown}, ago⟩`;
  return format.includes("date") ? `⟨${day} ${shown}⟩` : `⟨${shown}⟩`;
}

function leafText(leaf: Part): string {
  switch (leaf["type"]) {
    case "text": {
      const style = isPart(leaf["style"]) ? leaf["style"] : {};
      const text = string(leaf["text"]);
      if (style["code"] === true) return `\`${text}\``;
      if (style["strike"] === true) return `~~${text}~~`;
      return style["bold"] === true ? `**${text}**` : text;
    }
    case "user":
      return `@${string(leaf["user_id"])}`;
    case "usergroup":
      return `@${string(leaf["usergroup_id"])}`;
    case "channel":
      return `#${string(leaf["channel_id"])}`;
    case "date":
      return moment(Number(leaf["timestamp"]), string(leaf["format"]));
    case "link":
      return `${string(leaf["text"])}(${string(leaf["url"])})`;
    default:
      throw new Error(`no text is known of ${String(leaf["type"])}`);
  }
}

function richText(block: Part): string[] {
  return list(block["elements"]).flatMap((element) => {
    const text = list(element["elements"]).map(leafText).join("");
    if (element["type"] === "rich_text_section") return within("", text);
    if (element["type"] === "rich_text_preformatted") return within("    ", text);
    if (element["type"] === "rich_text_quote") return within("│ ", text);
    throw new Error(`no text is known of ${String(element["type"])}`);
  });
}

/** Marks of mentions and times as they are read, in text that Slack marks up. */
function marked(text: string): string {
  return text
    .replace(/<!date\^(\d+)\^([^|>]*)\|[^>]*>/g, (_, at: string, format: string) =>
      moment(Number(at), format),
    )
    .replace(/<!subteam\^([^>]*)>/g, "@$1")
    .replace(/<([@#])([^>|]*)>/g, "$1$2")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");
}

const textOf = (value: unknown) =>
  isPart(value) && value["type"] === "mrkdwn" ? marked(says(value)) : says(value);

function confirmed(element: Part): string[] {
  const { confirm } = element;
  if (!isPart(confirm)) return [];
  const style = confirm["style"] === "danger" ? ", danger" : "";
  const [title, text, yes, no] = ["title", "text", "confirm", "deny"].map((name) => textOf(confirm[name]));
  return [`  asks${style}: ${title} | ${text?.replaceAll("\n", " / ")} | [${yes}] [${no}]`];
}

function choices(element: Part, chosen: readonly unknown[]): string[] {
  const groups = list(element["option_groups"]);
  const options = [...list(element["options"]), ...groups.flatMap((group) => list(group["options"]))];
  const isChosen = (option: Part) => chosen.some((one) => isPart(one) && one["value"] === option["value"]);
  const all = options.map((option) => {
    const about = says(option["description"]);
    return `${isChosen(option) ? "(x)" : "( )"} ${says(option["text"])}${about === "" ? "" : ` – ${about}`}`;
  });
  const left = all.length - maxChoicesLength;
  return left > 0 ? [...all.slice(0, maxChoicesLength), `… ${left} more`] : all;
}

/** A thing to press or to fill in, and below it what belongs to it. */
function element(one: Part): string[] {
  const { type } = one;
  const kind = string(type).replace("plain_text_input", "text").replaceAll("_", " ");
  if (type === "button") {
    const style = one["style"] === undefined ? "" : ` ${string(one["style"])}`;
    const way = one["url"] === undefined ? string(one["action_id"]) : string(one["url"]);
    return [`[Button${style}] ${says(one["text"])} → ${way}`, ...confirmed(one)];
  }
  const initial = ["initial_value", "initial_conversation", "initial_date"].flatMap((name) =>
    one[name] === undefined ? [] : within("= ", string(one[name])),
  );
  const chosen = [one["initial_option"], ...list(one["initial_options"])].filter(isPart);
  const isListed = one["options"] !== undefined || one["option_groups"] !== undefined;
  const limits = [
    ...(one["multiline"] === true ? ["several lines"] : []),
    ...(one["min_length"] === undefined ? [] : [`at least ${String(one["min_length"])}`]),
    ...(one["max_length"] === undefined ? [] : [`at most ${String(one["max_length"])}`]),
    ...(one["max_selected_items"] === undefined ? [] : [`at most ${String(one["max_selected_items"])}`]),
    ...(one["max_files"] === undefined ? [] : [`at most ${String(one["max_files"])}`]),
    ...(one["default_to_current_conversation"] === true ? ["this conversation"] : []),
  ];
  const placeholder = says(one["placeholder"]);
  const act = one["action_id"] === "value" ? "" : ` → ${string(one["action_id"])}`;
  return [
    `[${[kind, ...limits].join(", ")}]${placeholder === "" ? "" : ` “${placeholder}”`}${act}`,
    ...indent([
      ...initial,
      ...(isListed ? choices(one, chosen) : chosen.map((option) => `= ${says(option["text"])}`)),
    ]),
    ...confirmed(one),
  ];
}

function input(block: Part): string[] {
  const [own = "", ...below] = element(isPart(block["element"]) ? block["element"] : {});
  const needed = block["optional"] === true ? "" : "*";
  const hint = says(block["hint"]);
  return [
    `${says(block["label"])}${needed} ${own} (${string(block["block_id"])})`,
    ...(hint === "" ? [] : within("  ? ", hint)),
    ...below,
  ];
}

function cell(value: Part): string {
  return value["type"] === "rich_text" ? richText(value).join(" ") : string(value["text"]);
}

function blockLines(block: Part): string[] {
  switch (block["type"]) {
    case "rich_text":
      return richText(block);
    case "section": {
      const fields = list(block["fields"]).flatMap((one) => within("║ ", textOf(one)));
      const own = isPart(block["text"]) ? within("", textOf(block["text"])) : [];
      return [...own, ...fields, ...(isPart(block["accessory"]) ? indent(element(block["accessory"])) : [])];
    }
    case "context":
      return within("> ", list(block["elements"]).map(textOf).join(" "));
    case "header":
      return [`# ${says(block["text"])}`];
    case "divider":
      return ["---"];
    case "actions":
      return list(block["elements"]).flatMap(element);
    case "input":
      return input(block);
    case "table":
      return (Array.isArray(block["rows"]) ? block["rows"] : []).map(
        (row) => `| ${list(row).map(cell).join(" | ")} |`,
      );
    default:
      throw new Error(`no text is known of ${String(block["type"])}`);
  }
}

const blocksOf = ({ blocks }: { blocks?: unknown }) => list(blocks).flatMap(blockLines);

/** A post or an answer with its links, and what of its text for notifications and screen readers no block says. */
export function postText({
  text,
  blocks,
  links,
}: {
  text: string;
  blocks: unknown;
  links?: unknown;
}): string {
  const standing = list(links).filter(({ to }) => to !== null);
  const shown = [...blocksOf({ blocks }), ...standing.map((link) => `> ${string(link["says"])}(link)`)];
  const plain = (line: string) => line.replace(/[*`~>│\s•]/g, "").replaceAll("\u2011", "-");
  const all = plain(shown.join(""));
  const unseen = marked(text)
    .split("\n")
    .filter((line) => !all.includes(plain(line)));
  return [...shown, ...unseen.map((line) => `aloud: ${line}`)].join("\n");
}

/** A modal or Home. */
export function viewText(view: object): string {
  const one: Part = { ...view };
  if (one["type"] === "home") return blocksOf(one).join("\n");
  const buttons = [one["submit"], one["close"]].filter(isPart).map((button) => `[${says(button)}]`);
  return [
    `▢ ${says(one["title"])} ${buttons.join(" ")} (${string(one["callback_id"])})`,
    ...blocksOf(one),
  ].join("\n");
}

/** What is said on fields, by their names. */
export function errorsText(errors: Readonly<Record<string, string>>): string {
  return Object.entries(errors)
    .map(([name, text]) => `${name}: ${text}`)
    .join("\n");
}
