import { createHash } from "node:crypto";
import { parseSync, Visitor } from "oxc-parser";

/** One change of a source: `from` its start to its end becomes `instead`. */
export type Mutation = {
  kind: "negate" | "drop" | "bound" | "swap";
  /** Offsets in the file, UTF-16, and what stands between them. */
  start: number;
  end: number;
  from: string;
  instead: string;
  /** The innermost function with a block, or else the innermost one; its text without comments and layout. */
  within: { name: string; text: string };
  /** Counts the mutations of that function, so that the same text has the same ones wherever it stands. */
  ordinal: number;
};

type Span = { start: number; end: number };
type Scope = Span & { name: string; hasBlock: boolean; count: number };

const bounds = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="],
]);
const swaps = new Map([
  ["&&", "||"],
  ["||", "&&"],
]);

/** All mutations of a TypeScript source inside functions; module code runs once a process, before any test. */
export function findMutations(path: string, text: string): Mutation[] {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Mutation[] = [];
  const scopes: Scope[] = [];
  const of = ({ start, end }: Span) => text.slice(start, end);

  const enter = (node: Span & { id?: { name: string } | null; body: { type: string } | null }) => {
    const before = /([\w#$]+)\??\s*[:=]?\s*(?:async\s*)?$/.exec(text.slice(0, node.start))?.[1];
    const hasBlock = node.body?.type === "BlockStatement";
    scopes.push({
      start: node.start,
      end: node.end,
      name: node.id?.name ?? before ?? "",
      hasBlock,
      count: 0,
    });
  };
  const leave = () => void scopes.pop();
  const add = (kind: Mutation["kind"], { start, end }: Span, instead: string) => {
    const scope = scopes.findLast(({ hasBlock }) => hasBlock) ?? scopes.at(-1);
    if (scope === undefined) return;
    const bare = comments
      .filter((comment) => comment.start >= scope.start && comment.end <= scope.end)
      .reduceRight(
        (rest, comment) => rest.slice(0, comment.start - scope.start) + rest.slice(comment.end - scope.start),
        of(scope),
      );
    const within = { name: scope.name, text: bare.replaceAll(/[\s,]+/g, " ").trim() };
    found.push({ kind, start, end, from: of({ start, end }), instead, within, ordinal: scope.count });
    scope.count += 1;
  };

  new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    IfStatement: ({ test }) => add("negate", test, `!(${of(test)})`),
    ConditionalExpression: ({ test }) => add("negate", test, `!(${of(test)})`),
    ExpressionStatement: (node) => {
      if (!/^super\b/.test(of(node))) add("drop", node, "");
    },
    BinaryExpression: (node) => {
      const moved = bounds.get(node.operator);
      if (moved !== undefined) add("bound", node, `${of(node.left)} ${moved} ${of(node.right)}`);
    },
    LogicalExpression: (node) => {
      const swapped = swaps.get(node.operator);
      if (swapped !== undefined) add("swap", node, `(${of(node.left)}) ${swapped} (${of(node.right)})`);
    },
  }).visit(program);
  return found;
}

/** The source with each mutation behind its number: `probe.ts` says which one applies, and notes which were reached. */
export function instrument(
  text: string,
  probe: string,
  mutations: readonly { id: number; mutation: Mutation }[],
): string {
  const changed = mutations
    .toSorted((a, b) => b.mutation.start - a.mutation.start)
    .reduce((rest, { id, mutation: { kind, start, end, instead } }) => {
      const original = rest.slice(start, end);
      const placed =
        kind === "drop"
          ? `{ if (!isMutant(${id})) { ${original} } }`
          : `(isMutant(${id}) ? (${instead}) : (${original}))`;
      return rest.slice(0, start) + placed + rest.slice(end);
    }, text);
  return `import { isMutant } from ${JSON.stringify(probe)}; ${changed}`;
}

/** Sorts by it are random, repeatable, and not changed by what else there is to choose from. */
export function lot(seed: number, file: string, { within, ordinal }: Mutation): string {
  return createHash("sha256").update(`${seed} ${file} ${within.text} ${ordinal}`).digest("hex");
}
