import { globSync, readFileSync } from "node:fs";
import { findMutations, lot, type Mutation } from "./mutations.ts";

export type Placed = { file: string; mutation: Mutation };

const root = new URL("../../", import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), "utf8");

/** `src/store/posts/notify.ts` is of `src/store/posts`, `src/log.ts` of `src`. */
function folderOf(file: string): string {
  return file.split("/").slice(0, -1).slice(0, 3).join("/");
}

function sourcesIn(paths: readonly string[]): string[] {
  const files = globSync("src/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  const isChosen = (file: string) =>
    paths.some((path) => file === path || file.startsWith(path.replace(/\/?$/, "/")));
  return files.filter(isChosen).toSorted();
}

/** How many of `count` each folder gets: by its lines, the remainders going to the largest ones. */
function shares(lines: ReadonlyMap<string, number>, count: number): Map<string, number> {
  const all = [...lines.values()].reduce((sum, one) => sum + one, 0);
  const exact = [...lines].map(([folder, of]) => ({ folder, share: (of / all) * count }));
  const given = new Map(exact.map(({ folder, share }) => [folder, Math.floor(share)]));
  const left = count - [...given.values()].reduce((sum, one) => sum + one, 0);
  const byRemainder = exact.toSorted((a, b) => (b.share % 1) - (a.share % 1));
  for (const { folder } of byRemainder.slice(0, left)) given.set(folder, (given.get(folder) ?? 0) + 1);
  return given;
}

/** Mutations of the sources in `paths`, spread by lines over their folders. No two of a file overlap. */
export function sample(paths: readonly string[], seed: number, count: number): Placed[] {
  const byFolder = Map.groupBy(sourcesIn(paths), folderOf);
  const lines = new Map(
    [...byFolder].map(([folder, files]) => [
      folder,
      files.reduce((sum, file) => sum + read(file).split("\n").length, 0),
    ]),
  );
  const given = shares(lines, count);
  return [...byFolder].flatMap(([folder, files]) =>
    draw(
      files.flatMap((file) => findMutations(file, read(file)).map((mutation) => ({ file, mutation }))),
      seed,
      given.get(folder) ?? 0,
    ),
  );
}

function draw(candidates: readonly Placed[], seed: number, count: number): Placed[] {
  const lots = candidates
    .map((placed) => ({ placed, key: lot(seed, placed.file, placed.mutation) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const drawn: Placed[] = [];
  for (const { placed } of lots) {
    if (drawn.length < count && !drawn.some((other) => overlaps(other, placed))) drawn.push(placed);
  }
  return drawn;
}

function overlaps(one: Placed, other: Placed): boolean {
  if (one.file !== other.file) return false;
  return one.mutation.start < other.mutation.end && other.mutation.start < one.mutation.end;
}
