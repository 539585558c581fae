import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** The next commit arrives and its answer doesn't, or it doesn't arrive before somebody lets it. */
type Loss = "answer" | "commit";

/** The way to the database at `directUrl`, on which a connection can die in the middle of a commit. */
export async function startCommitGate(directUrl: string) {
  const { hostname, port } = new URL(directUrl);
  const links = new Set<Socket>();
  const held = Promise.withResolvers<Socket>();
  let loss: Loss | null = null;
  let lostAt = "commit\0";
  const lose = (client: Socket, upstream: Socket, commit: Buffer) => {
    const isHeld = loss === "commit";
    loss = null;
    client.unpipe().destroy();
    upstream.unpipe().resume();
    if (!isHeld) return void upstream.end(commit);
    held.resolve(upstream);
  };
  const gate = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      links.add(socket);
      socket.on("error", () => socket.destroy());
    }
    upstream.pipe(client);
    client.on("data", (chunk: Buffer) => {
      if (loss !== null && chunk.includes(lostAt)) lose(client, upstream, chunk);
      else upstream.write(chunk);
    });
    client.on("end", () => upstream.end());
  }).listen(0, "127.0.0.1");
  await once(gate, "listening");
  const address = gate.address();
  const url = new URL(directUrl);
  url.port = typeof address === "object" ? `${address?.port}` : "";
  onTestFinished(() => {
    for (const socket of links) socket.destroy();
    gate.close();
  });
  return {
    url: url.href,
    /** `at`: words of the statement that commits, by itself. */
    loseNext(next: Loss, at = "commit\0") {
      loss = next;
      lostAt = at;
    },
    /** Ends the transaction whose commit was kept back. */
    async end(how: "commit" | "rollback") {
      const upstream = await held.promise;
      const words = Buffer.from(`${how}\0`);
      const head = Buffer.from([0x51, 0, 0, 0, words.length + 4]);
      upstream.end(Buffer.concat([head, words]));
    },
  };
}
