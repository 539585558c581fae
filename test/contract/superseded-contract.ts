import { beforeEach, describe, expect, test } from "vitest";
import { type Operation, type Outcome, type Store, SupersededError } from "../../src/store/index.ts";
import { openSecond, store } from "./given.ts";
import { deliverAll, nothing, waitingOf } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

/** Each test uses the stores of two processes if the database allows it, else one. */
export function supersededContract(): void {
  describe("a further try after an unknown outcome", () => {
    let other: Store;
    beforeEach(async () => {
      other = await openSecond();
      await send("u", "unknown");
    });

    const end = (id: string, outcome: Outcome) => store.operations.finish(id, anEnd({ outcome }));
    const send = async (id: string, outcome: Outcome) => {
      await store.operations.enqueue(anAct({ id }));
      await store.operations.start(id);
      await end(id, outcome);
    };
    const enqueue = (id: string, newest = "u") => store.operations.enqueue(aTry(id, "u", { newest }));
    const start = (id: string, isAgain = false, accepted?: string[]) =>
      store.operations.start(id, { root: "u", isAgain, ...(accepted && { accepted: new Set(accepted) }) });
    const resolve = (id: string, as: "arrived" | "did_not_arrive", by = store) =>
      by.operations.resolve(id, { by: "U2", as, notificationFor: nothing });
    const isStored = async (id: string) => (await store.operations.get(id))?.state === "stored";

    const news: [string, () => Promise<unknown>][] = [
      ["was accepted after all", () => end("u", "accepted")],
      ["was reported as arrived", () => resolve("u", "arrived", other)],
    ];

    test.each(news)("doesn't start once the first %s", async (_, happens) => {
      await enqueue("r");
      await happens();
      await expect(start("r")).rejects.toThrow(SupersededError);
      expect(await store.operations.get("r")).toMatchObject({ state: "stored", startedAt: null });
      expect(await end("r", "not_sent")).toBe("closed");
    });

    test.each(news)("doesn't make another attempt once the first %s", async (_, happens) => {
      await enqueue("r");
      expect(await start("r")).toBe(true);
      expect(await start("r", true)).toBe(true);
      await happens();
      await expect(start("r", true)).rejects.toThrow(SupersededError);
      expect(await end("r", "not_sent")).toBe("closed");
    });

    test("doesn't start while an acceptance that its process knows isn't stored yet", async () => {
      await enqueue("r");
      await expect(start("r", false, ["u"])).rejects.toThrow(SupersededError);
      expect(await isStored("r")).toBe(true);
      // Neither its own acceptance nor that of an unrelated operation stops it.
      await send("other", "unknown");
      expect(await start("r", false, ["r", "other"])).toBe(true);
      await expect(start("r", true, ["u"])).rejects.toThrow(SupersededError);
      expect(await start("r", true, ["r"])).toBe(true);
    });

    test.each<[string, () => Promise<unknown>]>([
      ["the first was reported as not arrived", () => resolve("u", "did_not_arrive")],
      ["the first was refused after all", () => end("u", "refused")],
      ["the first was not sent after all", () => end("u", "not_sent")],
      [
        "the first was refused, though reported as arrived",
        async () => {
          await resolve("u", "arrived");
          await end("u", "refused");
        },
      ],
    ])("starts when %s", async (_, happens) => {
      await enqueue("r");
      await happens();
      expect(await start("r")).toBe(true);
    });

    test("doesn't start once any earlier try was accepted", async () => {
      await enqueue("r1");
      await start("r1");
      await end("r1", "unknown");
      await enqueue("r2", "r1");
      await start("r2");
      await end("r2", "refused");
      await enqueue("r3", "r2");
      await end("r1", "accepted");
      await expect(start("r3")).rejects.toThrow(SupersededError);
      await expect(start("r3", false, ["r1", "u"])).rejects.toThrow(SupersededError);
      expect(await isStored("r3")).toBe(true);
    });

    test("updates the first one's post when it was superseded, and allows no further try", async () => {
      await enqueue("r");
      await resolve("u", "arrived");
      await deliverAll(store);
      const seen: Operation[] = [];
      await store.operations.finish("r", {
        ...{ outcome: "not_sent", result: null },
        notificationFor: (_, operation) => {
          seen.push(operation);
          return {};
        },
      });
      const first = { id: "u", outcome: "unknown", resolvedAs: "arrived" };
      expect(seen).toMatchObject([{ id: "r", tries: [first] }]);
      expect(await store.operations.get("u")).toMatchObject({ tries: [{ id: "r", outcome: "not_sent" }] });
      expect(await waitingOf(store, "act:u")).toEqual(["act:u"]);
      expect(await enqueue("s", "r")).toMatchObject({ kind: "not_again", operation: { id: "u" } });
    });

    test("either starts before a late reply or a report, or never", async () => {
      for (let round = 0; round < 20; round += 1) {
        const [root, id] = [`u-${round}`, `r-${round}`];
        await send(root, "unknown");
        await store.operations.enqueue(aTry(id, root));
        const isLate = round % 2 === 0;
        const known: { further: Operation["tries"] } = { further: [] };
        const note = ({ tries }: Operation) => {
          known.further = tries;
          return {};
        };
        await Promise.all([
          store.operations.start(id, { root }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(SupersededError);
          }),
          isLate
            ? store.operations.finish(
                root,
                anEnd({ notificationFor: (_: string, one: Operation) => note(one) }),
              )
            : other.operations.resolve(root, { by: "U2", as: "arrived", notificationFor: note }),
        ]);
        const { startedAt, tries } = (await store.operations.get(id))!;
        expect(tries).toMatchObject([isLate ? { outcome: "accepted" } : { resolvedAs: "arrived" }]);
        // The reply or report saw whether the further try had started.
        expect(known.further).toMatchObject([{ id, startedAt }]);
      }
    });

    test("is either stored before a late reply, or refused", async () => {
      for (let round = 0; round < 20; round += 1) {
        const [root, id] = [`u-${round}`, `r-${round}`];
        await send(root, "unknown");
        const seen: boolean[] = [];
        const [answer] = await Promise.all([
          other.operations.enqueue(aTry(id, root)),
          store.operations.finish(root, {
            ...{ outcome: "accepted", result: null },
            notificationFor: (_, { tries }) => {
              seen.push(tries.length > 0);
              return {};
            },
          }),
        ]);
        expect(answer.kind).toBe(seen.at(-1) === true ? "stored" : "not_again");
      }
    });
  });
}
