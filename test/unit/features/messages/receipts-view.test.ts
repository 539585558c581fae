import { describe, expect, it } from "vitest";
import { renderQuestions } from "../../../../src/features/messages/receipts.view.ts";
import type { Operation, PhoneOwnerAnswer } from "../../../../src/store/index.ts";
import { anUnknown, aReceipt } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

const asked = (as: PhoneOwnerAnswer | null, change: Partial<Operation> = {}) =>
  anUnknown({ receipt: aReceipt(as), ...change });

const post = { subject: "questions:act-1", destination: "U7" };

async function shown(...operations: Operation[]) {
  const receipts = {
    questionnaire: async (who: string, id: string) => (who === "U7" && id === "act-1" ? operations : []),
  };
  return JSON.stringify(await renderQuestions(post, { receipts, kindOf: () => "SMS", words: en }));
}

describe("the direct message that asks whether messages arrived", () => {
  it("says thanks only after an answer", async () => {
    const refused = asked(null, { outcome: "refused" });
    expect(await shown(refused)).not.toContain(en.receipts.thanks);
    expect(await shown(refused)).toContain(en.receipts.overtaken);
    expect(await shown(refused, asked("arrived"))).toContain(en.receipts.thanks);
  });

  it("asks for confirmation of “did not arrive”, and lets it be taken back", async () => {
    const { confirm } = en.resolve;
    // What can be done then is for who sent it.
    expect(await shown(asked(null))).not.toContain(confirm.says.did_not_arrive);
    expect(await shown(asked(null))).toContain(en.receipts.sure);
    expect(await shown(asked(null, { outcome: "accepted" }))).toContain(
      confirm.asks(confirm.yes.did_not_arrive),
    );
    const ids = (text: string) => [...text.matchAll(/"action_id":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids(await shown(asked("did_not_arrive")))).toEqual(["messages.receipt:arrived"]);
    expect(ids(await shown(asked("did_not_arrive", { outcome: "refused" })))).toEqual([]);
    expect(ids(await shown(asked("arrived"), asked("looks_wrong")))).toEqual([]);
  });

  it("has one more button to report all of several as arrived", async () => {
    const one = await shown(asked(null));
    expect(one).not.toContain("all_arrived");
    const two = await shown(asked(null), asked(null, { id: "act-2", act: "act-2" }));
    expect(two).toContain("messages.receipt:all_arrived");
  });

  it("lists messages as they were sent, by kind and phone, without seconds and IDs", async () => {
    const sent = (id: string, second: number, change: Partial<Operation> = {}) =>
      asked(null, {
        id,
        act: id,
        startedAt: new Date(60_000 + second * 1000),
        messageId: `M${id}`,
        ...change,
      });
    const rows = async (...operations: Operation[]) => {
      const view = await shown(...operations);
      expect(view).not.toContain("secs");
      return [...view.matchAll(/"text":"(SMS[^"]*?) · From /g)].map(([, name]) => name);
    };
    const [a, b] = [sent("a", 1), sent("b", 3)];
    expect(await rows(b, a)).toEqual(["SMS", "SMS"]);
    const ordered = await shown(b, a);
    expect(ordered.indexOf('"value":"a"')).toBeLessThan(ordered.indexOf('"value":"b"'));
    const about = (recipient: string) => ({ snapshot: { recipient, phoneOwner: "U7" } });
    expect(await rows(sent("a", 1, about("mina")), sent("b", 3, about("tablet")))).toEqual([
      ...["SMS · mina", "SMS · tablet"],
    ]);
    expect(await shown(sent("a", 1))).not.toContain("Ma");
  });

  it("names the phones of a suite's run, and has an answer in its message's row", async () => {
    const run = (recipient: string, id: string) =>
      asked(null, {
        ...{ id, snapshot: { recipient, phoneOwner: "U7", suite: "release", message: "Login" } },
        siblings: [{ ...anUnknown(), id: `${id}.1` }],
      });
    expect(await shown(run("mina", "act-1"), run("tablet", "act-1.2"))).toContain("SMS · tablet");
    const said = await shown(asked("looks_wrong"));
    expect(JSON.parse(said).text).toContain(`· ${en.receipts.buttons.looks_wrong}`);
  });

  it("is rendered alike for the same messages, and not at all without any", async () => {
    const [one, two] = [asked(null), asked("arrived", { id: "act-2" })];
    expect(await shown(one, two)).toBe(await shown(structuredClone(one), structuredClone(two)));
    const gone = { receipts: { questionnaire: async () => [] }, kindOf: () => "SMS", words: en };
    expect(await renderQuestions(post, gone)).toBeNull();
  });
});
