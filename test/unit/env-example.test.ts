import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config.ts";

const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
const requiredValues = {
  SLACK_BOT_TOKEN: "xoxb-1-2-abc",
  SLACK_APP_TOKEN: "xapp-1-A1-2-abc",
  PLATFORM_BASE_URL: "https://platform.example",
  PLATFORM_API_KEY: "KEY0000000000000",
  PLATFORM_API_SECRET: "secret0000000000",
};

/** Variables and values of a file; with `defaults`, the commented ones too. */
function valuesOf(text: string, { defaults }: { defaults: boolean }): Record<string, string | undefined> {
  return parseEnv(defaults ? text.replace(/^#(?=[A-Z_]+=)/gm, "") : text);
}

/** The names that loadConfig looks at. */
function namesRead(): string[] {
  const names: string[] = [];
  const env = new Proxy<Record<string, string>>(requiredValues, {
    get(target, name: string) {
      names.push(name);
      return target[name];
    },
  });
  loadConfig(env);
  return [...new Set(names)];
}

/** The configuration with the address revealed, so that it is compared by value. */
function plain(env: Record<string, string | undefined>) {
  const config = loadConfig(env);
  return { ...config, databaseUrl: config.databaseUrl.reveal() };
}

describe(".env.example", () => {
  test("lists exactly the variables that the configuration reads", () => {
    const named = Object.keys(valuesOf(example, { defaults: true }));
    expect(named.toSorted()).toEqual(namesRead().toSorted());
  });

  test("explains each variable on the line above it", () => {
    const lines = example.split("\n");
    const bare = lines.filter(
      (line, index) => /^#?[A-Z_]+=/.test(line) && !/^# .{8,}/.test(lines[index - 1] ?? ""),
    );
    expect(bare).toEqual([]);
  });

  test("marks five variables as required, counting a choice between two as one", () => {
    const marked = [...example.matchAll(/^# Required(?:, this or (\w+))?\. .*\n(\w+)=$/gm)];
    const names = marked.map(([, , name = ""]) => name);
    const counted = marked.filter(([, other], index) => !names.slice(0, index).includes(other ?? ""));
    expect(counted).toHaveLength(5);
    expect(example).toContain("fill in the five that are required");
    for (const [, other, name = ""] of marked) {
      const others = { ...requiredValues, SLACK_SIGNING_SECRET: "8f742231b10e" };
      const missing = Object.fromEntries([name, other ?? name].map((one) => [one, ""]));
      expect(() => loadConfig({ ...others, ...missing })).toThrow("is missing");
    }
  });

  test("is a valid configuration once the required variables are filled in", () => {
    expect(() => loadConfig({ ...valuesOf(example, { defaults: false }), ...requiredValues })).not.toThrow();
  });

  test("shows the actual default of each optional variable", () => {
    const shown = plain({ ...valuesOf(example, { defaults: true }), ...requiredValues });
    expect(shown).toEqual(plain(requiredValues));
    expect(Object.keys(valuesOf(example, { defaults: true })).length).toBeGreaterThan(25);
  });

  test("leaves each required variable without a value", () => {
    const set = Object.entries(valuesOf(example, { defaults: false })).filter(([, value]) => value !== "");
    expect(set).toEqual([]);
  });
});
