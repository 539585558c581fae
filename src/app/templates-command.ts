import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Config } from "../config.ts";
import { importLifeMs, longestImportBytes, readImport, runImport } from "../features/templates/import.ts";
import {
  countWords,
  entryTitle,
  entryWords,
  fileProblemWords,
  importedLines,
  recordsProblemWords,
} from "../features/templates/import.view.ts";
import { type Catalogue, wordsOf } from "../locales/index.ts";
import { toFileText } from "../slack/files/text-file.ts";
import { createImports } from "../store/imports/imports.ts";
import { type NewEntry, openStore, StoreInUseError } from "../store/index.ts";
import { createProposals } from "../store/proposals/proposals.ts";
import { createSightings } from "../store/sightings/sightings.ts";
import { leaseMs } from "./ground.ts";

export type TemplatesCommand = {
  /** Behind the command's own name. */
  args: readonly string[];
  now: () => Date;
  print: (line: string) => void;
};

const usage = `npm run templates -- import <file> --for <user id> [--older] [--yes]

Takes templates' records in JSON as the reports of that person (a Slack member's ID, such as U012AB3CD), shown
as imported by an operator. Without --yes it shows what each would change, and reports nothing.
--older takes records too that are older than what was seen.
With SQLite the bot has to be stopped meanwhile.`;

/** What an operator types. Resolves with whether it was done. */
export async function runTemplatesCommand(config: Config, command: TemplatesCommand): Promise<boolean> {
  const asked = parseCommand(command.args);
  // Names and contents are somebody else's: the terminal is told nothing by them.
  const print = (line: string) => command.print(line.replaceAll(/[^\P{Cc}\n]|\p{Cf}/gu, ""));
  const fail = (why: string) => {
    print(why);
    return false;
  };
  if (asked === null) return fail(usage);
  const words = wordsOf("en");
  const bytes = await readFile(asked.file).catch(() => null);
  if (bytes === null) return fail(`${asked.file} could not be read.`);
  const read = toFileText(bytes, longestImportBytes);
  if ("problem" in read) return fail(fileProblemWords(read, words));
  try {
    return await importRecords(config, { ...command, ...asked, text: read.text, print, words });
  } catch (error) {
    if (!(error instanceof StoreInUseError)) throw error;
    return fail("The bot is running on this store. Stop it, import, and start it again.");
  }
}

type Asked = { file: string; by: string; isConfirmed: boolean; withOlder: boolean };

function parseCommand(args: readonly string[]): Asked | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { for: { type: "string" }, yes: { type: "boolean" }, older: { type: "boolean" } },
    });
    const [name, file, ...rest] = positionals;
    const by = values.for ?? "";
    if (name !== "import" || file === undefined || rest.length > 0 || !/^[UW][A-Z0-9]{2,}$/.test(by))
      return null;
    return { file, by, isConfirmed: values.yes === true, withOlder: values.older === true };
  } catch {
    return null;
  }
}

type Importing = TemplatesCommand & Asked & { text: string; words: Catalogue };

async function importRecords(config: Config, asked: Importing): Promise<boolean> {
  const { text, by, now, print, words, isConfirmed, withOlder } = asked;
  const store = await openStore({
    ...{ url: config.databaseUrl.reveal(), owner: randomUUID(), leaseMs: leaseMs(config), now },
  });
  try {
    const imports = store.open(createImports);
    const read = await readImport(text, store.open(createSightings));
    if ("problem" in read) {
      print(recordsProblemWords(read, words));
      return false;
    }
    for (const line of previewLines(read.entries, words)) print(line);
    if (!isConfirmed) {
      print("Nothing was reported. With --yes they are.");
      return true;
    }
    const id = randomUUID();
    const expiresAt = new Date(now().getTime() + importLifeMs);
    await imports.keep({ id, kind: "operator_import", by, locale: null, expiresAt, entries: read.entries });
    await imports.confirm(id, by, withOlder ? "all" : []);
    const made = await imports.get(id);
    if (made === null) throw new Error("the import was not stored");
    const proposals = store.open(createProposals);
    await runImport(made, { imports, proposals, review: config.conversations.review });
    const done = (await imports.get(id)) ?? made;
    for (const line of importedLines({ ...done, broken: [] }, words)) print(line);
    const changes = await imports.changes(id);
    if (changes.length > 0) print(`${words.templates.imports.changed(changes.length)}: the bot posts it.`);
    return true;
  } finally {
    await store.close();
  }
}

/** What each would change, and how many they are. */
function previewLines(entries: readonly NewEntry[], words: Catalogue): string[] {
  const byState = Map.groupBy(entries, ({ state }) => state);
  const counts = Object.fromEntries([...byState].map(([state, own]) => [state, own.length]));
  const { all, each } = countWords(counts, words);
  const lines = entries
    .flatMap(({ templateId, ...entry }) => entryWords({ ...entry, templateId: templateId ?? "" }, words))
    .map((entry) => (entry.templateId === "" ? entry.says : `${entryTitle(entry)} · ${entry.says}`));
  return [...lines, [all, ...each].join(" · ")];
}
