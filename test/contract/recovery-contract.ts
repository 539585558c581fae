import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { findUnaudited } from "../support/audited.ts";
import { eventually } from "../support/eventually.ts";
import { database, store } from "./given.ts";
import { anAct, anEnd, leaseMs } from "./store-database.ts";

const victim = fileURLToPath(new URL("../support/store-victim.ts", import.meta.url));

export function recoveryContract(): void {
  describe("the recovery of operations", () => {
    /** The next process's store, when the first one's leases have run out. */
    const openSuccessor = async (owner = "second") => {
      if (!database.isShared) await store.close();
      database.clock.advance(leaseMs);
      return await database.open(owner);
    };

    test("takes over what an earlier process left open, once, and no more than asked for", async () => {
      await store.operations.enqueue(anAct({ id: "stored" }));
      database.clock.advance(1);
      for (const id of ["started", "closed"]) {
        await store.operations.enqueue(anAct({ id }));
        await store.operations.start(id);
      }
      await store.operations.finish("closed", anEnd({ outcome: "unknown" }));
      const successor = await openSuccessor();
      const claim = async (limit: number) =>
        (await successor.operations.claimAbandoned(limit)).map(({ id, state }) => [id, state]);
      expect(await claim(1)).toEqual([["stored", "stored"]]);
      expect(await claim(10)).toEqual([["started", "started"]]);
      expect(await claim(10)).toEqual([]);
    });

    test("closes never started operations as not sent, and started ones as unknown", async () => {
      await store.operations.enqueue(anAct({ id: "a" }));
      await store.operations.enqueue(anAct({ id: "b" }));
      await store.operations.start("b");
      const successor = await openSuccessor();
      // Only its owner can end an operation.
      expect(await successor.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("ignored");
      expect(await successor.operations.finish("b", anEnd({ outcome: "unknown" }))).toBe("ignored");
      expect(await successor.operations.start("a")).toBe(false);
      await successor.operations.claimAbandoned(10);
      expect(await successor.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
      for (const outcome of ["not_sent", "refused"] as const)
        expect(await successor.operations.finish("b", anEnd({ outcome }))).toBe("ignored");
      expect(await successor.operations.finish("b", anEnd({ outcome: "unknown" }))).toBe("closed");
    });

    test("lets only the process that started an operation repeat it, while the operation is open", async () => {
      for (const id of ["a", "b", "c"]) await store.operations.enqueue(anAct({ id }));
      const again = (id: string, by = store) => by.operations.start(id, { isAgain: true });
      expect(await again("a")).toBe(false);
      for (const id of ["a", "b", "c"]) await store.operations.start(id);
      expect([await again("a"), await again("a")]).toEqual([true, true]);
      await store.operations.finish("b", anEnd({ outcome: "unknown" }));
      expect(await again("b")).toBe(false);
      const successor = await openSuccessor();
      expect(await again("c", successor)).toBe(false);
      await successor.operations.claimAbandoned(10);
      expect(await again("c", successor)).toBe(false);
    });

    test("leaves alone an act of its own process when another submission of it failed", async () => {
      const precondition = () => Promise.reject(new Error("the disk is full"));
      const failing = store.operations.enqueue({ ...anAct({ id: "a", author: "U2" }), precondition });
      const storing = store.operations.enqueue(anAct({ id: "a" }));
      await Promise.allSettled([failing]);
      expect(await storing).toEqual({ kind: "stored" });
      expect(await store.operations.claimAbandoned(10)).toEqual([]);
    });

    test("leaves alone an operation of its own process whose outcome could not be written", async () => {
      await store.operations.enqueue(anAct({ id: "a" }));
      await store.operations.start("a");
      const notificationFor = () => {
        throw new Error("no such place");
      };
      await expect(store.operations.finish("a", anEnd({ notificationFor }))).rejects.toThrow("no such place");
      database.clock.advance(leaseMs);
      expect(await store.operations.claimAbandoned(10)).toEqual([]);
      expect(await store.operations.finish("a", anEnd({}))).toBe("closed");
    });

    test("leaves alone an operation that follows another one which is still open", async () => {
      const next = { id: "send", kind: "messages.send", request: {} };
      await store.operations.enqueue({ ...anAct({ id: "upload" }), next });
      await store.operations.start("upload");
      // A refused start releases the operation.
      expect(await store.operations.start("send")).toBe(false);
      expect(await store.operations.claimAbandoned(10)).toEqual([]);
      await store.operations.finish("upload", anEnd({ outcome: "refused" }));
      expect(await store.operations.claimAbandoned(10)).toMatchObject([{ id: "send", state: "stored" }]);
    });

    test("finds every operation that a killed process had been told is stored", {
      timeout: 60_000,
    }, async () => {
      if (!database.isShared) await store.close();
      for (let round = 0; round < 3; round += 1) {
        const lines = await runUntilKilled(
          database.url,
          `round-${round}`,
          1 + Math.floor(Math.random() * 120),
        );
        database.clock.advance(leaseMs * 1_000);
        const successor = await database.open(`successor-${round}`);
        await expectNothingLost(successor, lines);
        if (!database.isShared) await successor.close();
      }
    });
  });
}

/** Kills the victim when it has said so many lines; returns all that it said. */
async function runUntilKilled(url: string, prefix: string, lineCount: number): Promise<string[]> {
  const child = spawn(process.execPath, [victim, url, prefix], { stdio: ["ignore", "pipe", "inherit"] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === lineCount) child.kill("SIGKILL");
  }
  await exited(child);
  expect(child.signalCode).toBe("SIGKILL");
  return lines;
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function expectNothingLost(store: Store, lines: string[]): Promise<void> {
  for (const line of lines) {
    const [step, id] = line.split(" ");
    const operation = await store.operations.get(id!);
    expect(operation, line).not.toBeNull();
    if (step === "started") expect(operation!.startedAt, line).not.toBeNull();
    if (step !== "finished") continue;
    expect(operation!.outcome, line).toBe("accepted");
    expect(await store.posts.list([`act:${id}`]), line).toMatchObject([{ waits: true }]);
  }
  // The server may still be at the dead process's last statement, whose row nobody else takes meanwhile.
  const taken = new Set<string>();
  await eventually(async () => {
    for (const { id } of await store.operations.claimAbandoned(100)) taken.add(id);
    expect(taken.size).toBe(await store.operations.countOpen());
  });
  const { operations, next } = await store.operations.list({ limit: 1_000 });
  expect(next).toBeNull();
  for (const { id, outcome } of operations) {
    expect(await store.posts.list([`act:${id}`]), id).toHaveLength(outcome === null ? 0 : 1);
  }
  expect(await findUnaudited(store)).toEqual([]);
}
