import type { IncomingHttpHeaders } from "node:http";

/**
 * Sent with every answer: scripts, styles and connections of this server only, in no frame, to no other page.
 * `data:` and `blob:` pictures are the ones a person has just picked.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

export type Asked = { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders };

/**
 * Why a request is not served, or null. A page from elsewhere reaches this server under its own name (DNS
 * rebinding: wrong Host), with its own origin, or as a sub-request that the browser marks as cross-site; only
 * following a link to the page itself is allowed.
 */
export function refusalOf(asked: Asked, port: number): string | null {
  const { host, origin } = asked.headers;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host === undefined || !hosts.includes(host)) return "this page is served on 127.0.0.1 only";
  if (origin !== undefined && origin !== `http://${host}`) return "not from another origin";
  const site = asked.headers["sec-fetch-site"];
  const isLink =
    asked.method === "GET" && asked.path === "/" && asked.headers["sec-fetch-mode"] === "navigate";
  if (site !== undefined && site !== "same-origin" && site !== "none" && !isLink)
    return "not from another site";
  if (asked.method === "GET" || asked.method === "HEAD") return null;
  if (origin === undefined) return "an act names its origin";
  return isJson(asked.headers["content-type"]) ? null : "an act is application/json";
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";
}
