import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readMb } from "./child.ts";
import { load } from "./load.ts";
import { apiKey, apiSecret, signedHeaders } from "./signed-send.ts";

/* One way of uploading for a while, in a process of its own: says what it came to as a line of JSON. */
const [way = "", port = "", concurrency = "1", durationMs = "500"] = process.argv.slice(2);
const origin = `http://127.0.0.1:${port}`;
const path = "/storage/v1/files";
const megabytes = 2;
/** A multiple of 3, as base64 likes it. */
const pieceBytes = 24 * 1024;
const file = join(tmpdir(), `upload-${process.pid}`);
await writeFile(file, randomBytes(megabytes * 1024 * 1024));

type Way = { upload: () => Promise<unknown>; close: () => unknown };

/** The least that must happen: the file read, turned into base64, written, and an answer read. */
async function createFloor(): Promise<Way> {
  const free: Socket[] = [];
  const upload = async () => {
    const socket = free.pop() ?? connect(Number(port), "127.0.0.1");
    const body = `{"file":"${(await readFile(file)).toString("base64")}"}`;
    const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${body.length}\r\n\r\n`;
    socket.write(head + body, "latin1");
    await once(socket, "data");
    free.push(socket);
  };
  return { upload, close: () => free.map((socket) => socket.destroy()) };
}

async function createStringify(): Promise<Way> {
  const { Pool } = await import("undici");
  const pool = new Pool(origin, { connections: 64 });
  const upload = async () => {
    const body = JSON.stringify({ file: (await readFile(file)).toString("base64") });
    const reply = await pool.request({ method: "POST", path, headers: signedHeaders(), body });
    return reply.body.json();
  };
  return { upload, close: () => pool.destroy() };
}

/** Into the same memory again and again: what was read is base64 by then. */
async function* readPieces(): AsyncGenerator<Uint8Array> {
  await using handle = await open(file);
  const piece = Buffer.allocUnsafe(pieceBytes);
  for (let at = 0; ; ) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, at);
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function createClient(): Promise<Way> {
  const { createPlatformClient } = await import("../src/platform/index.ts");
  const client = createPlatformClient({ baseUrl: origin, apiKey, apiSecret, timeoutMs: 60_000 });
  return {
    upload: async () => {
      const { size } = await stat(file);
      return client.uploadFile({ file: { byteLength: size, open: readPieces } });
    },
    close: () => client.close(),
  };
}

const ways: Record<string, () => Promise<Way>> = {
  floor: createFloor,
  stringify: createStringify,
  client: createClient,
};
const create = ways[way];
if (create === undefined) throw new Error(`there is no way called ${way}`);
const { upload, close } = await create();
await upload();
const sample = await load(upload, { concurrency: Number(concurrency), durationMs: Number(durationMs) });
await close();
await rm(file);
const peakRssMb = readMb(process.pid, "VmHWM");
const cpuMsPerMb = sample.cpuUs / 1000 / megabytes;
console.log(JSON.stringify({ perSecond: sample.perSecond, cpuMsPerMb, peakRssMb }));
