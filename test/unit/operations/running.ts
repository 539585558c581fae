import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import type { Backoff } from "../../../src/backoff.ts";
import type { Log } from "../../../src/log.ts";
import {
  type Acknowledgement,
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
  const operations = new Operations({
    store: seen,
    leaseMs,
    log: options.log ?? pino({ level: "silent" }),
    now,
    plainPosts: ({ kind, outcome }) => [
      {
        kind: "post",
        key: null,
        destinations: ["U1"],
        body: { text: `plain ${kind} ${outcome}`, blocks: [] },
        author: null,
      },
    ],
    ...(options.limit === undefined ? {} : { limit: options.limit }),
    ...(options.retries && { retries: options.retries }),
  });
  operations.define(
    operationKind<object, string>({
      name: kind,
      resumes: options.resumes ?? false,
      read: readObject,
      ready: async (request) => asking((options) => call(request, options)),
      toEnd: (reply) => acceptedEnd("2000", { reply }),
      posts: (operation, { transition }) => [
        {
          kind: "post",
          key: null,
          destinations: [operation.author],
          body: { text: `${transition} ${operation.outcome}`, blocks: [] },
          author: operation.author,
        },
      ],
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
  const perform = async (id: string, acknowledge = async (_: Acknowledgement) => {}) => {
    const told: Acknowledgement["kind"][] = [];
    const prepare = async () => ({ conversation: null, request: { id } });
    await operations.perform({ id, kind, by: anAsker(), prepare }, async (acknowledgement) => {
      told.push(acknowledgement.kind);
      await acknowledge(acknowledgement);
    });
    return told[0];
  };
  const posts = async (id: string) => (await store.posts.forOperation(id)).map(({ body }) => body);
  return { operations, store, perform, posts };
}

export const failure = (certainty: PlatformError["certainty"], code = "Test") =>
  new PlatformError({ operation: "sendMessage", method: "POST", path: "/", certainty, code });

export const ended = (store: Store, id: string) =>
  eventually(async () => {
    const operation = await store.operations.get(id);
    expect(operation?.state).toBe("closed");
    return operation;
  });
