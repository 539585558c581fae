import type { IncomingMessage } from "node:http";
import { readBytes } from "../http.ts";
import { ApiError, validationError } from "./api-error.ts";

const maxBodyBytes = 8 * 1024 * 1024;

/** The bytes of a request's body, or "too-large" beyond 8 MB. Rejects when the caller goes away meanwhile. */
export async function readBody(request: IncomingMessage): Promise<Buffer | "too-large"> {
  return (await readBytes(request, maxBodyBytes)) ?? "too-large";
}

/** The JSON value of a body; undefined when there is none. Throws a 413 or 400 ApiError. */
export function parseBody(bytes: Buffer | "too-large", contentType: string | undefined): unknown {
  if (bytes === "too-large") {
    throw new ApiError(413, "RequestTooLarge", `요청 본문이 ${maxBodyBytes} bytes를 넘습니다.`);
  }
  if (bytes.length === 0) return undefined;
  const mediaType = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") throw validationError("Content-Type must be application/json");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw validationError("body is not JSON in UTF-8");
  }
}

/** The query parameters. Throws a 400 ApiError when one occurs twice. */
export function parseQuery(search: string): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (query.has(name)) throw validationError(`${name} occurs twice in the query`);
    query.set(name, value);
  }
  // Unlike an assignment, this keeps a parameter named __proto__, so that it is refused like any other.
  return Object.fromEntries(query);
}
