import { expect } from "vitest";
import { playAtRandom, type Runs } from "./at-random.ts";
import { commands } from "./pictures/commands.ts";
import { linkTo } from "./pictures/slack.ts";
import { places, World } from "./pictures/world.ts";
import type { MakeDatabase } from "./store-database.ts";

/** Longer than any claim, wait or backoff. */
const restMs = 900_000;

/**
 * Changes, lines, faults of Slack, deliverers that stand still or die, in any order, over one database or another,
 * against what stands in the conversations at rest.
 */
export function picturesModel(makeDatabase: MakeDatabase, runs: Runs): void {
  playAtRandom("a post is a picture of what is stored, at random", makeDatabase, {
    ...{ ...runs, commands },
    createWorld: (database) => new World(database),
    async rest(world) {
      await rest(world);
      await inspect(world);
    },
  });
}

/** Nothing fails any more, and who stood still goes on; what couldn't be drawn is tried at a start. */
async function rest(world: World): Promise<void> {
  world.calm();
  while (world.gates.length > 0 || world.slack.flights.length > 0) {
    for (const gate of world.gates) world.release(gate);
    for (const { end } of world.slack.flights) end("answered");
    await world.quiet();
  }
  await world.begin();
  await untilShown(world);
  for (const deliverer of world.deliverers) await world.kill(deliverer);
  await world.begin();
  await untilShown(world);
}

async function untilShown(world: World): Promise<void> {
  const [deliverer] = world.deliverers;
  for (let waited = 0; waited < restMs; waited += 60_000) {
    // What is noted again, since its answer was lost, is noted by then.
    await world.age(60_000);
    if ((await deliverer?.store.posts.countQueued()) === 0) break;
  }
  expect(await deliverer?.store.posts.countQueued()).toBe(0);
}

async function inspect(world: World): Promise<void> {
  const { slack } = world;
  expect(slack.broken).toEqual([]);
  for (const { subject, place } of places) {
    const number = world.numbers.get(subject);
    if (number === undefined) continue;
    await inspectPost(world, { subject, place, number });
    inspectLines(world, { subject, place });
  }
}

async function inspectPost(
  world: World,
  of: { subject: string; place: string; number: number },
): Promise<void> {
  const { slack, deliverers } = world;
  const { posts } = deliverers[0]!.store;
  const name = `${of.subject}/${of.place}`;
  const standing = slack.find(await posts.find(of.subject, of.place));
  expect(standing, name).toBeDefined();
  const [first, ...notes] = standing?.text.split("\n") ?? [];
  expect(first).toBe(`${name}#${of.number}`);
  if (of.subject === "b" && world.numbers.has("a")) {
    const links = notes.filter((note) => note.startsWith("see: "));
    const linksTo = ({ channel, ts }: { channel: string; ts: string }) =>
      channel.startsWith("C") ? [`see: ${linkTo(channel, ts)}`] : [];
    const newest = linksTo((await posts.find("a", "result"))!);
    // Where Slack refused to edit this very post, its link is to what stood before, or there is none.
    const earlier = slack.shown
      .filter(({ text, threadTs }) => threadTs === null && text.startsWith("a/result"))
      .map(({ conversation: channel, ts }) => linksTo({ channel, ts }));
    if (standing?.isRefused && `${links}` !== `${newest}`) world.see("link is older");
    expect(standing?.isRefused ? [newest, [], ...earlier] : [newest]).toContainEqual(links);
  }
  const all = slack.shown.filter(({ text }) => text.startsWith(`${name}#`) || text.startsWith(`${name} `));
  const left = all.filter((one) => one === standing || (!one.isRefused && one.state !== "deleted"));
  if (left.length > 1) world.see("stands twice");
  expect(left.filter(isNoted).length, JSON.stringify(all)).toBeGreaterThanOrEqual(left.length - 1);
  if (!world.isInDoubt) expect(all.filter(isNoted)).toEqual([]);
}

/** Each once, or more often where it says so, first told in the order in which it happened. */
function inspectLines(world: World, { subject, place }: { subject: string; place: string }): void {
  const { slack } = world;
  const wanted = (world.lines.get(subject) ?? []).map((text) => `${place} ${text}`);
  const lines = slack.shown.filter(({ text }) => text.startsWith(`${place} ${subject}!`));
  const told = lines.map(({ text }) => text.split("\n")[0]);
  expect([...new Set(told)]).toEqual(wanted);
  for (const line of wanted) {
    const copies = lines.filter(({ text }) => text.split("\n")[0] === line);
    expect(copies.filter(isNoted).length, JSON.stringify(copies)).toBeGreaterThanOrEqual(copies.length - 1);
    if (copies.length > 1) world.see("line stands twice");
  }
  for (const { conversation, threadTs } of lines) {
    const post = slack.shown.find((one) => one.conversation === conversation && one.ts === threadTs);
    expect(post?.text).toContain(`${subject}/${place}`);
  }
}

function isNoted({ text }: { text: string }): boolean {
  return text.includes("may repeat");
}
