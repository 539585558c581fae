import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "../http.ts";
import { createActor } from "./actor.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
import type { EditRefusal, FileFault, ReplyFault, WebApiFault } from "./fault-types.ts";
import { createFaults, type Faults } from "./faults.ts";
import { handleFile } from "./file-server.ts";
import { sendReply } from "./http-io.ts";
import { createHttpTransport, type HttpTransport, signatureHeaders } from "./http-transport.ts";
import { IDENTITY } from "./identity.ts";
import { toObject, toText } from "./json.ts";
import { messagesIn } from "./messages.ts";
import { createAppMethods } from "./methods-app.ts";
import { createChatMethods } from "./methods-chat.ts";
import { CONVERSATION_METHODS } from "./methods-conversations.ts";
import { PEOPLE_METHODS, toWireUser, toWireUserGroup } from "./methods-people.ts";
import { VIEW_METHODS } from "./methods-views.ts";
import { eventPayload } from "./payloads.ts";
import { createMethodLimit, createPostLimit } from "./rate-limit.ts";
import { handleResponseUrl } from "./response-urls.ts";
import { createSocketTransport, type SocketTransport } from "./socket-transport.ts";
import type { Delivery, JsonObject, Person, SlackEvent, SlackOptions } from "./types.ts";
import { stackOf } from "./views.ts";
import { waitFor } from "./wait-for.ts";
import { handleWebApi, type WebApi } from "./web-api.ts";
import { createWorld, directConversation, personOf, type World } from "./world.ts";

type Parts = {
  readonly world: World;
  readonly faults: Faults;
  readonly dispatcher: Dispatcher;
  readonly socket: SocketTransport;
  readonly http: HttpTransport;
  readonly server: Server;
};

/** Starts a local Slack workspace on 127.0.0.1. Close it: it holds a port. */
export async function startSlack(options: SlackOptions): Promise<SlackWorkspace> {
  const world = createWorld(options);
  const faults = createFaults();
  const socket = createSocketTransport(world, () => dispatcher.flush());
  const { delivery } = options;
  const http = createHttpTransport(world, delivery.kind === "http" ? (delivery.requestUrl ?? null) : null);
  const dispatcher = createDispatcher(world, delivery.kind === "http" ? http : socket);
  const webApi: WebApi = {
    world,
    faults,
    takeCall: createMethodLimit(world),
    methods: new Map(
      Object.entries({
        ...createAppMethods(() => socket.openConnection()),
        ...createChatMethods(createPostLimit(world)),
        ...VIEW_METHODS,
        ...PEOPLE_METHODS,
        ...CONVERSATION_METHODS,
      }),
    ),
  };
  const server = createServer((request, response) => {
    route(webApi, request, response).catch((error: unknown) => {
      sendReply(response, { status: 500, body: { ok: false, error: String(error) } });
    });
  });
  server.on("upgrade", (request, stream, head) => socket.handleUpgrade(request, stream, head));
  world.origin = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`;
  return toWorkspace({ world, faults, dispatcher, socket, http, server });
}

async function route(webApi: WebApi, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "/";
  // By the clock that signs its deliveries.
  response.setHeader("date", webApi.world.now().toUTCString());
  if (path.startsWith("/api/")) await handleWebApi(webApi, request, response);
  else if (path.startsWith("/response/")) await handleResponseUrl(webApi, request, response);
  else if (path.startsWith("/files-pri/")) await handleFile(webApi, request, response);
  else sendReply(response, { status: 404, body: { ok: false, error: "not_found" } });
}

export type SlackWorkspace = ReturnType<typeof toWorkspace>;

type PersonChange = Partial<Pick<Person, "kind" | "locale">> & { readonly status?: string };
type RawRequest = { readonly body: string; readonly headers?: { readonly [name: string]: string } };

/** What tests, the demo and the page have of the workspace. */
function toWorkspace(parts: Parts) {
  const { world, dispatcher, http, faults, socket } = parts;
  return {
    /** Ends in `/api/`. */
    apiUrl: `${world.origin}/api/`,
    botToken: IDENTITY.botToken,
    appToken: IDENTITY.appToken,
    signingSecret: IDENTITY.signingSecret,
    botUserId: IDENTITY.botUserId,
    botId: IDENTITY.botId,
    appId: IDENTITY.appId,
    teamId: IDENTITY.teamId,
    people: [...world.people.values()],
    conversations: [...world.conversations.values()],
    usergroups: [...world.usergroups.values()],
    traffic: world.traffic,
    findings: world.findings,
    ...readers(world),
    setRequestUrl(url: string): void {
      http.requestUrl = url;
    },
    as: (userId: string) => createActor(world, dispatcher, userId),
    faults: {
      webApi: (fault: WebApiFault) => faults.addWebApi(fault),
      refuseEdits: (refusal: EditRefusal = {}) => faults.refuseEdits(refusal),
      /** As long as it is there no answer through a response_url arrives, whosever it is. */
      responseUrls: (fault: ReplyFault) => faults.addResponseUrl(fault),
      files: (fault: FileFault) => faults.addFile(fault),
      clear: () => faults.clear(),
      /** Lets everything that hangs go on, unprocessed, with HTTP 503. */
      releaseHangs: () => faults.releaseHangs(),
    },
    socket: {
      connections: () => socket.connections(),
      /** drop cuts without a goodbye; the others tell the bot, which closes and comes back. */
      disconnect: (reason: "refresh_requested" | "warning" | "drop") => socket.disconnect(reason),
      /** apps.connections.open answers 500 and new sockets are refused. */
      refuseConnections: (refuse: boolean) => socket.refuse(refuse),
      /** A socket of the bot is there and was greeted. */
      async ready(options: { timeoutMs?: number } = {}): Promise<void> {
        await waitFor(world, () => socket.connections() > 0, { what: "a socket of the bot", ...options });
      },
    },
    /** The same payload again: over HTTP signed anew, over the socket with the same envelope id unless asked otherwise. */
    redeliver: (id: string, options: { newEnvelope?: boolean } = {}) =>
      dispatcher.redeliver(id, options.newEnvelope === true),
    /** Sends an event_callback if the manifest subscribes to it. */
    sendEvent: (event: JsonObject) => sendEvent(parts, event),
    /** Changes an account, or a status alone, and tells the bot with user_change. */
    changePerson: (id: string, change: PersonChange) => changePerson(parts, id, change),
    /** Changes a group and tells the bot with subteam_members_changed. */
    setUserGroupMembers: (id: string, members: readonly string[]) => setUserGroupMembers(parts, id, members),
    /** Slack's v0 signature headers for a body, by default of this moment and with the right secret. */
    signatureHeaders: (body: string, options: { at?: Date; secret?: string } = {}) =>
      signatureHeaders(body, { at: world.now(), ...options }),
    /** Any body and headers to the request URL, for forged, stale and altered requests. */
    deliverRaw: (request: RawRequest) => deliverRaw(http, request),
    close: () => close(parts),
  };
}

function readers(world: World) {
  return {
    /** Oldest first, replies included, updates applied, deleted ones gone. */
    messages: (conversation: string) => [...messagesIn(world, conversation)],
    /** The conversation between the app and that person. */
    dm: (userId: string) => [...messagesIn(world, directConversation(world, userId).id)],
    ephemerals: (userId: string) => world.ephemerals.filter(({ to }) => to === userId),
    home: (userId: string) => world.homes.get(userId) ?? null,
    views: (userId: string) => [...stackOf(world, userId)],
    file: (fileId: string) => world.files.get(fileId) ?? null,
    on(listener: (event: SlackEvent) => void): () => void {
      world.listeners.add(listener);
      return () => world.listeners.delete(listener);
    },
    /** Read again at each event; rejects naming `what` and the last traffic. */
    waitFor: <T>(
      read: () => T | undefined | false | null,
      options?: { timeoutMs?: number; what?: string },
    ): Promise<T> => waitFor(world, read, options),
  };
}

/** Slack lets nobody subscribe to these without the scope. */
const EVENT_SCOPE: ReadonlyMap<string, string> = new Map([
  ["user_change", "users:read"],
  ["subteam_members_changed", "usergroups:read"],
]);

async function sendEvent({ world, dispatcher }: Parts, event: JsonObject): Promise<Delivery> {
  const type = toText(event["type"]);
  const scope = EVENT_SCOPE.get(type);
  const { events, scopes } = world.manifest;
  if (!events.has(type) || (scope !== undefined && !scopes.has(scope))) {
    return dispatcher.undeliverable("event", null);
  }
  return await dispatcher.deliver("event", eventPayload(world, event));
}

async function changePerson(
  parts: Parts,
  id: string,
  { status, ...change }: PersonChange,
): Promise<Delivery> {
  const person = { ...personOf(parts.world, id), ...change };
  parts.world.people.set(id, person);
  const user = toWireUser(person, true);
  const profile = { ...toObject(user["profile"]), status_text: status ?? "" };
  return await sendEvent(parts, { type: "user_change", user: { ...user, profile } });
}

async function setUserGroupMembers(parts: Parts, id: string, members: readonly string[]): Promise<Delivery> {
  const group = parts.world.usergroups.get(id);
  if (group === undefined) throw new Error(`no user group ${id}`);
  const before = group.members;
  group.members = [...members];
  const added = members.filter((member) => !before.includes(member));
  const removed = before.filter((member) => !members.includes(member));
  return await sendEvent(parts, {
    type: "subteam_members_changed",
    subteam_id: id,
    team_id: IDENTITY.teamId,
    added_users: added,
    added_users_count: added.length,
    removed_users: removed,
    removed_users_count: removed.length,
    subteam: toWireUserGroup(group, true),
  });
}

async function deliverRaw(
  { requestUrl }: HttpTransport,
  request: RawRequest,
): Promise<{ status: number; body: string }> {
  if (requestUrl === null) throw new Error("no request URL: this workspace delivers over sockets");
  const reply = await fetch(requestUrl, {
    method: "POST",
    body: request.body,
    headers: { "content-type": "application/x-www-form-urlencoded", ...request.headers },
  });
  return { status: reply.status, body: await reply.text() };
}

async function close({ faults, dispatcher, socket, server }: Parts): Promise<void> {
  faults.releaseHangs();
  await dispatcher.close();
  await socket.close();
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
