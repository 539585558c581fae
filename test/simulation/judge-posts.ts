import type { Renderer } from "../../src/slack/posts/queue.ts";
import type { Ledger } from "./judge.ts";
import { createRenderer, isPlain, Line, Rendered } from "./kinds.ts";
import { linkTo, type Message } from "./slack.ts";
import type { World } from "./world.ts";

const note = "may be a repeat";

/** Each stored outcome has its posts: each once, in order, at Slack's pace, and showing what is stored at the end. */
export async function judgePosts(world: World, ledger: Ledger): Promise<void> {
  const { trace } = world;
  const told = new Set(ledger.posts.map(({ subject }) => subject));
  for (const { act, outcome, questionnaire } of ledger.operations) {
    trace.holds(told.has(`act:${act}`), `${act} is ${outcome}, and nobody is told`);
    if (questionnaire !== null)
      trace.holds(told.has(`questions:${questionnaire}`), `nobody is asked ${questionnaire}`);
  }
  const renderer = createRenderer(world.store, async () => {});
  for (const post of ledger.posts) if (post.destination !== "") await judgePost(world, post, renderer);
  judgeLines(world, ledger);
  judgeReaders(world, ledger);
  judgePace(world);
  if (!world.slack.isInDoubt && world.seen.get("post: not drawn yet") === undefined)
    judgeOrder(world, ledger);
}

/** The post's message exists, and shows what is stored. */
async function judgePost(world: World, post: Ledger["posts"][number], renderer: Renderer): Promise<void> {
  const { trace, slack } = world;
  const name = `${post.subject}|${post.audience}`;
  trace.holds(post.since === null, `${name} waits for ever: ${post.error}`);
  const message = post.channel === null ? undefined : slack.find(post.channel, post.ts ?? "");
  trace.holds(message !== undefined, `${name} stands nowhere: ${post.error}`);
  if (message === undefined) return;
  judgeCopies(world, name, { of: post.subject, at: post.audience, standing: message });
  if (message.isDeleted) return;
  const rendering = await renderer.render({ ...post, facts: null, version: 0 });
  const [first, ...notes] = message.text.split("\n");
  trace.holds(first === rendering?.text, `${name} shows ${first}, and is ${rendering?.text}`);
  for (const { to } of rendering?.links ?? []) {
    const link = to?.channel.startsWith("C") === true ? [`see: ${linkTo(to.channel, to.ts)}`] : [];
    const shown = notes.filter((one) => one.startsWith("see: "));
    // A post has no link to a private conversation; once that is open, it gets one with its next change.
    if (shown.length === 0 && to !== null && slack.wasPrivate.has(to.channel)) continue;
    // Slack's answer with the address came too late for the post, which hasn't changed since.
    if (shown.length === 0 && slack.wasSlowToLook) continue;
    // A locked message isn't replaced by another post for the sake of a link.
    if (message.isLocked) continue;
    trace.holds(`${shown}` === `${link}`, `${name} leads to ${shown}, not ${link}`);
  }
}

function renderedOf({ text }: Message): Rendered | null {
  const [first = ""] = text.split("\n");
  return first.startsWith('{"of"') ? Rendered.parse(JSON.parse(first)) : null;
}

/** There is one message, unless Slack refused to change it. Each further one says that it may be a repeat. */
function judgeCopies(
  world: World,
  name: string,
  { of, at, standing }: { of: string; at: string; standing: Message },
): void {
  const all = world.slack.messages.filter((one) => {
    const rendered = renderedOf(one);
    return rendered?.of === of && rendered.at === at;
  });
  const left = all.filter((one) => one === standing || !(one.isRefused || one.isDeleted));
  const noted = left.filter(({ text }) => text.includes(note));
  if (left.length > 1) world.see("stands twice");
  world.trace.holds(
    noted.length >= left.length - 1,
    `${name} stands ${left.length} times, ${noted.length} say so`,
  );
  if (!world.slack.isInDoubt)
    world.trace.holds(!all.some(({ text }) => text.includes(note)), `${name} says that it may be a repeat`);
}

/** Each event of an operation has one line in the thread of its act's post. */
function judgeLines(world: World, { operations, lines }: Ledger): void {
  const { trace, slack } = world;
  trace.holds(lines.length === 0, `${lines.length} lines were never said`);
  const said = slack.messages.flatMap((one) => {
    const [first = ""] = one.text.split("\n");
    return one.thread !== null && first.startsWith('{"item"')
      ? [{ ...Line.parse(JSON.parse(first)), one }]
      : [];
  });
  for (const operation of operations) {
    const { id, act, outcome, corrected_at, resolved_at } = operation;
    const own = said.filter(({ item }) => item === id);
    // The operation that waits for this one has the lines of both.
    if (operations.some((one) => one.act === act && one.id !== id && one.step > 0)) continue;
    const says = (line: string) => own.filter((one) => one.says === line);
    const ends = own.filter((one) => one.says.startsWith("closed"));
    const first = corrected_at === null ? outcome : "unknown";
    const isLine =
      !isPlain({ ...operation, outcome: first }) ||
      operations.some((one) => one.act === act && one.id !== id);
    trace.holds(says(`closed ${first}`).length > 0 === isLine, `${id} is ${outcome}: no line says so`);
    if (corrected_at !== null)
      trace.holds(says(`corrected ${outcome}`).length > 0, `${id} is ${outcome}: no line says so`);
    trace.holds(
      new Set(ends.map((one) => one.says)).size === (isLine ? 1 : 0),
      `${id} has ended otherwise: ${ends.map((one) => one.says)}`,
    );
    if (resolved_at !== null)
      trace.holds(
        own.some((one) => /resolved|received/.test(one.says)),
        `${id} was resolved: no line says so`,
      );
    for (const [line, copies] of Map.groupBy(own, (one) => one.says)) {
      const noted = copies.filter(({ one }) => one.text.includes(note)).length;
      trace.holds(
        noted >= copies.length - 1,
        `${id}: "${line}" is said ${copies.length} times, ${noted} say so`,
      );
    }
    const [end, change] = [says(`closed ${first}`)[0], own.find((one) => one.says.startsWith("corrected"))];
    if (end !== undefined && change !== undefined && !slack.isInDoubt)
      trace.holds(Number(end.one.ts) < Number(change.one.ts), `${id}: corrected before it ended`);
  }
}

/** A direct message shows only its person's operations. */
function judgeReaders({ trace, slack }: World, { operations }: Ledger): void {
  for (const one of slack.messages) {
    const act = /^\{"of":"act:([^"]+)"/.exec(one.text)?.[1];
    const author = operations.find(({ id }) => id === act)?.author;
    if (author === undefined || !one.conversation.startsWith("D")) continue;
    const isTheirs = one.conversation === `D${author}` || one.conversation === "DU-ONCALL";
    trace.holds(isTheirs, `${one.conversation} reads of ${author}'s ${act}`);
  }
}

/** Posts of a conversation have a second between them. */
function judgePace({ trace, slack }: World): void {
  for (const [conversation, all] of Map.groupBy(slack.messages, (one) => one.conversation)) {
    const steady = all.filter((one) => !one.isDelayed).map(({ postedMs }) => postedMs);
    for (const [index, ms] of steady.entries()) {
      const before = steady[index - 1];
      trace.holds(
        before === undefined || ms - before >= 900,
        `${conversation}: two in ${ms - (before ?? 0)} ms`,
      );
    }
  }
}

/** Posts come in the order in which they were stored, unless Slack refused something. */
function judgeOrder({ trace, slack }: World, { posts }: Ledger): void {
  if (slack.wasRefused || slack.wasClosed) return;
  const standing = posts.filter(({ ts }) => ts !== null);
  for (const [conversation, own] of Map.groupBy(standing, ({ channel }) => channel ?? ""))
    for (const [index, { ts, subject }] of own.entries()) {
      const before = own[index - 1];
      const isBehind = before === undefined || Number(before.ts) < Number(ts);
      trace.holds(isBehind, `${conversation}: ${subject} stands before ${before?.subject}`);
    }
}
