import { globSync, readFileSync } from "node:fs";
import { findUsedOnce } from "./size/exports.ts";
import { findStrays, readSentences } from "./size/sentences.ts";

/*
 * How much there is of the app. Each figure has a limit, which is lowered whenever a change leaves room below it, and a
 * goal. Prints the figures, and ends with 1 where one is above its limit or a sentence for people stands outside
 * `src/locales`.
 */

const root = new URL("..", import.meta.url);
const paths = globSync("src/**/*.{ts,json}", { cwd: root }).map((path) => path.replaceAll("\\", "/"));
const sources = new Map(paths.sort().map((path) => [path, readFileSync(new URL(path, root), "utf8")]));
const sentences = [...sources]
  .filter(([path]) => path.startsWith("src/locales/") && !path.endsWith("/format.ts"))
  .flatMap(([path, source]) => readSentences(path, source));
const textsIn = (language: "en" | "ko") =>
  sentences.flatMap((one) => (one.language === language ? [one.text] : []));
const count = (texts: Iterable<string>, wanted: RegExp) => [...texts].join("\n").match(wanted)?.length ?? 0;
const [english, korean] = [textsIn("en"), textsIn("ko")];

const figures = [
  { name: "lines", now: count(sources.values(), /\n/g) + 1 - sources.size, most: 41_120, goal: 39_000 },
  { name: "files", now: sources.size, most: 277, goal: 320 },
  { name: "sentences in English", now: english.length, most: 1_294, goal: 1_350 },
  { name: "sentences in Korean", now: korean.length, most: 1_218, goal: 1_350 },
  { name: "exports used in one other file", now: findUsedOnce(sources).length, most: 725, goal: 700 },
  { name: "exports by *", now: count(sources.values(), /^export (?:type )?\*/gm), most: 3, goal: 0 },
];
const strays = findStrays(sources);

const toRow = (name: string, cells: readonly (string | number)[]) =>
  name.padEnd(32) + cells.map((cell) => String(cell).padStart(8)).join("");
const words = /[^\s\0]*\p{L}[^\s\0]*/gu;
console.log(toRow("", ["now", "at most", "goal"]));
for (const { name, now, most, goal } of figures)
  console.log(`${toRow(name, [now, most, goal])}${now > most ? "  ABOVE ITS LIMIT" : ""}`);
console.log(`words: ${count(english, words)} in English, ${count(korean, words)} in Korean`);
if (strays.length > 0) console.log(["sentences outside src/locales:", ...strays].join("\n"));
if (strays.length > 0 || figures.some(({ now, most }) => now > most)) process.exitCode = 1;
