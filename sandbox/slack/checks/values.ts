import { isIP } from "node:net";
import { type Rule, string } from "./rules.ts";

/** What people read: spaces alone are none. */
export function words(max: number): Rule {
  return string({
    min: 1,
    max,
    problem: (value) => (value.trim() === "" ? "must be more than 0 characters" : null),
  });
}

const urlProblem = (value: string): string | null => (URL.canParse(value) ? null : "invalid url");

export function url(max: number): Rule {
  return string({ max, problem: urlProblem });
}

/** Slack fetches it from outside, where a network's own addresses lead nowhere. The stand-in itself fetches nothing. */
export function imageUrl(max: number): Rule {
  return string({
    max,
    problem: (value) => urlProblem(value) ?? (isPublic(new URL(value)) ? null : "downloading image failed"),
  });
}

function isPublic({ protocol, hostname }: URL): boolean {
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
  const isInside = !hostname.includes(".") || /\.(?:internal|invalid|local|localhost|test)$/.test(hostname);
  return /^https?:$/.test(protocol) && !isAddress && !isInside;
}

/** As YYYY-MM-DD, and in the calendar: JavaScript takes a 30th of February for the 2nd of March. */
export function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

export function isMinute(value: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
}

export const day: Rule = string({
  problem: (value) => (isDay(value) ? null : "must be a date as YYYY-MM-DD"),
});
export const minute: Rule = string({
  problem: (value) => (isMinute(value) ? null : "must be a time as HH:mm"),
});

export const userId: Rule = string({ pattern: /^[UW][A-Z0-9]+$/ });
export const usergroupId: Rule = string({ pattern: /^S[A-Z0-9]+$/ });
export const channelId: Rule = string({ pattern: /^[CDG][A-Z0-9]+$/ });
export const emojiName: Rule = string({ pattern: /^\S+$/ });
