import { WebAPIRateLimitedError, type WebClient } from "@slack/web-api";
import { type Backoff, jitteredBackoffMs } from "../../backoff.ts";
import { type Clocks, type Moment, msBetween, readClocks } from "../../clocks.ts";
import { within } from "../../deadline.ts";
import { toRetryAfterMs } from "../edge/slack-error.ts";

type GroupsOptions = {
  client: Pick<WebClient, "usergroups">;
  ids: readonly string[];
  believedForMs: number;
  refreshedAfterMs: number;
  clocks: Clocks;
  pace: GroupPace | undefined;
  onFailure: (error: unknown) => void;
};

export type GroupPace = {
  /** Longest wait for Slack's groups during startup. */
  firstReadMs: number;
  retries: Backoff;
};

type Group = { members: ReadonlySet<string>; readAt: Moment };

/** Pace of reading groups; Slack takes 20 such requests a minute. */
const slackPace: GroupPace = { firstReadMs: 5000, retries: { firstMs: 500, longestMs: 60_000 } };

/** Keeps the members of configured user groups in memory: read at the start, after each change, and regularly. */
export function createGroups(options: GroupsOptions) {
  const { client, believedForMs, refreshedAfterMs, clocks, onFailure } = options;
  const { firstReadMs, retries } = options.pace ?? slackPace;
  const ids = [...new Set(options.ids)];
  const groups = new Map<string, Group>();
  const newestReading = new Map<string, symbol>();
  const awakened = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const allRead = Promise.withResolvers<void>();
  let random: (() => number) | undefined;

  async function read(id: string, attempt = 1): Promise<void> {
    const reading = Symbol(id);
    newestReading.set(id, reading);
    const readAt = readClocks(clocks);
    try {
      const { users } = await client.usergroups.users.list({ usergroup: id });
      if (users === undefined) throw new Error("usergroups.users.list answered without users");
      // An earlier reading's slow answer must not replace a newer answer.
      if (newestReading.get(id) !== reading) return;
      groups.set(id, { members: new Set(users), readAt });
      awakened.delete(id);
      readLater(id, refreshedAfterMs, 1);
      if (ids.every((each) => groups.has(each))) allRead.resolve();
    } catch (error) {
      onFailure(error);
      if (newestReading.get(id) === reading) readLater(id, toDelayMs(error, attempt), attempt + 1);
    }
  }

  function readLater(id: string, delayMs: number, attempt: number): void {
    if (random === undefined) return;
    clearTimeout(timers.get(id));
    timers.set(id, setTimeout(() => void read(id, attempt), delayMs).unref());
  }

  function toDelayMs(error: unknown, attempt: number): number {
    const delayMs = jitteredBackoffMs(retries, attempt, random?.() ?? 0);
    return error instanceof WebAPIRateLimitedError ? Math.max(delayMs, toRetryAfterMs(error)) : delayMs;
  }

  /** Reads a group whose timer is late because the machine slept; timers repeat failed readings. */
  function readAfterSleep(id: string): void {
    if (awakened.has(id)) return;
    awakened.add(id);
    void read(id);
  }

  return {
    /** Returns null if the group was never read, or too long ago. */
    members(id: string): ReadonlySet<string> | null {
      const group = groups.get(id);
      if (group === undefined) return null;
      const now = readClocks(clocks);
      if (msBetween(group.readAt, now) <= believedForMs) return group.members;
      if (now.monotonicMs - group.readAt.monotonicMs <= believedForMs) readAfterSleep(id);
      return null;
    },

    /** Reads a changed group. `removed` members lose membership at once, even while Slack doesn't answer. */
    async changed(id: string, removed: readonly string[] = []): Promise<void> {
      const group = groups.get(id);
      if (group !== undefined && removed.length > 0) {
        const members = new Set([...group.members].filter((member) => !removed.includes(member)));
        groups.set(id, { ...group, members });
      }
      if (ids.includes(id)) await read(id);
    },

    /** Resolves when all groups are read, or after five seconds; failed readings go on in the background. */
    async start(chance: () => number): Promise<void> {
      random = chance;
      if (ids.length === 0) return;
      for (const id of ids) void read(id);
      await within(firstReadMs, allRead.promise);
    },

    stop(): void {
      random = undefined;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
