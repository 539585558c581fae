import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFileReader, SlackFileError } from "../../../../src/slack/files/download.ts";
import { findTrust, type Trust } from "../../../../src/slack/slack-hosts.ts";

const token = "xoxb-secret-token";
const bytes = Buffer.from("%PDF-1.7 a document");

type Server = { origin: string; tokens: (string | undefined)[]; paths: string[] };

/** A real server that notes who came with a token. */
async function serve(answer: (response: ServerResponse, request: IncomingMessage) => void): Promise<Server> {
  const server: Server = { origin: "", tokens: [], paths: [] };
  const http = createServer((request, response) => {
    server.tokens.push(request.headers.authorization);
    server.paths.push(request.url ?? "");
    answer(response, request);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  server.origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return server;
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

async function problemOf(reading: Promise<Buffer>): Promise<string> {
  return reading.then(
    () => "read",
    (error: unknown) => (error instanceof SlackFileError ? error.problem : `other: ${String(error)}`),
  );
}

const asked = { person: "U1", signal: new AbortController().signal };

describe("the reader of Slack's files", () => {
  it("gets all bytes, with the token, from the address for downloads", async () => {
    const slack = await serve(whole);
    const file = fileAt(slack.origin, { url_private: `${slack.origin}/other`, size: bytes.length });
    expect(await readerFor(slack.origin)(file, asked)).toEqual(bytes);
    expect(slack.tokens).toEqual([`Bearer ${token}`]);
    expect(slack.paths).toEqual(["/files-pri/T1-F1/download/a.pdf"]);
  });

  it.each(["canvas", "space", "external", "quip", "list"])("downloads nothing of a %s", async (mode) => {
    const slack = await serve(whole);
    const file = fileAt(slack.origin, { mode });
    expect(await problemOf(readerFor(slack.origin)(file, asked))).toBe("elsewhere");
    expect(slack.paths).toEqual([]);
  });

  it.each([500, 429, 503])("tries three times after HTTP %s", async (status) => {
    let left = 2;
    const slack = await serve((response) => {
      left -= 1;
      if (left < 0) return whole(response);
      response.writeHead(status, { "retry-after": "0" });
      return response.end();
    });
    expect(await readerFor(slack.origin)(fileAt(slack.origin), asked)).toEqual(bytes);
    expect(slack.paths).toHaveLength(3);
    left = 3;
    expect(await problemOf(readerFor(slack.origin)(fileAt(slack.origin), asked))).toBe("not_fetched");
    expect(slack.paths).toHaveLength(6);
  });

  it("takes a file's address from files.info, whatever a payload says", async () => {
    const slack = await serve(whole);
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
  ])("reads a file only for somebody who may see it: %s", async (_where, more, expected) => {
    const slack = await serve(whole);
    const file = fileAt(slack.origin, { user: "U2", ...more });
    const reader = readerFor(slack.origin, { members: { G1: ["U2"], G2: ["U2", "U1"] } });
    expect(await problemOf(reader(file, asked))).toBe(expected);
    expect(slack.paths).toHaveLength(expected === "read" ? 1 : 0);
  });

  it.each([
    ["file_not_found", "no_access"],
    ["missing_scope", "no_scope"],
    ["file_deleted", "gone"],
    ["internal_error", "not_fetched"],
  ])("turns %s of files.info into the problem %s", async (error, problem) => {
    const slack = await serve(whole);
    const info = () => Promise.reject(Object.assign(new Error(error), { data: { ok: false, error } }));
    expect(await problemOf(readerFor(slack.origin, { info })(fileAt(slack.origin), asked))).toBe(problem);
  });

  it("takes Slack's login page with HTTP 200 for a missing scope", async () => {
    const byType = await serve((response) => response.setHeader("content-type", "text/html").end("<p>"));
    const byBytes = await serve((response) => response.end("\n<!DOCTYPE html><html>Sign in</html>"));
    for (const { origin } of [byType, byBytes]) {
      expect(await problemOf(readerFor(origin)(fileAt(origin), asked))).toBe("no_scope");
      expect(await problemOf(readerFor(origin)(fileAt(origin, { size: 10 }), asked))).toBe("no_scope");
    }
    const page = "<html>Somebody's own</html>";
    const own = await serve((response) => response.setHeader("content-type", "image/jpeg").end(page));
    const told = fileAt(own.origin, { size: page.length });
    expect((await readerFor(own.origin)(told, asked)).toString()).toBe(page);
  });

  it("follows a redirect to an allowed host, and sends the token to Slack's only", async () => {
    const elsewhere = await serve(whole);
    for (const trust of ["token", "no_token"] as const) {
      elsewhere.tokens.length = 0;
      const slack = await serve((response) =>
        response.writeHead(302, { location: `${elsewhere.origin}/signed` }).end(),
      );
      const reader = readerFor(slack.origin, {
        trust: (url, api) => (url.origin === elsewhere.origin ? trust : findTrust(url, api)),
      });
      expect(await reader(fileAt(slack.origin), asked)).toEqual(bytes);
      expect(elsewhere.tokens).toEqual([trust === "token" ? `Bearer ${token}` : undefined]);
    }
  });

  it("asks no foreign host, inner address or other scheme", async () => {
    const other = await serve(whole);
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
      const slack = await serve((response) => response.writeHead(302, { location }).end());
      expect(await problemOf(readerFor(slack.origin)(fileAt(slack.origin), asked)), location).toBe(
        "elsewhere",
      );
    }
    expect(other.paths).toEqual([]);
    expect(await problemOf(readerFor("http://127.0.0.1:1")(fileAt(other.origin), asked))).toBe("elsewhere");
    expect(other.paths).toEqual([]);
  });

  it("gives up after three redirects", async () => {
    const slack = await serve((response, { url }) => response.writeHead(302, { location: `${url}x` }).end());
    expect(await problemOf(readerFor(slack.origin)(fileAt(slack.origin), asked))).toBe("elsewhere");
    expect(slack.paths).toHaveLength(4);
  });

  it("refuses a download that is shorter than its stated size", async () => {
    const withLength = await serve((response) => {
      response.writeHead(200, { "content-length": bytes.length });
      response.write(bytes.subarray(0, 5), () => response.destroy());
    });
    expect(await problemOf(readerFor(withLength.origin)(fileAt(withLength.origin), asked))).toBe(
      "not_fetched",
    );
    const short = await serve((response) => response.end(bytes.subarray(0, 5)));
    const told = fileAt(short.origin, { size: bytes.length });
    expect(await problemOf(readerFor(short.origin)(told, asked))).toBe("not_fetched");
  });

  it("gives up on a download that stalls, never ends or is too large", async () => {
    const silent = await serve((response) => response.writeHead(200).write("%PDF"));
    const dripping = await serve((response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(timer));
    });
    const read = ({ origin }: Server, options: Options) =>
      problemOf(readerFor(origin, options)(fileAt(origin), asked));
    expect(await read(silent, { idleMs: 50 })).toBe("not_fetched");
    expect(await read(dripping, { idleMs: 10_000, totalMs: 150, maxBytes: 1e6 })).toBe("not_fetched");
    expect(await read(dripping, { maxBytes: 10 })).toBe("too_large");
    const large = await serve((response) => response.writeHead(200, { "content-length": 5000 }).write("x"));
    expect(await read(large, {})).toBe("too_large");
    const flooding = await serve((response) => {
      const timer = setInterval(() => response.write("x".repeat(600)), 5);
      response.on("close", () => clearInterval(timer));
    });
    const told = fileAt(flooding.origin, { size: 5 });
    expect(await problemOf(readerFor(flooding.origin, { maxBytes: 1e9 })(told, asked))).toBe("not_fetched");
  });

  it("ends with the reason of its caller when that aborts", async () => {
    const silent = await serve((response) => response.writeHead(200).write("%PDF"));
    const asking = new AbortController();
    const reading = readerFor(silent.origin)(fileAt(silent.origin), { ...asked, signal: asking.signal });
    asking.abort(new Error("stopped"));
    await expect(reading).rejects.toThrow("stopped");
  });

  it.each([
    [404, "gone"],
    [403, "no_access"],
    [503, "not_fetched"],
  ])("turns HTTP %i into the problem %s", async (status, problem) => {
    const slack = await serve((response) => response.writeHead(status).end("no"));
    expect(await problemOf(readerFor(slack.origin)(fileAt(slack.origin), asked))).toBe(problem);
  });
});

describe("trustOf", () => {
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
  ])("gives %s the trust %s", (url, trust) => {
    expect(findTrust(new URL(url), api)).toBe(trust);
  });
});
