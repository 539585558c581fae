import fc from "fast-check";
import { type Sandbox, startSandbox } from "../../sandbox/sandbox.ts";
import { tour } from "../../sandbox/tour.ts";
import type { Failure } from "./fuzz.ts";
import { mutated, words } from "./inputs.ts";

type Payload = Record<string, unknown>;

const target = "payloads over HTTP";
const atOnce = 8;
const batchSize = 100;
const patienceMs = 20_000;
/** What people and their clients put into a payload; the rest is Slack's own, and what the app gave it. */
const content = new Set(["text", "value", "action_id", "block_id", "callback_id"]);

/** Whose value somebody types: a field, and one that searches while it is typed. A button's and a choice's is the app's own. */
const typedInto: readonly unknown[] = ["plain_text_input", "block_suggestion"];

function isTyped(name: string, parent: Payload): boolean {
  return content.has(name) && (name !== "value" || typedInto.includes(parent["type"]));
}

/** The triggers are made up, and answers to them go nowhere. */
const madeUp = /invalid_trigger_id|a response_url is not Slack's/;
const nowhere = "http://127.0.0.1:9/";

/**
 * Payloads of all that the tour does, changed, over signed HTTP to the app as a process. It answers what no client
 * sends, and where only what people write was changed it has no failure of its own.
 */
export async function fuzzWires({
  inputs,
  seed,
}: {
  inputs: number;
  seed: number;
}): Promise<readonly Failure[]> {
  // Eight at once make more calls and posts than Slack takes of any app.
  const slack = { methodLimits: false, postLimit: null };
  const sandbox = await startSandbox({ mode: "http", slack, env: { PLATFORM_TIMEOUT_MS: "1500" } });
  try {
    for (const step of tour) await step.play(sandbox);
    const samples = fc.constantFrom(...collect(sandbox));
    const run = { count: Math.ceil(inputs / 2), seed };
    // These first: what fails late of wholly made-up payloads would be taken for a defect.
    const unanswered = await deliverAll(sandbox, samples.chain(rewritten), run);
    const defects = findDefects(sandbox.bot.lines);
    const whole = samples.chain((sample) => mutated(sample).map(toPayload));
    unanswered.push(...(await deliverAll(sandbox, whole, run)));
    return [...unanswered, ...defects];
  } finally {
    await sandbox.close();
  }
}

function collect({ slack }: Sandbox): Payload[] {
  return slack.traffic.flatMap(({ direction, request }) =>
    direction === "to_bot" && isPayload(request) ? [request] : [],
  );
}

function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toPayload(value: unknown): Payload {
  return isPayload(value) ? value : { payload: value };
}

/** Each so many of what people write becomes something else. */
function rewritten(sample: Payload): fc.Arbitrary<Payload> {
  return fc
    .record({ by: fc.array(words, { minLength: 1, maxLength: 5 }), of: fc.integer({ min: 1, max: 6 }) })
    .map(({ by, of }) => {
      let count = 0;
      // JSON.parse calls it on what holds the value.
      const revive = function (this: Payload, name: string, value: unknown): unknown {
        if (typeof value !== "string" || !isTyped(name, this)) return value;
        count += 1;
        return count % of === 0 ? by[count % by.length] : value;
      };
      return toPayload(JSON.parse(JSON.stringify(sample), revive));
    });
}

/** Few at a time are made: Slack is this process too, and would drop connections while it makes more. */
async function deliverAll(
  sandbox: Sandbox,
  payloads: fc.Arbitrary<Payload>,
  { count, seed }: { count: number; seed: number },
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (let from = 0; from < count; from += batchSize) {
    const run = { numRuns: Math.min(batchSize, count - from), seed: seed + from };
    failures.push(...(await deliver(sandbox, fc.sample(payloads, run))));
  }
  return failures;
}

async function deliver(sandbox: Sandbox, payloads: readonly Payload[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  const next = payloads.entries();
  const work = async () => {
    for (const [index, payload] of next) {
      const triggerId = `${Date.now()}.${index}.fuzz`;
      const sent = { ...payload, trigger_id: triggerId, response_url: nowhere };
      const why = await ask(sandbox, sent);
      if (why !== null) failures.push({ target, why, input: JSON.stringify(sent).slice(0, 2_000) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures;
}

/** Null: it was answered, be it with a status that says no. */
async function ask({ slack }: Sandbox, payload: Payload): Promise<string | null> {
  const isEvent = payload["type"] === "event_callback";
  const isCommand = typeof payload["command"] === "string";
  const fields = isCommand ? toFields(payload) : { payload: JSON.stringify(payload) };
  const body = isEvent ? JSON.stringify(payload) : new URLSearchParams(fields).toString();
  const type = isEvent ? "application/json" : "application/x-www-form-urlencoded";
  const headers = { "content-type": type, ...slack.signatureHeaders(body) };
  const timeout = AbortSignal.timeout(patienceMs);
  const tooLate = new Promise<null>((resolve) => timeout.addEventListener("abort", () => resolve(null)));
  const reply = await Promise.race([slack.deliverRaw({ body, headers }).catch(String), tooLate]);
  if (reply === null) return `no answer in ${patienceMs} ms`;
  return typeof reply === "string" ? reply : null;
}

function toFields(payload: Payload): Record<string, string> {
  const toField = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, toField(value)]));
}

/** Each failure of the app's own, once. */
function findDefects(lines: readonly string[]): Failure[] {
  const defects = lines.filter((line) => /"level":"(?:error|fatal)"/.test(line) && !madeUp.test(line));
  const kinds = Map.groupBy(defects, (line) => /"message":"[^"]*".{0,300}/.exec(line)?.[0] ?? line);
  return [...kinds.values()].map(([line = "", ...others]) => ({
    ...{ target, why: `failed ${others.length + 1} times`, input: line },
  }));
}
