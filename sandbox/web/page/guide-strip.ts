import { type ComponentChild, h } from "preact";
import { renderMark, renderWords } from "./guide.ts";
import { isGuideShown, isPlaying, nextStep, play } from "./guide-play.ts";
import { GUIDE_STEPS } from "./guide-steps.ts";
import { iconButton } from "./icon.ts";
import { fetchGuide, type PageState, putGuideAway } from "./state.ts";

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
