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
      return [`${name} ${version}, ${license}`, ...findWords(folder)].join("\n\n");
    })
    .toSorted()
    .join(`\n\n${"-".repeat(72)}\n\n`);
}

/** Of its own file, else of the README's last part; none where a package has neither. */
function findWords(folder: string): string[] {
  const read = (name: RegExp) => {
    const file = readdirSync(folder).find((one) => name.test(one));
    return file === undefined ? undefined : readFileSync(`${folder}/${file}`, "utf8");
  };
  const words = read(/^licen[cs]e/i) ?? read(/^readme/i)?.split(/^#+ licen[cs]e$/im)[1];
  return words === undefined ? [] : [words.trim()];
}
