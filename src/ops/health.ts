import type { Log } from "../log.ts";
import { NoWritesError, type Store } from "../store/index.ts";
import type { Health } from "./http.ts";

export type HealthOptions = {
  store: Pick<Store, "healthy" | "lost">;
  isConnected: () => boolean;
  log: Log;
};

/** What the health pages tell, in words for whoever reaches the port; what exactly failed is for the log. */
export function createHealth({ store, isConnected, log }: HealthOptions): Health {
  let told = "";

  /** Once each time that it changes: a page that is asked each second must not fill the log. */
  function note(obstacle: string, error?: unknown): void {
    if (obstacle === told) return;
    if (obstacle === "") log.info({ was: told }, "the store is well again");
    else log.error({ err: error }, obstacle);
    told = obstacle;
  }

  async function storeObstacles(): Promise<string[]> {
    try {
      await store.healthy();
      note("");
      return [];
    } catch (error) {
      const words =
        store.lost() ??
        (error instanceof NoWritesError ? "the store takes no writes" : "the store does not answer");
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
      const words = store.lost();
      if (words !== null) note(words);
      return words;
    },
  };
}
