import type { IncomingMessage, ServerResponse } from "node:http";
import { readBytes } from "../http.ts";

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/** @throws Error when the body is larger than anything the web API takes */
export async function readBody(request: IncomingMessage): Promise<string> {
  const bytes = await readBytes(request, BODY_LIMIT_BYTES);
  if (bytes === null) throw new Error("request body too large");
  return bytes.toString("utf8");
}

export type Reply = {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body: unknown;
};

/** Objects go as JSON, bytes and strings as they are. */
export function sendReply(response: ServerResponse, reply: Reply): void {
  if (response.destroyed || response.headersSent) return;
  const isRaw = typeof reply.body === "string" || reply.body instanceof Uint8Array;
  const type = isRaw ? "text/html; charset=utf-8" : "application/json; charset=utf-8";
  response.writeHead(reply.status, { "content-type": type, ...reply.headers });
  response.end(isRaw ? reply.body : JSON.stringify(reply.body));
}
