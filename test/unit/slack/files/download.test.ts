import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { createFileReader, SlackFileError } from "../../../../src/slack/files/download.ts";
import { findTrust, type Trust } from "../../../../src/slack/slack-hosts.ts";
import { serve } from "../loopback.ts";

const token = "xoxb-secret-token";
const bytes = Buffer.from("%PDF-1.7 a document");

/** A server that notes what was asked of it, and with which token. */
async function serveFiles(answer: (response: ServerResponse, request: IncomingMessage) => void) {
  const tokens: (string | undefined)[] = [];
  const paths: (string | undefined)[] = [];
  const { origin } = await serve((request, response) => {
    tokens.push(request.headers.authorization);
    paths.push(request.url);
    answer(response, request);
  });
  return { origin, tokens, paths };
}

const whole = (response: ServerResponse) => response.end(bytes);

/** What files.info says of a file. */
type Info = Record<string, unknown> & { id: string };

function fileAt(origin: string, more: Record<string, unknown> = {}): Info {
  const url_private_download = `${origin}/files-pri/T1-F1/download/a.pdf`;
  const file = { id: "F1", name: "a.pdf", mimetype: "application/pdf", user: "U1", is_public: false };
  return { ...file, url_private_download, ...more };
}

type Options = {
  trust?: (url: URL, apiOrigin: string) => Trust | null;
  info?: () => Promise<unknown>;
  members?: Record<string, string[]>;
  maxBytes?: number;
  totalMs?: number;
  idleMs?: number;
};

function readerFor(origin: string, { info, members = {}, ...more }: Options = {}) {
  return (file: Info, asked: { person: string; signal: AbortSignal }) => {
    const client = {
      files: { info: info ?? (async () => ({ ok: true, file })) },
      conversations: {
        members: async ({ channel }: { channel: string }) => {
          if (members[channel] !== undefined) return { ok: true, members: members[channel] };
          const error = channel === "G500" ? "internal_error" : "channel_not_found";
          throw Object.assign(new Error("no"), { data: { ok: false, error } });
        },
      },
    } as unknown as Parameters<typeof createFileReader>[0]["client"];
    const read = createFileReader({
      client,
      botToken: { reveal: () => token },
      apiUrl: `${origin}/api/`,
      maxBytes: 1000,
      backoff: { firstMs: 1, longestMs: 1 },
      ...more,
    });
    return read(file, asked);
  };
}

const asked = { person: "U1", signal: new AbortController().signal };

/** What keeps the reader from the file, which lies at that server and of which files.info says this; or "read". */
async function problemOf(origin: string, options: Options = {}, more: Record<string, unknown> = {}) {
  return readerFor(origin, options)(fileAt(origin, more), asked).then(
    () => "read",
    (error: unknown) => (error instanceof SlackFileError ? error.problem : `other: ${String(error)}`),
  );
}

describe("the download of a file from Slack", () => {
  it("returns all bytes, with the bot token, from the file's download address", async () => {
    const slack = await serveFiles(whole);
    const file = fileAt(slack.origin, { url_private: `${slack.origin}/other`, size: bytes.length });
    expect(await readerFor(slack.origin)(file, asked)).toEqual(bytes);
    expect(slack.tokens).toEqual([`Bearer ${token}`]);
    expect(slack.paths).toEqual(["/files-pri/T1-F1/download/a.pdf"]);
  });

  it.each(["canvas", "space", "external", "quip", "list"])(
    "refuses a file of Slack's mode “%s” without a request",
    async (mode) => {
      const slack = await serveFiles(whole);
      expect(await problemOf(slack.origin, {}, { mode })).toBe("elsewhere");
      expect(slack.paths).toEqual([]);
    },
  );

  it.each([500, 429, 503])("is tried three times after HTTP %s", async (status) => {
    let left = 2;
    const slack = await serveFiles((response) => {
      left -= 1;
      if (left < 0) return whole(response);
      response.writeHead(status, { "retry-after": "0" });
      return response.end();
    });
    expect(await readerFor(slack.origin)(fileAt(slack.origin), asked)).toEqual(bytes);
    expect(slack.paths).toHaveLength(3);
    left = 3;
    expect(await problemOf(slack.origin)).toBe("not_fetched");
    expect(slack.paths).toHaveLength(6);
  });

  it("takes the file's address from files.info, whatever a payload says", async () => {
    const slack = await serveFiles(whole);
    const forged = fileAt(slack.origin, { url_private_download: `${slack.origin}/api/auth.revoke` });
    const reader = readerFor(slack.origin, { info: async () => ({ ok: true, file: fileAt(slack.origin) }) });
    expect(await reader(forged, asked)).toEqual(bytes);
    expect(slack.paths).toEqual(["/files-pri/T1-F1/download/a.pdf"]);
  });

  it.each([
    ["in a public channel", { is_public: true }, "read"],
    ["in a private channel with the person", { groups: ["G1", "G2"] }, "read"],
    ["in a private channel without the person", { groups: ["G1"] }, "no_access"],
    ["in a conversation that the app can't ask about", { ims: ["D9"] }, "no_access"],
    ["of somebody else, shared nowhere", {}, "no_access"],
    ["in a channel that Slack doesn't call public", { channels: ["C1"] }, "read"],
    ["in a conversation that Slack fails to answer for", { groups: ["G500"] }, "not_fetched"],
  ])("is allowed only for a person who may see it: a file %s", async (_where, more, expected) => {
    const slack = await serveFiles(whole);
    const members = { G1: ["U2"], G2: ["U2", "U1"] };
    expect(await problemOf(slack.origin, { members }, { user: "U2", ...more })).toBe(expected);
    expect(slack.paths).toHaveLength(expected === "read" ? 1 : 0);
  });

  it.each([
    ["file_not_found", "no_access"],
    ["missing_scope", "no_scope"],
    ["file_deleted", "gone"],
    ["internal_error", "not_fetched"],
  ])("turns the error %s from files.info into the problem %s", async (error, problem) => {
    const slack = await serveFiles(whole);
    const info = () => Promise.reject(Object.assign(new Error(error), { data: { ok: false, error } }));
    expect(await problemOf(slack.origin, { info })).toBe(problem);
  });

  it("reports Slack's login page with HTTP 200 as a missing scope", async () => {
    const byType = await serveFiles((response) => response.setHeader("content-type", "text/html").end("<p>"));
    const byBytes = await serveFiles((response) => response.end("\n<!DOCTYPE html><html>Sign in</html>"));
    for (const { origin } of [byType, byBytes]) {
      expect(await problemOf(origin)).toBe("no_scope");
      expect(await problemOf(origin, {}, { size: 10 })).toBe("no_scope");
    }
    const page = "<html>Somebody's own</html>";
    const own = await serveFiles((response) => response.setHeader("content-type", "image/jpeg").end(page));
    const told = fileAt(own.origin, { size: page.length });
    expect((await readerFor(own.origin)(told, asked)).toString()).toBe(page);
  });

  it("follows a redirect to an allowed host, and sends the token only to Slack's hosts", async () => {
    const elsewhere = await serveFiles(whole);
    for (const trust of ["token", "no_token"] as const) {
      elsewhere.tokens.length = 0;
      const slack = await serveFiles((response) =>
        response.writeHead(302, { location: `${elsewhere.origin}/signed` }).end(),
      );
      const reader = readerFor(slack.origin, {
        trust: (url, api) => (url.origin === elsewhere.origin ? trust : findTrust(url, api)),
      });
      expect(await reader(fileAt(slack.origin), asked)).toEqual(bytes);
      expect(elsewhere.tokens).toEqual([trust === "token" ? `Bearer ${token}` : undefined]);
    }
  });

  it("sends no request to a foreign host, an inner address or another scheme", async () => {
    const other = await serveFiles(whole);
    for (const location of [
      `${other.origin}/steal`,
      "http://169.254.169.254/latest/meta-data",
      "https://10.0.0.1/files-pri/x",
      "https://[::1]/x",
      "file:///etc/passwd",
      "https://files.slack.com.evil.example/x",
      "https://user:password@files.slack.com/x",
      "http://files.slack.com/x",
    ]) {
      const slack = await serveFiles((response) => response.writeHead(302, { location }).end());
      expect(await problemOf(slack.origin), location).toBe("elsewhere");
    }
    expect(other.paths).toEqual([]);
    const url_private_download = `${other.origin}/files-pri/x`;
    expect(await problemOf("http://127.0.0.1:1", {}, { url_private_download })).toBe("elsewhere");
    expect(other.paths).toEqual([]);
  });

  it("gives up after three redirects", async () => {
    const slack = await serveFiles((response, { url }) =>
      response.writeHead(302, { location: `${url}x` }).end(),
    );
    expect(await problemOf(slack.origin)).toBe("elsewhere");
    expect(slack.paths).toHaveLength(4);
  });

  it("refuses a download that is shorter than its stated size", async () => {
    const withLength = await serveFiles((response) => {
      response.writeHead(200, { "content-length": bytes.length });
      response.write(bytes.subarray(0, 5), () => response.destroy());
    });
    expect(await problemOf(withLength.origin)).toBe("not_fetched");
    const short = await serveFiles((response) => response.end(bytes.subarray(0, 5)));
    expect(await problemOf(short.origin, {}, { size: bytes.length })).toBe("not_fetched");
  });

  /** Sends so much every 5 ms, without end. */
  const withoutEnd = (chunk: string) => (response: ServerResponse) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(chunk), 5);
    response.on("close", () => clearInterval(timer));
  };
  const silent = (response: ServerResponse) => response.writeHead(200).write("%PDF");
  const large = (response: ServerResponse) => response.writeHead(200, { "content-length": 5000 }).write("x");

  it.each<[string, (response: ServerResponse) => void, Options & { size?: number }, string]>([
    ["stalls", silent, { idleMs: 50 }, "not_fetched"],
    ["never ends", withoutEnd("x"), { idleMs: 10_000, totalMs: 150, maxBytes: 1e6 }, "not_fetched"],
    ["is larger than the limit", withoutEnd("x"), { maxBytes: 10 }, "too_large"],
    ["announces a size above the limit", large, {}, "too_large"],
    ["is larger than Slack said", withoutEnd("x".repeat(600)), { maxBytes: 1e9, size: 5 }, "not_fetched"],
  ])("ends early if it %s", async (_, answer, { size, ...options }, problem) => {
    const { origin } = await serveFiles(answer);
    expect(await problemOf(origin, options, { size })).toBe(problem);
  });

  it("ends with its caller's reason if the caller aborts it", async () => {
    const { origin } = await serveFiles(silent);
    const asking = new AbortController();
    const reading = readerFor(origin)(fileAt(origin), { ...asked, signal: asking.signal });
    asking.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
  });

  it.each([
    [404, "gone"],
    [403, "no_access"],
    [503, "not_fetched"],
  ])("turns HTTP %i into the problem %s", async (status, problem) => {
    const slack = await serveFiles((response) => response.writeHead(status).end("no"));
    expect(await problemOf(slack.origin)).toBe(problem);
  });
});

describe("findTrust", () => {
  const api = "https://slack.com";
  it.each([
    ["https://files.slack.com/files-pri/x", "token"],
    ["https://files-origin.slack.com/x", "token"],
    ["https://slack-files.com/x", "token"],
    ["https://files.slack-gov.com/x", "token"],
    ["https://a.slack-edge.com/x", "no_token"],
    ["https://evilslack.com/x", null],
    ["https://slack.com.evil.example/x", null],
    ["https://files.slack.com:8443/x", null],
    ["https://127.0.0.1/x", null],
  ])("returns for the address %s the trust %s", (url, trust) => {
    expect(findTrust(new URL(url), api)).toBe(trust);
  });
});
