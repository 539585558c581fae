import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startChild } from "./child.ts";
import type { Plan, Table } from "./comparison.ts";
import { load, median, pace, quantile } from "./load.ts";
import { type Contender, createContenders } from "./rivals/contenders.ts";
import { createMeasured, type FigureName, type Measured, toTable } from "./rivals/figures.ts";
import { connect, conversations, createFlow, type Running } from "./rivals/flow.ts";
import { type SlackStub, startSlackStub } from "./slack-stub.ts";

/** Slack takes one post a second in a conversation, and the app keeps to that: the most it can do needs more of them. */
const conversationsAtMost = 5000;
const rates = [
  { perSecond: 1, durationMs: 6000, processor: "processor1", database: "database1" },
  {
    perSecond: 20,
    durationMs: 7500,
    processor: "processor20",
    database: "database20",
    posted: ["posted20p50", "posted20p99"],
    acknowledged: ["ack20p50", "ack20p99"],
  },
  {
    perSecond: 100,
    durationMs: 2500,
    processor: "processor100",
    database: "database100",
    posted: ["posted100p50", "posted100p99"],
  },
] as const satisfies Rate[];
type Rate = {
  perSecond: number;
  durationMs: number;
  processor: FigureName;
  database: FigureName;
  posted?: readonly [FigureName, FigureName];
  acknowledged?: readonly [FigureName, FigureName];
};
const mostMs = 2000;
/** Whatever follows a post is done by then. */
const settleMs = 1000;
const idleMs = 12_000;
const restMs = 700;
const countingMs = 5000;

/**
 * The app beside what a good engineer would build in a week: Bolt, a durable queue, the public SDK, `chat.postMessage`. All
 * commit the act before they acknowledge it. Round after round they take turns, and each has its turn at each figure.
 */
export async function benchRivals(plan: Plan): Promise<Table[]> {
  const slack = await startSlackStub();
  const platform = await startChild(new URL("./platform-stub.ts", import.meta.url));
  const directory = await mkdtemp(join(tmpdir(), "bench-rivals-"));
  const platformUrl = `http://127.0.0.1:${platform.port}`;
  const contenders = await createContenders({ slackUrl: slack.apiUrl, platformUrl, directory });
  const measured = createMeasured();
  const running = await Promise.all(contenders.map((contender) => connect(contender)));
  for (const one of running) {
    // Each person is asked for at Slack once, code is compiled, and both databases have their tables.
    if (plan.rounds > 1) await (await one.contender.start({ isApart: true })).stop();
    await load(createFlow(slack, one), { concurrency: 8, durationMs: plan.durationMs(4000) });
  }
  for (let round = 0; round < plan.rounds; round += 1) {
    const order = round % 2 === 0 ? running : running.toReversed();
    for (const rate of rates)
      for (const one of order) await measureRate(slack, one, { rate, plan, measured });
    for (const one of order) {
      const most = { concurrency: 16, durationMs: plan.durationMs(mostMs) };
      const { perSecond } = await load(createFlow(slack, one, { among: conversationsAtMost }), most);
      measured.note(one.contender.name, "most", perSecond);
      await wait(plan.durationMs(settleMs));
    }
    for (const { contender, child } of order) measured.note(contender.name, "memoryAfter", child.rssMb());
    for (const { contender } of order) await measureStart(contender, plan, measured);
    await measureIdle(running, plan, measured);
  }
  await Promise.all(running.map((one) => one.close()));
  await Promise.all(contenders.map((contender) => countStatements(slack, contender, { plan, measured })));
  for (const contender of contenders) await contender.close();
  await platform.stop();
  await slack.close();
  await rm(directory, { recursive: true });
  const title = `The app and its rivals, ${conversations} conversations`;
  return [toTable(title, measured)];
}

type At = { plan: Plan; measured: Measured };

async function measureRate(
  slack: SlackStub,
  one: Running,
  { rate, plan, measured }: At & { rate: Rate },
): Promise<void> {
  const { contender, child } = one;
  const acknowledgedMs: number[] = [];
  const flow = createFlow(slack, one, { acknowledgedMs });
  const before = { own: child.processorMs(), database: contender.databaseMs?.() ?? 0 };
  const sample = await pace(flow, {
    perSecond: rate.perSecond,
    durationMs: plan.durationMs(rate.durationMs),
  });
  await wait(plan.durationMs(settleMs));
  const flows = acknowledgedMs.length;
  const note = (figure: FigureName, value: number) => measured.note(contender.name, figure, value);
  note(rate.processor, (child.processorMs() - before.own) / flows);
  if (contender.databaseMs !== null) note(rate.database, (contender.databaseMs() - before.database) / flows);
  if (rate.posted !== undefined) {
    note(rate.posted[0], sample.p50Ms);
    note(rate.posted[1], sample.p99Ms);
  }
  if (rate.acknowledged !== undefined) {
    note(rate.acknowledged[0], median(acknowledgedMs));
    note(
      rate.acknowledged[1],
      quantile(
        acknowledgedMs.toSorted((a, b) => a - b),
        0.99,
      ),
    );
  }
}

async function measureStart(contender: Contender, plan: Plan, measured: Measured): Promise<void> {
  const child = await contender.start({ isApart: true });
  await wait(plan.durationMs(restMs));
  measured.note(contender.name, "ready", child.readyMs);
  measured.note(contender.name, "memory", child.rssMb());
  await child.stop();
}

/** All at once: nobody has anything to do. */
async function measureIdle(running: readonly Running[], plan: Plan, measured: Measured): Promise<void> {
  const read = () =>
    running.map(({ contender, child }) => ({
      name: contender.name,
      own: child.processorMs(),
      database: contender.databaseMs?.() ?? Number.NaN,
    }));
  const before = read();
  const startedMs = performance.now();
  await wait(plan.durationMs(idleMs));
  const seconds = (performance.now() - startedMs) / 1000;
  read().forEach(({ name, own, database }, index) => {
    const { own: ownBefore = Number.NaN, database: databaseBefore = Number.NaN } = before[index] ?? {};
    measured.note(name, "idleProcessor", (own - ownBefore) / seconds);
    measured.note(name, "idleDatabase", (database - databaseBefore) / seconds);
  });
}

const nothing = { statements: 0, transactions: 0 };

/**
 * In processes of their own, since counting takes time: what one asks for that has nothing to do is taken off. One flow at a
 * time, so that what several share doesn't depend on the machine.
 */
async function countStatements(
  slack: SlackStub,
  contender: Contender,
  { plan, measured }: At,
): Promise<void> {
  const { counter, name } = contender;
  const countRun = async (perform: (one: Running) => Promise<number>) => {
    await counter.begin();
    const one = await connect(contender, counter.env);
    const flows = await perform(one);
    await wait(plan.durationMs(settleMs));
    await one.close();
    return { ...(await counter.read()), flows };
  };
  const durationMs = plan.durationMs(countingMs);
  const idle =
    plan.rounds === 1
      ? nothing
      : await countRun(async () => {
          await wait(durationMs);
          return 0;
        });
  const busy = await countRun(async (one) => {
    const acknowledgedMs: number[] = [];
    await load(createFlow(slack, one, { acknowledgedMs }), { concurrency: 1, durationMs });
    return acknowledgedMs.length;
  });
  for (const what of ["statements", "transactions"] as const)
    measured.note(name, what, (busy[what] - idle[what]) / busy.flows);
}
