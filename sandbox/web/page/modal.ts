import { type ComponentChild, h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { View } from "../../slack/types.ts";
import { renderBlocks } from "./blocks.ts";
import { button, icon, iconButton } from "./controls.ts";
import { keepDraftsOf, setFieldErrors, takeDrafts } from "./drafts.ts";
import { useModalDialog } from "./focus.ts";
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
  return h(Modal, { view: top, depth: views.length, appName: snapshot.app.name, key: top.id });
}

type Props = { readonly view: View; readonly depth: number; readonly appName: string };

/** One view of the stack; the next one is another dialog. */
function Modal({ view, depth, appName }: Props): ComponentChild {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const submit = (): Promise<void> =>
    run(async () => {
      setTrouble(null);
      setTrouble(await submitView(view));
      requestAnimationFrame(() =>
        dialog.current?.querySelector<HTMLElement>(".invalid :is(input, textarea, select)")?.focus(),
      );
    });
  const close = (all: boolean): void => void run(() => act({ act: "close", all }));
  useModalDialog(dialog, () => close(false));
  useEffect(() => {
    const first = ".modal-body :is(input, textarea, select, button), .modal-buttons button:last-child";
    dialog.current?.querySelector<HTMLElement>(first)?.focus();
  }, []);
  const banner = trouble ?? view.trouble;
  const surface = { key: view.id, place: { kind: "view" as const }, values: view.values };
  return h(
    "dialog",
    { ref: dialog, class: "modal", tabIndex: -1, "aria-labelledby": "modal-title" },
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
        close: () => close(true),
      }),
      banner === null ? null : h("p", { class: "modal-trouble", role: "alert" }, [icon("bad"), banner]),
      h("div", { class: "modal-body" }, renderBlocks(view.blocks, surface)),
      renderToasts({ onlyBad: true }),
      renderFoot(view, { isBusy, close: () => close(false) }),
    ),
  );
}

type Head = { readonly depth: number; readonly appName: string; back(): void; close(): void };

function renderHead(view: View, { depth, appName, back, close }: Head): ComponentChild {
  return h("header", { class: "modal-head" }, [
    depth > 1
      ? iconButton("back", word("back"), back)
      : h("span", { class: "app-icon", "aria-hidden": true }, appName.slice(0, 1)),
    h("h2", { id: "modal-title" }, view.title),
    iconButton("close", word("close"), close),
  ]);
}

function renderFoot(
  view: View,
  { isBusy, close }: { readonly isBusy: boolean; close(): void },
): ComponentChild {
  const hasForm = view.submit !== null;
  return h("footer", { class: "modal-buttons" }, [
    button(view.close ?? word(hasForm ? "cancel" : "close"), close),
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

async function goBack(view: View): Promise<void> {
  const taken = takeDrafts(view.id);
  await act({ act: "back", entries: [] });
  taken.settle();
}
