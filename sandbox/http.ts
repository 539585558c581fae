import type { IncomingMessage, Server } from "node:http";

/** Listens on loopback; resolves with the port. 0 lets the system choose. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port }, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/**
 * The bytes of a request's body, or null beyond the limit: the rest is read and dropped then, since a caller who is still
 * writing would see a reset and not the answer. Rejects when the caller goes away meanwhile.
 */
export async function readBytes(request: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    sizeBytes += bytes.length;
    if (sizeBytes > mostBytes) chunks = [];
    else chunks.push(bytes);
  }
  return sizeBytes > mostBytes ? null : Buffer.concat(chunks);
}
