import type { WebClient } from "@slack/web-api";
import { type Clocks, systemClocks } from "../../clocks.ts";
import { type Within, within as withinTime } from "../../deadline.ts";
import type { Locale } from "../../languages.ts";
import type { PeopleList } from "../../people-list.ts";
import { believedForMs, createAccounts } from "./accounts.ts";
import { createGroups, type GroupPace } from "./groups.ts";

/**
 * `outsider`: guests, deactivated people, bots and members of other workspaces, who may do nothing.
 * `not_known`: Slack didn't say in time, so nothing is allowed either.
 */
export type Standing = "member" | "outsider" | "not_known";

export type Person = { id: string; locale: Locale; standing: Standing };

type Right = { kind: "yes" } | { kind: "no" } | { kind: "not_known"; group: string };

const refreshedAfterMs = 5 * 60_000;
/** Looking somebody up comes before the acknowledgement, whose 3 s the store needs half of. */
export const lookupBudgetMs = 800;

/** Slack didn't say in time who acts. Nothing is allowed then. */
export class NotKnownError extends Error {
  override readonly name: string = "NotKnownError";
}

/** The same of a right that hangs on a group: it is not known, or was read too long ago, who is in it. */
export class GroupNotKnownError extends NotKnownError {
  override readonly name = "GroupNotKnownError";
  readonly group: string;

  constructor(group: string) {
    super(`it is not known who is in the group ${group}`);
    this.group = group;
  }
}

/** Whoever is on one of them: a yes that is known counts, whatever isn't known of the others. */
export function eitherOf(...lists: readonly PeopleList[]): PeopleList {
  return {
    everyone: lists.some(({ everyone }) => everyone),
    users: lists.flatMap(({ users }) => users),
    groups: lists.flatMap(({ groups }) => groups),
  };
}

export type People = ReturnType<typeof createPeople>;

export type PeopleOptions = {
  client: Pick<WebClient, "users" | "usergroups">;
  /** The app's own workspace, from auth.test. */
  home: { teamId: string };
  groups: readonly string[];
  defaultLocale: Locale;
  /** What is believed for a while must be fresh by both: neither a clock set back nor a sleep makes it last longer. */
  clocks?: Clocks;
  /** Other than Slack's: a story of a Slack that doesn't answer need not take its seconds. */
  groupPace?: GroupPace;
  /** Looking somebody up stays within it. */
  within?: Within;
  onFailure: (what: string, error: unknown) => void;
};

/** Who people are, from memory that is refreshed behind the scenes: an acknowledgement can't wait for Slack. */
export function createPeople(options: PeopleOptions) {
  const { client, home, onFailure, clocks = systemClocks, within = withinTime } = options;
  const accounts = createAccounts({ client, home, defaultLocale: options.defaultLocale, clocks, onFailure });
  const { known, age, lookUp, refresh } = accounts;
  const groups = createGroups({
    client,
    ids: options.groups,
    believedForMs,
    refreshedAfterMs,
    clocks,
    ...(options.groupPace === undefined ? {} : { pace: options.groupPace }),
    onFailure: (error) => onFailure("usergroups.users.list", error),
  });

  function rightOf({ everyone, users, groups: named }: PeopleList, person: Person): Right {
    if (person.standing !== "member") return { kind: "no" };
    if (everyone || users.includes(person.id)) return { kind: "yes" };
    if (named.some((id) => groups.members(id)?.has(person.id))) return { kind: "yes" };
    const group = named.find((id) => groups.members(id) === null);
    return group === undefined ? { kind: "no" } : { kind: "not_known", group };
  }

  return {
    /** Who acts, within a budget that fits before the acknowledgement. */
    async recognise(id: string): Promise<Person> {
      const before = known.get(id);
      if (before === undefined || age(before) > believedForMs) await within(lookupBudgetMs, lookUp(id));
      else if (age(before) > refreshedAfterMs) void lookUp(id);
      const entry = known.get(id);
      if (entry === undefined || age(entry) > believedForMs) {
        return { id, locale: entry?.locale ?? options.defaultLocale, standing: "not_known" };
      }
      return { id, locale: entry.locale, standing: entry.standing };
    },

    /**
     * Who these are and who is in a list's groups, asked of Slack now: for what must not rest on what was true minutes ago.
     * `not_known`: it didn't say in time. Groups are believed as ever where it doesn't.
     */
    async reread(ids: readonly string[], { groups: named }: PeopleList): Promise<Person[]> {
      const reading = Promise.all(named.map((group) => groups.changed(group)));
      const [people] = await Promise.all([
        Promise.all(
          ids.map(async (id): Promise<Person> => {
            const isRead = await within(lookupBudgetMs, refresh(id));
            const { locale = options.defaultLocale, standing = "not_known" } = known.get(id) ?? {};
            return { id, locale, standing: isRead === true ? standing : "not_known" };
          }),
        ),
        within(lookupBudgetMs, reading),
      ]);
      return people;
    },

    changed: accounts.changed,

    /** Somebody's language as far as it is known by now, for what can't wait to ask. */
    knownLocale: (id: string): Locale => known.get(id)?.locale ?? options.defaultLocale,

    /** A guest, a bot, deactivated or of elsewhere, as far as it is known by now. */
    isKnownOutsider: (id: string): boolean => known.get(id)?.standing === "outsider",

    /**
     * Whether a recognised person is on a list, from memory alone. Throws GroupNotKnownError when that can't be told:
     * for what is done, so that nobody is told a no that Slack never said.
     */
    isOn(list: PeopleList, person: Person): boolean {
      const right = rightOf(list, person);
      if (right.kind === "not_known") throw new GroupNotKnownError(right.group);
      return right.kind === "yes";
    },

    /** The same for what is only shown: whoever isn't known to be on the list is not. */
    isKnownToBeOn(list: PeopleList, person: Person): boolean {
      return rightOf(list, person).kind === "yes";
    },

    /** Whom a list names, without who is known to be an outsider; everybody, or null where a group isn't known. */
    namedOn({ everyone, users, groups: named }: PeopleList): ReadonlySet<string> | "everyone" | null {
      if (everyone) return "everyone";
      const members = named.map((id) => groups.members(id));
      if (members.includes(null)) return null;
      const all = [...users, ...members.flatMap((ids) => [...(ids ?? [])])];
      return new Set(all.filter((id) => known.get(id)?.standing !== "outsider"));
    },

    /** A group's members changed (subteam_members_changed): whoever left is out at once, and it is read again. */
    groupChanged: groups.changed,

    /** Reads the groups, and from then on keeps them fresh. Ends within five seconds, whatever Slack does. */
    start: groups.start,
    stop: groups.stop,
  };
}
