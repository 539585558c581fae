import { enableCompileCache, flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import type { AppOptions } from "./app/shared-modules.ts";

/** Package folder: this file is one folder below it, as a source and in the bundle. */
const root = new URL("../", import.meta.url);
const manifest = new URL("manifest.yml", root);
// Caches compiled code in the package's folder, as anybody can write to a shared temporary folder. If it can't be written,
// nothing is cached. NODE_COMPILE_CACHE overrides it.
enableCompileCache(fileURLToPath(new URL("node_modules/.cache/messaging-chatops", root)));
// Only modules imported from here on are read from the cache.
const [{ ConfigError, loadAuditConfig, loadConfig }, { createLogger }] = await Promise.all([
  import("./config.ts"),
  import("./log.ts"),
]);

/**
 * Options that the chaos and soak tests set with Node's `--import`; no variable, argument or settings file can. At Slack's
 * pace for posts they would take hours, and chaos watches PostgreSQL's writes.
 */
const trial: Pick<AppOptions, "pace" | "postgresLimits"> | undefined = Reflect.get(
  globalThis,
  Symbol.for("messaging-chatops.trial"),
);

/** Time after which the process exits even if something hangs; an orderly stop is shorter. */
const stopLimitMs = 28_000;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger({ level: config.logLevel, secrets: config.secrets });
  const fail = (reason: string, error?: unknown) => {
    log.fatal({ err: error }, reason);
    process.exit(1);
  };
  process.on("uncaughtException", (error) => fail("an exception was caught nowhere", error));
  process.on("unhandledRejection", (error) => fail("a rejection was handled nowhere", error));

  // Imported here, as neither a wrong configuration's report nor the doctor needs it.
  const { startApp } = await import("./app.ts");
  // Flushed before anybody waits, as the first flush takes up to a second; a killed process would not flush.
  flushCompileCache();
  const waiting = new AbortController();
  const starting = startApp(config, {
    log,
    signal: waiting.signal,
    onFatal: fail,
    now: () => new Date(),
    random: Math.random,
    ...trial,
  });
  let isStopping = false;
  const stop = async (signal: string) => {
    // Ignores a second signal: a terminal and npm may both pass the same one on.
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    setTimeout(() => fail("stopping took too long"), stopLimitMs).unref();
    waiting.abort();
    const app = await starting.catch(() => null);
    await app?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => void stop(signal).catch((error: unknown) => fail("stopping failed", error)));
  }
  try {
    const { port } = await starting;
    if (!isStopping) log.info({ port }, "ready");
  } catch (error) {
    if (!isStopping) fail(error instanceof Error ? error.message : "the app could not start", error);
  }
}

async function doctor(): Promise<void> {
  // Imported here, as only this command needs the checks.
  const { runDoctor } = await import("./ops/doctor.ts");
  const asJson = process.argv.includes("--json");
  const now = () => new Date();
  const isWell = await runDoctor({ env: process.env, manifest, now, print: console.log, asJson });
  process.exit(isWell ? 0 : 1);
}

async function audit(): Promise<void> {
  const config = loadAuditConfig(process.env);
  const { nameStore, runAudit } = await import("./ops/audit.ts");
  // Printed to standard error, as a program may read standard output.
  console.error(`The store: ${nameStore(config)}`);
  const args = process.argv.slice(3);
  const lines = { print: console.log, refuse: console.error };
  process.exit((await runAudit(config, { args, now: () => new Date(), ...lines })) ? 0 : 1);
}

const commands: Readonly<Record<string, () => Promise<void>>> = { doctor, audit };

const command = commands[process.argv[2] ?? ""];
(command ?? main)().catch(async (error: unknown) => {
  if (error instanceof ConfigError) {
    const { formatFirstStart: renderFirstStart } = await import("./ops/first-start.ts");
    const firstStart = command === undefined ? await renderFirstStart(process.env, manifest) : null;
    console.error(firstStart ?? error.lines.join("\n"));
  } else console.error(error instanceof Error ? await describe(error) : "The app could not start");
  process.exit(1);
});

/** Formats an error's message with its place in the sources. */
async function describe({ name, message, stack = "" }: Error): Promise<string> {
  const { toSourceFrame } = await import("./source-lines.ts");
  const frame = stack.split("\n").find((line) => line.startsWith("    at "));
  return [`${name}: ${message}`, ...(frame === undefined ? [] : [toSourceFrame(frame)])].join("\n");
}
