import { readFile } from "node:fs/promises";
import { variableNames } from "../../config.ts";
import { editDistance } from "../../edit-distance.ts";
import { type Finding, warning } from "./finding.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What was set, and didn't reach the configuration. `envFile`: the file that Node added to `env`. */
export async function* checkVariables(env: Env, envFile: string | undefined): AsyncGenerator<Finding> {
  for (const name of Object.keys(env)) {
    const meant = isSet(env, name) ? findMeant(name, env) : undefined;
    if (meant !== undefined) yield warning(name, `is not read: did you mean ${meant}?`);
  }
  const text = envFile === undefined ? "" : await readFile(envFile, "utf8").catch(() => "");
  for (const name of findCutShort(text, env)) {
    yield warning(
      name,
      "its line in .env is read up to the # alone, since a comment begins there: name a conversation by its id" +
        " (C…), and put any other value that has a # in quotes",
    );
  }
}

/** Shorter names are near to too many. */
const shortestName = 6;
/** From here on two letters may be wrong: swapped ones are two. Of shorter names one (APP_PORT isn't OPS_PORT). */
const longName = 9;

/** The variable that another name was to be; one that is set already was not meant. */
function findMeant(name: string, env: Env): string | undefined {
  if (name.length < shortestName || variableNames.some((known) => known === name)) return undefined;
  const slips = name.length < longName ? 1 : 2;
  return variableNames.find(
    (known) =>
      known.length >= shortestName && !isSet(env, known) && editDistance(name.toUpperCase(), known) <= slips,
  );
}

/** `NAME=#…` and `NAME=…#…` without quotes around, where the environment had no value that goes before it. */
function findCutShort(text: string, env: Env): string[] {
  const lines = text.matchAll(
    /^[ \t]*(?:export[ \t]+)?(\w+)[ \t]*=[ \t]*(?:#\S+[ \t]*$|([^'"`#\s][^#\n]*)(?<!\s)#\S)/gm,
  );
  const cut = [...lines].flatMap(([, name = "", rest = ""]) => (env[name] === rest ? [name] : []));
  return variableNames.filter((name) => cut.includes(name));
}

function isSet(env: Env, name: string): boolean {
  return (env[name] ?? "").trim() !== "";
}
