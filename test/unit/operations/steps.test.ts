import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import {
  acceptedEnd,
  type Kind,
  NotReadyError,
  type OperationKind,
  Operations,
  operationKind,
} from "../../../src/operations/index.ts";
import { PlatformError } from "../../../src/platform/index.ts";
import { openStore, type Store } from "../../../src/store/index.ts";
import { eventually } from "../../support/eventually.ts";
import { layStore } from "../../support/laid-store.ts";

/** An outcome that can't be written is tried again after pauses. */

const Body = z.looseObject({ text: z.string().optional(), imageId: z.string().optional() });
type Body = z.infer<typeof Body>;

/** A kind that answers at once, with what a test changes of it. */
function aKind(own: Partial<OperationKind<Body, string>> & { name: string }): Kind {
  return operationKind<Body, string>({
    read: (stored) => Body.safeParse(stored).data ?? null,
    ready: async () => async () => "F1",
    toEnd: (reply) => acceptedEnd("2000", { fileId: reply }),
    posts: () => [],
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

async function start(kinds: readonly Kind[], leave: (before: Store) => Promise<void> = async () => {}) {
  const directory = await mkdtemp(join(tmpdir(), "steps-"));
  const url = `file:${join(directory, "test.db")}`;
  await layStore(url);
  const open = (owner: string) => openStore({ url, owner, leaseMs: 60_000, now: () => new Date() });
  const before = await open("before");
  await leave(before);
  await before.close();
  const store = await open("one");
  const log = pino({ level: "silent" });
  const operations = new Operations({ store, leaseMs: 60_000, log, plainPosts: () => [] });
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
      followedBy?: { id: string; kind: string; request: object };
      beside?: { id: string; request: object }[];
    },
    acknowledge = async () => {},
  ) =>
    operations.perform(
      {
        id: "first",
        kind: act.kind,
        wasHeldUp: () => false,
        prepare: async () => ({ author: "U1", conversation: null, ...act }),
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

describe("what fails before anything has left", () => {
  it("is not sent, with the reason that its feature gives", async () => {
    const call = vi.fn(async () => "F1");
    const { perform, ended } = await start([
      aKind({
        name: "files.upload",
        ready: async () => {
          if (call.mock.calls.length === 0) throw new NotReadyError("FileGone");
          return call;
        },
      }),
    ]);
    await perform({ kind: "files.upload", request: {} });
    const operation = await ended("first");
    expect(operation).toMatchObject({ outcome: "not_sent", startedAt: null, result: { code: "FileGone" } });
    expect(call).not.toHaveBeenCalled();
  });

  it("is not sent when it is a defect too, and so is what can't be read any more", async () => {
    const broken = aKind({ name: "a.broken", ready: async () => Promise.reject(new TypeError("broken")) });
    const { perform, ended } = await start([broken]);
    await perform({ kind: "a.broken", request: {} });
    expect(await ended("first")).toMatchObject({ outcome: "not_sent", result: { code: "Defect" } });
    const unread = await start([aKind({ name: "a.unread", read: () => null })]);
    await unread.perform({ kind: "a.unread", request: {} });
    expect(await unread.ended("first")).toMatchObject({ outcome: "not_sent", result: { code: "Defect" } });
  });

  it("counts as left once the call is made", async () => {
    const failing = aKind({
      name: "a.failing",
      ready: async () => () => Promise.reject(new TypeError("broken")),
    });
    const { perform, ended } = await start([failing]);
    await perform({ kind: "a.failing", request: {} });
    expect(await ended("first")).toMatchObject({ outcome: "unknown", result: { code: "Defect" } });
  });
});

describe("two steps of one act", () => {
  const anEnd = { outcome: "not_sent" as const, result: null, posts: () => [] };
  const sent: unknown[] = [];
  const send = aKind({
    name: "messages.send",
    follow: (body, before) => ({ ...body, imageId: z.object({ fileId: z.string() }).parse(before).fileId }),
    ready: async (body) => async () => {
      sent.push(body);
      return "M1";
    },
  });
  const act = {
    kind: "files.upload",
    request: {},
    followedBy: { id: "second", kind: "messages.send", request: { text: "hi" } },
  };

  it("run one after the other, the second with what the first brought, stored as it is sent", async () => {
    const { perform, ended } = await start([aKind({ name: "files.upload" }), send]);
    await perform(act);
    expect(await ended("second")).toMatchObject({
      outcome: "accepted",
      request: { text: "hi", imageId: "F1" },
    });
    expect(sent).toEqual([{ text: "hi", imageId: "F1" }]);
  });

  it.each(["refused", "not_sent", "unknown"] as const)(
    "end with the first when that is %s",
    async (certainty) => {
      sent.length = 0;
      const upload = aKind({
        name: "files.upload",
        ready: async () => () =>
          Promise.reject(
            new PlatformError({
              certainty,
              code: "Refused",
              operation: "uploadFile",
              method: "POST",
              path: "/storage/v1/files",
            }),
          ),
      });
      const { perform, ended } = await start([upload, send]);
      await perform(act);
      expect(await ended("second")).toMatchObject({ outcome: "not_sent", result: { code: "NotReached" } });
      expect(await ended("first")).toMatchObject({ outcome: certainty });
      expect(sent).toEqual([]);
    },
  );

  it("both end when the acknowledgement fails", async () => {
    const { perform, ended } = await start([aKind({ name: "files.upload" }), send]);
    await expect(perform(act, () => Promise.reject(new Error("the socket is gone")))).rejects.toThrow();
    expect(await ended("first")).toMatchObject({ outcome: "not_sent", result: { code: "NotAcknowledged" } });
    expect(await ended("second")).toMatchObject({ outcome: "not_sent" });
  });

  it("all that one act brought end when the acknowledgement fails", async () => {
    const { perform, ended } = await start([aKind({ name: "files.upload" })]);
    const several = { kind: "files.upload", request: {}, beside: [{ id: "second", request: {} }] };
    await expect(perform(several, () => Promise.reject(new Error("gone")))).rejects.toThrow();
    for (const id of ["first", "second"])
      expect(await ended(id)).toMatchObject({ outcome: "not_sent", startedAt: null });
  });

  it("both end when the first one is not this process's any more", async () => {
    const { perform, ended, store } = await start([aKind({ name: "files.upload" }), send]);
    // As another instance does to what was held up for longer than its lease.
    await perform(act, async () => void (await store.operations.finish("first", anEnd)));
    expect(await ended("second")).toMatchObject({ outcome: "not_sent" });
  });
});

describe("after a restart", () => {
  const ran: unknown[] = [];
  const remember: OperationKind<Body, string>["ready"] = async (body) => async () => {
    ran.push(body.text);
    return "done";
  };
  const kinds = [
    aKind({ name: "files.upload", ready: remember }),
    aKind({ name: "templates.update", resumes: true, ready: remember }),
    aKind({ name: "messages.send", ready: remember }),
  ];
  const anAct = (id: string, kind: string) => ({
    id,
    kind,
    author: "U1",
    conversation: null,
    request: { text: id },
  });

  it("runs what was decided and had not started, and nothing else", async () => {
    ran.length = 0;
    const { ended } = await start(kinds, async ({ operations }) => {
      for (const [id, kind] of [
        ["decided", "templates.update"],
        ["sent", "messages.send"],
      ] as const) {
        await operations.takeOn(anAct(id, kind));
        await operations.acknowledged(id);
      }
    });
    expect(await ended("decided")).toMatchObject({ outcome: "accepted" });
    expect(await ended("sent")).toMatchObject({ outcome: "not_sent", result: { code: "ProcessEnded" } });
    expect(ran).toEqual(["decided"]);
  });

  it("doesn't run what may have been told to have failed: it was never acknowledged", async () => {
    ran.length = 0;
    const { ended } = await start(
      kinds,
      async ({ operations }) => void (await operations.takeOn(anAct("decided", "templates.update"))),
    );
    expect(await ended("decided")).toMatchObject({ outcome: "not_sent", result: { code: "ProcessEnded" } });
    expect(ran).toEqual([]);
  });

  it("doesn't run what follows another, since it would leave without what that brought", async () => {
    ran.length = 0;
    const { ended } = await start(kinds, async ({ operations }) => {
      const followedBy = { id: "decided", kind: "templates.update", request: { text: "decided" } };
      await operations.takeOn({ ...anAct("upload", "files.upload"), followedBy });
      await operations.acknowledged("decided");
      await operations.start("upload");
      await operations.finish("upload", { outcome: "accepted", result: null, posts: () => [] });
    });
    expect(await ended("decided")).toMatchObject({ outcome: "not_sent", result: { code: "ProcessEnded" } });
    expect(ran).toEqual([]);
  });

  it("knows what was acknowledged, of the kinds that ask for it", async () => {
    const { perform, ended } = await start(kinds);
    await perform({ kind: "templates.update", request: {} });
    expect(await ended("first")).toMatchObject({ outcome: "accepted", acknowledgedAt: expect.any(Date) });
  });
});

it("loses nothing that its feature writes beside it to a failure that passes", async () => {
  let failures = 2;
  const also = vi.fn(async () => {
    failures -= 1;
    if (failures >= 0) throw new Error("the connection was cut");
  });
  const { perform, ended } = await start([aKind({ name: "files.upload", also })]);
  await perform({ kind: "files.upload", request: {} });
  expect(await ended("first")).toMatchObject({ outcome: "accepted" });
  expect(also).toHaveBeenCalledTimes(3);
});

it("is stored and told also when what its feature writes beside it can't be written", async () => {
  const failing = aKind({
    name: "templates.update",
    also: async () => {
      throw new Error("no such table");
    },
  });
  const { perform, ended } = await start([failing]);
  await perform({ kind: "templates.update", request: {} });
  expect(await ended("first")).toMatchObject({ outcome: "accepted" });
});
