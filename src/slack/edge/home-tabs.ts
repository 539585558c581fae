import type { HomeView } from "@slack/types";
import type { WebClient } from "@slack/web-api";
import { BoundedMap } from "../../bounded-map.ts";
import { slackErrorCode } from "./slack-error.ts";

export type HomeTabs = ReturnType<typeof createTabs>;

/** More people than look at it in a day; who is forgotten is drawn without a hash. */
const mostKnown = 10_000;

/** People's Home tabs, each drawn by one at a time, and never over a newer one that another instance drew. */
export function createTabs(client: Pick<WebClient, "views">) {
  /** What Slack showed last, as far as this process knows. */
  const hashes = new BoundedMap<string, string>(mostKnown);
  const drawing = new Map<string, { isAskedAgain: boolean; done: Promise<void> }>();

  function remember(userId: string, hash: string | undefined): void {
    if (hash !== undefined) hashes.set(userId, hash);
  }

  /** False: something newer stands there. */
  async function show(userId: string, view: HomeView): Promise<boolean> {
    const hash = hashes.get(userId);
    try {
      const shown = await client.views.publish({
        user_id: userId,
        view,
        ...(hash === undefined ? {} : { hash }),
      });
      remember(userId, shown.view?.hash);
      return true;
    } catch (error) {
      if (slackErrorCode(error) !== "hash_conflict") throw error;
      // What stands there now isn't told: the next drawing, made of what is known by then, goes without.
      hashes.delete(userId);
      return false;
    }
  }

  async function drawUntilShown(userId: string, draw: Draw): Promise<void> {
    const entry = drawing.get(userId);
    do {
      if (entry !== undefined) entry.isAskedAgain = false;
      try {
        await draw(async (view) => {
          if (!(await show(userId, view)) && entry !== undefined) entry.isAskedAgain = true;
        });
      } catch (error) {
        // Whoever asked meanwhile is owed a drawing of their own.
        if (entry?.isAskedAgain !== true) throw error;
      }
    } while (entry?.isAskedAgain === true);
  }

  return {
    /** As Slack told of it when the tab was opened. */
    seen: remember,

    /** Draws it now; once more when it is asked for meanwhile, and anew when something newer stood there. */
    draw(userId: string, draw: Draw): Promise<void> {
      const running = drawing.get(userId);
      if (running !== undefined) {
        running.isAskedAgain = true;
        return running.done;
      }
      const entry = { isAskedAgain: false, done: Promise.resolve() };
      drawing.set(userId, entry);
      entry.done = drawUntilShown(userId, draw).finally(() => drawing.delete(userId));
      return entry.done;
    },
  };
}

/** Reads what is to be shown, and shows it, in as many steps as it takes. */
export type Draw = (show: (view: HomeView) => Promise<void>) => Promise<void>;
