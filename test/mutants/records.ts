import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { z } from "zod";
import { findMutations, type Mutation } from "./mutations.ts";
import type { Placed } from "./sample.ts";
import type { Verdict } from "./trial.ts";

const root = new URL("../../", import.meta.url);

const MutantRecord = z.object({
  key: z.string(),
  file: z.string(),
  within: z.string(),
  kind: z.enum(["negate", "drop", "bound", "swap"]),
  ordinal: z.number(),
  from: z.string(),
  to: z.string(),
  result: z.enum(["killed", "alive", "ran out"]),
  killer: z.string().nullable(),
  /** Of the whole function, without comments and layout. */
  text: z.string(),
});
/** A line of the file: one mutant, and what became of it. */
export type MutantRecord = z.infer<typeof MutantRecord>;

export function readRecords(file: string): MutantRecord[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => MutantRecord.parse(JSON.parse(line)));
}

export function toRecord({ file, mutation }: Placed, verdict: Verdict | null): MutantRecord {
  const { kind, ordinal, within, from, instead } = mutation;
  const key = createHash("sha256").update(`${file} ${within.text} ${ordinal}`).digest("hex").slice(0, 16);
  const { result = "alive", killer = null } = verdict ?? {};
  return {
    key,
    file,
    within: within.name,
    kind,
    ordinal,
    from,
    to: instead,
    result,
    killer,
    text: within.text,
  };
}

/**
 * The mutants of `records` in today's source: the same function text, wherever it stands now.
 * `renames.json` has each old name with its new one, which are put into the old texts first.
 */
export function again(records: readonly MutantRecord[]): { placed: Placed[]; gone: MutantRecord[] } {
  const renames = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(new URL("renames.json", import.meta.url), "utf8")));
  const rename = (text: string) =>
    text.replaceAll(/[A-Za-z_$][\w$]*/g, (name) => (Object.hasOwn(renames, name) ? renames[name]! : name));
  const byText = new Map<string, Placed[]>();
  for (const file of globSync("src/**/*.ts", { cwd: root }).toSorted()) {
    for (const mutation of findMutations(file, readFileSync(new URL(file, root), "utf8"))) {
      byText.set(mutation.within.text, [...(byText.get(mutation.within.text) ?? []), { file, mutation }]);
    }
  }
  const found = records.map((record) => {
    const same = (byText.get(rename(record.text)) ?? []).filter(isSame(record));
    return { record, placed: same.find(({ file }) => file === record.file) ?? same.at(0) };
  });
  return {
    placed: found.flatMap(({ placed }) => (placed === undefined ? [] : [placed])),
    gone: found.filter(({ placed }) => placed === undefined).map(({ record }) => record),
  };
}

function isSame(record: MutantRecord): (placed: { mutation: Mutation }) => boolean {
  return ({ mutation }) => mutation.kind === record.kind && mutation.ordinal === record.ordinal;
}
