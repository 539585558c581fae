import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import type { Backoff } from "../../../src/backoff.ts";
import type { Clocks } from "../../../src/clocks.ts";
import type { Log } from "../../../src/log.ts";
import {
  type Acknowledgement,
  type Act,
  acceptedEnd,
  type OperationKind,
  Operations,
  operationKind,
} from "../../../src/operations/index.ts";
import { PlatformError } from "../../../src/platform/index.ts";
import { openStore, type Store } from "../../../src/store/index.ts";
import { anAsker } from "../../support/asker.ts";
import { eventually } from "../../support/eventually.ts";
import { layStore } from "../../support/laid-store.ts";
import { asking } from "./asking.ts";
import { listenTo, saying } from "./told.ts";

export const kind = "test.act";

export const readObject = (stored: unknown) => (typeof stored === "object" ? stored : null);
const nothingToSay = () => ({
  kind,
  subject: { inFull: "", masked: "" },
  facts: [],
  contents: ["Kiwi-77"],
  ids: [],
});

export type Call = (
  request: object,
  options: Parameters<Awaited<ReturnType<OperationKind<object, string>["ready"]>>>[0],
) => Promise<string>;

type Options = {
  store?: (store: Store) => Store;
  limit?: number;
  url?: string;
  owner?: string;
  log?: Log;
  resumes?: boolean;
  retries?: Backoff;
  clocks?: Clocks;
  also?: OperationKind<object, string>["also"];
  /** The clock by which leases run out, and how long they last; recovery looks every half of that. */
  lease?: { ms: number; now: () => Date };
};

export async function start(call: Call, options: Options = {}) {
  const directory = await mkdtemp(join(tmpdir(), "operations-"));
  const own = `file:${join(directory, "test.db")}`;
  if (options.url === undefined) await layStore(own);
  const url = options.url ?? own;
  const { owner = "one", lease } = options;
  const { ms: leaseMs, now } = lease ?? { ms: 60_000, now: () => new Date() };
  const store = await openStore({ url, owner, leaseMs, now, ...(lease && { leaseClock: now }) });
  const seen = options.store?.(store) ?? store;
  const refused: { act: string; kind: Acknowledgement["kind"] }[] = [];
  const operations = new Operations({
    store: seen,
    leaseMs,
    log: options.log ?? pino({ level: "silent" }),
    now,
    tellsPlainly: (operation) => saying(operation, `plain ${operation.kind} ${operation.outcome}`),
    tellRefused: async (act, acknowledgement) => {
      refused.push({ act: act.id, kind: acknowledgement.kind });
    },
    passesOn: (error) => error instanceof PassedOnError,
    ...(options.limit === undefined ? {} : { limit: options.limit }),
    ...(options.clocks && { clocks: options.clocks }),
    ...(options.retries && { retries: options.retries }),
  });
  operations.define(
    operationKind<object, string>({
      name: kind,
      resumes: options.resumes ?? false,
      read: readObject,
      ready: async (request) => asking((options) => call(request, options)),
      toEnd: (reply) => acceptedEnd("2000", { reply }),
      tells: (operation, transition) => saying(operation, `${transition} ${operation.outcome}`),
      describe: nothingToSay,
      ...(options.also && { also: options.also }),
    }),
  );
  await operations.start();
  onTestFinished(async () => {
    await operations.stop(100);
    await store.close();
    await rm(directory, { recursive: true });
  });
  /** What is acknowledged, by a delivery of its own unless `by` is one that came before. */
  const perform = async (
    id: string,
    acknowledge = async (_: Acknowledgement) => {},
    { by = anAsker(), prepare = async () => ({ conversation: null, request: { id } }) }: Partial<Act> = {},
  ) => {
    const told: Acknowledgement["kind"][] = [];
    await operations.perform({ id, kind, by, prepare }, async (acknowledgement) => {
      told.push(acknowledgement.kind);
      await acknowledge(acknowledgement);
    });
    return told[0];
  };
  return { operations, store, perform, said: listenTo(store), refused };
}

/** What `prepare` failed with is told where the act came from. */
export class PassedOnError extends Error {}

export const failure = (certainty: PlatformError["certainty"], code = "Test") =>
  new PlatformError({ operation: "sendMessage", method: "POST", path: "/", certainty, code });

export const ended = (store: Store, id: string) =>
  eventually(async () => {
    const operation = await store.operations.get(id);
    expect(operation?.state).toBe("closed");
    return operation;
  });
