import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { external, hashSources, root } from "./entry.ts";
import { renderLicenses } from "./licenses.ts";

/*
 * Makes `dist/main.js`, the bot with its packages, and `dist/licenses.txt`, the licences of these; with `--package` also
 * what the npm package has beside it, the sandbox and its page. Written aside and renamed, the entry last: whoever starts
 * meanwhile has the old bundle or the new one.
 */

const rootPath = fileURLToPath(root);
const dist = `${rootPath}dist/`;
/** Of former builds some stay: a bot that was started from one may still load a part of it. */
const keptBuilds = 3;

/** Returns the paths of all modules in it. */
async function build(name: string, source: string, parts: { folder: string } | null): Promise<string[]> {
  const made = await rolldown({
    cwd: rootPath,
    input: { [name]: source },
    platform: "node",
    external: [...external, /^node:/],
  });
  const aside = mkdtempSync(`${rootPath}dist-`);
  try {
    const { output } = await made.write({
      dir: aside,
      format: "esm",
      ...(parts === null ? { codeSplitting: false } : { chunkFileNames: `${parts.folder}/[name].js` }),
      // Names stay, since errors are told apart by theirs. What only fills lines goes, since V8 keeps all of it in memory.
      keepNames: true,
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      sourcemap: true,
      sourcemapExcludeSources: true,
    });
    mkdirSync(dist, { recursive: true });
    // Two builds of the same sources at once make the same parts.
    if (parts !== null && !existsSync(`${dist}${parts.folder}`))
      renameSync(`${aside}/${parts.folder}`, `${dist}${parts.folder}`);
    for (const file of [`${name}.js.map`, `${name}.js`]) renameSync(`${aside}/${file}`, `${dist}${file}`);
    return output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function removeOld(kept: number): void {
  const folders = readdirSync(dist, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const madeAt = ({ name }: { name: string }) => statSync(`${dist}${name}`).mtimeMs;
  for (const { name } of folders.toSorted((a, b) => madeAt(b) - madeAt(a)).slice(kept))
    rmSync(`${dist}${name}`, { recursive: true, force: true });
}

const isPackage = process.argv.includes("--package");
const modules = await build("main", "src/main.ts", { folder: hashSources() });
removeOld(isPackage ? 1 : keptBuilds);
if (isPackage) {
  modules.push(...(await build("sandbox", "sandbox/main.ts", null)));
  const { readAssets } = await import("../sandbox/web/assets.ts");
  writeFileSync(`${dist}page.json`, JSON.stringify([...readAssets()]));
  modules.push(fileURLToPath(import.meta.resolve("preact")));
}
writeFileSync(`${dist}licenses.txt`, renderLicenses(modules));
