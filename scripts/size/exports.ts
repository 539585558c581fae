import { join } from "node:path/posix";
import { parseSync, type VariableDeclarator } from "oxc-parser";
import type { Sources } from "./sentences.ts";

type Place = { path: string; name: string };

type Module = {
  source: string;
  /** By the name that others import: where it is declared; null for here. */
  exported: Map<string, Place | null>;
  /** Whose exports are all passed on. */
  stars: string[];
  imported: (Place & { local: string })[];
  /** Exported objects that hold functions, with these by name. */
  members: Map<string, string[]>;
};

/** Names, as `path name`, that exactly one other file uses, no matter which files pass them on. */
export function findUsedOnce(sources: Sources): string[] {
  const modules = new Map(
    [...sources]
      .filter(([path]) => path.endsWith(".ts"))
      .map(([path, source]) => [path, readModule(path, source)]),
  );
  const users = new Map<string, Set<string>>();
  for (const [path, module] of modules) {
    for (const imported of module.imported)
      for (const name of namesUsed(module, imported, modules))
        users.set(name, (users.get(name) ?? new Set()).add(path));
  }
  return [...users].flatMap(([name, { size }]) => (size === 1 ? [name] : []));
}

function readModule(path: string, source: string): Module {
  const { module, program } = parseSync(path, source);
  const at = (specifier: string) => join(path, "..", specifier);
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  const members = program.body.flatMap((statement) => {
    const { declaration } = statement.type === "ExportNamedDeclaration" ? statement : { declaration: null };
    return declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
  });
  return {
    source,
    exported: new Map(
      entries.flatMap(({ exportName: { name }, importName, moduleRequest }) => {
        if (name === null) return [];
        const from =
          moduleRequest === null ? null : { path: at(moduleRequest.value), name: importName.name ?? name };
        return [[name, from] as const];
      }),
    ),
    stars: entries.flatMap(({ exportName: { name }, moduleRequest }) =>
      name === null && moduleRequest !== null ? [at(moduleRequest.value)] : [],
    ),
    imported: module.staticImports.flatMap(({ moduleRequest, entries: names }) =>
      names.map(({ importName, localName }) => ({
        path: at(moduleRequest.value),
        name: importName.name ?? "*",
        local: localName.value,
      })),
    ),
    // A catalogue is taken whole, by its language.
    members: new Map(path.startsWith("src/locales/") ? [] : members.flatMap(readMembers)),
  };
}

function readMembers({ id, init }: VariableDeclarator): [string, string[]][] {
  if (id.type !== "Identifier" || init?.type !== "ObjectExpression") return [];
  const functions = init.properties.flatMap((property) => {
    if (property.type !== "Property" || property.key.type !== "Identifier") return [];
    const isFunction = property.shorthand || /Function/.test(property.value.type);
    return isFunction ? [property.key.name] : [];
  });
  return functions.length === 0 ? [] : [[id.name, functions]];
}

function findOrigin(modules: ReadonlyMap<string, Module>, { path, name }: Place): Place | null {
  const module = modules.get(path);
  const exported = module?.exported.get(name);
  if (exported === null) return { path, name };
  if (exported !== undefined) return findOrigin(modules, exported);
  for (const star of module?.stars ?? []) {
    const found = findOrigin(modules, { path: star, name });
    if (found !== null) return found;
  }
  return null;
}

/** A name that is imported; in the place of an object that holds functions, each that is used. */
function namesUsed(
  { source }: Module,
  imported: Module["imported"][number],
  modules: ReadonlyMap<string, Module>,
): string[] {
  const named = [...source.matchAll(new RegExp(`\\b${imported.local}\\b(?:\\??\\.(\\w+))?`, "g"))];
  const members = [...new Set(named.flatMap(([, member]) => member ?? []))];
  if (imported.name === "*")
    return members.flatMap((name) => toName(findOrigin(modules, { path: imported.path, name })));
  const origin = findOrigin(modules, imported);
  const own = origin === null ? undefined : modules.get(origin.path)?.members.get(origin.name);
  if (own === undefined) return toName(origin);
  // Beside its import, an object that is named without a member is handed on whole.
  const isWhole = named.filter(([, member]) => member === undefined).length > 1;
  return (isWhole ? own : members).flatMap((member) => toName(origin).map((name) => `${name}.${member}`));
}

function toName(place: Place | null): string[] {
  return place === null ? [] : [`${place.path} ${place.name}`];
}
