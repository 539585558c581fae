import { type ComponentChild, h } from "preact";
import { useState } from "preact/hooks";
import type { TrafficItem } from "../protocol.ts";
import { getState } from "./state.ts";

const ARROWS: Readonly<Record<TrafficItem["between"], { sign: string; words: string }>> = {
  slack_to_bot: { sign: "S → B", words: "Slack to the bot" },
  bot_to_slack: { sign: "B → S", words: "the bot to Slack" },
  bot_to_platform: { sign: "B → P", words: "the bot to the platform" },
  finding: { sign: "⚠", words: "finding" },
  control: { sign: "✋", words: "outside world" },
};

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
  const { traffic } = getState();
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
  const { sign, words } = ARROWS[item.between];
  return h(
    "details",
    {
      "aria-label": `${words}: ${item.name}`,
      class: `exchange${item.isBad ? " bad" : ""} ${item.between.replaceAll("_", "-")}`,
    },
    [
      h("summary", null, [
        h("span", { class: "arrow", role: "img", "aria-label": words, title: words }, sign),
        h("span", { class: "exchange-name" }, item.name),
        h("span", { class: "exchange-status" }, item.status ?? "…"),
        h("span", { class: "latency" }, item.durationMs === null ? "" : durationOf(item.durationMs)),
      ]),
      h("p", { class: "exchange-via" }, `${words} · ${item.via} · ${item.at.slice(11, 23)} UTC`),
      renderPart(item.between === "finding" ? "Finding" : "Request", item.request),
      renderPart(item.between === "slack_to_bot" ? "Acknowledgement" : "Reply", item.response),
    ],
  );
}

function durationOf(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

function renderPart(name: string, value: unknown): ComponentChild {
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return [
    h("h4", null, name),
    h("pre", { class: "pre json", tabIndex: 0, role: "group", "aria-label": name }, text),
  ];
}
