import type { InputIssue } from "./limits.ts";

/** `refused`: by the platform. `not_sent`: certainly not processed. `unknown`: may have been processed. */
export type Certainty = "refused" | "not_sent" | "unknown";

/** Codes of failures that this client finds; others are the platform's errorCode or statusCode, or HTTP_<status>. */
export const clientCodes = {
  /** A local check failed (`issues`); nothing was sent. */
  invalidInput: "InvalidInput",
  /** No connection: refused, no such host, TLS failure, or connect timeout. */
  connectionFailed: "ConnectionFailed",
  /** The connection ended after the request was written to it. */
  connectionLost: "ConnectionLost",
  timedOut: "TimedOut",
  /** `mayLeave` returned false for the first attempt. */
  withheld: "Withheld",
  /** `mayLeave` had returned true too long ago when the first byte was about to leave. */
  tooLate: "TooLate",
  aborted: "Aborted",
  closed: "Closed",
  replyCut: "ReplyCut",
  replyTooLarge: "ReplyTooLarge",
  /** A 2xx that isn't JSON. */
  replyUnreadable: "ReplyUnreadable",
  /** A 2xx that lacks data which the operation needs, or is about another recipient. */
  replyUseless: "ReplyUseless",
  /** A list exceeds the limit of pages, items or characters. */
  tooManyPages: "TooManyPages",
} as const;

export type PlatformErrorDetails = {
  operation: OperationName;
  method: string;
  path: string;
  certainty: Certainty;
  code: string;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  platformMessage?: string | undefined;
  reply?: unknown;
  issues?: readonly InputIssue[] | undefined;
  cause?: unknown;
};

/**
 * The only error that calls throw. `message` may be logged: method, path, status, code, and needed permissions for
 * 401 and 403. The platform's text and reply may have numbers and names, so they are getters, which loggers and
 * `inspect` skip. Mask them before showing.
 */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly operation: OperationName;
  readonly certainty: Certainty;
  readonly code: string;
  /** HTTP status; unset if no reply came. */
  readonly status?: number;
  readonly retryAfterMs?: number;
  readonly issues?: readonly InputIssue[];
  readonly #platformMessage: string | undefined;
  readonly #reply: unknown;

  constructor(details: PlatformErrorDetails) {
    super(toMessage(details), details.cause === undefined ? undefined : { cause: details.cause });
    this.operation = details.operation;
    this.certainty = details.certainty;
    this.code = details.code;
    if (details.status !== undefined) this.status = details.status;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
    if (details.issues !== undefined) this.issues = details.issues;
    this.#platformMessage = details.platformMessage;
    this.#reply = details.reply;
  }

  /** The reply's errorMessage or statusMessage, at most 1,000 characters, unmasked. */
  get platformMessage(): string | undefined {
    return this.#platformMessage;
  }

  /** Reply of a send that was refused inside a 2xx; may have messageId and groupId. */
  get reply(): unknown {
    return this.#reply;
  }
}

const certaintyWords = { refused: "refused", not_sent: "not sent", unknown: "outcome unknown" } as const;

function toMessage(details: PlatformErrorDetails): string {
  const parts: string[] = [certaintyWords[details.certainty]];
  if (details.status !== undefined) parts.push(`HTTP ${details.status}`);
  parts.push(details.code);
  const systemCode = toSystemCode(details.cause);
  if (systemCode !== undefined) parts.push(systemCode);
  if (details.issues !== undefined) parts.push(toFieldNames(details.issues));
  const isDenied = details.status === 401 || details.status === 403;
  if (isDenied && !ofKeyItself.has(details.code)) parts.push(toAccessWords(details.operation));
  return `${details.method} ${details.path}: ${parts.join(", ")}`;
}

function toSystemCode(cause: unknown): string | undefined {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" ? code : undefined;
}

// Only the first segment of a field's path may be logged: later segments may be keys that a person typed.
function toFieldNames(issues: readonly InputIssue[]): string {
  return [...new Set(issues.map((issue) => `${issue.field.split(".")[0]} ${issue.problem}`))].join("; ");
}

export type OperationName =
  | "uploadFile"
  | "deleteFile"
  | "listChannels"
  | "updateTemplate"
  | "commentTemplate"
  | "sendMessage"
  | "listPrices"
  | "listPayments";

/** Codes of a wrong key or secret, for which naming permissions would mislead. */
const ofKeyItself = new Set(["InvalidAPIKey", "InvalidApiKey", "SignatureDoesNotMatch"]);

const ofTemplates = "account permission chat:write, member permission role-chat:write, a verified account";

/** Permissions from "Access conditions per operation" in the platform's description; it shows no others. */
const permissions: Partial<Record<OperationName, string>> = {
  uploadFile: "account permission storage:write",
  updateTemplate: ofTemplates,
  commentTemplate: ofTemplates,
  sendMessage: "account permission message:write, member permission role-message:write",
  listPayments: "account permission cash:read, member permission role-cash:read",
};

function toAccessWords(operation: OperationName): string {
  return `needs ${permissions[operation] ?? "permissions that the description doesn't show"}`;
}
