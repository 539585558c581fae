import { DatabaseSync } from "node:sqlite";
import { openStore } from "../src/store/index.ts";

/** Some people, of whom one asks for their history. */
const authors = 50;

/** A SQLite store with so many operations that ended long ago, each with its delivered post. */
export async function fillStore(url: string, rows: number): Promise<void> {
  const now = () => new Date();
  await (await openStore({ url, owner: "filler", leaseMs: 60_000, now })).close();
  const database = new DatabaseSync(url.slice("file:".length));
  database.exec("pragma synchronous = off; pragma cache_size = -200000; begin");
  const numbers = `with recursive numbers (n) as (select 1 where ${rows} > 0 union all select n + 1 from numbers where n < ${rows})`;
  const at = `${Date.now() - 86_400_000} - (${rows} - n) * 10`;
  database.exec(`insert into operations (id, act, step, root, kind, author, conversation, request, state, outcome, result,
      message_id, owner, created_at, started_at, closed_at)
    ${numbers}
    select id, id, 0, id, 'messages.send',
      case n % ${authors} when 0 then 'U0BENCH' else 'U0' || (n % ${authors}) end, 'C0BENCH',
      '{"body":{"message":{"to":"01000000001","from":"0212345678","text":"Hello"}}}', 'closed', 'accepted',
      '{"statusCode":"2000"}', 'M' || n, '', ${at}, ${at}, ${at}
      from (select n, printf('%08x-0000-4000-8000-%012x', n * 2654435761 % 4294967296, n) as id from numbers)`);
  database.exec(`insert into posts (subject, audience, kind, destinations, destination, kept, version, posted_version,
      state_version, may_repeat, channel, ts, changed_at)
    select 'act:' || id, 'result', 'messages.send', '["C0BENCH"]', 'C0BENCH', 0, 1, 1, 1, 0, 'C0BENCH', '1.1', created_at
      from operations`);
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
}
