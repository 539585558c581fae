import { type ComponentChild, h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ShownCommand, Snapshot } from "../protocol.ts";

/** Commands whose name begins with what is typed; none once arguments follow. */
export function fittingCommands(snapshot: Snapshot, text: string): ShownCommand[] {
  if (!/^\/\S*$/.test(text)) return [];
  return snapshot.commands.filter(({ name }) => name.startsWith(text));
}

type Props = {
  readonly appName: string;
  readonly fitting: readonly ShownCommand[];
  readonly active: number;
  complete(command: ShownCommand): void;
  onKeyDown(event: KeyboardEvent): void;
};

/** What can be completed, above the composer, under the app it belongs to. */
export function CommandList({ appName, fitting, active, complete, onKeyDown }: Props): ComponentChild {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return h(
    "ul",
    {
      class: "commands",
      role: "listbox",
      id: "commands",
      "aria-label": "Commands",
      "aria-activedescendant": `command-${active}`,
      tabIndex: 0,
      ref: list,
      onKeyDown,
    },
    h("li", { class: "option-group", role: "presentation" }, appName),
    fitting.map((command, index) =>
      h(
        "li",
        {
          id: `command-${index}`,
          role: "option",
          class: index === active ? "command active" : "command",
          "aria-selected": index === active,
          onMouseDown: (event: MouseEvent) => event.preventDefault(),
          onClick: () => complete(command),
        },
        [
          h("span", null, [h("strong", null, command.name), h("code", null, ` ${command.usageHint}`)]),
          h("small", null, command.description),
        ],
      ),
    ),
  );
}

/** The usage of the command whose arguments are being typed. */
export function renderHint(snapshot: Snapshot, text: string): ComponentChild {
  const name = /^(\/\S+)\s/.exec(text)?.[1];
  const command = snapshot.commands.find((each) => each.name === name);
  if (command === undefined || command.usageHint === "") return null;
  return h("p", { class: "composer-hint" }, [h("strong", null, command.name), ` ${command.usageHint}`]);
}
