import { type ComponentChild, h } from "preact";
import type { TrafficItem } from "../protocol.ts";
import { type IconName, icon } from "./icon.ts";

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
  return `exchange${isBad ? " bad" : ""} ${between.replaceAll("_", "-")}`;
}

export function renderWay(item: TrafficItem): ComponentChild {
  const { sign, mark, words } = wayOf(item);
  return h("span", { class: "arrow", role: "img", "aria-label": words, title: words }, sign ?? icon(mark));
}

/** Where and when, and what was said on both sides. */
export function renderParts(item: TrafficItem): ComponentChild {
  return [
    h("p", { class: "exchange-via" }, `${wayOf(item).words} · ${item.via} · ${item.at.slice(11, 23)} UTC`),
    renderPart(item.between === "finding" ? "Finding" : "Request", item.request),
    renderPart(item.between === "slack_to_bot" ? "Acknowledgement" : "Reply", item.response),
  ];
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
