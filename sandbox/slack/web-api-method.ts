import { toText } from "./json.ts";
import type { Tier } from "./limits.ts";
import type { JsonObject } from "./types.ts";
import type { World } from "./world.ts";

/** A method answers `ok: false` with that code; `rule` set when the app broke a rule, and then it is a finding. */
export class WebApiError extends Error {
  readonly code: string;
  readonly isFinding: boolean;
  readonly messages: readonly string[];

  constructor(code: string, options: { finding?: boolean; messages?: readonly string[] } = {}) {
    super(code);
    this.code = code;
    this.isFinding = options.finding ?? false;
    this.messages = options.messages ?? [];
  }
}

/** 429, seconds in Retry-After. */
export class RateLimited extends Error {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super("ratelimited");
    this.retryAfterS = retryAfterS;
  }
}

export type WebApiMethod = {
  /** How often a minute it may be called; none for those with rules of their own. */
  readonly tier?: Tier;
  readonly token: "bot" | "app" | "any" | "none";
  /** Any one of them is enough; none needed when empty. */
  readonly scopes: readonly string[];
  readonly run: (world: World, args: JsonObject) => JsonObject;
};

/** @throws WebApiError missing_scope unless the manifest asks for it: for methods whose scope depends on the arguments */
export function assertScope(world: World, scope: string): void {
  if (!world.manifest.scopes.has(scope)) {
    throw new WebApiError("missing_scope", { finding: true, messages: [`needed: ${scope}`] });
  }
}

const PAGE_SIZE = 100;
const PAGE_MAX = 1000;

/** One page and the cursor of the next one, which is the offset in a coat. */
export function toPage<T>(
  items: readonly T[],
  args: JsonObject,
): { readonly page: T[]; readonly response_metadata: { readonly next_cursor: string } } {
  const limit = Math.min(Number(args["limit"] ?? PAGE_SIZE) || PAGE_SIZE, PAGE_MAX);
  const cursor = toText(args["cursor"]);
  const offset = cursor === "" ? 0 : Number(Buffer.from(cursor, "base64").toString("utf8").split(":")[1]);
  if (!Number.isInteger(offset)) throw new WebApiError("invalid_cursor", { finding: true });
  const next = offset + limit;
  return {
    page: items.slice(offset, next),
    response_metadata: {
      next_cursor: next < items.length ? Buffer.from(`next:${next}`).toString("base64") : "",
    },
  };
}

/** @throws WebApiError with the reply Slack gives to blocks it refuses */
export function assertNoProblem(problem: { error: string; messages: readonly string[] } | null): void {
  if (problem !== null) throw new WebApiError(problem.error, { finding: true, messages: problem.messages });
}
