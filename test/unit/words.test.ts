import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../../", import.meta.url);
const tracked = (...folders: string[]) =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path.endsWith(".ts"));

/** Words that only this project had; ARCHITECTURE.md and CONTRIBUTING.md have the usual ones. */
const inNames = (
  "aftermath aftermaths anew barred courier drawer drawers glance ground happening house kin lane lanes " +
  "listing needless settlement sighting sightings teller tellers telling tellings tells trail undrawn"
).split(" ");
const inProse = /\b(?:aftermath|barred|courier|drawer|kin|lane|needless|taken on)s?\b/i;

/** Comments and texts, which have no names in them; some texts are ids that others rely on. */
const prose = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const toWords = (name: string) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

it("no name in src and sandbox contains a word that only this project used", () => {
  const found = tracked("src", "sandbox").flatMap((path) => {
    const code = readFileSync(new URL(path, root), "utf8").replace(prose, "");
    const names = [path, ...(code.match(/[A-Za-z_$][\w$]*/g) ?? [])];
    return names
      .filter((name) => toWords(name).some((word) => inNames.includes(word)))
      .map((name) => `${path}: ${name}`);
  });
  expect(found).toEqual([]);
});

it("no comment contains a word that only this project used", () => {
  const found = tracked("src", "sandbox", "test", "bench", "scripts").flatMap((path) => {
    if (path.endsWith("/words.test.ts")) return [];
    const comments =
      readFileSync(new URL(path, root), "utf8").match(/(?<![:"'`])\/\/[^\n]*|\/\*[\s\S]*?\*\//g) ?? [];
    return comments.filter((comment) => inProse.test(comment)).map((comment) => `${path}: ${comment}`);
  });
  expect(found).toEqual([]);
});
