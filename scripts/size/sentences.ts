import { parseSync, type Span, Visitor } from "oxc-parser";

/** Path from the project's root, with `/`, to source text. */
export type Sources = ReadonlyMap<string, string>;

/** Folders whose words reach people in Slack; the others speak to whoever runs the app, in English. */
const spoken = /^src\/(?:app|features|jobs|lists|outcomes|slack)\//;

/** Files with words that people search by and that nobody is shown, and with words of Slack. */
const wordTables =
  /\/(?:history\.input|delete|upload|comment|update|contents|country-codes|emoji-table|typed-text)\.ts$/;

/** Korean letters; a word behind a capital; words that end a sentence, or before or behind what stands between them. */
const sentence =
  /\p{Script=Hangul}|^\P{L}*\p{Lu}.*\s\p{L}|\p{L}\s+\p{L}.*(?:[.?!:]\s*|\s)$|^\s\p{L}+\s+\p{L}/su;

/** For a template, NUL stands for each expression in it. */
type Literal = { start: number; text: string };

/** String and template literals with a letter, except types, keys, paths and operands of a comparison. */
function findLiterals(path: string, source: string): { literals: Literal[]; logged: Span[]; tops: Span[] } {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Literal[] = [];
  const logged: Span[] = [];
  const left = new Set<number>();
  const leave = (...nodes: (Span | null)[]) => {
    for (const node of nodes) if (node !== null) left.add(node.start);
  };
  const noteLogged = (node: Span & { callee: Span }) => {
    const callee = source.slice(node.callee.start, node.callee.end);
    if (/(?:Error|^super|\blog(?:ger)?\??\.\w+|\.startsWith)$/.test(callee)) logged.push(node);
  };
  new Visitor({
    NewExpression: noteLogged,
    CallExpression: noteLogged,
    ImportDeclaration: (node) => leave(node.source),
    ExportNamedDeclaration: (node) => leave(node.source),
    ExportAllDeclaration: (node) => leave(node.source),
    TSImportType: (node) => leave(node.source),
    TSLiteralType: ({ literal }) => leave(literal),
    TSPropertySignature: ({ key }) => leave(key),
    Property: ({ key, computed }) => leave(computed ? null : key),
    MemberExpression: ({ property }) => leave(property),
    SwitchCase: ({ test }) => leave(test),
    BinaryExpression: (node) => {
      if (/^(?:[!=]==?|in)$/.test(node.operator)) leave(node.left, node.right);
    },
    Literal: ({ start, value }) => {
      if (typeof value === "string") found.push({ start, text: value });
    },
    TemplateLiteral: ({ start, quasis }) => {
      found.push({ start, text: quasis.map(({ value }) => value.cooked ?? value.raw).join("\0") });
    },
  }).visit(program);
  const literals = found.filter(({ start, text }) => /\p{L}/u.test(text) && !left.has(start));
  return { literals, logged, tops: program.body };
}

/** Each string of a catalogue's file, each branch one: Korean by its declaration's name or its letters. */
export function readSentences(path: string, source: string): { language: "en" | "ko"; text: string }[] {
  const { literals, tops } = findLiterals(path, source);
  return literals
    .filter(({ text }) => text !== "en" && text !== "ko")
    .map(({ start, text }) => {
      const top = tops.findLast((statement) => statement.start <= start);
      const declared = /^(?:export )?(?:const|function) (\w+)/.exec(source.slice(top?.start))?.[1] ?? "";
      const isKorean =
        path.endsWith(".ko.ts") || /^ko(?![a-z])/.test(declared) || /\p{Script=Hangul}/u.test(text);
      return { language: isKorean ? "ko" : "en", text };
    });
}

/** Sentences for people outside the catalogues, as `path:line: text`. */
export function findStrays(sources: Sources): string[] {
  return [...sources].flatMap(([path, source]) => {
    if (!spoken.test(path) || wordTables.test(path)) return [];
    const { literals, logged } = findLiterals(path, source);
    return literals
      .filter(({ text }) => sentence.test(text))
      .filter(({ start }) => !logged.some((span) => span.start < start && start < span.end))
      .map(({ start, text }) => `${path}:${source.slice(0, start).split("\n").length}: ${text}`);
  });
}
