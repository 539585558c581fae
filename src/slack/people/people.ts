import type { WebClient } from "@slack/web-api";
import { type Clocks, type Moment, msBetween, readClocks, systemClocks } from "../../clocks.ts";
import { type Within, within as withinTime } from "../../deadline.ts";
import { findLocale, type Locale } from "../../languages.ts";
import type { PeopleList } from "../../people-list.ts";
import { createGroups, type GroupPace } from "./groups.ts";

/** `outsider`: guest, deactivated, bot or of another workspace. `not_known`: no answer of Slack's. Neither has rights. */
type Standing = "member" | "outsider" | "not_known";

export type Person = { id: string; locale: Locale; standing: Standing };

type Right = { kind: "yes" } | { kind: "no" } | { kind: "not_known"; group: string };

/** Age up to which data about people and groups counts; older data gives no rights (contract: 15 minutes). */
const believedForMs = 15 * 60_000;
const refreshedAfterMs = 5 * 60_000;
/** Limit of a look-up before the acknowledgement; the store needs half of Slack's 3 s. */
export const lookupBudgetMs = 800;

/** Thrown if Slack didn't say in time who a person is; every right is then denied. */
export class NotKnownError extends Error {
  override readonly name: string = "NotKnownError";
}

/** Thrown if the members of a group that gives a right are unknown, or were read too long ago. */
export class GroupNotKnownError extends NotKnownError {
  override readonly name = "GroupNotKnownError";
  readonly group: string;

  constructor(group: string) {
    super(`it is not known who is in the group ${group}`);
    this.group = group;
  }
}

/** Joins lists so that a person on one of them has the right, even if another list's group is unknown. */
export function joinPeopleLists(...lists: readonly PeopleList[]): PeopleList {
  return {
    everyone: lists.some(({ everyone }) => everyone),
    users: lists.flatMap(({ users }) => users),
    groups: lists.flatMap(({ groups }) => groups),
  };
}

export type People = ReturnType<typeof createPeople>;

type PeopleOptions = {
  client: Pick<WebClient, "users" | "usergroups">;
  home: { teamId: string };
  groups: readonly string[];
  defaultLocale: Locale;
  /** Clocks for the age of data. Fresh means fresh by both: neither a clock set back nor a sleep extends it. */
  clocks?: Clocks;
  groupPace?: GroupPace | undefined;
  within?: Within;
  onFailure: (what: string, error: unknown) => void;
};

/** Keeps people in memory, refreshed in the background: an acknowledgement can't wait for Slack. */
export function createPeople(options: PeopleOptions) {
  const { client, onFailure, clocks = systemClocks, within = withinTime } = options;
  const accounts = createAccounts(options, clocks);
  const { known, age, lookUp, refresh } = accounts;
  const groups = createGroups({
    client,
    ids: options.groups,
    believedForMs,
    refreshedAfterMs,
    clocks,
    pace: options.groupPace,
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
    /** Identifies the acting person within `lookupBudgetMs`, before the acknowledgement. */
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
     * Asks Slack now about these people and the members of a list's groups. `not_known`: no answer in time. Groups
     * without an answer keep their known members.
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

    knownLocale: (id: string): Locale => known.get(id)?.locale ?? options.defaultLocale,

    isKnownOutsider: (id: string): boolean => known.get(id)?.standing === "outsider",

    /** Whether a recognised person is on a list, from memory. @throws GroupNotKnownError if a group is unknown */
    isOn(list: PeopleList, person: Person): boolean {
      const right = rightOf(list, person);
      if (right.kind === "not_known") throw new GroupNotKnownError(right.group);
      return right.kind === "yes";
    },

    /** Checks a list for display only: unknown membership counts as none. */
    isKnownToBeOn(list: PeopleList, person: Person): boolean {
      return rightOf(list, person).kind === "yes";
    },

    /** Returns the people on a list, without known outsiders; null if a group's members are unknown. */
    namedOn({ everyone, users, groups: named }: PeopleList): ReadonlySet<string> | "everyone" | null {
      if (everyone) return "everyone";
      const members = named.map((id) => groups.members(id));
      if (members.includes(null)) return null;
      const all = [...users, ...members.flatMap((ids) => [...(ids ?? [])])];
      return new Set(all.filter((id) => known.get(id)?.standing !== "outsider"));
    },

    /** Handles subteam_members_changed: removed members lose their rights at once. */
    groupChanged: groups.changed,

    /** Reads the groups and keeps them fresh. Resolves within five seconds. */
    start: groups.start,
    stop: groups.stop,
  };
}

type Account = {
  team_id?: string;
  deleted?: boolean;
  is_restricted?: boolean;
  is_ultra_restricted?: boolean;
  is_bot?: boolean;
  enterprise_user?: { teams?: string[] };
};

type Known = { standing: "member" | "outsider"; locale: Locale; readAt: Moment };

function createAccounts({ client, home, defaultLocale, onFailure }: PeopleOptions, clocks: Clocks) {
  const known = new Map<string, Known>();
  const lookups = new Map<string, Promise<boolean>>();

  const age = ({ readAt }: Pick<Known, "readAt">) => msBetween(readAt, readClocks(clocks));

  function standingOf(account: Account): Known["standing"] {
    // `team_id` is only a person's first workspace in an organisation; `enterprise_user` lists all.
    const isHere =
      account.team_id === home.teamId || account.enterprise_user?.teams?.includes(home.teamId) === true;
    const isMember =
      isHere &&
      account.deleted !== true &&
      account.is_restricted !== true &&
      account.is_ultra_restricted !== true &&
      account.is_bot !== true;
    return isMember ? "member" : "outsider";
  }

  async function readPerson(id: string): Promise<Known | null> {
    const readAt = readClocks(clocks);
    const { user } = await client.users.info({ user: id, include_locale: true });
    if (user === undefined) return null;
    const locale = findLocale(user.locale ?? "") ?? defaultLocale;
    return { standing: standingOf(user), locale, readAt };
  }

  /** Looks a person up, or joins a look-up under way. False if Slack didn't answer. */
  function lookUp(id: string): Promise<boolean> {
    return lookups.get(id) ?? refresh(id);
  }

  /** Asks Slack now, and ignores the answer to an earlier look-up. */
  function refresh(id: string): Promise<boolean> {
    const lookup: Promise<boolean> = readPerson(id)
      .then((read) => {
        const newest = lookups.get(id);
        if (newest !== lookup) return newest ?? false;
        if (read !== null) known.set(id, read);
        return read !== null;
      })
      .catch((error: unknown) => {
        onFailure("users.info", error);
        return false;
      })
      .finally(() => {
        if (lookups.get(id) === lookup) lookups.delete(id);
      });
    lookups.set(id, lookup);
    return lookup;
  }

  return {
    known,
    age,
    lookUp,
    refresh,

    /**
     * Handles user_change, mostly a new status. A member who becomes an outsider loses all rights at once; other
     * changes count after Slack is asked again, since events come late and out of order.
     */
    async changed({ id, ...account }: Account & { id: string }): Promise<void> {
      const entry = known.get(id);
      if (entry === undefined && !lookups.has(id)) return;
      const standing = standingOf(account);
      if (entry !== undefined && standing === "outsider") known.set(id, { ...entry, standing });
      if (entry?.standing !== standing || age(entry) <= believedForMs) await refresh(id);
    },
  };
}
