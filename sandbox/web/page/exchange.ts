import { type ComponentChild, h } from "preact";
import type { TrafficItem } from "../protocol.ts";
import { preciseTimeOf } from "./dates.ts";
import { type IconName, icon } from "./icon.ts";
import { getState } from "./state.ts";
import { clockOf } from "./text.ts";

type Way = { readonly sign: string | null; readonly mark: IconName; readonly words: string };

const WAYS: Readonly<Record<TrafficItem["between"], Way>> = {
  slack_to_bot: { sign: "S → B", mark: "traffic", words: "Slack to the bot" },
  bot_to_slack: { sign: "B → S", mark: "traffic", words: "the bot to Slack" },
  bot_to_platform: { sign: "B → P", mark: "traffic", words: "the bot to the platform" },
  finding: { sign: null, mark: "warning", words: "finding" },
  control: { sign: null, mark: "outside", words: "outside world" },
};

/** The way an exchange went. */
export function wayOf({ between }: TrafficItem): Way {
  return WAYS[between];
}

/** The class that gives an exchange its colour. */
export function classOf({ between, isBad }: TrafficItem): string {
  return `exchange${isBad ? " bad" : ""} ${colourOf(between)}`;
}

function colourOf(between: string): string {
  return between.replaceAll("_", "-");
}

/** What the marks of a list stand for; `isStory`: answers stand in lines of their own. */
export function renderLegend({ isStory }: { readonly isStory: boolean }): ComponentChild {
  const entry = (colour: string, mark: ComponentChild, words: string): ComponentChild =>
    h("li", { key: words, class: colour }, [h("span", { class: "arrow", "aria-hidden": true }, mark), words]);
  return h("ul", { class: "legend", "aria-label": "Legend" }, [
    ...Object.entries(WAYS)
      .filter(([, { sign }]) => !isStory || sign !== null)
      .map(([between, { sign, mark, words }]) => entry(colourOf(between), sign ?? icon(mark), words)),
    ...(isStory ? [entry("", icon("good"), "an answer"), entry("", "+ ms", "since the line above")] : []),
  ]);
}

export function renderWay(item: TrafficItem): ComponentChild {
  const { sign, mark, words } = wayOf(item);
  return h("span", { class: "arrow", role: "img", "aria-label": words, title: words }, sign ?? icon(mark));
}

/** Where and when, and what was said on both sides. */
export function renderParts(item: TrafficItem): ComponentChild {
  return [
    h("p", { class: "exchange-via" }, `${wayOf(item).words} · ${item.via} · ${timeIn(item)}`),
    renderPart(item.between === "finding" ? "Finding" : "Request", item.request),
    renderPart(item.between === "slack_to_bot" ? "Acknowledgement" : "Reply", item.response),
  ];
}

function timeIn({ at }: TrafficItem): string {
  return preciseTimeOf(at, clockOf(getState().snapshot));
}

export function durationOf(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

/** A value as it went over the wire, under its name. */
export function renderPart(name: string, value: unknown): ComponentChild {
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return [
    h("h4", null, name),
    h("pre", { class: "pre json", tabIndex: 0, role: "group", "aria-label": name }, text),
  ];
}
