import { parseSync } from "oxc-parser";
import { z } from "zod";

type Node = { type: string; start: number; end: number; parents: Node[]; raw: RawNode };
type Range = { start: number; end: number };

const RawNode = z.looseObject({ type: z.string(), start: z.number(), end: z.number() });
type RawNode = z.infer<typeof RawNode>;
const Named = z.looseObject({ name: z.string() });

/** What can be left out of a list, an object or a block, and the rest still stands. */
const removable = new Set(["ExpressionStatement", "VariableDeclaration", "SpreadElement", "Property"]);

/**
 * app.ts as a person would leave it who deletes a feature: without its import, and without each entry, property and
 * statement that names what was imported, or what such a statement declared.
 */
export function withoutFeature(source: string, feature: string): string {
  const { program } = parseSync("app.ts", source);
  const nodes = isRawNode(program) ? [...walk(program, [])] : [];
  const gone: Range[] = [];
  const names: string[] = [];
  for (const node of nodes.filter(({ type }) => type === "ImportDeclaration")) {
    if (!source.slice(node.start, node.end).includes(`"./features/${feature}/`)) continue;
    gone.push(node);
    names.push(...declaredIn(node, nodes, "ImportSpecifier"));
  }
  if (names.length === 0) throw new Error(`app.ts imports nothing of ${feature}`);
  for (const name of names) {
    for (const use of nodes.filter((node) => isReference(node, name))) {
      if (isWithin(use, gone)) continue;
      const range = removableAround(use);
      gone.push(range);
      if (range.type === "VariableDeclaration") names.push(...declaredIn(range, nodes, "VariableDeclarator"));
    }
  }
  return cut(source, gone);
}

function* walk(raw: RawNode, parents: Node[]): Generator<Node> {
  const { type, start, end } = raw;
  const node = { type, start, end, parents, raw };
  yield node;
  for (const child of Object.values(raw).flat()) {
    if (isRawNode(child)) yield* walk(child, [...parents, node]);
  }
}

/** Not parsed into a copy: nodes are compared by what they are. */
function isRawNode(value: unknown): value is RawNode {
  return RawNode.safeParse(value).success;
}

/** The names that the specifiers or declarators within a node bring in. */
function declaredIn(within: Node, nodes: readonly Node[], type: string): string[] {
  return nodes
    .filter((node) => node.type === type && node.parents.some(({ start }) => start === within.start))
    .flatMap(({ raw }) => Named.safeParse(raw["local"] ?? raw["id"]).data?.name ?? []);
}

/** A variable of that name, not a member or a key that happens to be called the same. */
function isReference({ type, raw, parents }: Node, name: string): boolean {
  if (type !== "Identifier" || raw["name"] !== name) return false;
  const parent = parents.at(-1)?.raw;
  if (parent === undefined || parent["computed"] === true) return true;
  if (parent["type"] === "MemberExpression") return parent["property"] !== raw;
  return parent["type"] !== "Property" || parent["key"] !== raw || parent["shorthand"] === true;
}

function removableAround(use: Node): Node {
  const chain = [...use.parents, use];
  for (let index = chain.length - 1; index > 0; index -= 1) {
    const [node, parent] = [chain[index], chain[index - 1]];
    if (node === undefined) continue;
    if (removable.has(node.type) || parent?.type === "ArrayExpression") return node;
  }
  throw new Error(`nothing around ${JSON.stringify(use.raw)} can be left out`);
}

function isWithin(node: Range, ranges: readonly Range[]): boolean {
  return ranges.some(({ start, end }) => start <= node.start && node.end <= end);
}

/** Without those ranges and the commas behind them; a range in another goes with it. */
function cut(source: string, ranges: readonly Range[]): string {
  const outer = ranges.filter(
    (range) =>
      !isWithin(
        range,
        ranges.filter((other) => other !== range),
      ),
  );
  return outer
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^,/, ""), source);
}
