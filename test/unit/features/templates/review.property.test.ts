import fc from "fast-check";
import { expect, it } from "vitest";
import { digestOfChange } from "../../../../src/features/templates/shown.ts";
import type { Proposal } from "../../../../src/store/index.ts";
import { type Answer, type Death, type Deed, ReviewWorld } from "./review-world.ts";

const people = ["author", "Mina", "Joon", "Sora", "stranger", "guest", "operator"];
const hourMs = 3_600_000;

const simple = ["propose", "edit", "edit the same", "request changes", "withdraw", "resolve"] as const;
const rarer = ["approve together", "change rights", "expire", "restart"] as const;
const deaths = ["before acknowledging", "before starting", "while the platform has it"] as const;
const answers = ["accepted", "refused", "not_sent", "unknown"] as const;

type What =
  | { kind: "approve" | (typeof simple)[number] | (typeof rarer)[number] }
  | { kind: "approve and die"; death: Death }
  | { kind: "answer"; answer: Answer }
  | { kind: "wait"; hours: number };

/** What somebody does next with one of the proposals; `isOld`: by the revision before the newest. */
type Step = { by: string; at: number; isOld: boolean } & What;

const who = fc.record({ by: fc.constantFrom(...people), at: fc.nat(3), isOld: fc.boolean() });
const weighed = (weight: number, arbitrary: fc.Arbitrary<What>) => ({ weight, arbitrary });
const what = fc.oneof(
  weighed(8, fc.constant({ kind: "approve" })),
  weighed(10, fc.record({ kind: fc.constantFrom(...simple) })),
  weighed(5, fc.record({ kind: fc.constantFrom(...rarer) })),
  weighed(3, fc.record({ kind: fc.constant("approve and die"), death: fc.constantFrom(...deaths) })),
  weighed(3, fc.record({ kind: fc.constant("answer"), answer: fc.constantFrom(...answers) })),
  weighed(1, fc.record({ kind: fc.constant("wait"), hours: fc.integer({ min: 1, max: 80 }) })),
);
const step: fc.Arbitrary<Step> = fc.tuple(who, what).map(([person, does]) => ({ ...person, ...does }));

it("a template review sends only approved content, and no revision twice, in any order of steps", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2 }),
      fc.array(step, { minLength: 8, maxLength: 30 }),
      async (required, steps) => {
        const world = new ReviewWorld({ required, reviewers: ["Mina", "Joon", "Sora", "author"] });
        await world.open();
        try {
          await world.propose("author", "text 0");
          for (const [index, next] of steps.entries()) {
            await play(world, next, `text ${index + 1}`);
            await world.comeToRest();
          }
          expect(findBreaches(world.deeds, required)).toEqual([]);
        } finally {
          await world.close();
        }
      },
    ),
    { numRuns: Number(process.env["MODEL_RUNS"] ?? 15), interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);

async function play(world: ReviewWorld, next: Step, content: string): Promise<void> {
  const all = await world.proposals.list({ limit: 4 });
  const proposal = all[next.at % all.length];
  if (next.kind === "propose") return next.by === "guest" ? undefined : world.propose(next.by, content);
  if (next.kind === "answer") world.answer = next.answer;
  if (next.kind === "wait") world.pass(next.hours * hourMs);
  if (next.kind === "change rights" && !world.reviewers.delete(next.by)) world.reviewers.add(next.by);
  if (next.kind === "restart") await world.restart();
  if (next.kind === "expire") {
    await world.proposals.expire((expired) => {
      world.deeds.push({ kind: "closed", proposal: expired.id, as: "expired" });
      return {};
    });
  }
  if (proposal !== undefined) await decide(world, next, { proposal, content });
}

async function decide(
  world: ReviewWorld,
  next: Step,
  { proposal, content }: { proposal: Proposal; content: string },
): Promise<void> {
  const { id } = proposal;
  const revision = next.isOld ? Math.max(1, proposal.revision - 1) : proposal.revision;
  const read = { by: next.by, revision };
  const closed = (as: string) => () => {
    world.deeds.push({ kind: "closed", proposal: id, as });
    return {};
  };
  switch (next.kind) {
    case "approve":
      return void (await world.approve(id, read));
    case "approve together":
      return void (await Promise.all(
        ["Mina", "Joon", "Sora", "author"].map((by) => world.approve(id, { by, revision })),
      ));
    case "approve and die":
      return world.dieWhile(next.death, () => world.approve(id, read));
    case "edit":
    case "edit the same":
      return edit(world, proposal, {
        ...read,
        content: next.kind === "edit" ? content : (proposal.change.content ?? ""),
      });
    case "request changes":
      if ((await world.obstacle("request_changes", proposal, read)) !== null) return;
      return void (await world.proposals.requestChanges(
        { id, ...read, words: "no" },
        closed("changes requested"),
      ));
    case "withdraw":
      if ((await world.obstacle("withdraw", proposal, read)) !== null) return;
      return void (await world.proposals.withdraw({ id, by: next.by }, closed("withdrawn")));
    case "resolve":
      return resolve(world, proposal, next);
    default:
      return;
  }
}

async function edit(
  world: ReviewWorld,
  proposal: Proposal,
  { content, ...read }: { by: string; revision: number; content: string },
): Promise<void> {
  if ((await world.obstacle("edit", proposal, read)) !== null) return;
  const change = { content };
  const expiresAt = new Date(world.now().getTime() + 72 * hourMs);
  const revised = { change, contentDigest: digestOfChange(change), reason: "r", basis: null, expiresAt };
  await world.proposals.edit(
    { id: proposal.id, ...read, ...revised },
    ({ id, revision, change: { content: newest = "" } }) => {
      const isNew = revision !== proposal.revision;
      const { by } = read;
      if (isNew) world.deeds.push({ kind: "revision", proposal: id, revision, content: newest, by });
      else world.deeds.push({ kind: "opened", proposal: id });
      return {};
    },
  );
}

async function resolve(
  world: ReviewWorld,
  { operation, change }: Proposal,
  { by, isOld }: Step,
): Promise<void> {
  if (operation?.outcome !== "unknown" || operation.resolvedAs !== null) return;
  const as = isOld ? "arrived" : "did_not_arrive";
  await world.store.operations.resolve(operation.id, { by, as, notificationFor: () => ({}) });
  if (as === "did_not_arrive") world.deeds.push({ kind: "no effect", content: change.content ?? "" });
}

/** Judges by the order of events alone, without the app's rules and tables. */
function findBreaches(deeds: readonly Deed[], required: number): string[] {
  return deeds.flatMap((deed, index) => {
    if (deed.kind !== "sent") return [];
    const before = deeds.slice(0, index);
    const origin = before.findLast((one) => one.kind === "revision" && one.content === deed.content);
    if (origin?.kind !== "revision") return [`"${deed.content}" was proposed by nobody`];
    return [
      ...findUnapproved(before, origin, required),
      ...(mayHaveHappened(before, deed.content) ? [`"${deed.content}" was sent twice`] : []),
    ];
  });
}

type Origin = Extract<Deed, { kind: "revision" }>;

function findUnapproved(before: readonly Deed[], origin: Origin, required: number): string[] {
  const own = before.filter((one) => "proposal" in one && one.proposal === origin.proposal);
  const revisions = own.filter((one) => one.kind === "revision");
  const authors = new Set(revisions.map(({ by }) => by));
  const counting = own.flatMap((one, index) =>
    one.kind === "approves" && one.isReviewer && hasSeen(origin, own.slice(0, index), one) ? [one.by] : [],
  );
  const approvers = new Set(counting.filter((by) => !authors.has(by)));
  const last = own.filter(({ kind }) => kind === "closed" || kind === "opened" || kind === "revision").at(-1);
  return [
    ...(approvers.size < required ? [`"${origin.content}" had ${approvers.size} approvals`] : []),
    ...(revisions.at(-1)?.revision === origin.revision
      ? []
      : [`"${origin.content}" was no longer the newest`]),
    ...(last?.kind === "closed" ? [`"${origin.content}" was ${last.as}`] : []),
  ];
}

/** Whether the newest revision was approved with the content that was sent; an edit of the reason alone keeps that. */
function hasSeen(origin: Origin, before: readonly Deed[], { revision }: { revision: number }): boolean {
  const newest = before.findLast((one) => one.kind === "revision");
  return newest?.revision === revision && newest.content === origin.content;
}

/** Whether it was sent before and may have had its effect. */
function mayHaveHappened(before: readonly Deed[], content: string): boolean {
  const own = before.filter(
    (one) => (one.kind === "sent" || one.kind === "no effect") && one.content === content,
  );
  return own.at(-1)?.kind === "sent";
}
