import { type ComponentChild, h, type TargetedInputEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PickedUpload } from "../act.ts";
import type { ShownCommand, Snapshot } from "../protocol.ts";
import { readUploads } from "./files.ts";
import { Menu } from "./menu.ts";
import { act } from "./wire.ts";

type Props = {
  readonly snapshot: Snapshot;
  readonly conversation: string;
  /** The parent's ts in a thread, where Slack runs no commands. */
  readonly threadTs: string | null;
  readonly label: string;
};

/** Where a person types messages and slash commands; Enter sends, Shift+Enter breaks the line. */
export function Composer({ snapshot, conversation, threadTs, label }: Props): ComponentChild {
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly PickedUpload[]>([]);
  const [active, setActive] = useState(0);
  const [isHidden, setHidden] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const fitting = isHidden || threadTs !== null ? [] : fittingCommands(snapshot, text);
  useEffect(() => {
    if (threadTs === null) area.current?.focus();
  }, [conversation]);
  const type = (typed: string): void => {
    setText(typed);
    setActive(0);
    setHidden(false);
  };
  const complete = (command: ShownCommand): void => {
    type(`${command.name} `);
    area.current?.focus();
  };
  const send = (): void => {
    if (text.trim() === "" && files.length === 0) return;
    setText("");
    setFiles([]);
    void act(toAct({ text, files, conversation, threadTs })).then(({ ok }) => {
      if (!ok) setText((typed) => typed || text);
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const chosen = fitting[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing) return;
    if (step !== undefined && fitting.length > 0) {
      event.preventDefault();
      setActive((active + step + fitting.length) % fitting.length);
    } else if (event.key === "Tab" && chosen !== undefined && !event.shiftKey) {
      event.preventDefault();
      complete(chosen);
    } else if (event.key === "Escape" && fitting.length > 0) setHidden(true);
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      // A name typed in full runs; part of a name is completed first.
      if (chosen !== undefined && chosen.name !== text.trim()) complete(chosen);
      else send();
    }
  };
  return h("div", { class: "composer" }, [
    fitting.length > 0 ? h(CommandList, { fitting, active, complete }) : null,
    h("div", { class: "composer-box" }, [
      h("textarea", {
        ref: area,
        class: "composer-input",
        rows: 1,
        value: text,
        "aria-label": label,
        placeholder: label,
        autocomplete: "off",
        spellcheck: false,
        ...(fitting.length > 0
          ? {
              "aria-controls": "commands",
              "aria-activedescendant": `command-${active}`,
              "aria-autocomplete": "list",
            }
          : {}),
        onInput: (event: TargetedInputEvent<HTMLTextAreaElement>) => type(event.currentTarget.value),
        onKeyDown,
      }),
      renderHint(snapshot, text),
      renderPicked(files, (kept) => setFiles(kept)),
      h("div", { class: "composer-tools" }, [
        threadTs === null ? h(AttachButton, { add: (more) => setFiles([...files, ...more]) }) : null,
        threadTs === null
          ? h(Menu, { label: "Shortcuts", sign: "⚡", items: globalShortcuts(snapshot) })
          : null,
        h("span", { class: "spacer" }),
        h(
          "button",
          { type: "button", class: "button primary small", "aria-label": "Send", onClick: send },
          "Send ➤",
        ),
      ]),
    ]),
  ]);
}

type Typed = {
  readonly text: string;
  readonly files: readonly PickedUpload[];
  readonly conversation: string;
  readonly threadTs: string | null;
};

function toAct({ text, files, conversation, threadTs }: Typed) {
  const command = /^(\/\S+)(?:\s+([\s\S]*))?$/.exec(text.trimStart());
  if (command !== null && files.length === 0 && threadTs === null) {
    return { act: "command" as const, name: command[1] ?? "", text: command[2] ?? "", conversation };
  }
  return { act: "say" as const, conversation, text, threadTs, files: [...files] };
}

function fittingCommands(snapshot: Snapshot, text: string): ShownCommand[] {
  if (!/^\/\S*$/.test(text)) return [];
  return snapshot.commands.filter(({ name }) => name.startsWith(text));
}

function CommandList({
  fitting,
  active,
  complete,
}: {
  readonly fitting: readonly ShownCommand[];
  readonly active: number;
  complete(command: ShownCommand): void;
}): ComponentChild {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return h(
    "ul",
    { class: "commands", role: "listbox", id: "commands", "aria-label": "Commands", ref: list },
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
function renderHint(snapshot: Snapshot, text: string): ComponentChild {
  const name = /^(\/\S+)\s/.exec(text)?.[1];
  const command = snapshot.commands.find((each) => each.name === name);
  if (command === undefined || command.usageHint === "") return null;
  return h("p", { class: "composer-hint" }, [h("strong", null, command.name), ` ${command.usageHint}`]);
}

function renderPicked(files: readonly PickedUpload[], keep: (files: PickedUpload[]) => void): ComponentChild {
  if (files.length === 0) return null;
  return h(
    "ul",
    { class: "file-chips" },
    files.map((file) =>
      h("li", { class: "file-chip", key: file.name }, [
        h("span", null, `📄 ${file.name}`),
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": `Remove ${file.name}`,
            onClick: () => keep(files.filter((other) => other !== file)),
          },
          "×",
        ),
      ]),
    ),
  );
}

function AttachButton({ add }: { add(files: readonly PickedUpload[]): void }): ComponentChild {
  const input = useRef<HTMLInputElement>(null);
  const pick = async (list: FileList | null): Promise<void> => add(await readUploads([...(list ?? [])]));
  return h("span", null, [
    h("input", {
      ref: input,
      type: "file",
      multiple: true,
      class: "hidden-file",
      tabIndex: -1,
      "aria-label": "Files for this message",
      onChange: (event) => {
        const { currentTarget } = event;
        void pick(currentTarget.files).then(() => {
          currentTarget.value = "";
        });
      },
    }),
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": "Attach files",
        title: "Attach files",
        onClick: () => input.current?.click(),
      },
      "📎",
    ),
  ]);
}

function globalShortcuts(snapshot: Snapshot) {
  return snapshot.shortcuts
    .filter(({ type }) => type === "global")
    .map(({ callbackId, name, description }) => ({
      label: name,
      hint: description,
      run: () => void act({ act: "shortcut", callbackId }),
    }));
}
