import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import { createLogger } from "../../../src/log.ts";
import {
  type Acknowledgement,
  type Act,
  type AnyOperationKind,
  acceptedEnd,
  type OperationKind,
  Operations,
  type OperationsOptions,
  operationKind,
} from "../../../src/operations/index.ts";
import { PlatformError } from "../../../src/platform/index.ts";
import { openStore, type Store } from "../../../src/store/index.ts";
import { anAsker } from "../../support/asker.ts";
import { eventually } from "../../support/eventually.ts";
import { layStore } from "../../support/laid-store.ts";
import { listenTo, saying } from "./told.ts";

export const anAct = { conversation: null, request: {} };
/** Between tries that usually are seconds apart. */
export const atOnce = { firstMs: 1, longestMs: 1 };

type Running = Partial<Omit<OperationsOptions, "store">> & {
  /** The store as the operations see it. */
  store?: (real: Store) => Store;
  /** The address of another process's store. */
  url?: string;
  owner?: string;
  /** What an earlier process left behind. */
  leave?: (before: Store) => Promise<unknown>;
  /** The clock by which leases run out, and how long they last; recovery looks every half of that. */
  lease?: { ms: number; now: () => Date };
};

/** Operations of these kinds over a store of their own, after what an earlier process left there. */
async function run(kinds: readonly AnyOperationKind[], options: Running = {}) {
  const { store: see = (real) => real, url: shared, owner = "one", leave, lease, ...others } = options;
  const { ms: leaseMs, now } = lease ?? { ms: 60_000, now: () => new Date() };
  const directory = await mkdtemp(join(tmpdir(), "operations-"));
  const url = shared ?? `file:${join(directory, "test.db")}`;
  if (shared === undefined) await layStore(url);
  const open = (by: string) => openStore({ url, owner: by, leaseMs, now, ...(lease && { leaseClock: now }) });
  if (leave !== undefined) {
    const before = await open("before");
    await leave(before);
    await before.close();
  }
  const store = await open(owner);
  const refused: { act: string; kind: Acknowledgement["kind"] }[] = [];
  const operations = new Operations({
    store: see(store),
    leaseMs,
    log: createLogger({ level: "silent", secrets: [] }),
    now,
    plainNotification: (operation) => saying(operation, `plain ${operation.kind} ${operation.outcome}`),
    answerRefused: async (act, acknowledgement) => {
      refused.push({ act: act.id, kind: acknowledgement.kind });
    },
    passesOn: (error) => error instanceof PassedOnError,
    ...others,
  });
  for (const kind of kinds) operations.define(kind);
  await operations.start();
  onTestFinished(async () => {
    await operations.stop(100);
    await store.close();
    await rm(directory, { recursive: true });
  });
  return { operations, store, said: listenTo(store), refused };
}

export const kind = "test.act";

export type Call = (
  request: object,
  options: Parameters<Awaited<ReturnType<OperationKind<object, string>["ready"]>>>[0],
) => Promise<string>;

/** One kind whose call a test gives, with what else it changes of it; `perform` answers what is acknowledged. */
export async function start(
  call: Call,
  { own = {}, ...options }: Running & { own?: Partial<OperationKind<object, string>> } = {},
) {
  const only = operationKind<object, string>({
    name: kind,
    read: (stored) => (typeof stored === "object" ? stored : null),
    ready: async (request) => asking((options) => call(request, options)),
    toEnd: (reply) => acceptedEnd("2000", { reply }),
    notificationFor: (operation, transition) => saying(operation, `${transition} ${operation.outcome}`),
    describe: () => ({ ...aDescription, contents: ["Kiwi-77"] }),
    ...own,
  });
  const running = await run([only], options);
  /** Uses a new delivery unless `by` is an earlier one. */
  const perform = async (
    id: string,
    acknowledge = async (_: Acknowledgement) => {},
    { by = anAsker(), prepare = async () => ({ conversation: null, request: { id } }) }: Partial<Act> = {},
  ) => {
    const told: Acknowledgement["kind"][] = [];
    await running.operations.perform({ id, kind: only.name, by, prepare }, async (acknowledgement) => {
      told.push(acknowledgement.kind);
      await acknowledge(acknowledgement);
    });
    return told[0];
  };
  return { ...running, perform };
}

const Body = z.looseObject({ text: z.string().optional(), imageId: z.string().optional() });
export type Body = z.infer<typeof Body>;

/** A kind that answers at once, with what a test changes of it. */
export function aKind(own: Partial<OperationKind<Body, string>> & { name: string }): AnyOperationKind {
  return operationKind<Body, string>({
    read: (stored) => Body.safeParse(stored).data ?? null,
    ready: async () => asking(async () => "F1"),
    toEnd: (reply) => acceptedEnd("2000", { fileId: reply }),
    notificationFor: () => ({}),
    describe: () => aDescription,
    ...own,
  });
}

const aDescription = { kind, subject: { inFull: "", masked: "" }, facts: [], contents: [], ids: [] };

type Several = {
  id?: string;
  kind: string;
  request: object;
  next?: { id: string; kind: string; request: object };
  siblings?: { id: string; request: object }[];
};

/** Several kinds; the act that is performed is `first`. */
export async function startKinds(kinds: readonly AnyOperationKind[], options: Running = {}) {
  const running = await run(kinds, options);
  const perform = (act: Several, acknowledge = async () => {}) =>
    running.operations.perform(
      {
        id: act.id ?? "first",
        kind: act.kind,
        by: anAsker(),
        prepare: async () => ({ conversation: null, ...act }),
      },
      acknowledge,
    );
  return { ...running, perform, ended: (id: string) => ended(running.store, id) };
}

type Ready<R> = Awaited<ReturnType<OperationKind<object, R>["ready"]>>;

/** A call that asks before it leaves, as the platform's client does. */
export function asking<R>(call: (options: Parameters<Ready<R>>[0]) => Promise<R>): Ready<R> {
  return async (options) => {
    if (!(await options.mayLeave(1))) throw new Error("withheld");
    return call(options);
  };
}

/** An error of `prepare` that is thrown to whoever performs the act. */
export class PassedOnError extends Error {}

export const failure = (certainty: PlatformError["certainty"], code = "Test") =>
  new PlatformError({ operation: "sendMessage", method: "POST", path: "/", certainty, code });

export const ended = (store: Store, id: string) =>
  eventually(async () => {
    const operation = await store.operations.get(id);
    expect(operation?.state).toBe("closed");
    return operation;
  });

/** Waits until nothing is enqueued, stored or run any more. */
export const resolved = (operations: { pending: number }) =>
  eventually(() => expect(operations.pending).toBe(0));
