import { PassThrough } from "node:stream";
import { expect, onTestFinished } from "vitest";
import { type Outside, type OutsideOptions, startOutside } from "../../sandbox/sandbox.ts";
import { type RunningApp, startApp } from "../../src/app.ts";
import type { Backoff } from "../../src/backoff.ts";
import { loadConfig } from "../../src/config.ts";
import { createLogger } from "../../src/log.ts";
import type { AttemptTimer } from "../../src/platform/index.ts";
import { holdLimits } from "../../src/slack/edge/edge.ts";
import type { DownloadTimes } from "../../src/slack/files/download.ts";
import type { GroupPace } from "../../src/slack/people/groups.ts";
import type { Pace } from "../../src/slack/posts/queue.ts";
import type { PostgresLimits } from "../../src/store/index.ts";
import { type Budgets, createBudgets } from "./budgets.ts";
import { layStore } from "./laid-store.ts";
import { joon } from "./names.ts";
import { createSilenceTimer } from "./silence.ts";
import { storyNow } from "./story-clock.ts";
import { createStoryDatabase } from "./story-database.ts";
import { type Person, type StorySlack, toStorySlack } from "./story-slack.ts";

export type Chatops = Omit<Outside, "slack"> & {
  slack: StorySlack;
  /** Joon, who most stories are about. */
  person: Person;
  app: RunningApp;
  /** The page that Prometheus reads. */
  metrics(): Promise<string>;
  budgets: Budgets;
  /** Every line it logged so far. */
  log(): string;
  fatal: string[];
};

export type ChatopsOptions = OutsideOptions & {
  env?: Record<string, string>;
  pace?: Pace;
  postRetries?: Backoff;
  postgresLimits?: PostgresLimits;
  readingTimes?: DownloadTimes;
  groupPace?: GroupPace;
  /** The platform's silence ends a call at once, as its time-out would, or after PLATFORM_TIMEOUT_MS; else none ends so. */
  endsSilence?: boolean | "in time";
  /** The story is of what happens by the clock, which would be in the way of all others. */
  isWatched?: boolean;
  /** The app's clock, where more time passes than here. */
  now?: () => Date;
  /** What Slack finds fault with because the story wants it to, by its rule. */
  findings?: readonly string[];
  /** What happens outside before the app starts. */
  before?: (outside: Outside) => Promise<void> | void;
};

/**
 * Most stories only wait for their posts: here the app and Slack both count faster, in the same proportion. Slack's own
 * pace is kept by stories of the pace itself, by the queue's tests, and by every bot that runs as a process.
 */
const quick: Pace = { postMs: 50, editMs: 60, editBurst: 10 };

function timerFor(endsSilence: boolean | "in time", { platform }: Outside): AttemptTimer | undefined {
  if (endsSilence === "in time") return undefined;
  return endsSilence ? createSilenceTimer(platform) : () => () => {};
}

/** Slack's three seconds, as long as the app's budgets. */
export const waitsLong = () => performance.now() / 20;

type Mode = "socket" | "http";

/** For what the transport itself decides: acknowledgements, redeliveries, a process that is held up or begins anew. */
export const bothModes: readonly Mode[] = ["socket", "http"];

/**
 * For the stories of every feature: past Slack's edge no code knows which transport it was. `npm test` tells them over
 * Socket Mode, and `npm run test:long` the same ones over signed HTTP, by the words “over http” in their names.
 */
export const storyModes: readonly Mode[] = [process.env["STORIES_OVER"] === "http" ? "http" : "socket"];

/** For a story's details, which one transport tells for both. */
export const oneMode = "socket";

/** Instances on one PostgreSQL keep Slack's pace each for itself. */
const byInstances = process.env["STORIES_AT"] === "now" ? ["ratelimited"] : [];

/** The whole app over real wires, in this process; all of it ends with the test. */
export async function startChatops(options: ChatopsOptions = {}): Promise<Chatops> {
  const pace = options.pace ?? quick;
  const postLimit = { perSecond: 1000 / pace.postMs, burst: 5 };
  const started = await startOutside({
    ...options,
    slack: { postLimit, waitedMs: waitsLong, ...options.slack },
    platform: { now: storyNow, ...options.platform },
  });
  const database = await createStoryDatabase();
  const slack = toStorySlack(started.slack);
  const outside = {
    ...started,
    slack,
    person: slack.as(joon),
    env: { ...started.env, ...(database && { DATABASE_URL: database.url }) },
  };
  onTestFinished(async () => {
    await outside.close();
    await database?.drop();
    // Whatever a story is about, the app keeps Slack's rules.
    const wanted = [...(options.findings ?? []), ...byInstances];
    expect(outside.slack.findings.filter(({ rule }) => !wanted.includes(rule))).toEqual([]);
  });
  if (database === null) await layStore(outside.env["DATABASE_URL"]!);
  await options.before?.(outside);
  return { ...outside, ...(await startAppOn(outside, { ...options, pace })) };
}

/** The app alone, on an outside world that is there already: a second instance, or the same after a restart. */
export async function startAppOn(outside: Outside, options: ChatopsOptions = {}) {
  const { mode } = options;
  const { starting, budgets, log, fatal } = startUnready(outside, options);
  const app = await starting;
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= app.stop();
    return stopping;
  };
  onTestFinished(() => {
    outside.slack.faults.clear();
    outside.slack.faults.releaseHangs();
    outside.platform.faults.clear();
    outside.platform.faults.release();
    return stop();
  });
  if (mode === "http") outside.slack.setRequestUrl(`http://127.0.0.1:${app.port}/slack/events`);
  else await outside.slack.socket.ready();
  const metrics = async () => (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text();
  return { app: { ...app, stop }, metrics, budgets, log, fatal };
}

/** The same before it is ready, for who wants it to wait. */
export function startUnready(outside: Outside, options: ChatopsOptions = {}) {
  const {
    env,
    pace,
    postRetries,
    postgresLimits,
    readingTimes,
    groupPace,
    endsSilence = false,
    isWatched = false,
    now = storyNow,
  } = options;
  const config = loadConfig({ HOST: "127.0.0.1", PORT: "0", ...outside.env, ...env });
  let written = "";
  const destination = new PassThrough();
  destination.on("data", (chunk: Buffer) => {
    written += chunk.toString();
  });
  const fatal: string[] = [];
  const budgets = createBudgets();
  const waiting = new AbortController();
  const starting = startApp(config, {
    log: createLogger({ level: config.logLevel, secrets: config.secrets, destination }),
    signal: waiting.signal,
    onFatal: (reason) => fatal.push(reason),
    now,
    within: budgets.within,
    random: Math.random,
    ...(pace === undefined ? {} : { pace }),
    postRetries,
    postgresLimits,
    readingTimes,
    groupPace,
    attemptTimer: timerFor(endsSilence, outside),
    isClockOff: !isWatched,
    // A busy test machine is late by seconds; whoever tests a hold runs the bot as its own process.
    holdLimits: { ...holdLimits, lateMs: 60_000, answerMs: 60_000, failedMs: 60_000, pongMs: 60_000 },
  });
  return { starting, budgets, log: () => written, fatal, stop: () => waiting.abort() };
}
