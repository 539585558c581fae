import { type ComponentChild, h } from "preact";
import type { TrafficItem } from "../protocol.ts";
import { classOf, durationOf, renderLegend, renderPart, renderWay, wayOf } from "./exchange.ts";
import { icon } from "./icon.ts";
import { setState } from "./state.ts";
import { type Step, stepsOf } from "./steps.ts";
import { type TracedPost, traceOf } from "./trace.ts";

type Props = { readonly post: TracedPost; readonly traffic: readonly TrafficItem[] };

/** How one post came about: everything of its act that went over the wires, oldest first. */
export function Story({ post, traffic }: Props): ComponentChild {
  const steps = stepsOf(post, traceOf(post, traffic));
  return h("div", { class: "traffic" }, [
    h("div", { class: "filters" }, [
      h("button", { type: "button", class: "filter", onClick: () => setState({ traced: null }) }, [
        icon("back"),
        "All traffic",
      ]),
    ]),
    renderLegend({ isStory: true }),
    h("p", { class: "story-post" }, post.text.split("\n")[0]),
    steps.length === 0
      ? h("p", { class: "empty" }, "The traffic of this post is no longer kept.")
      : h("ol", { class: "exchanges", "aria-label": "How this post came about" }, steps.map(renderStep)),
  ]);
}

function renderStep(step: Step): ComponentChild {
  const { item, what, isAnswer, sinceMs } = step;
  return h(
    "li",
    { key: `${item.key}-${isAnswer}` },
    h("details", { class: classOf(item), "aria-label": `${wayOf(item).words}: ${what}` }, [
      h("summary", null, [
        isAnswer ? h("span", { class: "arrow answer" }, icon("good")) : renderWay(item),
        h("span", { class: "exchange-name" }, what),
        h("span", { class: "latency" }, sinceMs === null ? "" : `+${durationOf(sinceMs)}`),
      ]),
      isAnswer ? renderPart("Answer", item.response) : renderPart("Request", item.request),
    ]),
  );
}
