import type { WebClient } from "@slack/web-api";
import { within } from "../deadline.ts";

export type Locale = "en" | "ko";

/** Who may do one thing: everybody who is a full member, or named people and groups. */
export type PeopleList = { everyone: boolean; users: readonly string[]; groups: readonly string[] };

/**
 * `outsider`: guests, deactivated people, bots and members of other organisations, who may do nothing.
 * `not_known`: Slack didn't say in time, so nothing is allowed either.
 */
export type Standing = "member" | "outsider" | "not_known";

export type Person = { id: string; locale: Locale; standing: Standing };

type Known = { standing: "member" | "outsider"; locale: Locale; readAt: number };
type Group = { members: ReadonlySet<string>; readAt: number };

/** What is known of people and groups counts for this long, then the answer is no (contract: 15 minutes). */
const believedForMs = 15 * 60_000;
const refreshedAfterMs = 5 * 60_000;
/** Looking somebody up comes before the acknowledgement, whose 3 s the store needs half of. */
const lookupBudgetMs = 800;

export type People = ReturnType<typeof createPeople>;

export type PeopleOptions = {
  client: Pick<WebClient, "users" | "usergroups">;
  /** The app's own workspace and organisation, from auth.test. */
  home: { teamId: string; enterpriseId: string | undefined };
  groups: readonly string[];
  defaultLocale: Locale;
  now: () => Date;
  onFailure: (what: string, error: unknown) => void;
};

/** Who people are, from memory that is refreshed behind the scenes: an acknowledgement can't wait for Slack. */
export function createPeople(options: PeopleOptions) {
  const { client, home, now, onFailure } = options;
  const known = new Map<string, Known>();
  const groups = new Map<string, Group>();
  const lookups = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const age = (entry: { readAt: number }) => now().getTime() - entry.readAt;

  async function readPerson(id: string): Promise<void> {
    const { user } = await client.users.info({ user: id, include_locale: true });
    if (user === undefined) return;
    const sameOrganisation =
      user.team_id === home.teamId ||
      (home.enterpriseId !== undefined && user.enterprise_user?.enterprise_id === home.enterpriseId);
    const isMember =
      sameOrganisation &&
      user.deleted !== true &&
      user.is_restricted !== true &&
      user.is_ultra_restricted !== true &&
      user.is_bot !== true;
    known.set(id, {
      standing: isMember ? "member" : "outsider",
      locale: toLocale(user.locale, options.defaultLocale),
      readAt: now().getTime(),
    });
  }

  /** One look-up at a time for one person, however many clicks wait for it. */
  function lookUp(id: string): Promise<void> {
    const running = lookups.get(id);
    if (running !== undefined) return running;
    const lookup = readPerson(id)
      .catch((error: unknown) => onFailure("users.info", error))
      .finally(() => lookups.delete(id));
    lookups.set(id, lookup);
    return lookup;
  }

  async function readGroup(id: string): Promise<void> {
    try {
      const { users } = await client.usergroups.users.list({ usergroup: id });
      groups.set(id, { members: new Set(users ?? []), readAt: now().getTime() });
    } catch (error) {
      onFailure("usergroups.users.list", error);
    }
  }

  async function refreshGroups(): Promise<void> {
    await Promise.all([...new Set(options.groups)].map(readGroup));
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

    /** Whether a recognised person is on a list, from memory alone. */
    isOn(list: PeopleList, person: Person): boolean {
      if (person.standing !== "member") return false;
      if (list.everyone || list.users.includes(person.id)) return true;
      return list.groups.some((id) => {
        const group = groups.get(id);
        return group !== undefined && age(group) <= believedForMs && group.members.has(person.id);
      });
    },

    refreshGroups,

    /** Somebody's membership changed (subteam_members_changed): read that group again. */
    async groupChanged(id: string): Promise<void> {
      if (options.groups.includes(id)) await readGroup(id);
    },

    start(): void {
      void refreshGroups();
      timer = setInterval(() => void refreshGroups(), refreshedAfterMs);
      timer.unref();
    },

    stop(): void {
      clearInterval(timer);
    },
  };
}

function toLocale(slackLocale: string | undefined, otherwise: Locale): Locale {
  if (slackLocale === undefined) return otherwise;
  if (slackLocale.startsWith("ko")) return "ko";
  return slackLocale.startsWith("en") ? "en" : otherwise;
}
