import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";

const Package = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** The packages that these modules are of, by name, each with the words of its licence: whoever passes them on owes these. */
export function renderLicenses(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((path) => /^\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  return [...folders]
    .map((folder) => {
      const json: unknown = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
      const { name, version, license } = Package.parse(json);
      const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
      const words = file === undefined ? "" : `\n\n${readFileSync(`${folder}/${file}`, "utf8").trim()}`;
      return `${name} ${version}, ${license}${words}`;
    })
    .toSorted()
    .join(`\n\n${"-".repeat(72)}\n\n`);
}
