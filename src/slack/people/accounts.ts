import type { WebClient } from "@slack/web-api";
import { type Clocks, type Moment, passedMs, readClocks } from "../../clocks.ts";
import { findLocale, type Locale } from "../../languages.ts";

/** What is known of people and groups counts for this long, then the answer is no (contract: 15 minutes). */
export const believedForMs = 15 * 60_000;

/** What shows whether somebody is a full member, in `users.info` and `user_change`. */
type Account = {
  team_id?: string;
  deleted?: boolean;
  is_restricted?: boolean;
  is_ultra_restricted?: boolean;
  is_bot?: boolean;
  enterprise_user?: { teams?: string[] };
};

type Known = { standing: "member" | "outsider"; locale: Locale; readAt: Moment };

export type AccountsOptions = {
  client: Pick<WebClient, "users">;
  /** From auth.test. */
  home: { teamId: string };
  defaultLocale: Locale;
  clocks: Clocks;
  onFailure: (what: string, error: unknown) => void;
};

/** Accounts of people who used the app, as Slack last described them. */
export function createAccounts({ client, home, defaultLocale, clocks, onFailure }: AccountsOptions) {
  const known = new Map<string, Known>();
  const lookups = new Map<string, Promise<boolean>>();

  const age = ({ readAt }: Pick<Known, "readAt">) => passedMs(readAt, readClocks(clocks));

  function standingOf(account: Account): Known["standing"] {
    // In an organisation `team_id` is where somebody came from; all their workspaces are listed beside it.
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

  /** One look-up at a time for each person. Whether Slack said who it is. */
  function lookUp(id: string): Promise<boolean> {
    return lookups.get(id) ?? refresh(id);
  }

  /** Asks Slack now; an earlier look-up's answer counts no more. */
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
     * Handles user_change, mostly a status. A no counts at once, anything else once Slack says it again, since events come
     * late and out of order. Unknown people are not looked up.
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
