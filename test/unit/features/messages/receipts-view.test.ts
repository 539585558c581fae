import { describe, expect, it } from "vitest";
import { renderSheetPost } from "../../../../src/features/messages/receipts.view.ts";
import type { Operation, ReceivedAs } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

const asked = (as: ReceivedAs | null, change: Partial<Operation> = {}) =>
  anUnknown({ receipt: { holder: "U7", sheet: "act-1", as, at: null, words: null }, ...change });

function shown(...operations: Operation[]) {
  const sheet = { id: "act-1", holder: "U7", operations, isNew: false };
  return JSON.stringify(renderSheetPost(sheet, () => "SMS", en).body);
}

describe("the direct message that asks whether something arrived", () => {
  it("thanks only who answered", () => {
    const refused = asked(null, { outcome: "refused" });
    expect(shown(refused)).not.toContain(en.receipts.thanks);
    expect(shown(refused)).toContain(en.receipts.overtaken);
    expect(shown(refused, asked("arrived"))).toContain(en.receipts.thanks);
  });

  it("asks once more before it did not arrive, and lets that be taken back", () => {
    const { confirm } = en.settle;
    expect(shown(asked(null))).toContain(confirm.says.did_not_arrive);
    // It opens nothing where the outcome was accepted.
    expect(shown(asked(null, { outcome: "accepted" }))).not.toContain(confirm.says.did_not_arrive);
    expect(shown(asked(null, { outcome: "accepted" }))).toContain(confirm.title);
    const ids = (text: string) => [...text.matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids(shown(asked("did_not_arrive")))).toEqual(["messages.receipt:arrived"]);
    expect(ids(shown(asked("did_not_arrive", { outcome: "refused" })))).toEqual([]);
    expect(ids(shown(asked("arrived"), asked("looks_wrong")))).toEqual([]);
  });
});
