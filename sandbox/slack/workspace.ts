import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "../http.ts";
import { createActor } from "./actor.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
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
import type { Delivery, JsonObject, SlackOptions, SlackWorkspace } from "./types.ts";
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

function toWorkspace(parts: Parts): SlackWorkspace {
  const { world, dispatcher, http } = parts;
  return {
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
    setRequestUrl(url) {
      http.requestUrl = url;
    },
    as: (userId) => createActor(world, dispatcher, userId),
    faults: toFaultControls(parts.faults),
    socket: toSocketControls(parts),
    redeliver: (id, options = {}) => dispatcher.redeliver(id, options.newEnvelope === true),
    sendEvent: (event) => sendEvent(parts, event),
    changePerson: (id, change) => changePerson(parts, id, change),
    setUserGroupMembers: (id, members) => setUserGroupMembers(parts, id, members),
    signatureHeaders: (body, options = {}) => signatureHeaders(body, { at: world.now(), ...options }),
    deliverRaw: (request) => deliverRaw(http, request),
    close: () => close(parts),
  };
}

function readers(
  world: World,
): Pick<SlackWorkspace, "messages" | "dm" | "ephemerals" | "home" | "views" | "file" | "on" | "waitFor"> {
  return {
    messages: (id) => [...messagesIn(world, id)],
    dm: (userId) => [...messagesIn(world, directConversation(world, userId).id)],
    ephemerals: (userId) => world.ephemerals.filter(({ to }) => to === userId),
    home: (userId) => world.homes.get(userId) ?? null,
    views: (userId) => [...stackOf(world, userId)],
    file: (id) => world.files.get(id) ?? null,
    on(listener) {
      world.listeners.add(listener);
      return () => world.listeners.delete(listener);
    },
    waitFor: (read, options) => waitFor(world, read, options),
  };
}

function toFaultControls(faults: Faults): SlackWorkspace["faults"] {
  return {
    webApi: (fault) => faults.addWebApi(fault),
    refuseEdits: (refusal = {}) => faults.refuseEdits(refusal),
    responseUrls: (fault) => faults.addResponseUrl(fault),
    files: (fault) => faults.addFile(fault),
    clear: () => faults.clear(),
    releaseHangs: () => faults.releaseHangs(),
  };
}

function toSocketControls({ world, socket }: Parts): SlackWorkspace["socket"] {
  return {
    connections: () => socket.connections(),
    disconnect: (reason) => socket.disconnect(reason),
    refuseConnections: (refuse) => socket.refuse(refuse),
    async ready(options = {}) {
      await waitFor(world, () => socket.connections() > 0, { what: "a socket of the bot", ...options });
    },
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
  { status, ...change }: Parameters<SlackWorkspace["changePerson"]>[1],
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
  request: { readonly body: string; readonly headers?: { readonly [name: string]: string } },
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
