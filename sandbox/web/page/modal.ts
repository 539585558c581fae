import { type ComponentChild, h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { View } from "../../slack/types.ts";
import { renderBlocks } from "./blocks.ts";
import { onDialogKey, useModalDialog } from "./dialog.ts";
import { keepDraftsOf, takeDrafts } from "./drafts.ts";
import { withEmoji } from "./emoji.ts";
import { setFieldErrors } from "./field-errors.ts";
import { icon, iconButton } from "./icon.ts";
import { getState } from "./state.ts";
import { renderToasts } from "./toasts.ts";
import { act } from "./wire.ts";
import { word } from "./words.ts";

/** The top of the person's stack of modals. */
export function ModalStack(): ComponentChild {
  const { snapshot } = getState();
  const views = snapshot?.views ?? [];
  const top = views.at(-1);
  useEffect(() => {
    keepDraftsOf([...views.map(({ id }) => id), snapshot?.home?.id ?? ""]);
  }, [views.map(({ id }) => id).join(" ")]);
  if (top === undefined || snapshot === null) return null;
  return h(Modal, { view: top, depth: views.length, appName: snapshot.app.name, key: "modal" });
}

type Props = { readonly view: View; readonly depth: number; readonly appName: string };

function Modal({ view, depth, appName }: Props): ComponentChild {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  useFirstField(dialog, view.id);
  useEffect(() => setTrouble(null), [view.id]);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const submit = (): Promise<void> =>
    run(async () => {
      setTrouble(null);
      setTrouble(await submitView(view));
      focusFirstError(dialog.current);
    });
  const close = (all: boolean): Promise<void> => run(() => closeView(all));
  const leave = (): void => void close(false);
  useModalDialog(dialog, leave);
  const onKeyDown = (event: KeyboardEvent): void => onDialogKey(event, leave);
  const banner = trouble ?? view.trouble;
  const surface = { key: view.id, place: { kind: "view" as const }, values: view.values };
  return h(
    "dialog",
    { ref: dialog, class: "modal", tabIndex: -1, "aria-labelledby": "modal-title", onKeyDown },
    h(
      "form",
      {
        class: "modal-form",
        noValidate: true,
        onSubmit: (event: SubmitEvent) => {
          event.preventDefault();
          if (!isBusy && view.submit !== null) void submit();
        },
      },
      renderHead(view, {
        depth,
        appName,
        back: () => void run(() => goBack(view)),
        close: () => void close(true),
      }),
      banner === null ? null : h("p", { class: "modal-trouble", role: "alert" }, [icon("bad"), banner]),
      h("div", { class: "modal-body" }, renderBlocks(view.blocks, surface)),
      renderToasts({ onlyBad: true }),
      renderFoot(view, { isBusy, close: leave }),
    ),
  );
}

type Head = { readonly depth: number; readonly appName: string; back(): void; close(): void };

function renderHead(view: View, { depth, appName, back, close }: Head): ComponentChild {
  return h("header", { class: "modal-head" }, [
    depth > 1
      ? iconButton({ name: "back", label: word("back"), onClick: back })
      : h("span", { class: "app-icon", "aria-hidden": true }, appName.slice(0, 1)),
    h("h2", { id: "modal-title" }, withEmoji(view.title)),
    iconButton({ name: "close", label: word("close"), onClick: close }),
  ]);
}

function renderFoot(
  view: View,
  { isBusy, close }: { readonly isBusy: boolean; close(): void },
): ComponentChild {
  const hasForm = view.submit !== null;
  return h("footer", { class: "modal-buttons" }, [
    h(
      "button",
      { type: "button", class: "button", onClick: close },
      view.close ?? word(hasForm ? "cancel" : "close"),
    ),
    hasForm
      ? h(
          "button",
          { type: "submit", class: "button primary", "aria-disabled": isBusy, "aria-busy": isBusy },
          [isBusy ? h("span", { class: "spinner", "aria-hidden": true }) : null, view.submit],
        )
      : null,
  ]);
}

/** Sends what was typed and submits; resolves with what Slack says above the form, or null. */
async function submitView(view: View): Promise<string | null> {
  const taken = takeDrafts(view.id);
  setFieldErrors(view.id, {});
  const answer = await act({ act: "submit", entries: taken.entries });
  if (!answer.ok) {
    if (answer.blockId === null) return answer.error;
    setFieldErrors(view.id, { [answer.blockId]: answer.error });
    return null;
  }
  taken.settle();
  setFieldErrors(view.id, answer.errors);
  return answer.trouble;
}

async function closeView(all: boolean): Promise<void> {
  await act({ act: "close", all });
}

async function goBack(view: View): Promise<void> {
  const taken = takeDrafts(view.id);
  await act({ act: "back", entries: [] });
  taken.settle();
}

/** Puts the focus in the first field of each new view. */
function useFirstField(dialog: { readonly current: HTMLDialogElement | null }, viewId: string): void {
  useEffect(() => {
    const body = dialog.current?.querySelector(".modal-body");
    if (body === null || body === undefined) return;
    body.scrollTop = 0;
    const field =
      body.querySelector<HTMLElement>("[data-focus]") ??
      body.querySelector<HTMLElement>("input, textarea, select, button") ??
      dialog.current?.querySelector<HTMLElement>(".modal-buttons button:last-child");
    field?.focus();
  }, [viewId]);
}

function focusFirstError(dialog: HTMLElement | null): void {
  requestAnimationFrame(() => {
    dialog?.querySelector<HTMLElement>(".invalid input, .invalid textarea")?.focus();
  });
}
