import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { findEntry } from "./entry.ts";

/**
 * What Slack's CLI runs in a checkout, by `.slack/hooks.json`. It reads one JSON document on standard output, but for
 * `start`, whose output people see.
 */
const hooks: Record<string, () => Promise<void>> = { manifest, start, doctor };

async function manifest(): Promise<void> {
  console.log(JSON.stringify(parse(await readFile(new URL("../manifest.yml", import.meta.url), "utf8"))));
}

/** The bot, as the app that the CLI has just installed: its tokens go before those of an `.env`. */
async function start(): Promise<void> {
  const { SLACK_CLI_XOXB: botToken, SLACK_CLI_XAPP: appToken } = process.env;
  if (botToken === undefined || appToken === undefined) {
    throw new Error("Slack's CLI gave no tokens: run `slack run`, or `npm start` with tokens in .env");
  }
  Object.assign(process.env, { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken });
  await import(findEntry().href);
}

/** What `slack doctor` shows: what `slack run` needs beside the tokens, which it brings. */
async function doctor(): Promise<void> {
  const { ConfigError, loadConfig } = await import("../src/config.ts");
  const tokens = { SLACK_BOT_TOKEN: "xoxb-0", SLACK_APP_TOKEN: "xapp-0" };
  const settings = () => {
    try {
      loadConfig({ ...process.env, ...tokens });
      return [{ name: ".env", current: "complete" }];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.lines.map((message) => ({
        name: message.split(" ")[0],
        current: "",
        error: { message },
      }));
    }
  };
  console.log(
    JSON.stringify({ versions: [{ name: "node", current: process.versions.node }, ...settings()] }),
  );
}

const hook = hooks[process.argv[2] ?? ""];
if (hook === undefined) throw new Error(`a hook is one of ${Object.keys(hooks).join(", ")}`);
await hook().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : "the hook failed");
  process.exit(1);
});
