import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { extname, join } from "node:path";
import { z } from "zod";

export type Asset = { readonly type: string; readonly body: string };

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ts": "text/javascript; charset=utf-8",
};

/** What the page imports from node_modules. */
const PACKAGES = ["preact", "preact/hooks"];

/** The npm package has the page in one file, beside the one that the sandbox is there. */
const packed = new URL("page.json", import.meta.url);
const Packed = z.array(z.tuple([z.string(), z.object({ type: z.string(), body: z.string() })]));

let known: ReadonlyMap<string, Asset> | undefined;

/**
 * Reads the page once: a path that is not in the result does not exist, so no request path reaches the disk.
 * Paths mirror the source folder, so that relative imports are right; types are stripped, nothing is built.
 */
export function readAssets(): ReadonlyMap<string, Asset> {
  known ??= existsSync(packed) ? new Map(Packed.parse(JSON.parse(readFileSync(packed, "utf8")))) : readPage();
  return known;
}

function readPage(): ReadonlyMap<string, Asset> {
  const page = join(import.meta.dirname, "page");
  const assets = new Map<string, Asset>();
  for (const name of readdirSync(page)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    assets.set(`/web/page/${name}`, { type, body: readSource(join(page, name)) });
  }
  assets.set("/slack/json.ts", {
    type: TYPES[".ts"] ?? "",
    body: readSource(join(import.meta.dirname, "../slack/json.ts")),
  });
  const { resolve } = createRequire(import.meta.url);
  for (const name of PACKAGES) {
    const body = toBrowserImports(readFileSync(resolve(name), "utf8"));
    assets.set(`/packages/${name}.js`, { type: "text/javascript; charset=utf-8", body });
  }
  const index = assets.get("/web/page/index.html");
  if (index !== undefined) assets.set("/", index);
  return assets;
}

function readSource(path: string): string {
  const text = readFileSync(path, "utf8");
  return extname(path) === ".ts" ? toBrowserImports(stripTypeScriptTypes(text)) : text;
}

/** A browser knows no packages; an import map would be an inline script, which the page forbids. */
function toBrowserImports(source: string): string {
  return source.replace(
    /(\bfrom\s*)"(preact(?:\/hooks)?)"/g,
    (_, from: string, name: string) => `${from}"/packages/${name}.js"`,
  );
}
