import { type Config, ConfigError, loadConfig } from "../config.ts";
import {
  type Check,
  checkClock,
  checkPlatform,
  checkSettings,
  checkStore,
  type Mark,
  problem,
} from "./checks.ts";
import { renderFirstStart } from "./first-start.ts";
import { checkSlack } from "./slack-checks.ts";

export type DoctorOptions = {
  env: Readonly<Record<string, string | undefined>>;
  /** Where manifest.yml is, which the token's scopes are held against. */
  manifest: URL;
  now: () => Date;
  /** Takes one line; of JSON all of it. */
  print: (line: string) => void;
  /** One JSON document when it is over, for whoever starts it from a script. */
  asJson?: boolean;
};

const untried = `
Not tried, since they change or cost something: send, upload, delete, update, comment.
Not tried either: posting to a conversation, and whether Slack reaches this bot.`;

const unchecked = "Nothing else was checked: that needs a configuration that can be read.";

/**
 * Looks at everything that a start needs and that can be looked at without changing or costing anything, and says
 * what is wrong and what to do. Resolves with whether nothing is.
 */
export async function runDoctor({
  env,
  manifest,
  now,
  print,
  asJson = false,
}: DoctorOptions): Promise<boolean> {
  const config = readConfig(env);
  const isReadable = !(config instanceof ConfigError);
  const checks: Check[] = [];
  for await (const found of examine(config, { manifest, now })) {
    const check = {
      ...found,
      words: toPlain(withoutSecrets(found.words, isReadable ? config : undefined)),
    };
    checks.push(check);
    if (!asJson) print(renderCheck(check));
  }
  const count = (mark: Mark) => checks.filter((check) => check.mark === mark).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (asJson)
    print(JSON.stringify({ problems, warnings, isComplete: isReadable, findings: checks }, null, 2));
  else if (isReadable) print(`${untried}\n\n${plural(problems, "problem")}, ${plural(warnings, "warning")}`);
  else print(`\n${(await renderFirstStart(env, manifest)) ?? unchecked}`);
  return problems === 0;
}

async function* examine(
  config: Config | ConfigError,
  { manifest, now }: Pick<DoctorOptions, "manifest" | "now">,
): AsyncGenerator<Check> {
  if (config instanceof ConfigError) return yield* config.lines.map(toProblem);
  yield* checkSettings(config);
  yield* checkSlack(config, manifest);
  yield* checkClock(config, now);
  yield* checkPlatform(config, now);
  yield await checkStore(config);
}

function readConfig(env: DoctorOptions["env"]): Config | ConfigError {
  try {
    return loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** A line of ConfigError begins with the variable's name. */
function toProblem(line: string): Check {
  const [name = "", ...words] = line.split(" ");
  return problem(name, words.join(" "));
}

const marks: Readonly<Record<Mark, string>> = { ok: "✓", warning: "!", problem: "✗" };
const widestName = "PLATFORM_API_SECRET".length;

function renderCheck({ mark, about, words }: Check): string {
  return `${marks[mark]} ${about.padEnd(widestName)}  ${words}`;
}

/** The words can hold somebody else's: one line stays one line, and the terminal is told nothing by them. */
function toPlain(words: string): string {
  return words
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}

/** Drivers and servers quote what they were given. */
function withoutSecrets(words: string, config: Config | undefined): string {
  const secrets =
    config?.secrets.map((secret) => secret.reveal()).filter((secret) => secret.length >= 4) ?? [];
  return secrets
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), words);
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
