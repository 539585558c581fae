import { z } from "zod";
import { listChannels } from "./channels.ts";
import type { Fault, FaultPlan } from "./faults.ts";
import { deleteFile, uploadFile } from "./files.ts";
import type { createMagic } from "./magic-recipients.ts";
import { sendMessage } from "./messages.ts";
import { listPayments } from "./payments.ts";
import { listPrices } from "./prices.ts";
import { type Reply, spoil, toErrorReply, toFaultReply, toReply } from "./reply.ts";
import { parseBody, parseQuery } from "./request-body.ts";
import { type ReceivedRequest, toShownBody, toShownHeaders } from "./request-record.ts";
import { findRoute, type Route } from "./route.ts";
import type { SignatureCheck } from "./signature.ts";
import type { PlatformState } from "./state.ts";
import { commentOnTemplate, updateTemplate } from "./templates.ts";

const routes: readonly Route[] = [
  uploadFile,
  deleteFile,
  listChannels,
  updateTemplate,
  commentOnTemplate,
  sendMessage,
  listPrices,
  listPayments,
];

const withRecipient = z.object({ message: z.object({ to: z.string() }) });

export type Exchange = {
  state: PlatformState;
  signatureCheck: SignatureCheck;
  plan: FaultPlan;
  magic: ReturnType<typeof createMagic>;
  now: () => Date;
};

/** A request whose body has been read; `path` is without the query, `search` is the query alone. */
export type WholeRequest = {
  method: string;
  path: string;
  search: string;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer | "too-large";
};

export type Processed = { received: ReceivedRequest; reply: Reply; fault: Fault | null };

type Attempt<T> = { value: T } | { error: unknown };
type Checked = { verified: Attempt<void>; body: Attempt<unknown>; query: Attempt<Record<string, string>> };

/**
 * Processes one request, in this order: route, signature, query and body; then the fault that is planned for
 * it, if any; then the act. So a fault never hides that the caller's request was wrong.
 */
export function processRequest(exchange: Exchange, request: WholeRequest): Processed {
  const { authorization, "content-type": contentType } = request.headers;
  const at = exchange.now();
  const checked: Checked = {
    verified: attempt(() => exchange.signatureCheck.verify(toText(authorization), at)),
    body: attempt(() => parseBody(request.bytes, toText(contentType))),
    query: attempt(() => parseQuery(request.search)),
  };
  const received: ReceivedRequest = {
    at: at.toISOString(),
    method: request.method,
    path: request.path,
    query: "value" in checked.query ? checked.query.value : {},
    headers: toShownHeaders(request.headers),
    body: "value" in checked.body ? toShownBody(checked.body.value) : undefined,
    signatureOk: "value" in checked.verified,
  };
  return { received, ...answer(exchange, request, checked, at) };
}

function answer(
  exchange: Exchange,
  request: WholeRequest,
  checked: Checked,
  now: Date,
): { reply: Reply; fault: Fault | null } {
  let fault: Fault | null = null;
  try {
    const { route, id } = findRoute(routes, request.method, request.path);
    const signed = "value" in checked.verified;
    const isUnsignedAllowed =
      route.authentication === "optional" && request.headers["authorization"] === undefined;
    if (!isUnsignedAllowed) unwrap(checked.verified);
    const body = unwrap(checked.body);
    const act = route.prepare({ id, body, query: unwrap(checked.query) });
    fault = exchange.plan.take(request.method, request.path) ?? takeMagic(exchange, body);
    const faultReply = fault === null ? null : toFaultReply(fault);
    if (faultReply !== null) return { reply: faultReply, fault };
    const registration =
      fault?.kind === "statusCode"
        ? { statusCode: fault.statusCode, statusMessage: fault.statusMessage }
        : undefined;
    const result = act({
      state: exchange.state,
      now,
      signed,
      ...(registration === undefined ? {} : { registration }),
    });
    return { reply: spoil(toReply(200, result), fault), fault };
  } catch (error) {
    return { reply: toErrorReply(error), fault };
  }
}

function takeMagic(exchange: Exchange, body: unknown): Fault | null {
  const parsed = withRecipient.safeParse(body);
  return parsed.success ? exchange.magic.take(parsed.data.message.to) : null;
}

function attempt<T>(act: () => T): Attempt<T> {
  try {
    return { value: act() };
  } catch (error) {
    return { error };
  }
}

function unwrap<T>(attempted: Attempt<T>): T {
  if ("value" in attempted) return attempted.value;
  throw attempted.error;
}

function toText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(", ") : header;
}
