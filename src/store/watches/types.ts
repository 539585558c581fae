import type { Json } from "../json.ts";
import type { Telling } from "../posts/types.ts";

/** `version` is 0 before a watch knows anything. */
export type WatchState = { version: number; known: Json | null };

/** What watches know of what they look at, so that a change is told once, over restarts and all processes. */
export type WatchTable = {
  get(name: string): Promise<WatchState>;
  /**
   * Replaces what a watch knew, together with what is told of the difference. False: another process was
   * first, nothing is stored, and what it wrote is to be looked at instead.
   */
  change(name: string, change: { version: number; known: object; telling: Telling }): Promise<boolean>;
};
