import { judgePosts } from "./judge-posts.ts";
import { Content, perDay } from "./kinds.ts";
import type { Press, Request, Trace } from "./trace.ts";
import type { World } from "./world.ts";

export type Ledger = Awaited<ReturnType<World["ledger"]>>;
export type Row = Ledger["operations"][number];

/** Compares what the app promises with what everybody outside of it saw, once everything has come to rest. */
export async function judge(world: World): Promise<void> {
  const ledger = await world.ledger();
  const rows = new Map(ledger.operations.map((row) => [row.id, row]));
  const { trace } = world;
  for (const request of trace.requests) judgeRequest(trace, rows, request);
  for (const row of ledger.operations) judgeTry(trace, rows, row);
  for (const row of ledger.operations) judgeOutcome(world, row);
  for (const press of trace.presses) judgeAnswer(world, rows, press);
  judgeAtOnce(trace, ledger);
  judgeQuotas(trace, ledger);
  judgeAudit(trace, ledger);
  for (const line of trace.logs) {
    trace.holds(!/words of t\d/.test(line), `the log repeats a message: ${line}`);
    trace.holds(!/could not be run|could not be told of/.test(line), `a defect in the log: ${line}`);
  }
  await judgePosts(world, ledger);
}

const pressOf = (trace: Trace, id: string) => trace.presses.find((one) => one.id === id)!;
const isRunning = ({ answer }: Press) => answer?.is.kind === "stored" || answer?.is.kind === "storing";
const hadNoEffect = (row: Row) => row.outcome === "refused" || row.outcome === "not_sent";
const contentOf = (row: Row) => Content.parse(JSON.parse(row.request));

/** No act makes a second request that could have its effect twice, and none that was answered as failed makes any. */
function judgeRequest(trace: Trace, rows: ReadonlyMap<string, Row>, request: Request): void {
  const { content, asked } = request;
  const { item } = content;
  const press = pressOf(trace, content.press);
  const row = rows.get(item);
  const says = (promise: string) => `${item} left: ${promise}`;
  trace.holds(row !== undefined, says("nothing is stored of it"));
  if (row === undefined) return;
  const { answer } = press;
  const isShown = answer !== null && answer.at < request.at && answer.isShown && isRunning(press);
  trace.holds(isShown, says(`Slack shows ${JSON.stringify(answer?.is.kind)}, ${answer?.isShown}`));
  const before = trace.requests.filter((one) => one.content.item === item && one.at < request.at);
  if (answer?.is.kind === "storing" && before.length === 0)
    trace.holds(row.storedMs - press.pressed.ms <= 60_000, says("it wasn't there after a minute"));
  for (const { heard, heardAt } of before) {
    const isNothing = heard === "nothing" && heardAt !== null && heardAt.at < request.at;
    trace.holds(isNothing, says("a request of it before may have had its effect"));
  }
  trace.holds(
    press.refused.every(({ at }) => at > request.at),
    says("its person was told that it isn't sent"),
  );
  const isDenied = row.kind === "send" && asked.isNight && request.isNight;
  trace.holds(!isDenied, says("a rule was against it"));
  if (content.needsImage) {
    const [upload = ""] = item.split(":");
    const isThere = content.image === `M-${upload}` && rows.get(upload)?.outcome === "accepted";
    trace.holds(isThere, says("without its image"));
  }
  for (const other of rows.values())
    if (other.root === row.root && other.id !== item) judgeBeside(trace, { row, request, other });
}

/** No try leaves although another one of its root was known to have arrived, or to be unknown without a reason. */
function judgeBeside(
  trace: Trace,
  { row, request, other }: { row: Row; request: Request; other: Row },
): void {
  const { asked, by } = request;
  const says = (promise: string) => `${row.id} left: ${other.id} ${promise}`;
  const isKnownHere = trace.requests.some(
    (one) =>
      one.content.item === other.id &&
      one.by === by &&
      one.heard === "accepted" &&
      one.heardAt!.at < asked.at,
  );
  trace.holds(!isKnownHere, says("was accepted, which its process knew"));
  const [then, now] = [statusAt(other, asked.ms), statusAt(other, request.ms)];
  trace.holds(then !== "happened" || now !== "happened", says("had happened"));
  if (row.created_at > other.created_at && row.kind !== "remove" && row.reason === null)
    trace.holds(then !== "unresolved" || now !== "unresolved", says("is unknown, and nobody gave a reason"));
}

type Status = "absent" | "open" | "happened" | "unresolved" | "over";

/** The row's status by what had been stored before that millisecond. */
function statusAt(row: Row, ms: number): Status {
  if (row.created_at >= ms) return "absent";
  if (row.closed_at === null || row.closed_at >= ms) return "open";
  const isCorrected = row.corrected_at !== null && row.corrected_at < ms;
  const outcome = row.corrected_at !== null && !isCorrected ? "unknown" : row.outcome;
  if (outcome === "accepted") return "happened";
  if (outcome !== "unknown") return "over";
  const resolved = row.resolutions.findLast(({ at }) => at < ms);
  if (resolved === undefined) return "unresolved";
  return resolved.outcome === "arrived" ? "happened" : "over";
}

/** A further try is its author's, of the same kind, from a form with the newest try, and has a reason if need be. */
function judgeTry(trace: Trace, rows: ReadonlyMap<string, Row>, row: Row): void {
  const press = pressOf(trace, contentOf(row).press);
  const again = press.items.find(({ item }) => item === row.id)?.again;
  const says = (promise: string) => `${row.id} was taken on: ${promise}`;
  trace.holds(
    press.items.some(({ item }) => item === row.id),
    says("nobody asked for it"),
  );
  trace.holds(row.author === press.person, says("for somebody else"));
  if (again === null || again === undefined) return;
  const first = rows.get(row.root);
  trace.holds(first?.kind === row.kind, says(`${row.root} is of another kind`));
  trace.holds(first?.author === row.author || row.kind === "remove", says(`${row.root} is somebody else's`));
  const before = [...rows.values()].filter(
    (one) => one.root === row.root && one.id !== row.id && one.created_at < row.created_at,
  );
  const newest = before.toSorted((a, b) => a.created_at - b.created_at).at(-1);
  trace.holds(
    newest?.id === again.newest,
    says(`its form showed ${again.newest}, the newest was ${newest?.id}`),
  );
  for (const other of before) {
    const status = statusAt(other, row.created_at);
    // A try's stored time is always after the one before, so that it may be a millisecond or two later than the clock.
    if (status !== statusAt(other, row.created_at + 2)) continue;
    trace.holds(status !== "open" && status !== "happened", says(`${other.id} was ${status}`));
    const isKnown = row.reason !== null || row.kind === "remove";
    trace.holds(status !== "unresolved" || isKnown, says(`${other.id} is unknown, and nobody gave a reason`));
  }
}

/** The operations of one press are enqueued together, or none of them. */
function judgeAtOnce(trace: Trace, { operations }: Ledger): void {
  for (const [act, rows] of Map.groupBy(operations, (row) => row.act)) {
    const press = pressOf(trace, contentOf(rows[0]!).press);
    trace.holds(
      rows.length === press.items.length,
      `${rows.length} of ${press.items.length} of ${act} are stored`,
    );
  }
}

/** An outcome agrees with the platform's answers, and no answer that a process heard is lost. */
function judgeOutcome(world: World, row: Row): void {
  const { trace } = world;
  const { id, outcome } = row;
  const requests = trace.requests.filter(({ content }) => content.item === id);
  const says = (promise: string) => `${id} is ${outcome}: ${promise}`;
  trace.holds(outcome !== null, says("nobody closed it"));
  const heard = (what: Request["heard"]) => requests.some((one) => one.heard === what);
  if (hadNoEffect(row))
    for (const one of requests)
      trace.holds(one.heard === "nothing" || one.heard === "refused", says("it may have had its effect"));
  if (outcome === "accepted") trace.holds(heard("accepted"), says("the platform never said so"));
  if (outcome === "refused") trace.holds(heard("refused"), says("the platform never said so"));
  if (outcome === "unknown") {
    // An operation stored as started may have left, as far as the next process knows.
    const isLost = world.find(pressOf(trace, contentOf(row).press).instance).isHurt;
    const mayHaveLeft = requests.length > 0 || isLost || world.slack.isInDoubt;
    trace.holds(mayHaveLeft, says("no request of it ever left"));
    for (const one of requests)
      if (one.heard === "accepted" || one.heard === "refused")
        trace.holds(world.find(one.by).isDead, says(`its process was told ${one.heard}`));
  }
  const press = pressOf(trace, contentOf(row).press);
  const { answer } = press;
  if (answer === null || world.find(press.instance).isHurt || !isRunning(press)) return;
  const isInTime = wasHeard(press);
  const code = `${row.result?.match(/"code":"(ProcessEnded|NotAcknowledged|TookTooLong|StoreFailed|Defect)"/)?.[1]}`;
  if (isInTime && row.storedMs - press.pressed.ms < 45_000)
    trace.holds(
      outcome !== "not_sent" || code === "undefined",
      says(`its person was told ${answer.is.kind}: ${code}`),
    );
}

/** Whether the answer was in time for Slack and for the edge. */
const wasHeard = ({ answer, pressed }: Press) => answer?.isShown === true && answer.ms - pressed.ms <= 2500;

const nothingStored = new Set(["busy", "denied", "gone", "over_limit", "overtaken", "not_again", "alone"]);

/** Each press is answered in time, and with the truth. */
function judgeAnswer(world: World, rows: ReadonlyMap<string, Row>, press: Press): void {
  const { trace } = world;
  const { answer, id, act, person, pressed } = press;
  const instance = world.find(press.instance);
  const row = rows.get(act);
  const isOwn = row !== undefined && contentOf(row).press === id;
  const says = (promise: string) => `${id} of ${act} was told ${answer?.is.kind}: ${promise}`;
  trace.holds(answer !== null || instance.isHurt, says("nothing, ever"));
  if (answer === null || press.saidMs === null) return;
  const { is } = answer;
  const isFrozen = instance.wasFrozen(pressed.ms, answer.ms);
  const tookMs = press.saidMs - pressed.ms - instance.frozenMs(pressed.ms, press.saidMs);
  trace.holds(tookMs <= 1700, says(`after ${tookMs} ms`));
  const same = trace.presses.filter((one) => one.delivery === press.delivery);
  if (is.kind === "stored") {
    const isTheirs = row !== undefined && same.some((one) => one.id === contentOf(row).press);
    trace.holds(isTheirs, says("another delivery stored it, or none"));
  }
  if ("operation" in is && is.operation !== null && press.kind !== "remove")
    trace.holds(is.operation.author === person, says(`${is.operation.id} is somebody else's`));
  if (nothingStored.has(is.kind)) trace.holds(!isOwn, says("it is stored"));
  if (row?.author === person) judgeSaidOfSent(trace, press);
  if (is.kind === "too_slow" && isOwn)
    trace.holds(isToldTooSlow(row, instance.isHurt), says(`it is ${row.outcome}`));
  if (is.kind === "storing") judgeStoring(world, row, press);
  if (is.kind === "not_again" && is.operation === null) judgeNothingThere(trace, rows, press);
  const [first] = same;
  const isFirstTold = first?.answer?.is.kind === "stored" && wasHeard(first) && first.answer.at < pressed.at;
  if (first !== press && isFirstTold && !isFrozen)
    trace.holds(is.kind === "stored" || instance.isHurt, says("the same delivery had been told stored"));
}

/** Unknown if a hurt process had stored it as started: the next process can't know that it never left. */
function isToldTooSlow({ outcome }: Row, isHurt: boolean): boolean {
  return outcome === "not_sent" || (outcome === "unknown" && isHurt);
}

/** If an earlier submission was sent, a later one isn't answered that nothing was sent. */
function judgeSaidOfSent(trace: Trace, { id, act, answer, refused, pressed }: Press): void {
  if (!trace.requests.some(({ content, at }) => content.item === act && at < pressed.at)) return;
  for (const kind of [answer!.is.kind, ...refused.map((one) => one.kind)])
    trace.holds(!nothingStored.has(kind) || kind === "busy", `${id} of ${act}, which was sent: ${kind}`);
}

/** After the answer “still being stored” the act is in the history, or its person reads that it isn't. */
function judgeStoring(world: World, row: Row | undefined, press: Press): void {
  const { trace } = world;
  const says = (promise: string) =>
    `${press.id} of ${press.act} was told that it is being stored: ${promise}`;
  const all = trace.presses.filter((one) => one.act === press.act);
  const firstMs = Math.min(...all.map((one) => one.pressed.ms));
  trace.holds(press.saidMs! - firstMs >= 1450, says("it wasn't waited for"));
  const instance = world.find(press.instance);
  const isFrozen = instance.wasFrozen(press.pressed.ms, press.answer!.ms);
  const isTold = all.some((one) => one.person === press.person && one.refused.length > 0);
  if (wasHeard(press) && !isFrozen && !instance.isDead)
    trace.holds(row !== undefined || isTold, says("nobody was told that it isn't"));
}

/** The answer that there is nothing to send again comes only if the form names no try of this person's. */
function judgeNothingThere(trace: Trace, rows: ReadonlyMap<string, Row>, press: Press): void {
  const own = rows.get(press.act);
  if (own !== undefined && own.author !== press.person) return;
  for (const { again, kind } of press.items) {
    const first = again === null ? undefined : rows.get(again.root);
    const isTheirs =
      first?.author === press.person && first.kind === kind && rows.get(again!.newest)?.root === first.id;
    const isOnly =
      press.items.filter((one) => one.again !== null).length === 1 && press.person === press.author;
    trace.holds(!isTheirs || !isOnly, `${press.id} was told that there is no ${again?.root}`);
  }
}

/** The daily limit holds, and counts all operations that may have had an effect. */
function judgeQuotas(trace: Trace, { operations, quotas }: Ledger): void {
  const counted = operations.filter((row) => row.quota_day !== null && !hadNoEffect(row));
  for (const { person, day, kind, used } of quotas) {
    const count = counted.filter(
      (row) => row.author === person && row.quota_day === day && row.kind === kind,
    ).length;
    trace.holds(count === used, `${person} has used ${used} of ${kind}, and ${count} count`);
    trace.holds(count <= perDay, `${person} has used ${count} of ${perDay} ${kind}`);
  }
}

/** The audit has an entry for each change, and no others. */
function judgeAudit(trace: Trace, { operations, entries }: Ledger): void {
  const count = (subject: string, event: string, person?: string) =>
    entries.filter(
      (one) => one.subject === subject && one.event === event && (person ?? one.person) === one.person,
    ).length;
  let explained = 0;
  const expect = (
    subject: string,
    event: string,
    times: readonly [least: number, most: number],
    person?: string,
  ) => {
    const found = count(subject, event, person);
    explained += found;
    trace.holds(
      found >= times[0] && found <= times[1],
      `${subject} has ${found} entries "${event}", not ${times}`,
    );
  };
  const exactly = (is: boolean): [number, number] => (is ? [1, 1] : [0, 0]);
  for (const row of operations) {
    const subject = `operation:${row.id}`;
    expect(subject, "enqueued", [1, 1], row.author);
    expect(subject, "ended", exactly(row.closed_at !== null), row.author);
    expect(subject, "corrected", exactly(row.corrected_at !== null), row.author);
    expect(subject, "completed", exactly(contentOf(row).image !== null), row.author);
    expect(subject, "resolved", row.resolved_at === null ? [0, 0] : [1, 3]);
    const { received_as, phone_owner } = row;
    const said = trace.received.filter(({ item }) => item === row.id);
    const most = received_as === null ? 0 : received_as === "arrived" ? 2 : 1;
    const least = received_as === null ? 0 : Math.max(1, said.length);
    expect(`receipt:${row.id}`, "received", [least, most], phone_owner ?? undefined);
    for (const { by } of said) trace.holds(by === phone_owner, `${by} answered for ${phone_owner}`);
  }
  trace.holds(explained === entries.length, `${entries.length - explained} entries of what never was`);
}
