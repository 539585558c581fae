import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { readBytes } from "../http.ts";
import type { ActReply } from "./protocol.ts";

/** Ten files of 10 MB in base64, the most a file_input takes. */
const MOST_BODY_BYTES = 140_000_000;

/** A request that is answered with that HTTP status and sentence. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** @throws Refused when the body is no JSON or larger than any act */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request, MOST_BODY_BYTES);
  if (bytes === null) throw new Refused(413, "larger than ten files of 10 MB");
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new Refused(400, "not JSON");
  }
}

/** Answers with JSON, unless the page has gone or an answer has begun. */
export function reply(response: ServerResponse, status: number, body: ActReply): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

/** Cuts open connections: event streams never end by themselves. */
export function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
