import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { anAct, anEnd, type MakeDatabase, type TestDatabase } from "./store-database.ts";

/** What one form leads to when it comes back and is submitted again. */
export function formsContract(makeDatabase: MakeDatabase): void {
  describe("forms", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open("first");
    });
    afterEach(() => database.remove());

    const form = (content: string) => ({ firstAct: "a", content });

    test.each(["accepted", "unknown"] as const)(
      "of a form's acts none is taken on after one that is %s",
      async (outcome) => {
        await store.operations.takeOn({ ...anAct({ id: "a" }), form: form("x") });
        await store.operations.start("a");
        await store.operations.finish("a", anEnd({ outcome }));
        const again = await store.operations.takeOn({ ...anAct({ id: "b" }), form: form("x") });
        expect(again).toMatchObject({ kind: "duplicate", operation: { id: "a" }, isOther: false });
        const changed = await store.operations.takeOn({ ...anAct({ id: "c" }), form: form("y") });
        expect(changed).toMatchObject({ kind: "duplicate", operation: { id: "a" }, isOther: true });
        const same = await store.operations.takeOn({ ...anAct({ id: "a" }), form: form("y") });
        expect(same).toMatchObject({ kind: "duplicate", operation: { id: "a" }, isOther: true });
        const another = { ...form("x"), firstAct: "d" };
        expect(await store.operations.takeOn({ ...anAct({ id: "d" }), form: another })).toEqual({
          kind: "stored",
        });
        const ofAnother = { ...anAct({ id: "e", author: "U2" }), form: form("x") };
        expect(await store.operations.takeOn(ofAnother)).toEqual({ kind: "stored" });
      },
    );

    test("of a form's acts one may follow another that was taken back or came to nothing", async () => {
      await store.operations.takeOn({ ...anAct({ id: "a" }), form: form("x") });
      expect(await store.operations.takeOn({ ...anAct({ id: "b" }), form: form("x") })).toMatchObject({
        kind: "duplicate",
        operation: { id: "a", state: "stored" },
      });
      // It was told to be on its way, so it can't be taken back in silence.
      expect(await store.operations.withdraw("a", "U1")).toBe(false);
      await store.operations.finish("a", anEnd({ outcome: "not_sent" }));
      expect(await store.operations.takeOn({ ...anAct({ id: "c" }), form: form("x") })).toEqual({
        kind: "stored",
      });
      // What had the answer of the first one is over with it.
      expect(await store.operations.takeOn({ ...anAct({ id: "b" }), form: form("x") })).toMatchObject({
        kind: "duplicate",
        operation: { id: "c" },
      });
      expect(await store.operations.withdraw("c", "U1")).toBe(false);
      await store.operations.finish("c", anEnd({ outcome: "not_sent" }));
      expect(await store.operations.takeOn({ ...anAct({ id: "b" }), form: form("x") })).toMatchObject({
        kind: "duplicate",
        operation: { id: "b", outcome: "not_sent" },
      });
    });

    test("of a form's acts one with other content follows what its person was told of", async () => {
      const submit = (id: string, content: string, told: string[] = []) =>
        store.operations.takeOn({ ...anAct({ id }), form: { ...form(content), told } });
      expect(await submit("a", "x")).toEqual({ kind: "stored" });
      expect(await submit("b", "y", ["a"])).toEqual({ kind: "stored" });
      // The form that was told of the first alone, changed once more.
      expect(await submit("c", "z", ["a"])).toMatchObject({ operation: { id: "b" }, isOther: true });
      expect(await submit("d", "z", ["a", "b"])).toEqual({ kind: "stored" });
      // One that was told of nothing, and the first is of no effect by then.
      await store.operations.start("a");
      await store.operations.finish("a", anEnd({ outcome: "refused" }));
      expect(await submit("e", "y")).toMatchObject({ operation: { id: "b" }, isOther: false });
      expect(await submit("f", "x")).toMatchObject({ operation: { id: "b" }, isOther: true });
      expect(await submit("g", "x", ["b", "d"])).toEqual({ kind: "stored" });
    });

    const submission = fc.record({ content: fc.constantFrom("x", "y", "z"), knows: fc.boolean() });
    const end = fc.record({
      outcome: fc.constantFrom("accepted", "refused", "not_sent", "unknown" as const),
      which: fc.nat(9),
    });

    /** Of one form: what is open or may have had an effect, with its content, and what its person was told of. */
    function startForm(firstAct: string) {
      const live = new Map<string, string>();
      const open = new Set<string>();
      const told: string[] = [];
      const submitted = async (id: string, { content, knows }: { content: string; knows: boolean }) => {
        const known = knows ? [...told] : [];
        const ofForm = { firstAct, content, told: known };
        const answer = await store.operations.takeOn({ ...anAct({ id }), form: ofForm });
        const [same] = [...live].find(([, one]) => one === content) ?? [];
        const isOther = same === undefined;
        if (same !== undefined || [...live.keys()].some((one) => !known.includes(one))) {
          expect(answer).toMatchObject({
            kind: "duplicate",
            isOther,
            ...(same && { operation: { id: same } }),
          });
          if (isOther && answer.kind === "duplicate") told.push(answer.operation.id);
          return;
        }
        expect(answer).toEqual({ kind: "stored" });
        live.set(id, content);
        open.add(id);
      };
      const ended = async ({
        outcome,
        which,
      }: {
        outcome: "accepted" | "refused" | "not_sent" | "unknown";
        which: number;
      }) => {
        const id = [...open][which % Math.max(open.size, 1)];
        if (id === undefined) return;
        await store.operations.start(id);
        await store.operations.finish(id, anEnd({ outcome }));
        open.delete(id);
        if (outcome === "refused" || outcome === "not_sent") live.delete(id);
      };
      return { submitted, ended };
    }

    test("of a form the same content has one effect, and other content goes when its person was told of all that went", async () => {
      let forms = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fc.oneof(submission, end), { maxLength: 12 }), async (steps) => {
          forms += 1;
          const form = startForm(`form-${forms}`);
          for (const [index, step] of steps.entries()) {
            if ("outcome" in step) await form.ended(step);
            else await form.submitted(`form-${forms}.${index}`, step);
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
