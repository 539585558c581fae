import { maskAuthorization } from "./signature.ts";

/** A request as it arrived, for people to look at: no signature, no file content. */
export type ReceivedRequest = {
  /** ISO 8601 UTC. */
  at: string;
  method: string;
  /** Without the query. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Parsed JSON; a file's content is replaced by its size; undefined without a (readable) body. */
  body: unknown;
  signatureOk: boolean;
};

/** A request that has ended: answered, never answered ("silence") or cut off without an answer ("reset"). */
export type RequestRecord = ReceivedRequest & {
  status: number | "silence" | "reset";
  /** The parsed reply, or its text when it is no JSON; undefined when there was none. */
  reply: unknown;
  durationMs: number;
};

/** Header names are lower case; a repeated header is joined. */
export function toShownHeaders(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(", ") : (value ?? "");
      return [name, name === "authorization" ? maskAuthorization(text) : text];
    }),
  );
}

/** The body with the content of `file` replaced by its size. */
export function toShownBody(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("file" in body)) return body;
  const { file } = body;
  return typeof file === "string" ? { ...body, file: `<${Buffer.byteLength(file, "base64")} bytes>` } : body;
}
