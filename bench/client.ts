import { Writable } from "node:stream";
import { SolapiMessageService } from "solapi";
import { Pool } from "undici";
import { createLogger } from "../src/log.ts";
import { createPlatformClient } from "../src/platform/index.ts";
import { startChild } from "./child.ts";
import { compare, type Figure, type Plan, type Table, type Target } from "./comparison.ts";
import { load, type Sample } from "./load.ts";
import { redirectFetch } from "./redirect-fetch.ts";
import { apiKey, apiSecret, message, sendOver, sendPath, signedHeaders } from "./signed-send.ts";

const sdk = "the public SDK (solapi)";
const figures: Figure<Sample>[] = [
  { head: "per second", of: ({ perSecond }) => perSecond, digits: 0, ratio: true },
  { head: "CPU us a send", of: ({ cpuUs }) => cpuUs, digits: 0, ratio: true },
  { head: "p50 ms", of: ({ p50Ms }) => p50Ms, digits: 2 },
  { head: "p99 ms", of: ({ p99Ms }) => p99Ms, digits: 2 },
];

/** The platform client with validation and one log line a send, against others that sign the same way. */
export async function benchClient(plan: Plan): Promise<Table[]> {
  const stub = await startChild(new URL("./platform-stub.ts", import.meta.url));
  const origin = `http://127.0.0.1:${stub.port}`;
  const pool = new Pool(origin, { connections: 64 });
  const client = createPlatformClient({
    baseUrl: origin,
    apiKey,
    apiSecret,
    timeoutMs: 60_000,
    connections: 64,
  });
  const destination = new Writable({ write: (_chunk, _encoding, done) => done() });
  const log = createLogger({ level: "info", secrets: [{ reveal: () => apiSecret }], destination });
  const service = new SolapiMessageService(apiKey, apiSecret);
  const restoreFetch = redirectFetch(origin);
  const tables: Table[] = [];
  for (const concurrency of [1, 16]) {
    const run = (act: () => Promise<unknown>) => () =>
      load(act, { concurrency, durationMs: plan.durationMs(500) });
    const contenders = [
      { name: "undici Pool, signed", run: run(() => sendOver(pool)) },
      { name: "global fetch, signed", run: run(() => fetchSend(origin)) },
      { name: sdk, run: run(() => service.send(message)) },
      { name: "client: validated", run: run(() => client.sendMessage({ message })) },
      {
        name: "client: validated and logged",
        run: run(async () => {
          const { statusCode: code } = await client.sendMessage({ message });
          const end = { operation: "act", kind: "messages.send", outcome: "accepted", code };
          log.info(end, "operation ended");
        }),
        targets: targetsAt(concurrency),
      },
    ];
    tables.push(
      await compare({ title: `Platform client, ${concurrency} in flight`, figures, contenders, plan }),
    );
  }
  restoreFetch();
  await client.close();
  await pool.destroy();
  await stub.stop();
  return tables;
}

function targetsAt(concurrency: number): Target[] {
  return [
    ...(concurrency === 1 ? [] : [{ figure: "per second", atLeast: 0.95 }]),
    { figure: "per second", atLeast: concurrency === 1 ? 4 : 6, than: sdk },
    { figure: "CPU us a send", atMost: 0.2, than: sdk },
  ];
}

async function fetchSend(origin: string): Promise<unknown> {
  const body = JSON.stringify({ message });
  const reply = await fetch(origin + sendPath, { method: "POST", headers: signedHeaders(), body });
  return reply.json();
}
