import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { beginFinding, changeFinding, type Finding } from "../../outcomes/finding.view.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { NewPost } from "../../store/index.ts";
import type { Health } from "./health.ts";

const subjects = ["failing", "key", "clock", "balance"] as const;
type Subject = (typeof subjects)[number];

/** What differs for on-call: a living post for each, closed in place when it is over. */
export function renderHealthChanges(
  before: Health,
  after: Health,
  { words, now, onCall }: { words: Catalogue["platform"]; now: Date; onCall: readonly string[] },
): NewPost[] {
  return subjects.flatMap((subject) => {
    const [was, is] = [standing(before, subject, words), standing(after, subject, words)];
    if (JSON.stringify(was?.says) === JSON.stringify(is?.says)) return [];
    const finding: Finding = {
      key: `finding:platform:${subject}`,
      title: is === null ? words.over[subject] : words.title[subject],
      says: is?.says ?? [],
      grey: [[is === null ? `${words.overAt} ` : `${words.since} `, { at: is?.since ?? now }]],
    };
    return was === null ? [beginFinding(finding, onCall)] : changeFinding(finding, onCall);
  });
}

/** What stands now, a line each. */
export function renderStanding(health: Health, { platform }: Catalogue): Line[] {
  return subjects.flatMap((subject): Line[] => {
    const is = standing(health, subject, platform);
    return is === null ? [] : [[`${platform.title[subject]} · ${platform.since} `, { at: is.since }]];
  });
}

function standing(
  health: Health,
  subject: Subject,
  words: Catalogue["platform"],
): { since: Date; says: Line[] } | null {
  const since = sinceOf(health, subject);
  if (since === null) return null;
  const named = subject === "key" ? [[namesOf(health, words)]] : [];
  return { since: new Date(since), says: [...named, [words.says[subject]]] };
}

function sinceOf(
  { failingSince, refused, balanceSince, clockSince }: Health,
  subject: Subject,
): number | null {
  if (subject === "failing") return failingSince;
  if (subject === "clock") return clockSince;
  if (subject === "balance") return balanceSince;
  return refused.length === 0 ? null : Math.min(...refused.map((one) => one.since));
}

function namesOf({ refused }: Health, words: Catalogue["platform"]): string {
  const names = refused.map(
    ({ operation, status }) => `${entryFor(words.operations, operation) ?? operation} (${status})`,
  );
  return names.join(", ");
}
