/**
 * A feature that nobody needs, as a newcomer would add it: a command, an operation with its table in the store, and a
 * job. Beside its own files it touches the list of features, the migrations and the table types.
 */
export const madeUpFiles: Readonly<Record<string, string>> = {
  "src/store/notes/table.ts": `import { id, prose, time } from "../database/columns.ts";

export const notes = { columns: { id: id(), words: prose(), kept_at: time() } };
`,
  "src/store/notes/notes.ts": `import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { write } from "../database/transact.ts";

/** What a note says; kept with the operation that brought it. */
export async function keepNote(trx: StoreTransaction, note: { id: string; words: string }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("notes")
    .values({ ...note, kept_at: 0 })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export function createNotes(context: StoreContext) {
  return {
    async purge(before: Date): Promise<void> {
      await write(context, (db) => db.deleteFrom("notes").where("kept_at", "<", before.getTime()).execute());
    },
  };
}
`,
  "src/features/notes/note.ts": `import { acceptedEnd, type OperationKind } from "../../operations/index.ts";
import { createPresenter, type Presenter } from "../../outcomes/index.ts";
import { notificationOfEnd } from "../../outcomes/notifications.ts";
import type { TemplateRecord } from "../../platform/index.ts";
import type { AppContext } from "../feature.ts";

export const noteKind = "notes.keep";

type Note = { templateId: string; words: string };

export function createNotePresenter({ config }: AppContext): Presenter {
  return createPresenter({
    audiences: { results: config.conversations.results, onCall: config.conversations.onCall },
    teamLocale: config.locale,
    describe: ({ request }) => {
      const note = read(request);
      if (note === null) return null;
      const subject = { inFull: note.templateId, masked: note.templateId };
      return { kind: "note", subject, facts: [], contents: [note.words], ids: [] };
    },
    ids: { resolve: "notes.settle", unresolved: "notes.unsettled", repeat: null, edit: null, another: null },
  });
}

export function noteOperation({ platform }: AppContext, presenter: Presenter): OperationKind<Note, TemplateRecord> {
  return {
    name: noteKind,
    read,
    ready: async ({ templateId, words }) => (options) => platform.commentTemplate(templateId, words, options),
    toEnd: () => acceptedEnd("200", null),
    notificationFor: (operation, transition) => notificationOfEnd(operation, transition, presenter),
    describe: presenter.describe,
  };
}

function read(stored: unknown): Note | null {
  if (typeof stored !== "object" || stored === null) return null;
  if (!("templateId" in stored && "words" in stored)) return null;
  return { templateId: String(stored.templateId), words: String(stored.words) };
}
`,
  "src/features/notes/index.ts": `import { plainAnswer } from "../../slack/blocks/answer.ts";
import { every } from "../../jobs/index.ts";
import { operationKind } from "../../operations/index.ts";
import { createNotes, keepNote } from "../../store/notes/notes.ts";
import type { Feature, AppContext } from "../feature.ts";
import { createNotePresenter, noteKind, noteOperation } from "./note.ts";

/** Notes on templates. */
export function createNotesFeature(app: AppContext): Feature {
  const notes = app.store.open(createNotes);
  const presenter = createNotePresenter(app);
  return {
    routes: {
      commands: {
        "/msg-note": {
          guide: () => ({ purpose: "keeps a note.", denied: null, uses: [], notes: [] }),
          run: async (command) => {
            const { triggerId, text, ack } = command;
            const note = { id: triggerId, words: text };
            const prepare = async () => ({
              conversation: null,
              request: { templateId: "T1", words: text },
              precondition: (trx: Parameters<typeof keepNote>[0]) => keepNote(trx, note),
            });
            await app.operations.perform({ id: triggerId, kind: noteKind, by: command, prepare }, ({ kind }) =>
              ack(plainAnswer(kind)),
            );
          },
        },
      },
    },
    kinds: [operationKind(noteOperation(app, presenter))],
    presenters: { [noteKind]: presenter },
    jobs: [{ name: "notes", dueSince: every(60_000), run: () => notes.purge(app.now()) }],
  };
}
`,
};

/** The three files that know all features or all tables, each with the lines that a newcomer adds. */
export const madeUpEdits: Readonly<Record<string, (source: string) => string>> = {
  "src/app.ts": (source) =>
    insert(source, "const features: readonly CreateFeature[] = [", "\n  createNotesFeature,").replace(
      "import { createHelp }",
      'import { createNotesFeature } from "./features/notes/index.ts";\nimport { createHelp }',
    ),
  "src/store/database/tables.ts": (source) =>
    `import { notes } from "../notes/table.ts";\n${source.replace(
      "export const tables = { ...firstTables };",
      "export const secondTables = { notes };\nexport const tables = { ...firstTables, ...secondTables };",
    )}`,
  "src/store/database/migrations.ts": (source) =>
    source
      .replace("firstTables, ", "firstTables, secondTables, ")
      .replace("\n};", '\n  "0002-notes": (db, engine) => createTables(db, engine, secondTables),\n};'),
};

function insert(source: string, behind: string, lines: string): string {
  const at = source.indexOf(behind);
  if (at === -1) throw new Error(`there is no ${behind}`);
  return source.slice(0, at + behind.length) + lines + source.slice(at + behind.length);
}
