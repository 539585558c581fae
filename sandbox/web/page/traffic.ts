import { type ComponentChild, h } from "preact";
import { useState } from "preact/hooks";
import type { TrafficItem } from "../protocol.ts";
import { button, type IconName, icon } from "./controls.ts";
import { preciseTimeOf } from "./dates.ts";
import { getState, setState } from "./state.ts";
import { clockOf } from "./text.ts";

type Way = { readonly sign: string | null; readonly mark: IconName; readonly words: string };

const WAYS: Readonly<Record<TrafficItem["between"], Way>> = {
  slack_to_bot: { sign: "S → B", mark: "traffic", words: "Slack to the bot" },
  bot_to_slack: { sign: "B → S", mark: "traffic", words: "the bot to Slack" },
  bot_to_platform: { sign: "B → P", mark: "traffic", words: "the bot to the platform" },
  finding: { sign: null, mark: "warning", words: "finding" },
  control: { sign: null, mark: "outside", words: "outside world" },
};

const FILTERS = [
  ["all", "All"],
  ["slack", "Slack"],
  ["platform", "Platform"],
  ["bad", "Trouble"],
] as const;
type Filter = (typeof FILTERS)[number][0];

/** Longer than the bot takes from a person's act to its post, a silent platform's time-out included. */
const BEFORE_POST_MS = 15_000;

/** Everything that goes over the wires, newest first; or what led to one post and came of it, oldest first. */
export function TrafficList(): ComponentChild {
  const [filter, setFilter] = useState<Filter>("all");
  const { traffic, tracedTs } = getState();
  const shown =
    tracedTs === null
      ? traffic.filter((item) => fits(item, filter)).toReversed()
      : traffic.filter((item) => isAbout(item, tracedTs));
  const filters = FILTERS.map(([value, label]) =>
    button(label, () => setFilter(value), { class: "filter", "aria-pressed": filter === value }),
  );
  const back = button([icon("back"), "All traffic"], () => setState({ tracedTs: null }), { class: "filter" });
  return h("div", { class: "traffic" }, [
    h("div", { class: "filters", role: "group", "aria-label": "Show" }, tracedTs === null ? filters : back),
    h(
      "ul",
      { class: "legend", "aria-label": "Legend" },
      Object.entries(WAYS).map(([between, { sign, mark, words }]) =>
        h("li", { class: between }, [
          h("span", { class: "arrow", "aria-hidden": true }, sign ?? icon(mark)),
          words,
        ]),
      ),
    ),
    shown.length === 0 ? h("p", { class: "empty" }, "Nothing yet.") : null,
    h(
      "ul",
      { class: "exchanges", ...(tracedTs === null ? {} : { "aria-label": "How this post came about" }) },
      shown.map((item) => h("li", { key: item.key }, renderExchange(item))),
    ),
  ]);
}

function fits({ between, isBad }: TrafficItem, filter: Filter): boolean {
  if (filter === "all") return true;
  if (filter === "bad") return isBad;
  return (filter === "platform") === (between === "bot_to_platform" || between === "control");
}

/** All that happened shortly before the post, and what names it. */
function isAbout({ at, request, response }: TrafficItem, ts: string): boolean {
  const beforeMs = Number(ts) * 1000 - Date.parse(at);
  return (beforeMs >= 0 && beforeMs < BEFORE_POST_MS) || JSON.stringify([request, response]).includes(ts);
}

function renderExchange(item: TrafficItem): ComponentChild {
  const { between, name, via, at, status, durationMs, isBad, request, response } = item;
  const { sign, mark, words } = WAYS[between];
  const time = preciseTimeOf(at, clockOf(getState().snapshot));
  return h(
    "details",
    { "aria-label": `${words}: ${name}`, class: `exchange ${between}${isBad ? " bad" : ""}` },
    [
      h("summary", null, [
        h("span", { class: "arrow", role: "img", "aria-label": words, title: words }, sign ?? icon(mark)),
        h("span", { class: "exchange-name" }, name),
        h("span", { class: "exchange-status" }, status ?? icon("waiting")),
        h("span", { class: "latency" }, durationMs === null ? "" : durationOf(durationMs)),
      ]),
      h("p", { class: "exchange-via" }, `${words} · ${via} · ${time}`),
      renderPart(between === "finding" ? "Finding" : "Request", request),
      renderPart(between === "slack_to_bot" ? "Acknowledgement" : "Reply", response),
    ],
  );
}

function durationOf(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

/** A value as it went over the wire, under its name. */
function renderPart(name: string, value: unknown): ComponentChild {
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return [
    h("h4", null, name),
    h("pre", { class: "pre json", tabIndex: 0, role: "group", "aria-label": name }, text),
  ];
}
