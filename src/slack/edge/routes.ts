import type { Choice } from "../blocks/choices.ts";
import type { Person } from "../people/people.ts";
import type { Guide } from "./guide.ts";
import type { Click, Command, Search, Shortcut, Submission, Visit } from "./interaction.ts";

export type CommandRoute = {
  /** Not called for `help`, nor for words behind a command whose guide names no use with words. */
  run: (command: Command) => Promise<void>;
  guide: (person: Person) => Guide;
  /** It says the same again when the same command is delivered twice; others are acknowledged without a word then. */
  answersAgain?: boolean;
};

export type RouteTable = {
  commands: Record<string, CommandRoute>;
  submissions: Record<string, (submission: Submission) => Promise<void>>;
  /** By a button's id; a field that tells of its changes is `<form>/<field>`. */
  clicks: Record<string, (click: Click) => Promise<void>>;
  /** What a field offers for what was typed into it, by `<form>/<field>`. */
  suggestions: Record<string, (search: Search) => Promise<readonly Choice[]>>;
  shortcuts: Record<string, (shortcut: Shortcut) => Promise<void>>;
  /** The app's own tabs, by Slack's names for them: `home`, `messages`. */
  tabs: Record<string, (visit: Visit) => Promise<void>>;
};

/** What one feature answers to. */
export type Routes = Partial<RouteTable>;

/** All features' routes as one; two features with the same id are a defect. */
export function mergeRoutes(all: readonly Routes[]): RouteTable {
  const merged: RouteTable = {
    commands: {},
    submissions: {},
    clicks: {},
    suggestions: {},
    shortcuts: {},
    tabs: {},
  };
  for (const routes of all) {
    addNew(merged.commands, routes.commands);
    addNew(merged.submissions, routes.submissions);
    addNew(merged.clicks, routes.clicks);
    addNew(merged.suggestions, routes.suggestions);
    addNew(merged.shortcuts, routes.shortcuts);
    addNew(merged.tabs, routes.tabs);
  }
  return merged;
}

function addNew<T>(known: Record<string, T>, added: Record<string, T> = {}): void {
  for (const [id, handler] of Object.entries(added)) {
    if (Object.hasOwn(known, id)) throw new Error(`two features answer to ${id}`);
    known[id] = handler;
  }
}

/**
 * Ids come from outside: what every object answers to, such as `constructor`, is no handler. A key that ends in `.*` is for
 * the fields whose names people made up.
 */
export function find<T>(known: Record<string, T>, id: string): T | undefined {
  if (Object.hasOwn(known, id)) return known[id];
  const open = Object.keys(known).find((key) => key.endsWith(".*") && id.startsWith(key.slice(0, -1)));
  return open === undefined ? undefined : known[open];
}
