import { enableCompileCache, flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import type { AppOptions } from "./app/shared-modules.ts";

/** Root of the package: `src` and `dist` are both one folder below. */
const root = new URL("../", import.meta.url);
const manifest = new URL("manifest.yml", root);
// Uses the package's folder, since anybody can write to a shared temporary one. NODE_COMPILE_CACHE overrides it.
enableCompileCache(fileURLToPath(new URL("node_modules/.cache/messaging-chatops", root)));
// Imported dynamically: only modules loaded after this call are read from the cache.
const [{ ConfigError, loadAuditConfig, loadConfig }, { createLogger }] = await Promise.all([
  import("./config.ts"),
  import("./log.ts"),
]);

/** Options for the chaos and soak tests, set with Node's `--import`: at Slack's pace for posts they would take hours. */
const trial: Pick<AppOptions, "pace" | "postgresLimits"> | undefined = Reflect.get(
  globalThis,
  Symbol.for("messaging-chatops.trial"),
);

/** Time after which the process exits even if the orderly stop, which is shorter, hangs. */
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

  // Imported here: the doctor, or the report of a wrong configuration, needs no app.
  const { startApp } = await import("./app.ts");
  // Flushed before anybody waits: the first flush takes up to a second, and a killed process flushes nothing.
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
    // Ignores repetitions: a terminal and npm may both pass on one signal.
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
  const { runDoctor } = await import("./ops/doctor.ts");
  const asJson = process.argv.includes("--json");
  const now = () => new Date();
  const isWell = await runDoctor({ env: process.env, manifest, now, print: console.log, asJson });
  process.exit(isWell ? 0 : 1);
}

async function audit(): Promise<void> {
  const config = loadAuditConfig(process.env);
  const { nameStore, runAudit } = await import("./ops/audit.ts");
  // Standard error, since programs parse standard output.
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

async function describe({ name, message, stack = "" }: Error): Promise<string> {
  const { toSourceFrame } = await import("./source-lines.ts");
  const frame = stack.split("\n").find((line) => line.startsWith("    at "));
  return [`${name}: ${message}`, ...(frame === undefined ? [] : [toSourceFrame(frame)])].join("\n");
}
