import type { Client, Pool } from "pg";
import type { Notifications } from "./tables.ts";

const channel = "messaging_chatops_posts";
/** Between tries to connect again. */
const retryMs = 3_000;
/** A pooler takes LISTEN and passes nothing on: heard is what this connection was sent within so long. */
const echoWithinMs = 2_000;
const echo = "echo";

/** PostgreSQL's NOTIFY, heard over a connection of its own: one that is lost is made again. */
export function createNotifications(pool: Pool, createClient: () => Client): Notifications {
  let isHeard = false;
  const send = (text: string) =>
    pool.query("select pg_notify($1, $2)", [channel, text]).then(
      () => {},
      () => {},
    );

  return {
    send,
    isHeard: () => isHeard,

    listen(heard) {
      let isEnded = false;
      let timer: NodeJS.Timeout | undefined;
      let client: Client | undefined;
      const connect = async () => {
        const own = createClient();
        client = own;
        const lose = () => {
          if (client !== own) return;
          client = undefined;
          isHeard = false;
          void own.end().catch(() => {});
          if (!isEnded) timer = setTimeout(() => void connect(), retryMs).unref();
        };
        own.on("error", lose);
        own.on("end", lose);
        own.on("notification", ({ payload = "" }) => {
          isHeard = true;
          if (payload !== echo) heard(payload);
        });
        try {
          await own.connect();
          await own.query(`listen ${channel}`);
          if (isEnded) return lose();
          heard();
          await send(echo);
          timer = setTimeout(() => {
            if (!isHeard) lose();
          }, echoWithinMs).unref();
        } catch {
          lose();
        }
      };
      void connect();
      return () => {
        isEnded = true;
        isHeard = false;
        clearTimeout(timer);
        const last = client;
        client = undefined;
        void last?.end().catch(() => {});
      };
    },
  };
}
