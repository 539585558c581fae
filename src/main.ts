import { startApp } from "./app.ts";
import { ConfigError, loadConfig } from "./config.ts";
import { createLogger } from "./log.ts";

/** Longer than any orderly stop: what still hangs then is cut off. */
const stopLimitMs = 28_000;

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger({ level: config.logLevel, secrets: config.secrets });
  const starting = new AbortController();
  const fail = (reason: string, error?: unknown) => {
    log.fatal({ err: error }, reason);
    process.exit(1);
  };
  process.on("uncaughtException", (error) => fail("an exception was caught nowhere", error));
  process.on("unhandledRejection", (error) => fail("a rejection was handled nowhere", error));

  let stop = async () => starting.abort();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      log.info({ signal }, "stopping");
      setTimeout(() => fail("stopping took too long"), stopLimitMs).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => fail("stopping failed", error),
      );
    });
  }
  const app = await startApp(config, {
    log,
    signal: starting.signal,
    onFatal: fail,
    now: () => new Date(),
    random: Math.random,
  });
  stop = app.stop;
  log.info({ port: app.port }, "ready");
}

async function doctor(): Promise<void> {
  // Loaded for this command alone: the checks are not the bot's own code.
  const { runDoctor } = await import("./ops/doctor.ts");
  const now = () => new Date();
  process.exit((await runDoctor({ env: process.env, now, print: console.log })) ? 0 : 1);
}

(process.argv[2] === "doctor" ? doctor() : main()).catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.lines.join("\n"));
  else console.error(error instanceof Error ? `${error.name}: ${error.message}` : "The app could not start");
  process.exit(1);
});
