import { ApiError } from "./api-error.ts";
import type { Fault } from "./faults.ts";

/** A whole HTTP reply; `text` is its body. */
export type Reply = { status: number; headers: Record<string, string>; text: string };

const html = "<!DOCTYPE html><html><body><h1>500 Internal Server Error</h1></body></html>";

const refusal = "요청이 거절되었습니다.";

/** A JSON reply. */
export function toReply(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    text: JSON.stringify(value),
  };
}

/** The platform's error body; anything but an ApiError is a defect of this stand-in, a 500 with its words. */
export function toErrorReply(error: unknown): Reply {
  if (error instanceof ApiError) {
    return toReply(error.status, { errorCode: error.errorCode, errorMessage: error.message });
  }
  return toReply(500, { errorCode: "InternalServerError", errorMessage: String(error) });
}

/** The reply of a fault in whose place nothing is processed; null for the others. */
export function toFaultReply(fault: Fault): Reply | null {
  if (fault.kind === "html500") {
    return { status: 500, headers: { "content-type": "text/html; charset=utf-8" }, text: html };
  }
  if (fault.kind === "status") {
    const body = fault.body ?? { errorCode: `Http${fault.status}`, errorMessage: "오류가 발생했습니다." };
    return typeof body === "string"
      ? { status: fault.status, headers: { "content-type": "text/plain", ...fault.headers }, text: body }
      : toReply(fault.status, body, fault.headers);
  }
  if (fault.kind === "refuse") {
    const { errorCode, errorMessage = refusal } = fault;
    return toReply(fault.status ?? 400, { errorCode, errorMessage });
  }
  if (fault.kind === "silence" && fault.errorCode !== undefined) {
    return toReply(400, { errorCode: fault.errorCode, errorMessage: refusal });
  }
  // Never sent: the connection is reset in its stead.
  if (fault.kind === "reset" && fault.when === "before") return toReply(503, {});
  return null;
}

/** Spoils the reply of a request that was processed, as its fault says; refusals stay as they are. */
export function spoil(reply: Reply, fault: Fault | null): Reply {
  if (reply.status !== 200 || fault === null) return reply;
  if (fault.kind === "garbage") return { ...reply, text: '{"groupId": "G4V\u0000' };
  if (fault.kind === "useless") return { ...reply, text: "{}" };
  return reply;
}
