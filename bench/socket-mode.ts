import { setInterval } from "node:timers/promises";
import { startSandbox } from "../sandbox/sandbox.ts";
import type { Delivery } from "../sandbox/slack/index.ts";

/*
 * What people notice of Slack's forced refreshes and of an outage of Socket Mode: commands typed at five a second, a
 * refresh of all connections in their midst, then no connections for two minutes. A real bot process, a local Slack.
 */

const everyMs = 200;
const streamMs = 30_000;
const refreshEveryMs = 5000;
const outageMs = Number(process.argv[2] ?? 120) * 1000;
const conversations = ["C0TESTS", "C0REVIEWS", "C0ONCALL", "C0GENERAL"];

const { slack, platform, bot, close } = await startSandbox({
  env: { DAILY_SEND_LIMIT: "1000000", TEST_RECIPIENTS: "joon:01000000001" },
  slack: { postLimit: null, methodLimits: false },
});
let typed = 0;

const streamed = await type(streamMs, (elapsedMs) => {
  if (elapsedMs % refreshEveryMs === 0) slack.socket.disconnect("refresh_requested");
});
report(`${streamMs / refreshEveryMs} forced refreshes of all connections`, streamed);

const triesBefore = countTries();
slack.socket.refuseConnections(true);
slack.socket.disconnect("drop");
const missed = await type(outageMs, () => {});
report(`outage of ${outageMs / 1000} s`, missed);
console.log(`  ${countTries() - triesBefore} tries to connect`);
const backAt = performance.now();
slack.socket.refuseConnections(false);
await slack.socket.ready({ timeoutMs: 60_000 });
console.log(`  connected again ${Math.round(performance.now() - backAt)} ms after Slack took connections`);
report("after the outage", await type(5000, () => {}));

const results = () => conversations.flatMap((conversation) => slack.messages(conversation));
await slack.waitFor(() => results().length >= platform.state.messages.length, { timeoutMs: 300_000 });
const acked = [...streamed, ...missed].filter(({ ack }) => ack !== null).length;
console.log(`${platform.state.messages.length} sent, ${results().length} told`);
const { code } = await bot.stop();
await close();
process.exitCode = code === 0 && acked <= platform.state.messages.length ? 0 : 1;

/** Types commands for a while; what each became. */
async function type(forMs: number, during: (elapsedMs: number) => void): Promise<Delivery[]> {
  const deliveries: Promise<Delivery>[] = [];
  for await (const _ of setInterval(everyMs)) {
    const conversation = conversations[typed % conversations.length] ?? "";
    deliveries.push(slack.as("U0JOON").command("/msg-send", `joon Number ${typed}`, { conversation }));
    typed += 1;
    const elapsedMs = deliveries.length * everyMs;
    if (elapsedMs >= forMs) break;
    during(elapsedMs);
  }
  return Promise.all(deliveries);
}

function report(title: string, deliveries: readonly Delivery[]): void {
  const latencies = deliveries.flatMap(({ ack }) => ack?.latencyMs ?? []).toSorted((a, b) => a - b);
  const slowest = latencies.at(-1);
  const refused = deliveries.filter(({ trouble }) => trouble !== null);
  console.log(
    `${title}: ${deliveries.length} commands, ${latencies.length} acknowledged` +
      `${slowest === undefined ? "" : ` (slowest ${Math.round(slowest)} ms)`}, ` +
      `${refused.length} told by Slack that they failed`,
  );
}

function countTries(): number {
  return slack.traffic.filter(({ name }) => name === "apps.connections.open").length;
}
