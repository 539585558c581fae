import type { FetchFunction } from "@slack/web-api";
import { Agent } from "undici";

/** As many as one of Slack's clients has under way at most: none waits here. Kept open for the next call. */
const agent = new Agent({ connections: 100, pipelining: 1, allowH2: false });

/**
 * Slack's client's `fetch` for its own calls, whose bodies are text: Node's takes four times as much of a processor for
 * streams, redirects and encodings that none of them has. It fails as Node's does, and in the same words.
 */
export const webFetch: FetchFunction = async (url, init = {}) => {
  const { method = "GET", headers: sent = {}, body = null, signal = null } = init;
  if (body !== null && typeof body !== "string") return await fetch(url, init);
  const { origin, pathname, search, href } = new URL(url);
  try {
    const reply = await agent.request({
      ...{ origin, path: `${pathname}${search}`, headers: sent, body, signal },
      method: method === "POST" ? "POST" : "GET",
    });
    const bytes = await reply.body.arrayBuffer();
    const { statusCode: status } = reply;
    if (status >= 300 && status < 400) throw new Error("unexpected redirect");
    const headers = new Headers();
    for (const [name, value] of Object.entries(reply.headers))
      if (value !== undefined) headers.set(name, [value].flat().join(", "));
    const text = async () => new TextDecoder().decode(bytes);
    return {
      ...{ ok: status >= 200 && status < 300, status, statusText: reply.statusText, url: href, headers },
      ...{ text, arrayBuffer: async () => bytes, json: async () => JSON.parse(await text()) },
    };
  } catch (error) {
    throw signal?.aborted === true ? error : new TypeError("fetch failed", { cause: error });
  }
};
