#!/usr/bin/env node
// Plain JavaScript on purpose: it has to run on the old Node that the next line complains about, and in node_modules,
// where Node strips no types.
import "./require-node.js";
import { existsSync } from "node:fs";

const commands = ["start", "doctor", "audit", "sandbox"];
const [, , command = ""] = process.argv;
if (!commands.includes(command)) {
  console.error(`Usage: messaging-chatops <${commands.join("|")}>`);
  process.exit(1);
}
// What the environment has goes before it. The sandbox has an environment of its own.
if (command !== "sandbox" && existsSync(".env")) {
  try {
    process.loadEnvFile(".env");
  } catch {
    // Node's own error says that it isn't there.
    console.error(".env can't be read by this user: give it to the user that runs the bot (chown)");
    process.exit(1);
  }
}
const isCheckout = existsSync(new URL("../src/main.ts", import.meta.url));
try {
  if (command === "sandbox") await import(isCheckout ? "../sandbox/main.ts" : "../dist/sandbox.js");
  else if (isCheckout) await import((await import("./entry.ts")).findEntry().href);
  else await import("../dist/main.js");
} catch (error) {
  if (!isCheckout || error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  console.error(`${error.message}: run \`npm ci\``);
  process.exit(1);
}
