import { type ComponentChild, h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { textOf, toText } from "../../slack/json.ts";
import { type Choice, labelOf, loadChoices, matches } from "./choices.ts";
import { icon } from "./icon.ts";
import { type FieldProps, namingAttributes } from "./naming.ts";
import { chosenIn, enter, type Placed } from "./surface.ts";
import { word } from "./words.ts";

/** Typing pauses that long before the bot is asked for options. */
const PAUSE_MS = 250;

type Offered = { readonly choices: readonly Choice[]; readonly note: string | null };

/** Every kind of select, single or multi: a field to search in and the list of what fits. */
export function Combobox({ placed, naming }: FieldProps): ComponentChild {
  const isMulti = toText(placed.element["type"]).startsWith("multi_");
  const name = naming.label ?? textOf(placed.block["label"]);
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const offered = useOffered(placed, query);
  const chosen = chosenIn(placed);
  const isOpen = query !== null;
  const fitting = offered.choices.filter((choice) => !(isMulti && chosen.includes(choice.value)));
  const close = (): void => {
    setQuery(null);
    setActive(0);
  };
  const choose = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    close();
    void enter(placed, isMulti ? [...chosen, choice.value] : choice.value);
  };
  const remove = (value: string): void => {
    void enter(placed, isMulti ? chosen.filter((other) => other !== value) : null);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (isOpen) setActive((active + step + fitting.length) % Math.max(1, fitting.length));
      else setQuery("");
    } else if (event.key === "Enter" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      choose(fitting[active]);
    } else if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === "Backspace" && isMulti && (query ?? "") === "") {
      const last = chosen.at(-1);
      if (last !== undefined) remove(last);
    }
  };
  useClosedOutside(root, isOpen, close);
  const single = isMulti ? undefined : chosen[0];
  const shown = single === undefined ? "" : labelOf(placed, single);
  return h("div", { class: `combobox${isOpen ? " open" : ""}`, ref: root }, [
    isMulti ? renderChips(placed, chosen, remove) : null,
    h("input", {
      ...namingAttributes(naming),
      ref: input,
      type: "text",
      class: "text-input combobox-input",
      role: "combobox",
      autocomplete: "off",
      "aria-expanded": isOpen,
      "aria-controls": `${naming.id}-list`,
      "aria-autocomplete": "list",
      ...(isOpen && fitting.length > 0 ? { "aria-activedescendant": `${naming.id}-o${active}` } : {}),
      placeholder: shown || textOf(placed.element["placeholder"]) || word("selectOption"),
      value: query ?? shown,
      onClick: () => setQuery(query ?? ""),
      onInput: (event) => {
        setQuery(event.currentTarget.value);
        setActive(0);
      },
      onBlur: (event) => {
        if (!(event.relatedTarget instanceof Node) || !root.current?.contains(event.relatedTarget)) close();
      },
      onKeyDown,
    }),
    single !== undefined && placed.block["optional"] === true
      ? renderClear(shown, () => remove(single))
      : null,
    h("span", { class: "chevron" }, icon("open")),
    isOpen ? h(List, { id: naming.id, name, offered, fitting, active, chosen, choose }) : null,
  ]);
}

type ListProps = {
  readonly id: string;
  readonly name: string;
  readonly offered: Offered;
  readonly fitting: readonly Choice[];
  readonly active: number;
  readonly chosen: readonly string[];
  choose(choice: Choice): void;
};

function List({ id, name, offered, fitting, active, chosen, choose }: ListProps): ComponentChild {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  useEffect(() => {
    list.current?.scrollIntoView({ block: "nearest" });
  }, [fitting.length]);
  const note = offered.note ?? (fitting.length === 0 ? word("noResults") : null);
  return h("ul", { class: "options", role: "listbox", id: `${id}-list`, "aria-label": name, ref: list }, [
    fitting.flatMap((choice, index) => [
      choice.group !== "" && choice.group !== fitting[index - 1]?.group
        ? h("li", { class: "option-group", role: "presentation" }, choice.group)
        : null,
      h(
        "li",
        {
          id: `${id}-o${index}`,
          role: "option",
          class: index === active ? "option active" : "option",
          "aria-selected": chosen.includes(choice.value),
          // The field keeps the focus: a click must not blur it before it is taken.
          onMouseDown: (event) => event.preventDefault(),
          onClick: () => choose(choice),
        },
        [
          h("span", null, choice.label),
          choice.description === "" ? null : h("small", null, choice.description),
        ],
      ),
    ]),
    note === null ? null : h("li", { class: "option-note", role: "presentation" }, note),
  ]);
}

function renderChips(
  placed: Placed,
  chosen: readonly string[],
  remove: (value: string) => void,
): ComponentChild {
  if (chosen.length === 0) return null;
  return h(
    "ul",
    { class: "chips" },
    chosen.map((value) => {
      const label = labelOf(placed, value);
      return h("li", { class: "chip", key: value }, [
        label,
        h(
          "button",
          {
            type: "button",
            class: "chip-remove",
            "aria-label": `Remove ${label}`,
            onClick: () => remove(value),
          },
          icon("close"),
        ),
      ]);
    }),
  );
}

function renderClear(label: string, onClick: () => void): ComponentChild {
  return h(
    "button",
    { type: "button", class: "combobox-clear", "aria-label": `Clear ${label}`, onClick },
    icon("close"),
  );
}

/** What fits the query; null while the list is closed. An external select asks the bot after a pause. */
function useOffered(placed: Placed, query: string | null): Offered {
  const [offered, setOffered] = useState<Offered>({ choices: [], note: null });
  useEffect(() => {
    if (query === null) return;
    let isStale = false;
    const isAsked = toText(placed.element["type"]).endsWith("external_select");
    const least = Number(placed.element["min_query_length"] ?? 3);
    if (isAsked && query.length < least) {
      setOffered({
        choices: [],
        note: `Type ${least === 1 ? "a character" : `${least} characters`} to search`,
      });
      return;
    }
    if (isAsked) setOffered((before) => ({ choices: before.choices, note: word("asking") }));
    const timer = setTimeout(
      async () => {
        const choices = await loadChoices(placed, query);
        if (isStale) return;
        const fitting = isAsked ? choices : choices?.filter((choice) => matches(choice, query));
        setOffered({ choices: fitting ?? [], note: choices === null ? word("loadFailed") : null });
      },
      isAsked ? PAUSE_MS : 0,
    );
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [query]);
  return offered;
}

function useClosedOutside(
  root: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [isOpen]);
}
