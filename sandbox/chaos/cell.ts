import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BotProcess, startBot } from "../bot-process.ts";
import { type Outside, startOutside } from "../sandbox.ts";
import type { Delivery, StoredMessage } from "../slack/index.ts";
import { type Act, author, conversation } from "./acts.ts";
import { heldMark, outcomes, type Point, type Told } from "./points.ts";

export type CellResult = {
  requests: number;
  /** What the conversation read, in order. */
  told: readonly Told[];
  /** What broke the promise; empty when it was kept. */
  problems: readonly string[];
};

const watcher = fileURLToPath(new URL("./hold.ts", import.meta.url));
/** Starting a process over and over is most of the work: what Node compiled is kept for the next one. */
const compiled = join(tmpdir(), "chatops-chaos-compiled");
const limitMs = 30_000;

/** One act, one `kill -9` at the point, one restart on the same store, and what came of it. */
export async function runCell(act: Act, point: Point): Promise<CellResult> {
  const outside = await startOutside({ mode: act.mode });
  try {
    const earlier = await prepare(outside, act);
    const asked: string[] = [];
    outside.platform.onReceived(({ path }) => asked.push(path));
    const first = await actUntilKilled(outside, act, point);
    const bot = await startOn(outside, act);
    const problems = await waitUntilTold(outside, first, earlier);
    const { code } = await bot.stop();
    if (code !== 0) problems.push(`the restarted bot ended with ${code}`);
    const requests = asked.filter((path) => path === act.path).length;
    return judge(outside, { act, point, earlier, first, requests, problems });
  } finally {
    await outside.close();
  }
}

/** How many posts there were before the act. */
type Earlier = { inConversation: number; toAuthor: number };

async function prepare(outside: Outside, act: Act): Promise<Earlier> {
  if (act.prepare !== undefined) {
    const bot = await startOn(outside, act);
    await act.prepare(outside).finally(() => bot.stop());
  }
  const { slack } = outside;
  return { inConversation: slack.messages(conversation).length, toAuthor: slack.dm(author).length };
}

/** The delivery that committed the act, as Slack saw it end. */
async function actUntilKilled(outside: Outside, act: Act, point: Point): Promise<Delivery> {
  const { promise: held, resolve, reject } = Promise.withResolvers<void>();
  const onHeld = () => resolve();
  const bot = await startOn(outside, act, {
    hold: point.hold,
    onLine: (line) => line === heldMark && onHeld(),
  });
  const unsubscribe = holdOutside(outside, { act, point }, onHeld);
  const acting = act.play(outside);
  const timer = setTimeout(() => reject(new Error("the point was never reached")), limitMs);
  void bot.exited.then(() => reject(new Error(`the bot ended by itself:\n${bot.lines.at(-1)}`)));
  try {
    await held;
  } finally {
    clearTimeout(timer);
    await bot.stop("SIGKILL");
    unsubscribe();
    endHolds(outside);
  }
  return acting;
}

function endHolds({ slack, platform }: Outside): void {
  platform.faults.clear();
  platform.faults.release();
  slack.faults.clear();
  slack.faults.releaseHangs();
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
    return platform.onReceived((request) => request.path === path && onHeld());
  }
  if (hold !== "slack" && hold !== "slack shows") return () => {};
  const method = "chat.postMessage";
  slack.faults.webApi({ method, kind: hold === "slack" ? "hang" : "late" });
  return slack.on((event) => {
    if (hold === "slack shows" ? event.kind === "message" : isRequest(event, method)) onHeld();
  });
}

function isRequest(event: Parameters<Parameters<Outside["slack"]["on"]>[0]>[0], method: string): boolean {
  return event.kind === "traffic" && event.entry.direction === "from_bot" && event.entry.name === method;
}

type Watch = { hold: string; onLine: (line: string) => void };

async function startOn(outside: Outside, { mode }: Act, watch?: Watch): Promise<BotProcess> {
  const env = { ...outside.env, NODE_COMPILE_CACHE: compiled };
  const bot = await startBot(
    watch === undefined
      ? { env }
      : {
          env: { ...env, CHAOS_HOLD: watch.hold },
          nodeArguments: ["--import", watcher],
          onLine: watch.onLine,
        },
  );
  if (mode === "http") outside.slack.setRequestUrl(`http://127.0.0.1:${bot.port}/slack/events`);
  else await outside.slack.socket.ready();
  return bot;
}

/**
 * Who was acknowledged has to be told without doing anything. Who saw Slack's own error has to be told of what was
 * stored; and the same act coming again, as deliveries do, must not become a second one.
 */
async function waitUntilTold(outside: Outside, first: Delivery, earlier: Earlier): Promise<string[]> {
  const isTold = () => resultPosts(outside, earlier).length > 0;
  const waitFor = (what: string) =>
    outside.slack.waitFor(isTold, { timeoutMs: limitMs }).then(
      () => [],
      () => [what],
    );
  const problems = first.ack === null ? [] : await waitFor("acknowledged, and nothing was told");
  await outside.slack.redeliver(first.id);
  return [...problems, ...(await waitFor("nothing was told"))];
}

type Evidence = {
  act: Act;
  point: Point;
  earlier: Earlier;
  first: Delivery;
  requests: number;
  problems: string[];
};

function judge(outside: Outside, evidence: Evidence): CellResult {
  const { act, point, earlier, first, requests, problems } = evidence;
  const posts = resultPosts(outside, earlier);
  const seen = posts.flatMap(({ text }) => outcomeOf(text) ?? []);
  const truth: Told = act.isDone(outside) ? "Accepted" : "Not sent";
  const wrong = seen.filter((outcome) => outcome !== truth && outcome !== "Unknown outcome");
  const repeats = posts.slice(1).filter(({ text }) => !isMarkedRepeat(text));
  if (requests > 1) problems.push(`${requests} requests`);
  if (wrong.length > 0) problems.push(`told “${wrong.join(", ")}”, true is “${truth}”`);
  if (seen[0] !== point.isTold) problems.push(`told “${seen[0]}” where “${point.isTold}” belongs`);
  if (posts.some(({ text }) => !text.includes(`<@${author}>`))) problems.push("the author was not named");
  if (repeats.length > 0) problems.push("a post came again and did not say so");
  if (seen.includes("Unknown outcome") && outside.slack.dm(author).length === earlier.toAuthor) {
    problems.push("unknown, and the author was not told in person");
  }
  if (first.ack === null && first.trouble === null) problems.push("no answer, and Slack showed no error");
  for (const { rule, detail } of outside.slack.findings) problems.push(`Slack's rule ${rule}: ${detail}`);
  return { requests, told: seen, problems };
}

function isMarkedRepeat(text: string): boolean {
  return text.includes("You may see this twice");
}

function resultPosts({ slack }: Outside, { inConversation }: Earlier): StoredMessage[] {
  const posts = slack.messages(conversation).filter(({ threadTs }) => threadTs === null);
  return posts.slice(inConversation).filter(({ text }) => outcomeOf(text) !== undefined);
}

function outcomeOf(text: string): Told | undefined {
  return Object.entries(outcomes).find(([mark]) => text.startsWith(mark))?.[1];
}
