import { type ComponentChild, h } from "preact";
import { useState } from "preact/hooks";
import type { TrafficItem } from "../protocol.ts";
import { classOf, durationOf, renderLegend, renderParts, renderWay, wayOf } from "./exchange.ts";
import { icon } from "./icon.ts";
import { getState } from "./state.ts";
import { Story } from "./story.ts";

type Filter = "all" | "slack" | "platform" | "bad";

const FILTERS: readonly (readonly [Filter, string])[] = [
  ["all", "All"],
  ["slack", "Slack"],
  ["platform", "Platform"],
  ["bad", "Trouble"],
];

/** Everything that goes over the wires, newest first. */
export function TrafficList(): ComponentChild {
  const [filter, setFilter] = useState<Filter>("all");
  const { traffic, traced } = getState();
  if (traced !== null) return h(Story, { post: traced, traffic });
  const shown = traffic.filter((item) => fits(item, filter)).toReversed();
  return h("div", { class: "traffic" }, [
    h(
      "div",
      { class: "filters", role: "group", "aria-label": "Show" },
      FILTERS.map(([value, label]) =>
        h(
          "button",
          {
            type: "button",
            class: "filter",
            "aria-pressed": filter === value,
            onClick: () => setFilter(value),
          },
          label,
        ),
      ),
    ),
    renderLegend({ isStory: false }),
    shown.length === 0 ? h("p", { class: "empty" }, "Nothing yet.") : null,
    h(
      "ul",
      { class: "exchanges" },
      shown.map((item) => h("li", { key: item.key }, renderExchange(item))),
    ),
  ]);
}

function fits({ between, isBad }: TrafficItem, filter: Filter): boolean {
  if (filter === "all") return true;
  if (filter === "bad") return isBad;
  const isSlack = between === "slack_to_bot" || between === "bot_to_slack" || between === "finding";
  return filter === "slack" ? isSlack : between === "bot_to_platform" || between === "control";
}

function renderExchange(item: TrafficItem): ComponentChild {
  return h("details", { "aria-label": `${wayOf(item).words}: ${item.name}`, class: classOf(item) }, [
    h("summary", null, [
      renderWay(item),
      h("span", { class: "exchange-name" }, item.name),
      h("span", { class: "exchange-status" }, item.status ?? icon("waiting")),
      h("span", { class: "latency" }, item.durationMs === null ? "" : durationOf(item.durationMs)),
    ]),
    renderParts(item),
  ]);
}
