import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { PostgresServer } from "./postgres-server.ts";

export type Mood = "open" | "closed" | "silent";

/** The way to a fresh database: `closed` cuts and refuses connections, `silent` takes them and says nothing. */
export async function startGate(server: PostgresServer, first: Mood = "open") {
  const database = await server.createDatabase();
  const { hostname, port } = new URL(database.url);
  const links = new Set<Socket>();
  let mood = first;
  const gate = createServer((client) => {
    if (mood === "closed") return void client.destroy();
    const ends = mood === "silent" ? [client] : [client, connect(Number(port), hostname)];
    const close = () => ends.forEach((socket) => void socket.destroy());
    for (const socket of ends) {
      links.add(socket);
      socket.on("error", close).on("close", close);
    }
    const [, upstream] = ends;
    if (upstream !== undefined) client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(gate, "listening");
  const address = gate.address();
  const url = new URL(database.url);
  url.port = typeof address === "object" ? `${address?.port}` : "";
  const shut = () => links.forEach((socket) => void socket.destroy());
  onTestFinished(async () => {
    shut();
    gate.close();
    await database.drop();
  });
  return {
    url: url.href,
    directUrl: database.url,
    set(next: Mood) {
      mood = next;
      if (next === "silent") for (const socket of links) socket.unpipe().pause();
      else shut();
    },
  };
}
