import { type ComponentChild, h } from "preact";
import type { Snapshot } from "../protocol.ts";
import { GUIDE_STEPS, type GuideStep } from "./guide-steps.ts";
import { type IconName, icon, iconButton } from "./icon.ts";
import { renderNumbers } from "./numbers.ts";
import {
  fetchGuide,
  type GuideProgress,
  getState,
  messagesIn,
  type PageState,
  putGuideAway,
  setState,
  shownConversation,
  trace,
} from "./state.ts";

const MARKS: Readonly<Record<GuideProgress["status"], IconName>> = {
  running: "waiting",
  done: "good",
  failed: "bad",
};

/** The first minute: things to click, each of which does it and says what to look at. */
export function Guide({ snapshot }: { readonly snapshot: Snapshot }): ComponentChild {
  const { guide } = getState();
  return h("div", { class: "guide", lang: "en" }, [
    h("p", null, "Each of these really does it, here on this machine. Nothing leaves it."),
    h(
      "ol",
      { class: "guide-steps" },
      GUIDE_STEPS.map((step) => renderStep(step, guide[step.id] ?? null)),
    ),
    h("details", { class: "guide-numbers" }, [
      h("summary", null, "Numbers to practise with"),
      renderNumbers(snapshot),
    ]),
    h("button", { type: "button", class: "button small", onClick: putGuideAway }, "Put away"),
  ]);
}

function renderStep(step: GuideStep, progress: GuideProgress | null): ComponentChild {
  const { id, label } = step;
  // Still to be reached while another one plays: a button that is switched off would lose the focus.
  const isOff = isPlaying(getState());
  const asked = { type: "button", "data-guide": id, "aria-disabled": isOff, onClick: () => void play(step) };
  return h("li", { key: id, class: `guide-step ${progress?.status ?? "pending"}` }, [
    h("button", { ...asked, class: "button" }, [renderMark(progress), label]),
    renderWords(step, progress),
  ]);
}

function renderMark(progress: GuideProgress | null): ComponentChild {
  return icon(progress === null ? "pending" : MARKS[progress.status]);
}

/** What happens, what to look at, or why not. */
function renderWords({ doing, look }: GuideStep, progress: GuideProgress | null): ComponentChild {
  const post = progress?.post ?? null;
  return h("p", { class: "guide-words", role: "status" }, [
    progress === null ? "" : { running: doing, done: look, failed: progress.trouble }[progress.status],
    post === null ? null : " ",
    post === null
      ? null
      : h("button", { type: "button", class: "link-button", onClick: () => trace(post) }, "See its traffic"),
  ]);
}

/** Where the first minute is while its steps stand elsewhere: what to look at now, and what comes next. */
export function renderGuideStrip(state: PageState): ComponentChild {
  const at = GUIDE_STEPS.findIndex(({ id }) => id === state.guideAt);
  const step = GUIDE_STEPS[at];
  const progress = state.guide[step?.id ?? ""];
  if (step === undefined || progress === undefined || state.isGuideAway || isGuideShown(state)) return null;
  const next = nextStep(state);
  const title = `Step ${at + 1} of ${GUIDE_STEPS.length}`;
  return h("section", { class: "guide-strip", "aria-label": title, lang: "en" }, [
    h("div", { class: `guide-step ${progress.status}` }, [
      h("h2", null, [renderMark(progress), `${title} · ${step.label}`]),
      renderWords(step, progress),
    ]),
    iconButton({ name: "close", label: "Put the steps away", onClick: putGuideAway }),
    h("div", { class: "guide-ways" }, [
      next === null
        ? h("span", null, "All five are done.")
        : h(
            "button",
            {
              type: "button",
              class: "button primary",
              "data-guide": next.id,
              "aria-disabled": isPlaying(state),
              onClick: () => void play(next),
            },
            `Next: ${next.label}`,
          ),
      h("button", { type: "button", class: "button", onClick: fetchGuide }, "All steps"),
    ]),
  ]);
}

/** On a narrow screen the guide makes room for what it does. */
const WIDE = "(min-width: 801px)";

function isPlaying({ guide }: PageState): boolean {
  return Object.values(guide).some(({ status }) => status === "running");
}

/** Among those that are left, the one behind the last that was played; null when all are done. */
function nextStep({ guide, guideAt }: PageState): GuideStep | null {
  const at = GUIDE_STEPS.findIndex(({ id }) => id === guideAt) + 1;
  const inOrder = [...GUIDE_STEPS.slice(at), ...GUIDE_STEPS.slice(0, at)];
  return inOrder.find(({ id }) => guide[id]?.status !== "done") ?? null;
}

/** Whether the steps stand before the person: in the drawer, or in a conversation with nothing in it. */
function isGuideShown(state: PageState): boolean {
  const { drawer, place, snapshot, isGuideAway } = state;
  if (drawer === "guide") return true;
  const conversation = shownConversation(state);
  const isHome = place?.kind === "app" && place.tab === "home";
  if (isGuideAway || isHome || conversation === null || snapshot === null) return false;
  return messagesIn(snapshot, conversation).length === 0;
}

async function play({ id, run }: GuideStep): Promise<void> {
  if (isPlaying(getState())) return;
  const note = (progress: GuideProgress): void =>
    setState({ guide: { ...getState().guide, [id]: progress } });
  setState({ drawer: matchMedia(WIDE).matches ? "guide" : null, traced: null, guideAt: id });
  note({ status: "running", post: null, trouble: "" });
  try {
    note({ status: "done", post: await run(), trouble: "" });
  } catch (error) {
    note({ status: "failed", post: null, trouble: error instanceof Error ? error.message : String(error) });
  }
  requestAnimationFrame(() => requestAnimationFrame(leadOn));
}

/** The page was drawn anew as somebody else meanwhile: the next step has the focus, unless the person took it elsewhere. */
function leadOn(): void {
  const { activeElement } = document;
  const isTyping = activeElement instanceof HTMLTextAreaElement && activeElement.value !== "";
  const isFree = activeElement === document.body || activeElement?.matches(".composer-input, [data-guide]");
  const next = nextStep(getState());
  if (next === null || isTyping || isFree !== true) return;
  document.querySelector<HTMLElement>(`[data-guide="${next.id}"]`)?.focus();
}
