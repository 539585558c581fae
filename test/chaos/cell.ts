import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BotProcess, startBot } from "../../sandbox/bot-process.ts";
import { type Outside, startOutside } from "../../sandbox/sandbox.ts";
import type { Delivery } from "../../sandbox/slack/index.ts";
import { openStore } from "../../src/store/index.ts";
import { findUnaudited } from "../support/audited.ts";
import type { Act } from "./acts.ts";
import { type Database, type Databases, sqlite } from "./databases.ts";
import { type Evidence, unless } from "./judge.ts";
import { author, conversation, endFaults } from "./people.ts";
import { heldMark, type Point, type Told } from "./points.ts";

export type CellResult = {
  requests: number;
  /** What people read, in order. */
  told: readonly Told[];
  /** What broke the promise; empty when it was kept. */
  problems: readonly string[];
};

const watcher = fileURLToPath(new URL("./hold.ts", import.meta.url));
const limitMs = 30_000;

/** A machine that is busy with other things keeps the bot from its 3 s, or has it say that it was held up. */
const starvedTries = 3;

/** One act, one `kill -9` at the point, one restart on the same store, and what came of it. */
export async function runCell(act: Act, point: Point, on: Databases = sqlite): Promise<CellResult> {
  for (let tries = 1; ; tries += 1) {
    const database = await on.create();
    const result = await runOnce(act, point, database)
      .catch((error: unknown) => {
        if (error instanceof NotReachedError && tries < starvedTries) return null;
        throw error;
      })
      .finally(() => database.drop());
    if (result !== null && (!result.wasStarved || tries === starvedTries)) return result;
  }
}

class NotReachedError extends Error {
  override readonly name = "NotReachedError";
}

async function runOnce(
  act: Act,
  point: Point,
  { url, lapse }: Database,
): Promise<CellResult & { wasStarved: boolean }> {
  const outside = await startOutside({ mode: act.mode });
  if (url !== null) outside.env["DATABASE_URL"] = url;
  // Their expiry is told to on-call at the start: the process would be killed at that post in the place of the act's.
  outside.platform.state.payments = [];
  // For the same reason nobody is asked whether what Joon sends to himself arrived.
  // A first start tells of yesterday what waits by then.
  outside.env["DIGEST"] = "off";
  outside.env["TEST_RECIPIENTS"] = "joon:01000000001,mina@U0MINA:01087654321";
  act.before?.(outside);
  try {
    const earlier = await prepare(outside, act);
    const asked: string[] = [];
    outside.platform.onReceived(({ path }) => asked.push(path));
    const first = await actUntilKilled(outside, act, point);
    await lapse();
    const bot = await startOn(outside, act);
    const evidence = { outside, point, earlier, first, wasDeliveredAgain: false };
    const unannounced = await waitUntilTold(evidence, act);
    // A post that comes again comes behind what tells of the act.
    await untilPosted(bot);
    const told = act.judge.told(evidence);
    const judged = act.judge.findProblems({ ...evidence, wasDeliveredAgain: true });
    const count = () => asked.filter((path) => path.startsWith(act.path)).length;
    const requests = count();
    const later = (await act.after?.(outside).catch((error: unknown) => [String(error)])) ?? [];
    const { code } = await bot.stop();
    const problems = [
      ...(await findAuditBreaks(outside.env["DATABASE_URL"] ?? "")),
      ...unannounced,
      ...unless(code === 0, `the restarted bot ended with ${code}`),
      ...unless(count() <= (act.requests ?? 1), `${count()} requests`),
      ...judged,
      ...later,
      ...findBrokenRules(evidence),
    ];
    return { requests, told, problems, wasStarved: wasStarved(outside) };
  } catch (cause) {
    throw wasStarved(outside) ? new NotReachedError("the bot was kept from its 3 s", { cause }) : cause;
  } finally {
    await outside.close();
  }
}

/** Wherever it was killed, the audit has all that was done. */
async function findAuditBreaks(url: string): Promise<string[]> {
  const store = await openStore({ url, owner: "auditor", leaseMs: limitMs, now: () => new Date() });
  const unaudited = await findUnaudited(store).finally(() => store.close());
  return unaudited.map((problem) => `the audit: ${problem}`);
}

function wasStarved({ slack }: Outside): boolean {
  return slack.findings.some(({ rule }) => rule === "no_ack");
}

async function prepare(outside: Outside, act: Act): Promise<Evidence["earlier"]> {
  if (act.prepare !== undefined) {
    const bot = await startOn(outside, act);
    await act.prepare(outside).finally(() => bot.stop());
  }
  const { slack } = outside;
  return { inConversation: slack.messages(conversation).length, toAuthor: slack.dm(author).length };
}

/** The delivery that committed the act, as Slack saw it end. */
async function actUntilKilled(outside: Outside, act: Act, point: Point): Promise<Delivery | null> {
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const onHeld = () => resolve();
  const bot = await startOn(outside, act, {
    hold: point.hold,
    onLine: (line) => line === heldMark && onHeld(),
  });
  let unsubscribe = () => {};
  try {
    if (act.begin !== undefined) await act.begin(outside).then(() => untilPosted(bot));
    unsubscribe = holdOutside(outside, { act, point }, onHeld);
    const acting = act.play(outside);
    // Who can't act never gets to the point: that is what fails then.
    acting.catch(() => {});
    await reach(held, bot);
    return acting;
  } finally {
    await bot.stop("SIGKILL");
    unsubscribe();
    endFaults(outside);
  }
}

/** Slack shows a post before the bot has stored that it does; killed between the two, it would come again. */
async function untilPosted({ port }: BotProcess): Promise<void> {
  for (let tries = 0; tries < limitMs / 50; tries += 1) {
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
    if (/^chatops_posts_queued 0$/m.test(await metrics.text())) return;
    await setTimeout(50);
  }
  throw new Error("what is told never arrived");
}

async function reach(held: Promise<void>, bot: BotProcess): Promise<void> {
  const isHeld = held.then(() => true);
  const ended = bot.exited.then(() => {
    throw new Error(`the bot ended by itself:\n${bot.lines.at(-1)}`);
  });
  const timer = new AbortController();
  const late = setTimeout(limitMs, false, { signal: timer.signal });
  ended.catch(() => {});
  late.catch(() => {});
  const isReached = await Promise.race([isHeld, ended, late]).finally(() => timer.abort());
  if (!isReached) throw new NotReachedError("the point was never reached");
}

/** Holds the request or the post at whoever has it. */
function holdOutside(
  { slack, platform }: Outside,
  { act: { path }, point: { hold } }: { act: Act; point: Point },
  onHeld: () => void,
): () => void {
  if (hold === "platform") {
    // What a form reads meanwhile is not the act.
    platform.faults.next({ kind: "silence" }, { path });
    return platform.onReceived((request) => request.path.startsWith(path) && onHeld());
  }
  const [, how, method] = /^slack (holds|shows) (.+)$/.exec(hold) ?? [];
  if (method === undefined) return () => {};
  slack.faults.webApi({ method, kind: how === "holds" ? "hang" : "late" });
  return slack.on((event) => {
    if (how === "shows" ? event.kind === "message" : isRequest(event, method)) onHeld();
  });
}

function isRequest(event: Parameters<Parameters<Outside["slack"]["on"]>[0]>[0], method: string): boolean {
  return event.kind === "traffic" && event.entry.direction === "from_bot" && event.entry.name === method;
}

type Watch = { hold: string; onLine: (line: string) => void };

async function startOn(outside: Outside, act: Act, monitor?: Watch): Promise<BotProcess> {
  const env = { ...outside.env, ...act.env };
  const bot = await startBot(
    monitor === undefined
      ? { env }
      : {
          env: { ...env, CHAOS_HOLD: monitor.hold },
          nodeArguments: ["--import", watcher],
          onLine: monitor.onLine,
        },
  );
  if (act.mode === "http") outside.slack.setRequestUrl(`http://127.0.0.1:${bot.port}/slack/events`);
  else await outside.slack.socket.ready();
  return bot;
}

/**
 * Who was acknowledged has to be told without doing anything. Who saw Slack's own error has to be told of what was
 * stored; and the same act coming again, as deliveries do, must not become a second one.
 */
async function waitUntilTold(evidence: Evidence, { judge }: Act): Promise<string[]> {
  const { first, outside } = evidence;
  const isTold = (state: Evidence) => judge.isTold?.(state) ?? judge.findProblems(state).length === 0;
  const waitFor = (state: Evidence, what: string) =>
    outside.slack
      .waitFor(() => isTold(state), { timeoutMs: limitMs })
      .then(
        () => [],
        () => [what],
      );
  const wasAcknowledged = first === null || first.ack !== null;
  const problems = wasAcknowledged ? await waitFor(evidence, "acknowledged, and not all was told") : [];
  if (first !== null) await outside.slack.redeliver(first.id);
  return [...problems, ...(await waitFor({ ...evidence, wasDeliveredAgain: true }, "not all was told"))];
}

function findBrokenRules({ first, outside }: Evidence): string[] {
  const isSilent = first !== null && first.ack === null && first.trouble === null;
  return [
    ...unless(!isSilent, "no answer, and Slack showed no error"),
    ...outside.slack.findings.map(({ rule, detail }) => `Slack's rule ${rule}: ${detail}`),
  ];
}
