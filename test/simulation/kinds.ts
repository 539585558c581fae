import { z } from "zod";
import {
  type AnyOperationKind,
  acceptedEnd,
  actSubject,
  NotReadyError,
  operationKind,
} from "../../src/operations/index.ts";
import { defaultDestinations, toPosts } from "../../src/outcomes/notifications.ts";
import type { Answer } from "../../src/slack/blocks/answer.ts";
import type { Renderer } from "../../src/slack/posts/queue.ts";
import type { Notification, Operation, PhoneOwnerAnswer, Store, TrySummary } from "../../src/store/index.ts";
import type { Instance } from "./instance.ts";

/** A second request has a second effect, except of `remove`; `decide` is resumed after a restart. */
export const kindNames = ["send", "upload", "remove", "decide"] as const;
export type KindName = (typeof kindNames)[number];

/** An operation's stored request: the press that it comes from, and the result of the upload before it. */
export const Content = z.object({
  item: z.string(),
  press: z.string(),
  text: z.string(),
  needsImage: z.boolean(),
  image: z.string().nullable(),
});
export type Content = z.infer<typeof Content>;

export const perDay = 4;
/** The owner of all phones, who is asked whether a message arrived. */
export const phoneOwner = "U-PHONE";
const audiences = { results: null, onCall: ["C-ONCALL", "U-ONCALL"] };

/** Kinds of operations, defined as a feature would, but as simple as possible. */
export function createKinds(instance: Instance): AnyOperationKind[] {
  return kindNames.map((name) => createKind(name, instance));
}

function createKind(name: KindName, instance: Instance): AnyOperationKind {
  const { world } = instance;
  const quota = () => ({ day: world.clock.now().toISOString().slice(0, "YYYY-MM-DD".length), limit: perDay });
  return operationKind<Content, string>({
    name,
    read: (stored) => Content.safeParse(stored).data ?? null,
    async ready(content) {
      const { ready } = world.people.scriptOf(content);
      await world.clock.wait(ready.ms);
      await instance.pass();
      if (ready.fails) throw new NotReadyError("NoFile");
      return (options) => world.platform.call(instance, content, options);
    },
    obstacle: () => (name === "send" && world.isNight ? "Night" : null),
    toEnd: (reply) => acceptedEnd("2000", { reply }, reply),
    notificationFor: (operation, transition) =>
      transition === "closed" && isPlain(operation)
        ? { posts: toPosts(operation, audiences) }
        : notify(operation, `${transition} ${operation.outcome}`),
    describe: (operation) => ({
      ...{ kind: name, subject: { inFull: "", masked: "" }, facts: [], ids: [] },
      contents: [Content.parse(operation.request).text],
    }),
    ...(name === "decide" && { resumes: true }),
    ...(name === "send" && {
      quota,
      isReadyAtOnce: true,
      follow: (content: Content, before) => {
        const image = z.object({ reply: z.string() }).safeParse(before).data?.reply;
        return image === undefined ? null : { ...content, image };
      },
      inTransaction(operation) {
        if (isPlain(operation)) return null;
        return async (trx) => {
          const asked = await instance.store.receipts.ask(trx, operation, () => phoneOwner);
          const post = { audience: "phoneOwner", kind: "send", destinations: [phoneOwner] };
          return { posts: asked.map(({ subject }) => ({ subject, ...post })) };
        };
      },
    }),
    ...(name === "upload" && {
      quota,
      atOnce: 2,
      enqueuedNotificationFor: ({ act, author, conversation, kind }) => ({
        posts: [...[{ subject: actSubject(act), audience: "result", kind }]].map((post) => ({
          ...post,
          destinations: defaultDestinations({ conversation, author }, audiences),
        })),
      }),
    }),
  });
}

/** Half of all single messages: they have a post but no line, and the phone's owner isn't asked. */
export function isPlain({ id, kind, root, act, outcome }: PlainOf): boolean {
  return kind === "send" && root === id && act === id && outcome !== "unknown" && /[02468]$/.test(id);
}

type PlainOf = Pick<TrySummary, "id" | "kind" | "root" | "act"> & { outcome: string | null };

/** The operation's posts, and a line for what has just happened. */
export function notify(operation: Operation, says: string): Notification {
  const subject = actSubject(operation.act);
  const event = { item: operation.id, says };
  return { posts: toPosts(operation, audiences), lines: [{ subject, audience: "result", event }] };
}

export function plainly(operation: Operation): Notification {
  const { act, author } = operation;
  return { posts: [{ subject: actSubject(act), audience: "result", kind: "plain", destinations: [author] }] };
}

/** A post's content. `n` rises with each stored change. */
export const Rendered = z.object({
  of: z.string(),
  at: z.string(),
  n: z.number(),
  shows: z.array(z.string()),
});
export type Rendered = z.infer<typeof Rendered>;
export const Line = z.object({ item: z.string(), says: z.string(), at: z.string() });

/** `pass`: the gate at which the process may be killed or frozen. */
export function createRenderer(store: Store, pass: () => Promise<void>): Renderer {
  return {
    async render({ subject, audience, version }) {
      await pass();
      const rendered = await render(store, { subject, audience, version });
      await pass();
      if (rendered === null) return null;
      const text = JSON.stringify(rendered.content);
      return {
        text,
        blocks: [],
        ...(rendered.see !== undefined && { links: [{ says: "see", to: rendered.see }] }),
      };
    },
    async line({ audience }, event): Promise<Answer> {
      const { item, says } = z.object({ item: z.string(), says: z.string() }).parse(event);
      return { text: JSON.stringify({ item, says, at: audience }), blocks: [] };
    },
  };
}

async function render(
  store: Store,
  { subject, audience, version }: { subject: string; audience: string; version: number | undefined },
): Promise<{ content: Rendered; see?: { channel: string; ts: string } | null } | null> {
  const [head, id = ""] = splitOnce(subject, ":");
  const content = (states: readonly State[]): Rendered => ({
    ...{ of: subject, at: audience, n: states.reduce((sum, one) => sum + one.rank, 0) },
    shows: states.map(({ says }) => says),
  });
  if (head === "act") {
    const operations = await store.operations.ofAct(id, version);
    const tries = operations.flatMap((one) =>
      one.tries.filter(({ act, outcome }) => act !== id && outcome !== null),
    );
    if (operations.length === 0) return null;
    return { content: content([...operations.map(stateOf), ...tries.map(stateOfTry)]) };
  }
  if (head === "unknowns") {
    const { first, unresolved, total, left } = await store.operations.unknownsCard({ unknownsCard: id });
    if (first === null) return null;
    const count = { says: `${left} of ${total}`, rank: 3 * total - left };
    const see = await store.posts.find(actSubject(first.act), "result");
    return { content: content([count, ...unresolved.map((one) => ({ ...stateOfTry(one), rank: 0 }))]), see };
  }
  const asked = await store.receipts.questionnaire(phoneOwner, id);
  return asked.length === 0 ? null : { content: content(asked.map(stateOf)) };
}

type State = { says: string; rank: number };

const answerRank: Record<PhoneOwnerAnswer, number> = { did_not_arrive: 1, looks_wrong: 2, arrived: 3 };

function stateOf(operation: Operation): State {
  const { state, receipt } = operation;
  const one = stateOfTry(operation);
  const asked = receipt === null ? 0 : 1 + (receipt.as === null ? 0 : answerRank[receipt.as]);
  const stateRank = { stored: 0, started: 1, closed: 2 }[state];
  return {
    says: `${one.says} ${state} ${receipt?.as ?? ""}`.trim(),
    rank: one.rank + asked + stateRank,
  };
}

function stateOfTry({ id, outcome, resolvedAs }: Pick<TrySummary, "id" | "outcome" | "resolvedAs">): State {
  const resolved = resolvedAs === null ? 0 : answerRank[resolvedAs];
  const outcomeRank = outcome === null ? 0 : outcome === "unknown" ? 1 : 5;
  return { says: `${id} ${outcome} ${resolvedAs ?? ""}`.trim(), rank: 1 + outcomeRank + resolved };
}

function splitOnce(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return [text.slice(0, index), text.slice(index + 1)];
}
