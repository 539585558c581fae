import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Writable } from "node:stream";
import { Worker } from "node:worker_threads";
import { Pool } from "undici";
import { createLogger } from "../src/log.ts";
import { createPlatformClient } from "../src/platform/index.ts";
import { compare, printRows } from "./comparison.ts";
import { load } from "./load.ts";

const apiKey = "BENCHAPIKEY00000";
const apiSecret = "BENCHSECRET000000000000000000000";
const body = {
  message: { to: "01000000001", from: "0212345678", text: "Hello from the bench", type: "SMS" },
};
const durationMs = 400;

/** The platform client with validation and one log line a send, against an undici Pool that signs and parses. */
export async function benchClient(): Promise<void> {
  const worker = new Worker(new URL("./platform-worker.ts", import.meta.url));
  const [port]: number[] = await once(worker, "message");
  const origin = `http://127.0.0.1:${port}`;
  const pool = new Pool(origin, { connections: 64 });
  const client = createPlatformClient({
    baseUrl: origin,
    apiKey,
    apiSecret,
    timeoutMs: 10_000,
    connections: 64,
  });
  const destination = new Writable({ write: (_chunk, _encoding, done) => done() });
  const log = createLogger({ level: "info", secrets: [{ reveal: () => apiSecret }], destination });
  const sendRaw = () => sendOver(pool);
  const send = () => client.sendMessage(body);
  const sendLogged = async () => {
    const { statusCode } = await client.sendMessage(body);
    log.info(
      { operation: "act", kind: "messages.send", outcome: "accepted", code: statusCode },
      "operation ended",
    );
  };
  for (const concurrency of [1, 16, 64]) {
    const rows = await compare({
      rounds: 5,
      baseline: { name: "undici Pool, signed", run: () => load(sendRaw, { concurrency, durationMs }) },
      others: [
        { name: "client: validated", run: () => load(send, { concurrency, durationMs }) },
        {
          name: "client: validated and logged",
          run: () => load(sendLogged, { concurrency, durationMs }),
          ...(concurrency === 1 ? {} : { target: { atLeast: 0.95 } }),
        },
      ],
    });
    printRows(`Platform client, ${concurrency} in flight`, rows);
  }
  await client.close();
  await pool.destroy();
  await worker.terminate();
}

async function sendOver(pool: Pool): Promise<unknown> {
  const date = new Date().toISOString();
  const salt = randomBytes(16).toString("hex");
  const signature = createHmac("sha256", apiSecret)
    .update(date + salt)
    .digest("hex");
  const authorization = `HMAC-SHA256 apiKey=${apiKey}, date=${date}, salt=${salt}, signature=${signature}`;
  const reply = await pool.request({
    method: "POST",
    path: "/messages/v4/send",
    headers: { "content-type": "application/json", authorization },
    body: JSON.stringify(body),
  });
  return reply.body.json();
}
