import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, onTestFinished } from "vitest";
import { z } from "zod";
import {
  acceptedEnd,
  type Kind,
  type OperationKind,
  Operations,
  type OperationsOptions,
  operationKind,
} from "../../../src/operations/index.ts";
import { openStore, type Store } from "../../../src/store/index.ts";
import { anAsker } from "../../support/asker.ts";
import { eventually } from "../../support/eventually.ts";
import { layStore } from "../../support/laid-store.ts";
import { asking } from "./asking.ts";

const Body = z.looseObject({ text: z.string().optional(), imageId: z.string().optional() });
export type Body = z.infer<typeof Body>;

/** A kind that answers at once, with what a test changes of it. */
export function aKind(own: Partial<OperationKind<Body, string>> & { name: string }): Kind {
  return operationKind<Body, string>({
    read: (stored) => Body.safeParse(stored).data ?? null,
    ready: async () => asking(async () => "F1"),
    toEnd: (reply) => acceptedEnd("2000", { fileId: reply }),
    tells: () => ({}),
    describe: () => ({
      kind: own.name,
      subject: { inFull: "", masked: "" },
      facts: [],
      contents: [],
      ids: [],
    }),
    ...own,
  });
}

/** `leave`: what an earlier process left behind. */
export async function start(
  kinds: readonly Kind[],
  leave: (before: Store) => Promise<void> = async () => {},
  { see = (real) => real, ...options }: Partial<OperationsOptions> & { see?: (real: Store) => Store } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "steps-"));
  const url = `file:${join(directory, "test.db")}`;
  await layStore(url);
  const open = (owner: string) => openStore({ url, owner, leaseMs: 60_000, now: () => new Date() });
  const before = await open("before");
  await leave(before);
  await before.close();
  const store = await open("one");
  const log = pino({ level: "silent" });
  const operations = new Operations({
    store: see(store),
    leaseMs: 60_000,
    log,
    now: () => new Date(),
    tellsPlainly: () => ({}),
    tellRefused: async () => {},
    ...options,
  });
  for (const kind of kinds) operations.define(kind);
  await operations.start();
  onTestFinished(async () => {
    await operations.stop(100);
    await store.close();
    await rm(directory, { recursive: true });
  });
  const perform = (
    act: {
      kind: string;
      request: object;
      next?: { id: string; kind: string; request: object };
      beside?: { id: string; request: object }[];
    },
    acknowledge = async () => {},
  ) =>
    operations.perform(
      {
        id: "first",
        kind: act.kind,
        by: anAsker(),
        prepare: async () => ({ conversation: null, ...act }),
      },
      acknowledge,
    );
  const ended = (id: string) =>
    eventually(async () => {
      const operation = await store.operations.get(id);
      expect(operation?.state).toBe("closed");
      return operation;
    });
  return { perform, ended, store };
}
