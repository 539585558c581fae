import { describeMessage } from "../../../src/features/messages/describe.view.ts";
import { ids } from "../../../src/features/messages/ids.ts";
import { createActRenderer } from "../../../src/outcomes/act.renderer.ts";
import { isUnresolved } from "../../../src/outcomes/again.ts";
import { createPresenter, type Presenter, type PresenterOptions } from "../../../src/outcomes/index.ts";
import {
  notificationOfChange,
  notificationOfEnd,
  type ThreadEvent,
} from "../../../src/outcomes/notifications.ts";
import type { QueuedPost } from "../../../src/post-queue.ts";
import type { Answer } from "../../../src/slack/blocks/answer.ts";
import type { RenderedPost } from "../../../src/slack/posts/queue.ts";
import type { NewPost, Notification, Operation, Transition, UnknownsCard } from "../../../src/store/index.ts";
import { anUnknown } from "../../support/operation.ts";

/** The presenter of messages, with results in CR and on-call in CO. */
export function aPresenter(own: Partial<PresenterOptions> = {}) {
  return createPresenter({
    audiences: { results: "CR", onCall: ["CO"] },
    teamLocale: "en",
    describe: describeMessage,
    ids,
    ...own,
  });
}

export const presenter = aPresenter();

/** An unknown outcome that started a card of on-call's. */
export function listed(change: Partial<Operation> = {}): Operation {
  return anUnknown({ unknownsCard: change.id ?? "act-1", ...change });
}

/** An unknown outcome after its late answer. */
export function corrected(change: Partial<Operation>): Operation {
  return listed({ correctedAt: new Date(Date.UTC(2026, 10, 21, 11)), ...change });
}

/** A post with what is rendered for it. */
export type Told = QueuedPost & { body: RenderedPost };

type Rendering = {
  presenter?: Presenter;
  /** Presenters of other kinds. */
  presenters?: Readonly<Record<string, Presenter>>;
  /** Other operations in the store. */
  others?: readonly Operation[];
  /** Conversations of the posts that exist, by subject. */
  standing?: Readonly<Record<string, string>>;
  presenterOf?: (kind: string) => Presenter | undefined;
};

/** A renderer over a store with these operations alone. */
export function rendererOf(
  stored: readonly Operation[],
  { presenter: one = presenter, presenters, standing, presenterOf }: Rendering = {},
) {
  return createActRenderer({
    store: {
      operations: {
        ofAct: async (act) => stored.filter((operation) => operation.act === act),
        get: async (id) => stored.find((operation) => operation.id === id) ?? null,
        list: async () => ({ operations: [], next: null }),
        unknownsCard: async (of) => unknownsCardOf(stored, "unknownsCard" in of ? of.unknownsCard : ""),
      },
      posts: {
        find: async (subject) => {
          const channel = standing?.[subject];
          return channel === undefined ? null : { channel, ts: "1.1" };
        },
      },
    },
    presenterOf: presenterOf ?? ((kind) => presenters?.[kind] ?? one),
  });
}

function unknownsCardOf(stored: readonly Operation[], id: string): UnknownsCard {
  const all = stored.filter(({ unknownsCard }) => unknownsCard === id);
  const unresolved = all.filter(isUnresolved);
  const first = all.find((operation) => operation.id === id) ?? null;
  return { id, first, total: all.length, left: unresolved.length, unresolved };
}

/** A post as delivery asks for it, at `destination`. */
export function queued(
  { subject, audience, kind, destinations }: Pick<NewPost, "subject" | "audience" | "kind" | "destinations">,
  destination = destinations[0] ?? "",
): QueuedPost {
  return {
    ...{ id: 1, subject, audience, kind, facts: null, destination, destinations },
    ...{ message: null, version: 1, postedVersion: 0, stateVersion: 1 },
    ...{ mayRepeat: false, error: null, isUnrenderable: false },
  };
}

/** The posts of an operation's end, rendered for their first destinations. */
export async function renderEnd(
  operation: Operation,
  { transition = "closed", ...drawing }: Rendering & { transition?: Transition } = {},
): Promise<Told[]> {
  const { posts = [] } = notificationOfEnd(operation, transition, drawing.presenter ?? presenter);
  const all = await Promise.all(posts.map((post) => renderAt(operation, post, drawing)));
  return all.flat();
}

async function renderAt(operation: Operation, post: NewPost, drawing: Rendering): Promise<Told[]> {
  const at = queued(post);
  const body = await rendererOf([operation, ...(drawing.others ?? [])], drawing).render(at);
  return body === null ? [] : [{ ...at, body }];
}

/** The thread replies, rendered below each post of their subject. */
export async function renderLinesOf(
  operation: Operation,
  { lines = [] }: Notification,
  drawing: Rendering = {},
): Promise<Told[]> {
  const stored = [operation, ...(drawing.others ?? [])];
  const posts = stored.flatMap(
    (one) => notificationOfEnd(one, "closed", drawing.presenter ?? presenter).posts ?? [],
  );
  const there = new Map(posts.map((post) => [`${post.subject} ${post.audience}`, post]));
  const { line } = rendererOf(stored, drawing);
  const all = lines.flatMap(({ subject, audience, event }) =>
    [...there.values()]
      .filter((post) => post.subject === subject && (audience ?? post.audience) === post.audience)
      .map(async (post): Promise<Told[]> => {
        const at = queued(post);
        const body = (await line?.(at, event)) ?? null;
        return body === null ? [] : [{ ...at, body }];
      }),
  );
  return (await Promise.all(all)).flat();
}

/** The posts and thread replies after a change of an operation. */
export async function renderChange(
  operation: Operation,
  change: Exclude<ThreadEvent, { kind: "ended" | "listed" | "all_arrived" }>,
  drawing: Rendering = {},
): Promise<{ posts: Told[]; lines: Told[] }> {
  return {
    posts: await renderEnd(operation, drawing),
    lines: await renderLinesOf(operation, notificationOfChange(operation, change), drawing),
  };
}

export function textOf({ body }: { body: Pick<Answer, "text"> }): string {
  return body.text;
}

/** All objects with a `type` in `value`, at any depth. */
export function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(partsOf);
  return "type" in value ? [{ ...value }, ...inner] : inner;
}

/** Ids of the buttons, without their prefix and without the history's, which is on every card. */
export function buttonsOf({ body }: { body: unknown }): string[] {
  return partsOf(body)
    .flatMap(({ action_id: id }) => (typeof id === "string" ? [id.replace(/^messages\./, "")] : []))
    .filter((id) => id !== "history.open");
}

/** Values of the buttons with this id, or of all. */
export function valuesOf(body: unknown, actionId?: string): unknown[] {
  const buttons = partsOf(body).filter(({ type }) => type === "button");
  return buttons
    .filter(({ action_id: id }) => actionId === undefined || id === actionId)
    .map(({ value }) => value);
}

/** `text` without the mentions and times that the app writes as markup. */
export function withoutOwnMarkup(text: string): string {
  return text.replace(
    /<@U\d+>|<#C\w+>|<!date\^\d+\^(?:\{date_short_pretty\} )?\{time(?:_secs)?\}\|[\d:.TZ-]+>/g,
    "",
  );
}

/** Destinations and buttons of each post. */
export const summary = (told: readonly Told[]) =>
  told.map((post) => [post.destinations.join(), ...buttonsOf(post)] as const);

export const ask = ["settle:arrived", "settle:did_not_arrive"];
