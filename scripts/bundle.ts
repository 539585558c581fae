import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { fileURLToPath } from "node:url";

/** In the package, which has no sources, this is part of a file of `dist/`: as far below. */
const root = new URL("../", import.meta.url);
const rootPath = fileURLToPath(root);
const sources = new URL("src/main.ts", root);
const bundled = new URL("dist/main.js", root);

/** Loaded from node_modules: sharp has binaries, the others are tried for by packages that do without. */
const external = ["sharp", "pg-native", "bufferutil", "utf-8-validate"];
/** Of former builds some stay: a bot that was started from one may still load a part of it. */
const keptBuilds = 3;

/**
 * What `npm start` runs, as everything else that starts the bot: the bundle, made first where it is not of these sources,
 * or the sources themselves where it can't be made.
 */
export function findEntry(): URL {
  if (!existsSync(sources) || isMadeOf(hashSources())) return bundled;
  if (!existsSync(new URL("node_modules/rolldown", root))) return sources;
  // In a process of its own, since the bundler's memory would stay the bot's.
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status === 0) return bundled;
  console.error("The bundle could not be made (above is why): this runs from its sources.");
  return sources;
}

/** By content: dates say nothing after a checkout, and packages' files are all of 1985. */
function hashSources(): string {
  const names = readdirSync(new URL("src", root), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".ts")).toSorted();
  const hash = createHash("sha256");
  for (const file of [...files.map((name) => `src/${name}`), "package-lock.json", "scripts/bundle.ts"])
    hash.update(`${file}\0`).update(readFileSync(new URL(file, root)));
  return hash.digest("hex").slice(0, 12);
}

/** The entry names its parts' folder, which is called by what they were made of. */
function isMadeOf(hash: string): boolean {
  return existsSync(bundled) && readFileSync(bundled, "utf8").includes(`./${hash}/`);
}

/** Written aside and renamed, the entry last: whoever starts meanwhile has the old bundle or the new one. */
async function bundle(): Promise<void> {
  const { rolldown } = await import("rolldown");
  const hash = hashSources();
  const build = await rolldown({
    cwd: rootPath,
    input: { main: "src/main.ts" },
    platform: "node",
    external: [...external, /^node:/],
  });
  const aside = mkdtempSync(`${rootPath}dist-`);
  try {
    await build.write({
      dir: aside,
      format: "esm",
      chunkFileNames: `${hash}/[name].js`,
      // Names stay, since errors are told apart by theirs; what only fills lines doesn't, since V8 keeps all of it in memory.
      keepNames: true,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      sourcemap: true,
      sourcemapExcludeSources: true,
    });
    moveIn(aside, [hash, "main.js.map", "main.js"]);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function moveIn(aside: string, names: readonly string[]): void {
  const dist = `${rootPath}dist/`;
  mkdirSync(dist, { recursive: true });
  for (const name of names) {
    // Two builds of the same sources at once make the same parts.
    if (!existsSync(`${dist}${name}`) || name.startsWith("main."))
      renameSync(`${aside}/${name}`, `${dist}${name}`);
  }
  const folders = readdirSync(dist, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const madeAt = ({ name }: { name: string }) => statSync(`${dist}${name}`).mtimeMs;
  for (const { name } of folders.toSorted((a, b) => madeAt(b) - madeAt(a)).slice(keptBuilds))
    rmSync(`${dist}${name}`, { recursive: true, force: true });
}

if (import.meta.main) await bundle();
