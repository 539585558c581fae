import { dirname, join } from "node:path/posix";
import { parseSync } from "oxc-parser";

/** One file names another, or a package. `isType`: gone when it runs. */
export type Edge = { from: string; to: string; isType: boolean };

/** Path from the project's root, with `/`, to source text. */
export type Sources = ReadonlyMap<string, string>;

/** Every import and re-export, the dynamic ones and those of types included. */
export function readEdges(sources: Sources): Edge[] {
  return [...sources].flatMap(([from, text]) =>
    readImports(from, text).map(({ specifier, isType }) => ({ from, to: resolve(from, specifier), isType })),
  );
}

type Import = { specifier: string; isType: boolean };

function readImports(path: string, text: string): Import[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isType }],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      specifier: readLiteral(text.slice(moduleRequest.start, moduleRequest.end)),
      isType: false,
    })),
    // `type A = import("x").B`
    ...[...withoutComments(path, text).matchAll(/(?<!await |\w)import\("([^"]+)"\)\./g)].map((match) => ({
      specifier: match[1] ?? "",
      isType: true,
    })),
  ];
}

function readLiteral(expression: string): string {
  const literal = /^["'`]([^"'`$]+)["'`]$/.exec(expression)?.[1];
  // A computed path could lead anywhere, past every rule.
  return literal ?? `computed:${expression}`;
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith(".") ? join(dirname(from), specifier) : specifier;
}

export function withoutComments(path: string, text: string): string {
  const { comments } = parseSync(path, text);
  return comments.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

/** The groups of files that can't be loaded in any order, each with its shortest way round left to the reader. */
export function findCycles(edges: readonly Edge[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to, isType } of edges) {
    if (!isType) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start !== -1) cycles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return cycles;
}
