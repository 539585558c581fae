import { setTimeout } from "node:timers/promises";
import { startOutside } from "../../sandbox/sandbox.ts";
import { endFaults } from "../chaos/people.ts";
import { openPostgres, openSqlite, type SoakDatabase } from "./database.ts";
import { type Place, troubles } from "./faults.ts";
import { flows } from "./flows.ts";
import { createInstance } from "./instances.ts";
import { findBroken } from "./judge.ts";
import { watchMemory } from "./memory.ts";
import { chanceFrom } from "./random.ts";
import { readCounters, readPlaces, readTries } from "./records.ts";
import { Story } from "./story.ts";
import { laySuite } from "./suite.ts";
import { senders, settings, team } from "./team.ts";

export type SoakOptions = {
  mode: "socket" | "http";
  on: SoakDatabase["name"];
  seed: number;
  flows: number;
  /** It ends earlier than that many flows, if need be. */
  minutes: number;
};

export type SoakResult = { line: string; broken: readonly string[]; ending: readonly string[] };

/** People and what befalls the world, at the same time, until all flows are done; then all heals, and is compared. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const { mode, on, seed } = options;
  const outside = await startOutside({ mode, slack: { ...team(), methodLimits: false } });
  const database = on === "postgres" ? await openPostgres() : openSqlite(outside.env["DATABASE_URL"] ?? "");
  const story = new Story(outside, chanceFrom(seed));
  const log: string[] = [];
  const env = { ...settings, ...(database.url !== null && { DATABASE_URL: database.url }) };
  const instances = Array.from({ length: on === "postgres" ? 2 : 1 }, () =>
    createInstance(outside, { mode, env, onLine: (line) => log.push(line) }),
  );
  try {
    await laySuite(story, database.url ?? outside.env["DATABASE_URL"] ?? "", senders[0] ?? "");
    for (const instance of instances) await instance.start();
    return await play({ story, instances, database }, log, options);
  } finally {
    for (const instance of instances) await instance.kill();
    await outside.close();
    await database.close();
  }
}

async function play(audience: Place, log: readonly string[], options: SoakOptions): Promise<SoakResult> {
  const { story, instances, database } = audience;
  const begunMs = performance.now();
  const isOver = () => performance.now() - begunMs > options.minutes * 60_000;
  let flowsLeft = options.flows;
  let troublesDone = 0;
  const people = senders.map(async (id) => {
    const actor = story.outside.slack.as(id);
    while (flowsLeft > 0 && !isOver()) {
      flowsLeft -= 1;
      const flow = story.chance.weighted(flows);
      await flow(story, actor).catch(() => {
        story.keptAway += 1;
      });
      await actor.closeView({ all: true }).catch(() => {});
      await setTimeout(story.chance.below(maxThoughtMs));
    }
  });
  let isDone = false;
  const befall = async () => {
    while (!isDone) {
      await setTimeout(200 + story.chance.below(600));
      await story.chance
        .weighted(troubles)(audience)
        .catch(() => {});
      troublesDone += 1;
    }
  };
  const befalling = Array.from({ length: 2 }, befall);
  const remembering = watchMemory(instances[0], {
    share: () => 1 - Math.max(1, flowsLeft) / options.flows,
    isDone: () => isDone,
  });
  await Promise.all(people);
  isDone = true;
  await Promise.all(befalling);
  const { warm, end, grown } = await remembering;
  const untilRest = await heal(audience);
  const tries = await readTries(database);
  const audiences = await readPlaces(database);
  const counters = await readCounters(database);
  const memory = Number.isNaN(grown)
    ? "memory not compared"
    : `memory ${toMb(warm)} to ${toMb(end)} MB, ${grown >= 0 ? "+" : ""}${grown.toFixed(0)} %`;
  const broken = [
    ...untilRest,
    ...findBroken({ story, tries, audiences, counters, log }),
    // What could not be compared has not held either.
    ...(instances.length > 1 && options.flows >= longRun && !(grown <= maxGrown) ? [memory] : []),
  ];
  const ends = Map.groupBy(tries, ({ outcome }) => outcome);
  const count = (outcome: string) => ends.get(outcome)?.length ?? 0;
  const seconds = Math.round((performance.now() - begunMs) / 1000);
  const line = [
    `${options.flows - Math.max(0, flowsLeft)} flows on ${options.on} over ${options.mode}, seed ${options.seed}, ${seconds} s`,
    `${story.wishes.size} wishes, ${troublesDone} troubles, ${story.keptAway} kept away`,
    `${tries.length} operations: ${count("accepted")} accepted, ${count("refused")} refused, ${count("not_sent")} not sent, ${count("unknown")} unknown`,
    memory,
    `${broken.length} broken promises`,
  ].join(" · ");
  const ending = await Promise.all(instances.map(async (one) => `ended with ${await one.stop()}`));
  return { line, broken, ending };
}

function toMb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

/** Of two instances the first is never killed, and a short run says little of its memory. */
const longRun = 10_000;
const maxGrown = 10;

/** Between two things that a person does: without it the app is busy most of the time, and little befalls it. */
const maxThoughtMs = 4_000;

/** So long nothing more is told. One person may be asked hundreds of times, and Slack takes a message a second for each. */
const patienceMs = 120_000;

/** Nothing befalls anybody any more, and all that was to be told is told. */
async function heal({ story: { outside }, instances, database }: Place): Promise<string[]> {
  endFaults(outside);
  for (const instance of instances) {
    if (instance.bot() !== undefined) continue;
    const failed = await instance.start().then(
      () => null,
      (error: unknown) => `an instance did not start: ${error instanceof Error ? error.message : error}`,
    );
    if (failed !== null) return [failed];
  }
  let least = Number.POSITIVE_INFINITY;
  let leastAtMs = performance.now();
  for (;;) {
    endFaults(outside);
    await database.lapse();
    const [left] = await database.read(
      `select (select count(*) from operations where closed_at is null) as open,
        (select count(*) from posts where since is not null) as waiting,
        (select count(*) from post_lines) as lines`,
    );
    const waiting = Object.values(left ?? {}).reduce<number>((sum, one) => sum + Number(one), 0);
    if (waiting === 0) return [];
    if (waiting < least) [least, leastAtMs] = [waiting, performance.now()];
    if (performance.now() - leastAtMs > patienceMs) return [`not at rest: ${JSON.stringify(left)}`];
    await setTimeout(500);
  }
}
