import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
/** The paths that .dockerignore excludes from an image's build and then includes again. */
const kept = read(".dockerignore")
  .split("\n")
  .flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));

/** A script and all scripts that it imports. */
function importedBy(script: string): string[] {
  const others = [...read(script).matchAll(/^(?:import|export) [^;]*?"(\.[^"]+)";/gms)];
  return [script, ...others.flatMap(([, path = ""]) => importedBy(join(script, "..", path)))];
}

it(".dockerignore keeps every script that builds the bundle", () => {
  const [, bundler = ""] = /RUN node (scripts\/\S+\.ts)/.exec(read("Dockerfile")) ?? [];
  expect(importedBy(bundler)).toContain("scripts/entry.ts");
  expect(importedBy(bundler).filter((path) => !kept.includes(path))).toEqual([]);
});
