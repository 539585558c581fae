import { type Config, ConfigError, loadConfig } from "../config.ts";
import { accessTable } from "../platform/index.ts";
import { checkClock } from "./checks/clock.ts";
import { type Finding, type Mark, problem } from "./checks/finding.ts";
import { checkPlatform } from "./checks/platform.ts";
import { checkSettings } from "./checks/settings.ts";
import { checkSlack } from "./checks/slack.ts";
import { checkStore } from "./checks/store.ts";

export type DoctorOptions = {
  env: Readonly<Record<string, string | undefined>>;
  now: () => Date;
  /** Takes one line. */
  print: (line: string) => void;
};

/**
 * Looks at everything that a start needs and that can be looked at without changing or costing anything, and says
 * what is wrong and what to do. Resolves with whether nothing is.
 */
export async function runDoctor({ env, now, print }: DoctorOptions): Promise<boolean> {
  const counts: Record<Mark, number> = { ok: 0, warning: 0, problem: 0 };
  const report = (finding: Finding, config?: Config) => {
    counts[finding.mark] += 1;
    print(withoutSecrets(renderFinding(finding), config));
  };
  const config = readConfig(env);
  if (config instanceof ConfigError) {
    for (const line of config.lines) report(toProblem(line));
    print("\nNothing else was checked: that needs a configuration that can be read.");
    return false;
  }
  for await (const finding of examine(config, now)) report(finding, config);
  print(renderUntried());
  print(`\n${plural(counts.problem, "problem")}, ${plural(counts.warning, "warning")}`);
  return counts.problem === 0;
}

async function* examine(config: Config, now: () => Date): AsyncGenerator<Finding> {
  yield* checkSettings(config);
  yield* checkSlack(config);
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
function toProblem(line: string): Finding {
  const [name = "", ...words] = line.split(" ");
  return problem(name, words.join(" "));
}

const marks: Readonly<Record<Mark, string>> = { ok: "✓", warning: "!", problem: "✗" };
const widestName = "PLATFORM_API_SECRET".length;

function renderFinding({ mark, about, words }: Finding): string {
  // The words can hold somebody else's: one line stays one line, and the terminal is told nothing by them.
  const plain = words.replaceAll(/\s+/g, " ").replaceAll(/[\p{Cc}\p{Cf}]/gu, "");
  return `${marks[mark]} ${about.padEnd(widestName)}  ${plain.trim()}`;
}

/** Drivers and servers quote what they were given. */
function withoutSecrets(line: string, config: Config | undefined): string {
  const secrets =
    config?.secrets.map((secret) => secret.reveal()).filter((secret) => secret.length >= 4) ?? [];
  return secrets
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
}

const untried = ["sendMessage", "uploadFile", "deleteFile", "updateTemplate", "commentTemplate"] as const;
const plainNames = ["send", "upload", "delete", "update", "comment"];

function renderUntried(): string {
  const permissions = untried.map((operation) => accessTable[operation].accountPermission);
  const named = [...new Set(permissions.filter((permission) => permission !== null))].join(", ");
  return [
    "",
    `Not tried, since they change or cost something: ${plainNames.join(", ")}.`,
    `The platform's description asks for these permissions there: ${named}.`,
    "Not tried either: posting to a conversation, and whether Slack reaches this bot.",
  ].join("\n");
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
