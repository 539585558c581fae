import { z } from "zod";
import type { StoreContext } from "./database/tables.ts";
import { transact } from "./database/transact.ts";
import type { Json } from "./database/values.ts";
import { type Document, readDocument, writeDocument } from "./documents.ts";

export type Draft = { id: string; author: string; kind: string; body: Json; expiresAt: Date };

const Body = z.object({ kind: z.string(), body: z.json() });

/** Keeps values that are too long for a form's metadata, until they expire. */
export function createDrafts(context: StoreContext) {
  return {
    save: (draft: Omit<Draft, "body"> & { body: object }): Promise<void> =>
      transact(context, async (trx) => {
        const { id, author, kind, body, expiresAt: dueAt } = draft;
        // Tries to add first, since most drafts are new. If two saves meet, the second replaces the first.
        for (let stored: Document | null = null; ; stored = await readDocument(trx, "draft", id)) {
          if (stored !== null && stored.author !== author) throw new Error(`draft ${id} is somebody else's`);
          const version = stored?.version ?? 0;
          const content = { author, body: { kind, body }, dueAt };
          if (await writeDocument(context, trx, { kind: "draft", id, version }, content)) return;
        }
      }),

    async get(id: string, author: string): Promise<Draft | null> {
      const document = await readDocument(context.connection.db, "draft", id);
      const { data } = Body.safeParse(document?.body);
      if (!document?.dueAt || document.dueAt <= context.now()) return null;
      if (data === undefined || document.author !== author) return null;
      return { id, author, ...data, expiresAt: document.dueAt };
    },
  };
}
