import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { leaseMs, TestClock } from "../contract/store-database.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

test("a statement on a dead connection fails in time, and the next statement gets a new connection", async () => {
  const databaseUrl = await postgres.createDatabase();
  const { hostname, port } = new URL(databaseUrl);
  const links: Socket[] = [];
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    links.push(client, upstream);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const url = new URL(databaseUrl);
  url.port = `${toPort(proxy.address())}`;
  const store = await openStore({ url: url.href, owner: "first", leaseMs, now: new TestClock().now });
  try {
    await store.healthy();
    for (const socket of links) socket.unpipe().pause();
    await expect(store.healthy()).rejects.toThrow("fallen silent");
    await expect(store.healthy()).resolves.toBeUndefined();
  } finally {
    await store.close();
    for (const socket of links) socket.destroy();
    proxy.close();
  }
});

function toPort(address: ReturnType<Server["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("no address");
  return address.port;
}

test("opening the store fails in time when the database accepts the connection and never answers", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  try {
    const url = `postgres://bot@127.0.0.1:${toPort(silent.address())}/bot`;
    const opening = openStore({ url, owner: "first", leaseMs, now: new TestClock().now });
    await expect(opening).rejects.toThrow(/timeout/i);
  } finally {
    silent.close();
  }
});
