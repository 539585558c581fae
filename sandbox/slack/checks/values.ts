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

export const userId: Rule = string({ pattern: /^[UW][A-Z0-9]+$/ });
export const usergroupId: Rule = string({ pattern: /^S[A-Z0-9]+$/ });
export const channelId: Rule = string({ pattern: /^[CDG][A-Z0-9]+$/ });
export const emojiName: Rule = string({ pattern: /^\S+$/ });
