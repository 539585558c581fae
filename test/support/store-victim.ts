import { writeSync } from "node:fs";
import { actSubject, openStore } from "../../src/store/index.ts";

/*
 * A process to be killed: works on operations and says on standard output what it was told is stored, one line each,
 * written before the next step.
 */
const [url, prefix] = process.argv.slice(2);
if (url === undefined || prefix === undefined) throw new Error("usage: store-victim.ts <url> <prefix>");
const nowMs = Date.parse("2026-11-21T09:00:00.000Z");
const now = () => new Date(nowMs);
// Leases by this clock too: the test that looks after it has moved on from the same moment.
const store = await openStore({ url, owner: prefix, leaseMs: 1, now, leaseClock: now });

async function work(lane: number): Promise<never> {
  for (let index = 0; ; index += 1) {
    const id = `${prefix}-${lane}-${index}`;
    await store.operations.enqueue({ id, kind: "test", author: "U1", conversation: null, request: {} });
    writeSync(1, `stored ${id}\n`);
    await store.operations.start(id);
    writeSync(1, `started ${id}\n`);
    await store.operations.finish(id, {
      outcome: "accepted",
      result: null,
      notificationFor: (_, { act }) => ({
        posts: [{ subject: actSubject(act), audience: "result", kind: "test", destinations: ["C1"] }],
      }),
    });
    writeSync(1, `finished ${id}\n`);
  }
}

await Promise.all([work(0), work(1), work(2)]);
