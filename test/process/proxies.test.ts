import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Agent, request } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "../support/eventually.ts";

const page = readFileSync(new URL("../../docs/setup.md", import.meta.url), "utf8");

/** A block of docs/setup.md, with this machine's addresses and certificates in place of the example's. */
function exampleOf(language: string, replaced: Readonly<Record<string, string>>): string {
  const [, block = ""] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page) ?? [];
  return Object.entries(replaced).reduce((example, [from, to]) => {
    expect(example).toContain(from);
    return example.replaceAll(from, to);
  }, block);
}

function isInstalled(...command: [string, ...string[]]): boolean {
  const [name, ...args] = command;
  try {
    execFileSync(name, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

type Proxy = { address: string; upstream: Awaited<ReturnType<typeof startUpstream>> };

type Received = { request: IncomingMessage; body: string; response: ServerResponse };

/** A server in place of the bot: keeps each complete request, and answers all but “silence”. */
async function startUpstream() {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const body = await text(incoming).catch(() => null);
    if (body === null) return;
    received.push({ request: incoming, body, response });
    if (body !== "silence") response.end("acknowledged");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "proxy-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, { stdio: "ignore", env: { ...process.env, ...env } });
  onTestFinished(async () => {
    const ended = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGKILL")) await ended;
  });
  return child;
}

async function startNginx(): Promise<Proxy> {
  const upstream = await startUpstream();
  const at = folder();
  const port = await freePort();
  const subject = ["-subj", "/CN=chatops.example.com", "-days", "2", "-nodes", "-newkey", "rsa:2048"];
  execFileSync(
    "openssl",
    ["req", "-x509", ...subject, "-keyout", `${at}/privkey.pem`, "-out", `${at}/fullchain.pem`],
    {
      stdio: "ignore",
    },
  );
  const block = exampleOf("nginx", {
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "/etc/letsencrypt/live/chatops.example.com": at,
    "127.0.0.1:3000": upstream.address,
  });
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${at}/${name};`,
  );
  const main = `daemon off; master_process off; pid ${at}/pid; error_log ${at}/error.log; events {}`;
  writeFileSync(`${at}/nginx.conf`, `${main}\nhttp { access_log off; ${kept.join(" ")}\n${block}\n}`);
  run("nginx", ["-p", at, "-c", `${at}/nginx.conf`]);
  return { address: `https://127.0.0.1:${port}`, upstream };
}

async function startCaddy(): Promise<Proxy> {
  const upstream = await startUpstream();
  const at = folder();
  const port = await freePort();
  const block = exampleOf("caddyfile", {
    // For a name Caddy would get a certificate, which needs a name on the internet.
    "chatops.example.com": `http://127.0.0.1:${port}`,
    "127.0.0.1:3000": upstream.address,
  });
  writeFileSync(`${at}/Caddyfile`, `{\n\tadmin off\n}\n${block}`);
  const home = { HOME: at, XDG_DATA_HOME: at, XDG_CONFIG_HOME: at };
  run("caddy", ["run", "--adapter", "caddyfile", "--config", `${at}/Caddyfile`], home);
  return { address: `http://127.0.0.1:${port}`, upstream };
}

const isNginx = isInstalled("nginx", "-v") && isInstalled("openssl", "version");

describe.each([
  ["nginx", isNginx, startNginx],
  ["Caddy", isInstalled("caddy", "version"), startCaddy],
] as const)("the proxy configuration of docs/setup.md for %s", (_, isThere, start) => {
  it.skipIf(!isThere)(
    "passes on only Slack's deliveries, and closes the bot's connection when Slack gives up",
    () => provesProxy(start),
  );
});

async function provesProxy(start: () => Promise<Proxy>): Promise<void> {
  const { address, upstream } = await start();
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  onTestFinished(() => dispatcher.destroy());
  const send = async (path: string, body: string, signal: AbortSignal | null = null) => {
    const headers = { "x-slack-signature": "v0=1", "content-type": "application/json" };
    const url = `${address}${path}`;
    const { statusCode, body: answer } = await request(url, {
      method: "POST",
      headers,
      body,
      dispatcher,
      signal,
    });
    return [statusCode, await answer.text()];
  };
  await eventually(async () => expect(await send("/slack/events", "first")).toEqual([200, "acknowledged"]));
  const [delivery] = upstream.received;
  expect([delivery?.request.url, delivery?.body, delivery?.request.headers["x-slack-signature"]]).toEqual([
    "/slack/events",
    "first",
    "v0=1",
  ]);

  for (const path of ["/healthz", "/readyz", "/metrics", "/", "/slack/events/more"]) {
    expect((await send(path, "x"))[0], path).toBe(404);
  }
  expect(upstream.received).toHaveLength(1);

  const [refused] = await send("/slack/events", "x".repeat(1024 * 1024 + 1));
  // Caddy answers 502, since the bot got fewer bytes than were announced.
  expect([413, 502]).toContain(refused);
  expect(upstream.received).toHaveLength(1);

  // Slack gives up: the bot has to notice.
  const givesUp = new AbortController();
  const silent = send("/slack/events", "silence", givesUp.signal).catch(() => "given up");
  await eventually(() => expect(upstream.received.at(-1)?.body).toBe("silence"));
  expect(upstream.received.at(-1)?.response.closed).toBe(false);
  givesUp.abort();
  expect(await silent).toBe("given up");
  await eventually(() => expect(upstream.received.at(-1)?.response.closed).toBe(true));
}
