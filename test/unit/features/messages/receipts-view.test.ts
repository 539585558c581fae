import { describe, expect, it } from "vitest";
import { drawQuestions } from "../../../../src/features/messages/receipts.view.ts";
import type { Operation, ReceivedAs } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

const asked = (as: ReceivedAs | null, change: Partial<Operation> = {}) =>
  anUnknown({
    receipt: { holder: "U7", sheet: "act-1", asking: "once", as, at: null, words: null },
    ...change,
  });

const result = { channel: "C1", ts: "1.1" };
const posts = { find: async (subject: string) => (subject === "act:act-1" ? result : null) };

async function shown(...operations: Operation[]) {
  const receipts = {
    sheet: async (id: string) => (id === "act-1" ? { id, holder: "U7", operations } : null),
  };
  return JSON.stringify(
    await drawQuestions("questions:act-1", { receipts, posts, kindOf: () => "SMS", words: en }),
  );
}

describe("the direct message that asks whether something arrived", () => {
  it("thanks only who answered", async () => {
    const refused = asked(null, { outcome: "refused" });
    expect(await shown(refused)).not.toContain(en.receipts.thanks);
    expect(await shown(refused)).toContain(en.receipts.overtaken);
    expect(await shown(refused, asked("arrived"))).toContain(en.receipts.thanks);
  });

  it("asks once more before it did not arrive, and lets that be taken back", async () => {
    const { confirm } = en.settle;
    expect(await shown(asked(null))).toContain(confirm.says.did_not_arrive);
    // It opens nothing where the outcome was accepted.
    expect(await shown(asked(null, { outcome: "accepted" }))).not.toContain(confirm.says.did_not_arrive);
    expect(await shown(asked(null, { outcome: "accepted" }))).toContain(confirm.title.did_not_arrive);
    const ids = (text: string) => [...text.matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids(await shown(asked("did_not_arrive")))).toEqual(["messages.receipt:arrived"]);
    expect(ids(await shown(asked("did_not_arrive", { outcome: "refused" })))).toEqual([]);
    expect(ids(await shown(asked("arrived"), asked("looks_wrong")))).toEqual([]);
  });

  it("is the same of the same, and none of what is gone", async () => {
    const [one, two] = [asked(null), asked("arrived", { id: "act-2" })];
    expect(await shown(one, two)).toBe(await shown(structuredClone(one), structuredClone(two)));
    const gone = { receipts: { sheet: async () => null }, posts, kindOf: () => "SMS", words: en };
    expect(await drawQuestions("questions:act-1", gone)).toBeNull();
  });
});
