import { type ComponentChild, h } from "preact";
import type { Snapshot } from "../protocol.ts";
import { GUIDE_STEPS, type GuideStep } from "./guide-steps.ts";
import { type IconName, icon } from "./icon.ts";
import { renderNumbers } from "./numbers.ts";
import { type GuideProgress, getState, putGuideAway, setState, trace } from "./state.ts";

const MARKS: Readonly<Record<GuideProgress["status"], IconName>> = {
  running: "waiting",
  done: "good",
  failed: "bad",
};

/** On a narrow screen the guide makes room for what it does. */
const WIDE = "(min-width: 801px)";

/** The first minute: things to click, each of which does it and says what to look at. */
export function Guide({ snapshot }: { readonly snapshot: Snapshot }): ComponentChild {
  const { guide } = getState();
  const isRunning = Object.values(guide).some(({ status }) => status === "running");
  return h("div", { class: "guide" }, [
    h("p", null, "Each of these really does it, here on this machine. Nothing leaves it."),
    h(
      "ol",
      { class: "guide-steps" },
      GUIDE_STEPS.map((step) => renderStep(step, guide[step.id] ?? null, isRunning)),
    ),
    h("details", { class: "guide-numbers" }, [
      h("summary", null, "Numbers to practise with"),
      renderNumbers(snapshot),
    ]),
    h("button", { type: "button", class: "button small", onClick: putGuideAway }, "Put away"),
  ]);
}

function renderStep(step: GuideStep, progress: GuideProgress | null, isRunning: boolean): ComponentChild {
  const { id, label, doing, look } = step;
  const post = progress?.post ?? null;
  return h("li", { key: id, class: `guide-step ${progress?.status ?? "pending"}` }, [
    h("button", { type: "button", class: "button", disabled: isRunning, onClick: () => void play(step) }, [
      icon(progress === null ? "pending" : MARKS[progress.status]),
      label,
    ]),
    h("p", { class: "guide-words", role: "status" }, [
      progress === null ? "" : { running: doing, done: look, failed: progress.trouble }[progress.status],
      post === null
        ? null
        : h(
            "button",
            { type: "button", class: "link-button", onClick: () => trace(post) },
            "See its traffic",
          ),
    ]),
  ]);
}

async function play({ id, run }: GuideStep): Promise<void> {
  const note = (progress: GuideProgress): void =>
    setState({ guide: { ...getState().guide, [id]: progress } });
  setState({ drawer: matchMedia(WIDE).matches ? "guide" : null, traced: null });
  note({ status: "running", post: null, trouble: "" });
  try {
    note({ status: "done", post: await run(), trouble: "" });
  } catch (error) {
    note({ status: "failed", post: null, trouble: error instanceof Error ? error.message : String(error) });
  }
}
