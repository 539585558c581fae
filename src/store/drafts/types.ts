import type { Json } from "../json.ts";

export type Draft = { id: string; author: string; kind: string; body: Json; expiresAt: Date };

/** What a form can't carry, kept for a while. */
export type DraftTable = {
  /** Stores or replaces the author's own draft; rejects when the id is somebody else's. */
  save(draft: Omit<Draft, "body"> & { body: object }): Promise<void>;
  /** Null when it is gone, expired or somebody else's. */
  get(id: string, author: string): Promise<Draft | null>;
};
