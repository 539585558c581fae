import type { ViewOutput } from "@slack/bolt";
import { withoutNotation } from "../blocks/typed-text.ts";
import { readSlackFiles, type SlackFile } from "../files/slack-file.ts";

type Values = ViewOutput["state"]["values"];

/**
 * Form values by the platform's field names. Block ids are these names, with `~n` appended after a reset, since Slack
 * keeps the text typed under an unchanged id; element ids are `value`.
 */
export class Fields {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  /** Returns typed text without Slack's notation; undefined for an absent or empty field. */
  text(name: string): string | undefined {
    const typed = this.wording(name);
    return typed === undefined ? undefined : withoutNotation(typed);
  }

  /** Returns typed text unchanged, for a template's wording. */
  wording(name: string): string | undefined {
    const value = this.#element(name)?.value;
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  choice(name: string): string | undefined {
    return textOf(this.#element(name)?.selected_option?.value);
  }

  choices(name: string): string[] {
    return (this.#element(name)?.selected_options ?? []).flatMap(({ value }) => textOf(value) ?? []);
  }

  conversation(name: string): string | undefined {
    return textOf(this.#element(name)?.selected_conversation);
  }

  files(name: string): SlackFile[] {
    return readSlackFiles(this.#element(name)?.files);
  }

  names(): string[] {
    return Object.keys(this.#values).map(withoutReset);
  }

  /** Converts field names to this form's block ids, for `response_action: errors`. */
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

function textOf(chosen: unknown): string | undefined {
  return typeof chosen === "string" ? chosen : undefined;
}

/** Returns a field's name without row and reset: `chat.buttons.3.linkMo~1` becomes `chat.buttons.linkMo`. */
export function toFieldName(blockId: string): string {
  return withoutReset(blockId).replace(/\.\d+(?=\.)/g, "");
}

function withoutReset(blockId: string): string {
  return blockId.split("~")[0] ?? blockId;
}
