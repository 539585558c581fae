import type { IncomingMessage, ServerResponse } from "node:http";
import type { ReplyFault } from "./fault-types.ts";
import type { Faults } from "./faults.ts";
import { type Reply, sendReply } from "./http-io.ts";
import type { startTraffic } from "./traffic.ts";

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly finish: ReturnType<typeof startTraffic>;
};

/** Does what was asked for and says so, unless a fault is meant for it. */
export async function replyOrBreak(
  { request, response, finish }: Exchange,
  reply: () => Reply,
  { faults, fault }: { readonly faults: Faults; readonly fault: ReplyFault | null },
): Promise<void> {
  const sent = fault === null ? reply() : await breakReply(fault, { faults, reply });
  finish(sent?.status ?? 0, sent?.body ?? `connection cut (${fault?.kind})`);
  if (sent === null) request.socket.destroy();
  else sendReply(response, sent);
}

/** null: cut the connection. */
async function breakReply(
  fault: ReplyFault,
  { faults, reply }: { readonly faults: Faults; readonly reply: () => Reply },
): Promise<Reply | null> {
  switch (fault.kind) {
    case "hang":
      await faults.hang();
      return { status: 503, body: "released" };
    case "status":
      return { status: fault.status ?? 500, body: "made to fail" };
    case "ratelimited":
      return {
        status: 429,
        headers: { "retry-after": String(fault.retryAfterS ?? 1) },
        body: { ok: false, error: "ratelimited" },
      };
    case "error":
      return { status: 200, body: { ok: false, error: fault.error ?? "internal_error" } };
    case "reset":
      return null;
    case "late":
      reply();
      return null;
  }
}
