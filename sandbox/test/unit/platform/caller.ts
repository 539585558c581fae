import { createHmac, randomBytes } from "node:crypto";
import type { SandboxPlatform } from "../../../platform/index.ts";

export type Call = {
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export function sign(secret: string, date: string, salt: string): string {
  return createHmac("sha256", secret)
    .update(date + salt)
    .digest("hex");
}

export function authorize(
  platform: Pick<SandboxPlatform, "apiKey" | "apiSecret">,
  parts: { date?: string; salt?: string; apiKey?: string; signature?: string } = {},
): string {
  const date = parts.date ?? new Date().toISOString();
  const salt = parts.salt ?? randomBytes(16).toString("hex");
  const signature = parts.signature ?? sign(platform.apiSecret, date, salt);
  return `HMAC-SHA256 apiKey=${parts.apiKey ?? platform.apiKey}, date=${date}, salt=${salt}, signature=${signature}`;
}

/** Sends a signed request; `headers` may replace or (with an empty value) leave out what is sent by default. */
export function send(platform: SandboxPlatform, call: Call): Promise<Response> {
  const headers = new Headers({ authorization: authorize(platform) });
  if (call.body !== undefined) headers.set("content-type", "application/json");
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value === "") headers.delete(name);
    else headers.set(name, value);
  }
  return fetch(platform.url + call.path, {
    method: call.method ?? (call.body === undefined ? "GET" : "POST"),
    headers,
    body:
      typeof call.body === "string" || call.body === undefined
        ? (call.body ?? null)
        : JSON.stringify(call.body),
    signal: call.signal ?? null,
  });
}

/** The status and the parsed body of a signed request. */
export async function call(
  platform: SandboxPlatform,
  request: Call,
): Promise<{ status: number; body: unknown }> {
  const response = await send(platform, request);
  return { status: response.status, body: await response.json() };
}

export function sendText(platform: SandboxPlatform, message: object = {}, rest: object = {}) {
  return call(platform, {
    path: "/messages/v4/send",
    body: { message: { to: "01012345678", from: "0212345678", text: "hello", ...message }, ...rest },
  });
}

export function upload(platform: SandboxPlatform, bytes: Buffer, rest: object = {}) {
  return call(platform, {
    path: "/storage/v1/files",
    body: { file: bytes.toString("base64"), ...rest },
  });
}

/** A PNG header of the given pixels, filled up to a size in bytes. */
export function createPng({ width = 640, height = 480, sizeBytes = 64 } = {}): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
