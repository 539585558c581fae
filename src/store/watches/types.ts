import type { Json } from "../json.ts";
import type { NewPost } from "../posts/types.ts";

/** `version` is 0 before a watch knows anything. */
export type WatchState = { version: number; known: Json | null };

/** What watches know of what they look at, so that a change is told once, over restarts and all processes. */
export type WatchTable = {
  get(name: string): Promise<WatchState>;
  /**
   * Replaces what a watch knew, and stores the posts that tell of the difference, together. False: another process was
   * first, nothing is stored, and what it wrote is to be looked at instead.
   */
  change(name: string, change: { version: number; known: object; posts: NewPost[] }): Promise<boolean>;
};
