import { type ComponentChild, h, type TargetedInputEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PickedUpload } from "../act.ts";
import type { ShownCommand, Snapshot } from "../protocol.ts";
import { CommandList, fittingCommands, renderHint } from "./command-list.ts";
import { button, icon, iconButton } from "./controls.ts";
import { readUploads } from "./files.ts";
import { Menu } from "./menu.ts";
import { useNarrow } from "./narrow.ts";
import { addToast } from "./state.ts";
import { act } from "./wire.ts";

export type ComposerProps = {
  readonly snapshot: Snapshot;
  readonly conversation: string;
  /** The parent's ts in a thread, where Slack runs no commands. */
  readonly threadTs: string | null;
  readonly label: string;
  /** The person has said something here. */
  onSaid(): void;
};

/** Where a person types messages and slash commands; Enter sends, Shift+Enter breaks the line. */
export function Composer({ snapshot, conversation, threadTs, label, onSaid }: ComposerProps): ComponentChild {
  const [text, setText] = useState("");
  const [files, setFiles] = useState<readonly PickedUpload[]>([]);
  const [active, setActive] = useState(0);
  const [isHidden, setHidden] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const fitting = isHidden || threadTs !== null ? [] : fittingCommands(snapshot, text);
  useEffect(() => {
    // Whoever followed a link to a message reads that.
    if (threadTs === null && !document.activeElement?.matches("article")) area.current?.focus();
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
  // The field itself is asked: a key can come before what was typed just now is drawn.
  const send = (): void => {
    const typed = area.current?.value ?? "";
    if (typed.trim() === "" && files.length === 0) return;
    if (isRefusedHere(typed, files)) return;
    if (area.current !== null) area.current.value = "";
    setText("");
    setFiles([]);
    onSaid();
    void act(toAct({ text: typed, files, conversation, threadTs })).then(({ ok }) => {
      if (!ok) setText((since) => since || typed);
    });
  };
  const onListKey = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = area.current?.value === text ? fitting[active] : undefined;
    if (step !== undefined) setActive((active + step + fitting.length) % fitting.length);
    else if (event.key === "Escape") setHidden(true);
    else if (chosen === undefined || !["Tab", "Enter"].includes(event.key) || event.shiftKey) return false;
    // A name typed in full runs; part of a name is completed first.
    else if (event.key === "Enter" && chosen.name === text.trim()) return false;
    else complete(chosen);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (fitting.length > 0 && onListKey(event)) event.preventDefault();
    else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
  return h("div", { class: "composer" }, [
    fitting.length > 0
      ? h(CommandList, { appName: snapshot.app.name, fitting, active, complete, onKeyDown })
      : null,
    h("div", { class: "composer-box" }, [
      h("textarea", {
        ref: area,
        class: "composer-input",
        rows: 1,
        value: text,
        "aria-label": label,
        placeholder: useNarrow() && threadTs === null ? "Message…" : label,
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
      renderTools(snapshot, {
        isThread: threadTs !== null,
        send,
        add: (more) => setFiles([...files, ...more]),
      }),
    ]),
  ]);
}

type Tools = { readonly isThread: boolean; send(): void; add(files: readonly PickedUpload[]): void };

function renderTools(snapshot: Snapshot, { isThread, send, add }: Tools): ComponentChild {
  return h("div", { class: "composer-tools" }, [
    h(AttachButton, { add }),
    isThread ? null : h(Menu, { label: "Shortcuts", sign: "bolt", items: globalShortcuts(snapshot) }),
    h("span", { class: "spacer" }),
    button([icon("send"), "Send"], send, { class: "button primary small" }),
  ]);
}

/** What would be a command alone is not posted for all to read because a file hangs on it. */
function isRefusedHere(typed: string, files: readonly PickedUpload[]): boolean {
  if (files.length === 0 || !typed.trimStart().startsWith("/")) return false;
  addToast("A command takes no files. Remove them, or begin the message with other words.");
  return true;
}

type Typed = {
  readonly text: string;
  readonly files: readonly PickedUpload[];
  readonly conversation: string;
  readonly threadTs: string | null;
};

function toAct({ text, files, conversation, threadTs }: Typed) {
  const command = /^(\/\S+)(?:\s+([\s\S]*))?$/.exec(text.trimStart());
  if (command !== null) {
    return {
      act: "command" as const,
      name: command[1] ?? "",
      text: command[2] ?? "",
      conversation,
      threadTs,
    };
  }
  return { act: "say" as const, conversation, text, threadTs, files: [...files] };
}

function renderPicked(files: readonly PickedUpload[], keep: (files: PickedUpload[]) => void): ComponentChild {
  if (files.length === 0) return null;
  return h(
    "ul",
    { class: "chips" },
    files.map((file) =>
      h("li", { class: "file-chip", key: file.name }, [
        icon("file"),
        h("span", null, file.name),
        iconButton("close", `Remove ${file.name}`, () => keep(files.filter((other) => other !== file))),
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
    iconButton("attach", "Attach files", () => input.current?.click()),
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
