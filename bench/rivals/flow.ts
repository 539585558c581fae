import { Pool } from "undici";
import type { Child } from "../child.ts";
import { commandPayload, deliverTaken } from "../slack-request.ts";
import type { SlackStub } from "../slack-stub.ts";
import { type Contender, recipient } from "./contenders.ts";

export const conversations = 200;
const people = 200;

/** A contender's process that takes commands over its main database. */
export type Running = { contender: Contender; child: Child; pool: Pool; close(): Promise<void> };

export async function connect(contender: Contender, env: Record<string, string> = {}): Promise<Running> {
  const child = await contender.start({ env });
  const pool = new Pool(`http://127.0.0.1:${child.port}`, { connections: 64 });
  return {
    contender,
    child,
    pool,
    async close() {
      await pool.destroy();
      await child.stop();
    },
  };
}

let count = 0;
type FlowOptions = { among?: number; acknowledgedMs?: number[] };

/** One command up to its result in the conversation. `acknowledgedMs` is given how long the first answer took. */
export function createFlow(
  slack: SlackStub,
  { contender, pool }: Running,
  { among = conversations, acknowledgedMs = [] }: FlowOptions = {},
): () => Promise<void> {
  return async () => {
    count += 1;
    const conversation = `C0FLOW${count % among}`;
    const author = `U0BENCH${count % people}`;
    const posted = slack.posted(conversation);
    const send = () => ({
      ...commandPayload("/msg-send", `${recipient} Hello`, conversation),
      user_id: author,
    });
    const startedMs = performance.now();
    await deliverTaken(pool, send, contender.isTaken);
    acknowledgedMs.push(performance.now() - startedMs);
    await posted;
  };
}
