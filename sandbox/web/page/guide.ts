import { type ComponentChild, h } from "preact";
import type { Snapshot } from "../protocol.ts";
import { isPlaying, play } from "./guide-play.ts";
import { GUIDE_STEPS, type GuideStep } from "./guide-steps.ts";
import { type IconName, icon } from "./icon.ts";
import { renderNumbers } from "./numbers.ts";
import { type GuideProgress, getState, putGuideAway, trace } from "./state.ts";

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

export function renderMark(progress: GuideProgress | null): ComponentChild {
  return icon(progress === null ? "pending" : MARKS[progress.status]);
}

/** What happens, what to look at, or why not. */
export function renderWords({ doing, look }: GuideStep, progress: GuideProgress | null): ComponentChild {
  const post = progress?.post ?? null;
  return h("p", { class: "guide-words", role: "status" }, [
    progress === null ? "" : { running: doing, done: look, failed: progress.trouble }[progress.status],
    post === null ? null : " ",
    post === null
      ? null
      : h("button", { type: "button", class: "link-button", onClick: () => trace(post) }, "See its traffic"),
  ]);
}
