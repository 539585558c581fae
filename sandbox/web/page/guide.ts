import { type ComponentChild, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ShownMessage, Snapshot } from "../protocol.ts";
import { until } from "./guide-acts.ts";
import { type GuideStep, sendOwn, stepsOf } from "./guide-steps.ts";
import { type IconName, icon, iconButton } from "./icon.ts";
import { isNarrow } from "./narrow.ts";
import { renderNumbers } from "./numbers.ts";
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
  const { guide } = getState();
  return h("div", { class: "guide", lang: "en" }, [
    h("p", null, "Each of these really does it, here on this machine. Nothing leaves it."),
    h(
      "ol",
      { class: "guide-steps" },
      stepsOf(getState()).map((step) => renderStep(step, guide[step.id] ?? null)),
    ),
    nextStep(getState()) === null
      ? h("div", { class: "guide-end" }, [
          h("p", null, [
            renderEnd(),
            " To have it in your own workspace, go on with “Set it up” in README.md.",
          ]),
          renderOwn(),
        ])
      : null,
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

/** What happens, what is left to do or to look at, or why not. */
function renderWords(step: GuideStep, progress: GuideProgress | null): ComponentChild {
  if (progress === null) return null;
  const { doing, look, waitsS, yours } = step;
  const { status, post, trouble } = progress;
  return h("p", { class: "guide-words" }, [
    h(
      "span",
      { role: "status" },
      { running: doing, yours: yours?.asks, done: look, failed: trouble }[status],
    ),
    status === "running" && waitsS !== undefined ? h(Countdown, { seconds: waitsS }) : null,
    post === null ? null : " ",
    post === null
      ? null
      : h("button", { type: "button", class: "link-button", onClick: () => trace(post) }, "See its traffic"),
  ]);
}

/** How much longer the bot waits for a platform that is silent: nothing until it was asked. */
function Countdown({ seconds }: { readonly seconds: number }): ComponentChild {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const asked = getState().traffic.findLast(
    ({ between, status }) => between === "bot_to_platform" && status === null,
  );
  if (asked === undefined) return null;
  const left = seconds - Math.floor((Date.now() - Date.parse(asked.at)) / 1000);
  return h("span", { class: "countdown", role: "timer" }, ` ${Math.max(0, left)} s`);
}

/** What stands behind the last step. */
function renderEnd(): string {
  const { guide } = getState();
  const open = stepsOf(getState()).find(({ id }) => guide[id]?.status === "yours");
  return open?.yours?.asks ?? "That was all of it.";
}

function renderOwn(): ComponentChild {
  return h(
    "button",
    { type: "button", class: "button primary", "data-guide": "own", onClick: () => void sendOwn() },
    "Now send one of your own",
  );
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
    iconButton({ name: "close", label: "Put the steps away", onClick: putGuideAway }),
    h("div", { class: "guide-ways" }, [
      next === null
        ? renderOwn()
        : h(
            "button",
            {
              type: "button",
              class: "button primary",
              "data-guide": next.id,
              "aria-disabled": isPlaying(state),
              onClick: () => void play(next),
            },
            `Next: ${next.name}`,
          ),
      h("button", { type: "button", class: "button", onClick: fetchGuide }, "All steps"),
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
  const isPlayed = ({ id }: GuideStep): boolean => ["done", "yours"].includes(state.guide[id]?.status ?? "");
  return inOrder.find((step) => !isPlayed(step)) ?? null;
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
  const note = (progress: GuideProgress): void => noteProgress(id, progress);
  // On a narrow screen the guide makes room for what it does.
  setState({ panel: isNarrow() ? null : "guide", traced: null, guideAt: id });
  note({ status: "running", post: null, trouble: "" });
  try {
    const post = await run();
    note({ status: yours === undefined ? "done" : "yours", post, trouble: "" });
    void noteWhenDone(step, post);
  } catch (error) {
    note({ status: "failed", post: null, trouble: error instanceof Error ? error.message : String(error) });
  }
  requestAnimationFrame(() => requestAnimationFrame(leadOn));
}

function noteProgress(id: string, progress: GuideProgress): void {
  setState({ guide: { ...getState().guide, [id]: progress } });
}

/** The step is done when the person has done what was left to them, unless it was played again since. */
async function noteWhenDone({ id, yours }: GuideStep, begun: ShownMessage | null): Promise<void> {
  if (yours === undefined) return;
  const post = await until(({ messages }) => {
    const now = messages.find(({ ts }) => ts === begun?.ts) ?? null;
    return yours.isDone(getState(), now) ? { now } : undefined;
  }, null);
  const { status, post: noted = null } = getState().guide[id] ?? {};
  if (status !== "yours" || noted?.ts !== begun?.ts) return;
  noteProgress(id, { status: "done", post: post.now, trouble: "" });
  if (isAllDone(getState())) addToast("That was all of the first minute.", false);
}

/** The page was drawn anew as somebody else meanwhile: the next step has the focus, unless the person took it elsewhere. */
function leadOn(): void {
  const { activeElement } = document;
  const isTyping = activeElement instanceof HTMLTextAreaElement && activeElement.value !== "";
  const isFree = activeElement === document.body || activeElement?.matches(".composer-input, [data-guide]");
  const next = nextStep(getState());
  if (isTyping || isFree !== true) return;
  document.querySelector<HTMLElement>(`[data-guide="${next?.id ?? "own"}"]`)?.focus();
}
