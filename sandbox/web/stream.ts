import type { ServerResponse } from "node:http";
import type { SlackWorkspace } from "../slack/index.ts";
import { type Scene, takeSnapshot } from "./snapshot.ts";
import type { TrafficFeed } from "./traffic-feed.ts";
import type { Visits } from "./visits.ts";

/** Several events of one act become one picture. */
const GATHER_MS = 25;

export type Live = {
  /** Writes server-sent events for that person until the page goes away. */
  open(response: ServerResponse, watching: Watching): void;
  /** Something outside the workspace changed: everybody gets a new picture. */
  refresh(): void;
  close(): void;
};

/** A page, and whose eyes it sees with. */
export type Watching = { readonly userId: string; readonly page: string };

type Watcher = Watching & { readonly response: ServerResponse };

/** Creates what keeps every open page up to date: `snapshot` after a change, `traffic` line by line. */
export function createLive(scene: Scene, feed: TrafficFeed, visits: Visits): Live {
  const watchers = new Set<Watcher>();
  const showTo = ({ userId, page, response }: Watcher): void =>
    send(response, "snapshot", takeSnapshot(scene, userId, visits.leftBehind(page, userId)));
  let timer: NodeJS.Timeout | null = null;
  const show = (): void => {
    timer = null;
    for (const watcher of watchers) showTo(watcher);
  };
  const refresh = (): void => {
    timer ??= setTimeout(show, GATHER_MS);
  };
  const stops = [
    feed.on((item) => {
      for (const { response } of watchers) send(response, "traffic", [item]);
    }),
    onPicture(scene.slack, refresh),
  ];
  return {
    open(response, watching) {
      const watcher = { ...watching, response };
      watchers.add(watcher);
      response.on("close", () => watchers.delete(watcher));
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      showTo(watcher);
      send(response, "traffic", feed.items());
    },
    refresh,
    close() {
      for (const stop of stops) stop();
      if (timer !== null) clearTimeout(timer);
      for (const { response } of watchers) response.end();
    },
  };
}

function onPicture(slack: SlackWorkspace, refresh: () => void): () => void {
  return slack.on((event) => {
    if (event.kind !== "traffic" && event.kind !== "finding") refresh();
  });
}

/** A page that doesn't read is cut off; it connects again by itself and gets the picture of then. */
const maxUnreadBytes = 8 * 1024 * 1024;

function send(response: ServerResponse, event: string, data: unknown): void {
  if (response.writableLength > maxUnreadBytes) return void response.destroy();
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
