import type { IncomingMessage, ServerResponse } from "node:http";
import type { Faults } from "./faults.ts";
import { type Reply, readBody } from "./http-io.ts";
import { IDENTITY } from "./identity.ts";
import { parseJson, toBoolean, toObject, toText } from "./json.ts";
import type { Tier } from "./limits.ts";
import { replyOrBreak } from "./reply-or-break.ts";
import { startTraffic } from "./traffic.ts";
import type { JsonObject } from "./types.ts";
import { RateLimited, WebApiError, type WebApiMethod } from "./web-api-method.ts";
import type { World } from "./world.ts";

const BOOLEAN_ARGUMENTS = ["unfurl_links", "unfurl_media", "link_names", "reply_broadcast"];
const JSON_ARGUMENTS = ["view", "blocks", "attachments", "metadata", "unfurls"];

export type WebApi = {
  readonly world: World;
  readonly faults: Faults;
  readonly methods: ReadonlyMap<string, WebApiMethod>;
  /** @throws RateLimited when the method has had its calls */
  readonly takeCall: (method: string, tier: Tier) => void;
};

/** POST or GET /api/<method>, form-encoded or JSON, the token in the header or among the arguments. */
export async function handleWebApi(
  webApi: WebApi,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world, faults } = webApi;
  const url = new URL(request.url ?? "/", world.origin);
  const method = url.pathname.slice("/api/".length);
  const { token: tokenArgument, ...args } = readArguments(request, url, await readBody(request));
  const token = request.headers.authorization?.replace(/^Bearer /, "") ?? tokenArgument;
  const finish = startTraffic(world, { direction: "from_bot", via: "web_api", name: method, request: args });
  const fault = faults.takeWebApi(method, world.conversations.get(toText(args["channel"])));
  const reply = (): Reply => answer(webApi, method, { token, args });
  await replyOrBreak({ request, response, finish }, reply, { faults, fault });
}

function readArguments(request: IncomingMessage, url: URL, body: string): JsonObject {
  if (request.headers["content-type"]?.startsWith("application/json")) return toObject(parseJson(body));
  const args: JsonObject = {
    ...Object.fromEntries(url.searchParams),
    ...Object.fromEntries(new URLSearchParams(body)),
  };
  for (const name of JSON_ARGUMENTS) {
    const text = args[name];
    if (typeof text === "string") args[name] = parseJson(text) ?? null;
  }
  for (const name of BOOLEAN_ARGUMENTS) {
    if (args[name] !== undefined) args[name] = toBoolean(args[name]);
  }
  return args;
}

function answer(
  { world, methods, takeCall }: WebApi,
  method: string,
  { token, args }: { readonly token: unknown; readonly args: JsonObject },
): Reply {
  const headers = {
    "x-oauth-scopes": [...world.manifest.scopes].join(","),
    "x-slack-req-id": world.nextId("r"),
  };
  try {
    const known = methods.get(method);
    if (known === undefined) throw new WebApiError("unknown_method", { finding: true });
    assertAllowed(world, known, token);
    if (known.tier !== undefined) takeCall(method, known.tier);
    return { status: 200, headers, body: { ok: true, ...known.run(world, args) } };
  } catch (error) {
    if (error instanceof RateLimited) {
      const limited = { ...headers, "retry-after": String(error.retryAfterS) };
      return { status: 429, headers: limited, body: { ok: false, error: "ratelimited" } };
    }
    if (error instanceof ConnectionsRefused) return { status: 500, headers, body: "refused" };
    if (!(error instanceof WebApiError)) throw error;
    return { status: 200, headers, body: toErrorBody(world, method, error) };
  }
}

/** apps.connections.open while the workspace refuses connections: HTTP 500. */
export class ConnectionsRefused extends Error {}

function toErrorBody(world: World, method: string, error: WebApiError): JsonObject {
  if (error.isFinding) world.report(method, error.code, error.messages.join("; "));
  const { messages } = error;
  return {
    ok: false,
    error: error.code,
    ...(messages.length > 0 ? { errors: messages, response_metadata: { messages } } : {}),
    ...(error.code === "missing_scope"
      ? { needed: messages.join(",").replace("needed: ", ""), provided: [...world.manifest.scopes].join(",") }
      : {}),
  };
}

function assertAllowed(world: World, method: WebApiMethod, token: unknown): void {
  if (method.token === "none") return;
  if (typeof token !== "string" || token === "") throw new WebApiError("not_authed", { finding: true });
  if (token !== IDENTITY.botToken && token !== IDENTITY.appToken) throw new WebApiError("invalid_auth");
  const wanted = method.token === "app" ? IDENTITY.appToken : IDENTITY.botToken;
  if (method.token !== "any" && token !== wanted)
    throw new WebApiError("not_allowed_token_type", { finding: true });
  if (method.scopes.length > 0 && !method.scopes.some((scope) => world.manifest.scopes.has(scope))) {
    throw new WebApiError("missing_scope", { finding: true, messages: [`needed: ${method.scopes[0]}`] });
  }
}
