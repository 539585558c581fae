import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { startChild } from "./child.ts";
import { compare, type Plan, type Table } from "./comparison.ts";
import { apiKey, apiSecret } from "./signed-send.ts";
import { deliverTaken, signingSecret, uploadPayload } from "./slack-request.ts";
import { startSlackStub } from "./slack-stub.ts";

const asked = 50;
const sizeBytes = 2 * 1024 * 1024;
type Sample = { seconds: number; idleMb: number; peakMb: number };

/** From fifty submitted forms to fifty files at the platform: a whole bot each time, in a process of its own. */
export async function benchUploadBots(plan: Plan): Promise<Table> {
  const slack = await startSlackStub();
  const files = await startFiles();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const count = plan.rows(asked);
  let runs = 0;
  const run = (entry: URL) => async (): Promise<Sample> => {
    runs += 1;
    const bot = await startChild(entry, {
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: "xoxb-1-bench",
      SLACK_SIGNING_SECRET: signingSecret,
      DATABASE_URL: `file:${join(directory, `${runs}.db`)}`,
      PLATFORM_BASE_URL: files.origin,
      PLATFORM_API_KEY: apiKey,
      PLATFORM_API_SECRET: apiSecret,
      PLATFORM_TIMEOUT_MS: "60000",
    });
    const pool = new Pool(`http://127.0.0.1:${bot.port}`, { connections: count });
    const idleMb = bot.rssMb();
    const startedMs = performance.now();
    const uploaded = files.uploaded(count);
    const forms = Array.from({ length: count }, (_, index) => {
      const id = `F${runs}N${index}`;
      const file = { id, size: sizeBytes, url: slack.fileUrl(id) };
      const form = () => ({ payload: JSON.stringify(uploadPayload(file)) });
      return deliverTaken(pool, form, (answer) => answer.includes('"clear"'));
    });
    await Promise.all([...forms, uploaded]);
    const seconds = (performance.now() - startedMs) / 1000;
    const sample = { seconds, idleMb, peakMb: bot.peakRssMb() };
    await pool.destroy();
    await bot.stop();
    return sample;
  };
  const table = await compare<Sample>({
    title: `${asked} uploads of 2 MB asked for at once, from Slack to the platform`,
    figures: [
      { head: "seconds", of: ({ seconds }) => seconds, digits: 1, ratio: true },
      { head: "peak RSS MB", of: ({ peakMb }) => peakMb, digits: 0, ratio: true },
      { head: "more than idle MB", of: ({ idleMb, peakMb }) => peakMb - idleMb, digits: 0, ratio: true },
    ],
    contenders: [
      {
        name: "bare Bolt: all at once, JSON.stringify",
        run: run(new URL("./naive-uploader.ts", import.meta.url)),
      },
      {
        name: "the bot: four at once, and kept in its store",
        run: run(new URL("../scripts/messaging-chatops.js", import.meta.url)),
      },
    ],
    plan,
  });
  await files.close();
  await slack.close();
  await rm(directory, { recursive: true });
  return table;
}

/** A platform that takes every file, and says when it has so many. */
async function startFiles() {
  let taken = 0;
  let tell = () => {};
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      taken += 1;
      response.end(JSON.stringify({ fileId: `FILE${randomBytes(8).toString("hex")}`, type: "DOCUMENT" }));
      tell();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    uploaded: (count: number) => {
      taken = 0;
      return new Promise<void>((resolve) => {
        tell = () => taken === count && resolve();
      });
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
