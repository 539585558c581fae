import type { IncomingMessage, ServerResponse } from "node:http";
import { checkMessage } from "./content-checks.ts";
import type { Faults } from "./faults.ts";
import { type Reply, readBody } from "./http-io.ts";
import { IDENTITY } from "./identity.ts";
import { isObject, parseJson, toBoolean, toText } from "./json.ts";
import { TIMING } from "./limits.ts";
import {
  deleteEphemeral,
  deleteMessage,
  findMessage,
  postEphemeral,
  postMessage,
  replaceEphemeral,
  updateMessage,
} from "./messages.ts";
import { replyOrBreak } from "./reply-or-break.ts";
import { startTraffic } from "./traffic.ts";
import type { JsonObject } from "./types.ts";
import type { ResponseUrl, World } from "./world.ts";

export function createResponseUrl(
  world: World,
  from: Pick<ResponseUrl, "userId" | "conversation" | "original">,
): string {
  const id = world.nextId("R");
  world.responseUrls.set(id, { ...from, createdAtMs: world.now().getTime(), uses: 0 });
  return `${world.origin}/response/${id}`;
}

/** POST to a response_url: five times within thirty minutes, wherever the act took place. */
export async function handleResponseUrl(
  { world, faults }: { readonly world: World; readonly faults: Faults },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", world.origin);
  const id = pathname.slice("/response/".length);
  const body = await readBody(request);
  const parsed = parseJson(body);
  const content = isObject(parsed) ? parsed : { text: body };
  const finish = startTraffic(world, {
    direction: "from_bot",
    via: "response_url",
    name: pathname,
    request: content,
  });
  const reply = (): Reply => use(world, world.responseUrls.get(id), content);
  await replyOrBreak({ request, response, finish }, reply, { faults, fault: faults.takeResponseUrl() });
}

function use(world: World, url: ResponseUrl | undefined, content: JsonObject): Reply {
  const refuse = (status: number, error: string, detail: string): Reply => {
    world.report("response_url", error, detail);
    return { status, body: { ok: false, error } };
  };
  if (url === undefined) return refuse(404, "invalid_url", "no such response_url");
  if (world.now().getTime() - url.createdAtMs > TIMING.responseUrlMs) {
    return refuse(404, "expired_url", "older than 30 minutes");
  }
  if (url.uses >= TIMING.responseUrlUses) return refuse(404, "used_url", "used five times");
  url.uses += 1;
  const problem = toBoolean(content["delete_original"]) ? null : checkMessage(world, "response_url", content);
  if (problem !== null) return refuse(400, problem.error, problem.messages.join("; "));
  return respond(world, url, content)
    ? { status: 200, body: "ok" }
    : refuse(404, "message_not_found", "gone");
}

/** false when there is nothing to replace or delete. */
function respond(world: World, url: ResponseUrl, content: JsonObject): boolean {
  if (toBoolean(content["delete_original"]) || toBoolean(content["replace_original"])) {
    return changeOriginal(world, url, content);
  }
  showAnswer(world, { ...url, content, source: "response_url" });
  return true;
}

function changeOriginal(world: World, { original, conversation }: ResponseUrl, content: JsonObject): boolean {
  const isDeletion = toBoolean(content["delete_original"]);
  if (original === null) return false;
  if (original.kind === "ephemeral") {
    if (!world.ephemerals.some(({ id }) => id === original.id)) return false;
    if (isDeletion) deleteEphemeral(world, original.id);
    else replaceEphemeral(world, original.id, content);
    return true;
  }
  const message = findMessage(world, conversation, original.ts);
  if (message === null || message.author !== IDENTITY.botUserId) return false;
  if (isDeletion) deleteMessage(world, message);
  else updateMessage(world, message, { blocks: [], ...content });
  return true;
}

/** An answer to a command or click: to the person alone unless the app asks for in_channel. */
export function showAnswer(
  world: World,
  answer: {
    readonly userId: string;
    readonly conversation: string;
    readonly content: JsonObject;
    readonly source: "ack" | "response_url";
  },
): void {
  const { conversation, content } = answer;
  if (toText(content["response_type"]) === "in_channel") {
    postMessage(world, { conversation, author: IDENTITY.botUserId, content });
    return;
  }
  postEphemeral(world, { to: answer.userId, conversation, content, source: answer.source });
}
