import type { ViewOutput } from "@slack/bolt";
import { withoutNotation } from "../blocks/notation.ts";
import { readSlackFiles, type SlackFile } from "../files/slack-file.ts";

type Values = ViewOutput["state"]["values"];

/**
 * A form's values by the platform's field names. A block's id is the field's name, with `~n` behind it after
 * the value had to be reset (Slack keeps what was typed under an unchanged id); its element is always `value`.
 */
export class Fields {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  /** Typed text as its reader sees it; undefined when the field is absent or empty. */
  text(name: string): string | undefined {
    const typed = this.wording(name);
    return typed === undefined ? undefined : withoutNotation(typed);
  }

  /** Typed text to the letter, for a template's wording or a quotation of it. */
  wording(name: string): string | undefined {
    const value = this.#element(name)?.value;
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  /** The value of the option chosen. */
  choice(name: string): string | undefined {
    return textOf(this.#element(name)?.selected_option?.value);
  }

  /** The values of all options chosen. */
  choices(name: string): string[] {
    return (this.#element(name)?.selected_options ?? []).flatMap(({ value }) => textOf(value) ?? []);
  }

  conversation(name: string): string | undefined {
    return textOf(this.#element(name)?.selected_conversation);
  }

  /** For a field that takes files; Slack leaves an empty one's list out. */
  files(name: string): SlackFile[] {
    return readSlackFiles(this.#element(name)?.files);
  }

  /** The names of the fields that this very form has, rows with their keys. */
  names(): string[] {
    return Object.keys(this.#values).map(withoutReset);
  }

  /** Field errors under the block ids that this very form has, as `response_action: errors` wants them. */
  errors(byName: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(byName).map(([name, message]) => [this.#blockId(name) ?? name, message]),
    );
  }

  #element(name: string) {
    return this.#values[this.#blockId(name) ?? ""]?.["value"];
  }

  #blockId(name: string): string | undefined {
    return Object.keys(this.#values).find((id) => withoutReset(id) === name);
  }
}

/** A payload's types are Slack's word alone. */
function textOf(chosen: unknown): string | undefined {
  return typeof chosen === "string" ? chosen : undefined;
}

/** A field's name whatever row it stands in: `chat.buttons.3.linkMo~1` is `chat.buttons.linkMo`. */
export function fieldName(blockId: string): string {
  return withoutReset(blockId).replace(/\.\d+(?=\.)/g, "");
}

/** Name of the field, however often its value was reset. */
function withoutReset(blockId: string): string {
  return blockId.split("~")[0] ?? blockId;
}
