import { createHmac } from "node:crypto";
import { IDENTITY } from "./identity.ts";
import { parseJson, toObject, toText } from "./json.ts";
import { TIMING } from "./limits.ts";
import { whenWaited } from "./patience.ts";
import { startTraffic } from "./traffic.ts";
import type { Attempt, Dispatch, Transport } from "./transport.ts";
import type { World } from "./world.ts";

const FORM = "application/x-www-form-urlencoded";

export type HttpTransport = Transport & { requestUrl: string | null };

/** Signed POSTs to the app's request URL, in the three encodings Slack uses. */
export function createHttpTransport(world: World, requestUrl: string | null): HttpTransport {
  const transport: HttpTransport = {
    via: "http",
    requestUrl,
    async send(dispatch) {
      if (transport.requestUrl === null) return { envelopeId: null, ack: null, lost: "absent" };
      return await post(world, transport.requestUrl, dispatch);
    },
    async close() {},
  };
  return transport;
}

async function post(world: World, url: string, dispatch: Dispatch): Promise<Attempt> {
  const { type, body } = encode(dispatch);
  const startedMs = world.waitedMs();
  const patience = new AbortController();
  const callOff = whenWaited(world, TIMING.ackMs, () => patience.abort());
  const finish = startTraffic(world, {
    direction: "to_bot",
    via: "http",
    name: dispatch.kind,
    request: dispatch.payload,
  });
  try {
    const reply = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": type,
        "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
        ...signatureHeaders(body, { at: world.now() }),
        ...(dispatch.retry > 0
          ? { "x-slack-retry-num": String(dispatch.retry), "x-slack-retry-reason": "http_timeout" }
          : {}),
      },
      redirect: "manual",
      signal: patience.signal,
    });
    const text = await reply.text();
    const ackBody = toAckBody(text);
    finish(reply.status, ackBody);
    const latencyMs = world.waitedMs() - startedMs;
    return { envelopeId: null, ack: { status: reply.status, body: ackBody, latencyMs }, lost: null };
  } catch (error) {
    finish(0, String(error));
    return { envelopeId: null, ack: null, lost: patience.signal.aborted ? "silent" : lossOf(error) };
  } finally {
    callOff();
  }
}

function lossOf(error: unknown): "absent" | "cut" {
  const code = error instanceof Error ? toObject(error.cause)["code"] : undefined;
  return code === "ECONNREFUSED" ? "absent" : "cut";
}

function toAckBody(text: string): unknown {
  if (text === "") return null;
  const parsed = parseJson(text);
  return typeof parsed === "object" ? parsed : text;
}

function encode({ kind, payload }: Dispatch): { readonly type: string; readonly body: string } {
  if (kind === "event") return { type: "application/json", body: JSON.stringify(payload) };
  if (kind !== "command") {
    return { type: FORM, body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString() };
  }
  const fields = Object.entries(payload).map(([name, value]): [string, string] => [name, toText(value)]);
  return { type: FORM, body: new URLSearchParams(fields).toString() };
}

/** Slack's v0 scheme: HMAC-SHA256 over version, timestamp and raw body. */
export function signatureHeaders(
  body: string,
  { at, secret = IDENTITY.signingSecret }: { readonly at: Date; readonly secret?: string },
): { [name: string]: string } {
  const timestamp = Math.floor(at.getTime() / 1000);
  const digest = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": String(timestamp), "x-slack-signature": `v0=${digest}` };
}
