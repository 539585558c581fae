import type { IncomingMessage, ServerResponse } from "node:http";
import type { FileFault } from "./fault-types.ts";
import type { Faults } from "./faults.ts";
import { readableFile } from "./file-store.ts";
import { type Reply, sendReply } from "./http-io.ts";
import { IDENTITY } from "./identity.ts";
import { startTraffic } from "./traffic.ts";
import type { World } from "./world.ts";

/** What Slack answers, with 200, to whoever may not have the file. */
const LOGIN_PAGE =
  '<!DOCTYPE html><html lang="en-US"><head><title>Sign in | Slack</title></head><body>Sign in to your workspace</body></html>';

/** GET of url_private and url_private_download, which want the bot token and files:read. */
export async function handleFile(
  { world, faults }: { readonly world: World; readonly faults: Faults },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? "/", world.origin).pathname;
  const finish = startTraffic(world, { direction: "from_bot", via: "file", name: path, request: null });
  const refuse = (): void => {
    finish(200, "login page");
    sendReply(response, { status: 200, body: LOGIN_PAGE });
  };
  const isAllowed = request.headers.authorization === `Bearer ${IDENTITY.botToken}`;
  if (!isAllowed || !world.manifest.scopes.has("files:read")) {
    world.report("file", isAllowed ? "missing_scope" : "no_token", `download of ${path}`);
    return refuse();
  }
  const fault = faults.takeFile();
  if (fault?.kind === "hang") await faults.hang();
  const fileId = path.split("/")[2]?.split("-")[1] ?? "";
  const file = world.files.get(fileId);
  if (file === undefined || fault?.kind === "missing" || fault?.kind === "hang") {
    finish(fault?.kind === "hang" ? 503 : 404, "no file");
    sendReply(response, { status: fault?.kind === "hang" ? 503 : 404, body: "no file" });
    return;
  }
  if (readableFile(world, fileId) === null) return refuse();
  if (fault?.kind === "cut") {
    response.writeHead(200, { "content-type": file.mimetype, "content-length": file.bytes.length });
    response.write(file.bytes.subarray(0, Math.floor(file.bytes.length / 2)), () => request.socket.destroy());
    finish(200, "cut in the middle");
    return;
  }
  if (fault?.kind === "slow" || fault?.kind === "stalled" || fault?.kind === "endless") {
    finish(200, fault.kind);
    return drip(response, file, fault.kind);
  }
  const reply = fault === null ? fileReply(file) : faultReply(world, fault, path);
  finish(reply.status, fault === null ? `${file.bytes.length} bytes` : fault.kind);
  sendReply(response, reply);
}

const PIECES = 10;
const DRIP_MS = 50;

function drip(
  response: ServerResponse,
  { mimetype, bytes }: { readonly mimetype: string; readonly bytes: Uint8Array },
  kind: "slow" | "stalled" | "endless",
): void {
  const pieceBytes = Math.ceil(bytes.length / PIECES);
  const last = { slow: PIECES, stalled: PIECES / 2, endless: Number.POSITIVE_INFINITY }[kind];
  let sent = 0;
  response.writeHead(200, { "content-type": mimetype });
  const timer = setInterval(() => {
    const at = (sent % PIECES) * pieceBytes;
    response.write(bytes.subarray(at, at + pieceBytes));
    sent += 1;
    if (sent < last) return;
    clearInterval(timer);
    if (kind === "slow") response.end();
  }, DRIP_MS);
  response.once("close", () => clearInterval(timer));
}

function fileReply(file: { readonly mimetype: string; readonly bytes: Uint8Array }): Reply {
  return {
    status: 200,
    headers: { "content-type": file.mimetype, "content-length": String(file.bytes.length) },
    body: file.bytes,
  };
}

function faultReply(world: World, fault: FileFault, path: string): Reply {
  if (fault.kind !== "redirect") return { status: 200, body: LOGIN_PAGE };
  const elsewhere = world.origin.replace("127.0.0.1", "localhost");
  return { status: 302, headers: { location: fault.to ?? `${elsewhere}${path}` }, body: "" };
}
