import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../http.ts";
import type { SandboxPlatform } from "../platform/index.ts";
import type { Actor, SlackWorkspace } from "../slack/index.ts";
import { ActRequest, type OutsideAct, type PersonAct } from "./act.ts";
import { type Asset, readAssets } from "./assets.ts";
import { refusalOf, SECURITY_HEADERS } from "./guard.ts";
import { Refused, readJson, reply, stop } from "./http.ts";
import { readOffers } from "./manifest.ts";
import { change } from "./outside.ts";
import { EntryRefused, NOTHING_NOTICED, type Noticed, perform } from "./perform.ts";
import type { ActReply } from "./protocol.ts";
import { type Scene, takeSnapshot } from "./snapshot.ts";
import { createLive, type Live } from "./stream.ts";
import { createTrafficFeed, type TrafficFeed } from "./traffic-feed.ts";
import { createVisits, type Visits } from "./visits.ts";

/** What a browser may show of a picked file without it becoming a page of this origin. */
const SHOWN_PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp"];

export type WebOptions = {
  readonly slack: SlackWorkspace;
  readonly platform: SandboxPlatform;
  readonly port?: number;
  /** The bot's, @default the one it takes when it is told none. */
  readonly timeZone?: string;
  /** What the bot was told: its names for numbers stand beside them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kills the bot and starts another. @default the page has no button for it */
  readonly killBot?: () => Promise<void>;
};

export type Web = { readonly url: string; close(): Promise<void> };

type Services = {
  readonly scene: Scene;
  readonly feed: TrafficFeed;
  readonly live: Live;
  readonly visits: Visits;
  readonly assets: ReadonlyMap<string, Asset>;
  /** By user id: a person's client remembers what external selects offered it. */
  readonly actors: Map<string, Actor>;
};

/** Starts the page of the local Slack workspace on loopback. */
export async function startWeb(options: WebOptions): Promise<Web> {
  const { slack, platform, timeZone = "Asia/Seoul", env = {}, killBot = null } = options;
  const recipientNames = readNames(env["TEST_RECIPIENTS"] ?? "");
  const shown = { offers: readOffers(), timeZone, recipientNames, mood: "well", version: 0 };
  const scene: Scene = { slack, platform, killBot, ...shown };
  const feed = createTrafficFeed(slack, platform);
  const visits = createVisits(slack);
  const services: Services = {
    scene,
    feed,
    visits,
    live: createLive(scene, feed, visits),
    assets: readAssets(),
    actors: new Map(),
  };
  let port = options.port ?? 0;
  const server = createServer((request, response) => {
    void answer(services, port, { request, response });
  });
  port = await listen(server, port);
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      services.live.close();
      visits.close();
      feed.close();
      return stop(server);
    },
  };
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

async function answer(services: Services, port: number, { request, response }: Exchange): Promise<void> {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  try {
    await route(services, port, { request, response });
  } catch (error) {
    const status = error instanceof Refused ? error.status : 500;
    reply(response, status, { ok: false, error: toSentence(error), blockId: null });
  }
}

async function route(services: Services, port: number, { request, response }: Exchange): Promise<void> {
  const method = request.method ?? "GET";
  const target = URL.parse(request.url ?? "/", "http://127.0.0.1");
  if (target === null) throw new Refused(400, "that is no address");
  const { pathname, searchParams } = target;
  const refusal = refusalOf({ method, path: pathname, headers: request.headers }, port);
  if (refusal !== null) throw new Refused(403, refusal);
  if (method === "POST" && pathname === "/act") {
    reply(response, 200, await runAct(services, await readJson(request)));
    return;
  }
  if (method !== "GET" && method !== "HEAD") throw new Refused(405, "no such act");
  if (method === "GET" && pathname === "/events") {
    const userId = personIn(services.scene, searchParams.get("as") ?? "");
    services.live.open(response, { userId, page: searchParams.get("page") ?? "" });
  } else if (pathname.startsWith("/files/")) sendFile(services, response, pathname.slice("/files/".length));
  else sendAsset(services, response, pathname);
}

function sendAsset({ assets }: Services, response: ServerResponse, path: string): void {
  const asset = assets.get(path);
  if (asset === undefined) throw new Refused(404, "not found");
  response.writeHead(200, { "content-type": asset.type });
  response.end(asset.body);
}

function sendFile({ scene }: Services, response: ServerResponse, fileId: string): void {
  const file = scene.slack.file(fileId);
  if (file === null) throw new Refused(404, "no such file");
  const isShown = SHOWN_PICTURES.includes(file.mimetype);
  response.writeHead(200, {
    "content-type": isShown ? file.mimetype : "application/octet-stream",
    ...(isShown ? {} : { "content-disposition": "attachment" }),
  });
  response.end(file.bytes);
}

async function runAct(services: Services, body: unknown): Promise<ActReply> {
  const { scene, visits } = services;
  const parsed = ActRequest.safeParse(body);
  if (!parsed.success) throw new Refused(400, "that is no act");
  const { act, page } = parsed.data;
  const as = personIn(scene, parsed.data.as);
  visits.act(page, as);
  try {
    const noticed = isOutside(act)
      ? await changeOutside(services, act)
      : await perform(scene.slack, actorOf(services, as), act);
    if (act.act === "join") services.live.refresh();
    return { ok: true, ...noticed, snapshot: takeSnapshot(scene, as, visits.leftBehind(page, as)) };
  } catch (error) {
    // The page shows it in words; with a failing status the browser would log an error beside them.
    const blockId = error instanceof EntryRefused ? error.blockId : null;
    return { ok: false, error: toSentence(error), blockId };
  }
}

/** `name:number` and `name@U…:number`, divided by commas. */
function readNames(testRecipients: string): Map<string, string> {
  const named = testRecipients.matchAll(/(?:^|,)([^,:@]+)(?:@[^,:]*)?:([^,]+)/g);
  return new Map(Array.from(named, ([, name = "", number = ""]) => [number, name]));
}

function actorOf({ scene, actors }: Services, userId: string): Actor {
  const actor = actors.get(userId) ?? scene.slack.as(userId);
  actors.set(userId, actor);
  return actor;
}

async function changeOutside(services: Services, act: OutsideAct): Promise<Noticed> {
  const { act: name, ...details } = act;
  services.feed.note(name, details);
  await change(services.scene, act);
  services.live.refresh();
  return NOTHING_NOTICED;
}

function isOutside(act: PersonAct | OutsideAct): act is OutsideAct {
  return ["platform", "release_platform", "kill_bot", "slack", "vendor"].includes(act.act);
}

function personIn({ slack }: Scene, userId: string): string {
  if (!slack.people.some(({ id }) => id === userId)) throw new Refused(404, "nobody has that id");
  return userId;
}

function toSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
