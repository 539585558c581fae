import type { Log } from "../log.ts";
import { NoWritesError, type Store } from "../store/index.ts";
import type { Health } from "./http.ts";

export type HealthOptions = {
  /** Null until it is open. */
  store: () => Pick<Store, "healthy" | "lost"> | null;
  isConnected: () => boolean;
  log: Log;
};

const silent = "the store does not answer";

/** What the health pages tell, in words for whoever reaches the port; what exactly failed is for the log. */
export function createHealth({ store, isConnected, log }: HealthOptions) {
  let told = "";

  /** Once each time that it changes: a page that is asked each second must not fill the log. */
  function note(obstacle: string, error?: unknown): void {
    if (obstacle === told) return;
    if (obstacle === "") log.info({ was: told }, "the store is well again");
    else log.error({ err: error }, obstacle);
    told = obstacle;
  }

  async function storeObstacles(): Promise<string[]> {
    const opened = store();
    if (opened === null) return [told === "" ? "the store is being opened" : told];
    try {
      await opened.healthy();
      note("");
      return [];
    } catch (error) {
      const words = opened.lost() ?? (error instanceof NoWritesError ? "the store takes no writes" : silent);
      note(words, error);
      return [words];
    }
  }

  return {
    obstacles: async () => [
      ...(isConnected() ? [] : ["not connected to Slack"]),
      ...(await storeObstacles()),
    ],
    lost() {
      const words = store()?.lost() ?? null;
      if (words !== null) note(words);
      return words;
    },
    /** A start waits for it. */
    away: (error: unknown) => note(silent, error),
  } satisfies Health & { away: (error: unknown) => void };
}
