import { type ComponentChild, h } from "preact";
import type { ShownMessage, Snapshot } from "../protocol.ts";
import { button, type IconName, icon, iconButton } from "./controls.ts";
import { until } from "./guide-acts.ts";
import { type GuideStep, sendOwn, stepsOf } from "./guide-steps.ts";
import { isNarrow } from "./narrow.ts";
import { renderNumbers } from "./outside.ts";
import {
  addToast,
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
  yours: "pending",
  done: "good",
  failed: "bad",
};

/** The first minute: things to click, each of which does it and says what to look at. */
export function Guide({ snapshot }: { readonly snapshot: Snapshot }): ComponentChild {
  const state = getState();
  const isLast = nextStep(state) === null;
  return h("div", { class: "guide", lang: "en" }, [
    h("p", null, "Each of these really does it, here on this machine. Nothing leaves it."),
    h(
      "ol",
      { class: "guide-steps" },
      stepsOf(state).map((step) => {
        const progress = state.guide[step.id];
        return h("li", { key: step.id, class: `guide-step ${progress?.status ?? "pending"}` }, [
          renderPlay(step, [renderMark(progress), step.label], "button"),
          renderWords(step, progress),
        ]);
      }),
    ),
    isLast
      ? [h("p", null, "To have it in your own workspace, go on with “Set it up” in README.md."), renderOwn()]
      : null,
    h("details", { class: "guide-numbers" }, [
      h("summary", null, "Numbers to practise with"),
      renderNumbers(snapshot),
    ]),
    button("Put away", putGuideAway, { class: "button small" }),
  ]);
}

/** Plays the step. It can be reached while another one plays: a button that is switched off would lose the focus. */
function renderPlay(step: GuideStep, label: ComponentChild, look: string): ComponentChild {
  const more = { class: look, "data-guide": step.id, "aria-disabled": isPlaying(getState()) };
  return button(label, () => void play(step), more);
}

function renderMark(progress: GuideProgress | undefined): ComponentChild {
  return icon(progress === undefined ? "pending" : MARKS[progress.status]);
}

/** What happens, what is left to do or to look at, or why not. */
function renderWords({ doing, look, yours }: GuideStep, progress: GuideProgress | undefined): ComponentChild {
  if (progress === undefined) return null;
  const { status, post, trouble } = progress;
  const words = { running: doing, yours: yours?.asks, done: look, failed: trouble }[status];
  return h("p", { class: "guide-words" }, [
    h("span", { role: "status" }, words),
    post === null ? null : [" ", button("See its traffic", () => trace(post.ts), { class: "link-button" })],
  ]);
}

function renderOwn(): ComponentChild {
  const more = { class: "button primary", "data-guide": "own" };
  return button("Now send one of your own", () => void sendOwn(), more);
}

/** Where the first minute is while its steps stand elsewhere: what to look at now, and what comes next. */
export function renderGuideStrip(state: PageState): ComponentChild {
  const steps = stepsOf(state);
  const at = steps.findIndex(({ id }) => id === state.guideAt);
  const step = steps[at];
  const progress = state.guide[step?.id ?? ""];
  if (step === undefined || progress === undefined || state.isGuideAway || isGuideShown(state)) return null;
  if (isAllDone(state)) return null;
  const next = nextStep(state);
  const title = `Step ${at + 1} of ${steps.length}`;
  return h("section", { class: "guide-strip", "aria-label": title, lang: "en" }, [
    h("div", { class: `guide-step ${progress.status}` }, [
      h("h2", null, [renderMark(progress), `${title} · ${step.name}`]),
      renderWords(step, progress),
    ]),
    iconButton("close", "Put the steps away", putGuideAway),
    h("div", { class: "guide-ways" }, [
      next === null ? renderOwn() : renderPlay(next, `Next: ${next.name}`, "button primary"),
      button("All steps", fetchGuide),
    ]),
  ]);
}

function isAllDone(state: PageState): boolean {
  return stepsOf(state).every(({ id }) => state.guide[id]?.status === "done");
}

function isPlaying({ guide }: PageState): boolean {
  return Object.values(guide).some(({ status }) => status === "running");
}

/** Among those that nobody played to their end, the one behind the last that was played; null when there is none. */
function nextStep(state: PageState): GuideStep | null {
  const steps = stepsOf(state);
  const at = steps.findIndex(({ id }) => id === state.guideAt) + 1;
  const inOrder = [...steps.slice(at), ...steps.slice(0, at)];
  return inOrder.find(({ id }) => !["done", "yours"].includes(state.guide[id]?.status ?? "")) ?? null;
}

/** Whether the steps stand before the person: in the panel, or in a conversation with nothing in it. */
function isGuideShown(state: PageState): boolean {
  const { panel, place, snapshot, isGuideAway } = state;
  if (panel === "guide") return true;
  const conversation = shownConversation(state);
  const isHome = place?.kind === "app" && place.tab === "home";
  if (isGuideAway || isHome || conversation === null || snapshot === null) return false;
  return messagesIn(snapshot, conversation).length === 0;
}

async function play(step: GuideStep): Promise<void> {
  if (isPlaying(getState())) return;
  const { id, run, yours } = step;
  const note = (status: GuideProgress["status"], post: ShownMessage | null = null, trouble = ""): void =>
    setState({ guide: { ...getState().guide, [id]: { status, post, trouble } } });
  // On a narrow screen the guide makes room for what it does.
  setState({ panel: isNarrow() ? null : "guide", tracedTs: null, guideAt: id });
  note("running");
  try {
    const post = await run();
    note(yours === undefined ? "done" : "yours", post);
    void noteWhenDone(step, post, (now) => note("done", now));
  } catch (error) {
    note("failed", null, error instanceof Error ? error.message : String(error));
  }
  requestAnimationFrame(() => requestAnimationFrame(leadOn));
}

/** The step is done when the person has done what was left to them, unless it was played again since. */
async function noteWhenDone(
  { id, yours }: GuideStep,
  begun: ShownMessage | null,
  done: (post: ShownMessage | null) => void,
): Promise<void> {
  if (yours === undefined) return;
  const { now } = await until(({ messages }) => {
    const post = messages.find(({ ts }) => ts === begun?.ts) ?? null;
    return yours.isDone(getState(), post) ? { now: post } : undefined;
  }, null);
  const { status, post = null } = getState().guide[id] ?? {};
  if (status !== "yours" || post?.ts !== begun?.ts) return;
  done(now);
  if (isAllDone(getState())) addToast("That was all of the first minute.", false);
}

/** The page was drawn anew as somebody else meanwhile: the next step has the focus, unless the person took it elsewhere. */
function leadOn(): void {
  const { activeElement } = document;
  const isTyping = activeElement instanceof HTMLTextAreaElement && activeElement.value !== "";
  const isFree = activeElement === document.body || activeElement?.matches(".composer-input, [data-guide]");
  if (isTyping || isFree !== true) return;
  document.querySelector<HTMLElement>(`[data-guide="${nextStep(getState())?.id ?? "own"}"]`)?.focus();
}
