import { type ComponentChild, h, type TargetedEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { textOf, toObject, toObjects, toStrings, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { iconButton } from "./controls.ts";
import { type FieldProps, namingAttributes } from "./naming.ts";
import { getState } from "./state.ts";
import { chosenIn, enter, fieldAt, heldOf, type Placed } from "./surface.ts";
import { nameOf } from "./text.ts";
import { act } from "./wire.ts";
import { word } from "./words.ts";

/** One thing that a select offers; `value` is an option's value, or a conversation's id. */
type Choice = { readonly value: string; readonly label: string; readonly description: string };
type Group = { readonly label: string; readonly choices: readonly Choice[] };

function toChoice(option: JsonObject): Choice {
  return {
    value: toText(option["value"]),
    label: textOf(option["text"]),
    description: textOf(option["description"]),
  };
}

function toGroups(options: unknown, optionGroups: unknown): Group[] {
  const groups = toObjects(optionGroups).map((group) => ({
    label: textOf(group["label"]),
    choices: toObjects(group["options"]).map(toChoice),
  }));
  return [{ label: "", choices: toObjects(options).map(toChoice) }, ...groups].filter(
    ({ choices }) => choices.length > 0,
  );
}

function ownGroups({ element }: Placed): Group[] {
  if (element["type"] === "conversations_select") return [{ label: "", choices: conversations(element) }];
  return toGroups(element["options"], element["option_groups"]);
}

/** As the server offers them: it refuses others. */
function conversations(element: JsonObject): Choice[] {
  const filter = toObject(element["filter"]);
  const include = toStrings(filter["include"]);
  const shown = getState().snapshot?.conversations ?? [];
  return shown
    .filter(({ isArchived, kind }) => !isArchived && (include.length === 0 || include.includes(kind)))
    .filter((one) => !(one.isExternallyShared && filter["exclude_external_shared_channels"] === true))
    .map(({ id }) => ({ value: id, label: conversationLabel(id), description: "" }));
}

/** As the sidebar names it. */
export function conversationLabel(id: string): string {
  const { snapshot } = getState();
  const found = snapshot?.conversations.find((conversation) => conversation.id === id);
  if (snapshot === null || found === undefined) return id;
  if (found.kind !== "im") return `#${found.name}`;
  return found.withUser === null ? snapshot.app.name : nameOf(snapshot, found.withUser);
}

function renderOptions(groups: readonly Group[]): ComponentChild {
  return groups.map(({ label, choices }) => {
    const options = choices.map((choice) =>
      h(
        "option",
        { value: choice.value },
        choice.description === "" ? choice.label : `${choice.label} – ${choice.description}`,
      ),
    );
    return label === "" ? options : h("optgroup", { label }, options);
  });
}

/** The browser's own select; what may stay empty has an empty option. */
export function Select({ placed, naming }: FieldProps): ComponentChild {
  const isOptional = placed.block["optional"] === true;
  return h(
    "select",
    {
      ...namingAttributes(naming),
      class: "text-input",
      value: chosenIn(placed)[0] ?? "",
      onChange: ({ currentTarget: { value } }: TargetedEvent<HTMLSelectElement>) =>
        void enter(placed, value === "" ? null : value),
    },
    h(
      "option",
      { value: "", disabled: !isOptional },
      textOf(placed.element["placeholder"]) || word("selectOption"),
    ),
    renderOptions(ownGroups(placed)),
  );
}

/** Several options of a list that is there at once. */
export function Checkboxes({ placed, naming }: FieldProps): ComponentChild {
  const chosen = chosenIn(placed);
  const choices = ownGroups(placed).flatMap((group) => group.choices);
  return h(
    "div",
    {
      ...namingAttributes(naming),
      "aria-invalid": undefined,
      "aria-labelledby": `${naming.id}-label`,
      role: "group",
      class: "checkboxes",
    },
    choices.map(({ value, label, description }) =>
      h("label", { class: "choice", key: value }, [
        h("input", {
          type: "checkbox",
          checked: chosen.includes(value),
          onChange: ({ currentTarget }) =>
            void enter(
              placed,
              currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value),
            ),
        }),
        h("span", null, [label, description === "" ? null : h("small", null, ` ${description}`)]),
      ]),
    ),
  );
}

/** Typing pauses that long before the bot is asked for options. */
const PAUSE_MS = 250;

/** By value: once the list has closed, only values are left of what the bot offered. */
const labels = new Map<string, string>();

/** The words for a chosen value. */
function labelOf(placed: Placed, value: string): string {
  const held = heldOf(placed);
  const kept = [...toObjects(held), toObject(held)].find((option) => option["value"] === value);
  return (kept && textOf(kept["text"])) ?? labels.get(value) ?? value;
}

/** One option or several of what the bot offers: a field to search in, below it what was found. */
export function Search({ placed, naming }: FieldProps): ComponentChild {
  const isMulti = toText(placed.element["type"]).startsWith("multi_");
  const [query, setQuery] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLSelectElement>(null);
  const { groups, note } = useOffered(placed, query);
  const chosen = chosenIn(placed);
  const choose = (value: string | undefined): void => {
    if (value === undefined || value === "") return;
    setQuery(null);
    input.current?.focus();
    void enter(placed, isMulti ? [...new Set([...chosen, value])] : value);
  };
  const remove = (value: string): void =>
    void enter(placed, isMulti ? chosen.filter((other) => other !== value) : null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (query === null && key !== "ArrowDown") return;
    if (key === "Escape") setQuery(null);
    else if (key === "Enter")
      choose(target === list.current ? list.current?.value : groups[0]?.choices[0]?.value);
    else if (key === "ArrowDown" && target === input.current) {
      if (query === null) setQuery("");
      list.current?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onFocusOut = ({
    currentTarget,
    relatedTarget,
  }: {
    currentTarget: Element;
    relatedTarget: unknown;
  }) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setQuery(null);
  };
  const count = groups.reduce((sum, group) => sum + group.choices.length + (group.label === "" ? 0 : 1), 0);
  const isClearable = isMulti || placed.block["optional"] === true;
  return h("div", { class: "search", onKeyDown, onFocusOut }, [
    isMulti || isClearable
      ? h(
          "ul",
          { class: "chips" },
          chosen.map((value) => {
            const label = labelOf(placed, value);
            return h("li", { class: "chip", key: value }, [
              label,
              iconButton("close", `Remove ${label}`, () => remove(value)),
            ]);
          }),
        )
      : null,
    h("input", {
      ...namingAttributes(naming),
      ref: input,
      type: "search",
      class: "text-input",
      autocomplete: "off",
      placeholder: textOf(placed.element["placeholder"]) || word("selectOption"),
      value: query ?? (isClearable || chosen[0] === undefined ? "" : labelOf(placed, chosen[0])),
      onClick: () => setQuery(query ?? ""),
      onInput: (event) => setQuery(event.currentTarget.value),
    }),
    query === null || note === null ? null : h("p", { class: "hint", role: "status" }, note),
    query === null || count === 0
      ? null
      : h(
          "select",
          {
            ref: list,
            class: "text-input",
            size: Math.max(2, Math.min(8, count)),
            "aria-label": `${naming.label ?? textOf(placed.block["label"])}: found`,
            onClick: ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => choose(currentTarget.value),
          },
          renderOptions(groups),
        ),
  ]);
}

type Offered = { readonly groups: readonly Group[]; readonly note: string | null };

/** What the bot offers for the query, asked after a pause; null while the list is closed. */
function useOffered(placed: Placed, query: string | null): Offered {
  const [offered, setOffered] = useState<Offered>({ groups: [], note: null });
  useEffect(() => {
    if (query === null) return;
    const least = Number(placed.element["min_query_length"] ?? 3);
    if (query.length < least) {
      const characters = least === 1 ? "a character" : `${least} characters`;
      setOffered({ groups: [], note: `Type ${characters} to search` });
      return;
    }
    let isStale = false;
    const ask = async (): Promise<void> => {
      const { blockId, actionId } = fieldAt(placed);
      const answer = await act({ act: "suggest", blockId, actionId, query });
      if (isStale) return;
      const found = answer.ok ? answer.options : [];
      const groups = toGroups(
        found.filter((option) => option["options"] === undefined),
        found.filter((option) => option["options"] !== undefined),
      );
      for (const { value, label } of groups.flatMap(({ choices }) => choices)) labels.set(value, label);
      const none = groups.length === 0 ? word("noResults") : null;
      setOffered({ groups, note: answer.ok ? none : word("loadFailed") });
    };
    setOffered(({ groups }) => ({ groups, note: word("asking") }));
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [query]);
  return offered;
}
