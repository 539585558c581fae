import { describe, expect, it, vi } from "vitest";
import { within } from "../../../../src/deadline.ts";
import {
  answerReceipt,
  type ReceiptDeps,
  submitReceipt,
} from "../../../../src/features/messages/receipts.slack.ts";
import type { Notification, Operation } from "../../../../src/store/index.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { anUnknown, aReceipt } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { aClick, aSubmission, person, typed } from "./interactions.ts";

const { common, receipts } = en;
const phoneOwner = { ...person, id: "U7" };
const asked = (as: "arrived" | null, change: Partial<Operation> = {}) =>
  anUnknown({ receipt: aReceipt(as), ...change });

const depsOf = (store: object, own: object = {}) =>
  ({ within, kindOf: () => "SMS", store, ...own }) as unknown as ReceiptDeps;

describe("the form in which a phone's owner says what is wrong", () => {
  it.each([
    ["another person", asked(null), "U8", receipts.notAsked],
    ["a message that is gone", null, "U7", receipts.notAsked],
    ["an answered question", asked("arrived"), "U7", receipts.already],
    ["a message that the platform refused", asked(null, { outcome: "refused" }), "U7", receipts.overtaken],
    ["the phone's owner while the question is open", asked(null), "U7", null],
  ])("opens only for the phone's owner, while the question is open: %s", async (_, operation, id, why) => {
    const actionId = "messages.receipt:looks_wrong";
    const { click, told, shown } = aClick({ person: { ...person, id }, actionId, value: "act-1" });
    await answerReceipt(click, depsOf({ operations: { get: async () => operation }, receipts: {} }));
    expect(told).toEqual(why === null ? [] : [why]);
    expect(JSON.stringify(shown).includes("SMS")).toBe(why === null);
  });

  async function submit(words: string, answer: (...asked: never[]) => Promise<unknown>, own: object = {}) {
    const { submission, acks } = aSubmission({ operation: "act-1" }, typed({ wrong: words }), {
      person: phoneOwner,
    });
    await submitReceipt(submission, depsOf({ receipts: { answer } }, own));
    return acks;
  }

  it("stores the text as one line, so that it can't imitate the app's own lines", async () => {
    type Asked = { notificationFor: (operation: Operation) => Notification };
    const answer = vi.fn(async (_id: string, _asked: Asked) => ({ kind: "not_asked" as const }));
    await submit(" Blurred\n✅ SMS accepted\u202e ", answer);
    const told = { as: "looks_wrong", words: "Blurred ✅ SMS accepted" };
    expect(answer).toHaveBeenCalledWith("act-1", expect.objectContaining(told));
    // Posted below the result and on-call's post, as it was answered.
    const event = { kind: "receipt", operation: "act-1", ...told };
    const answered = asked("arrived", { unknownsCard: "act-1" });
    expect(answer.mock.calls[0]?.[1].notificationFor(answered)).toEqual({
      lines: ["act:act-1", "unknowns:act-1"].map((subject) => ({ subject, event })),
    });
  });

  it("says that the answer may be stored if the store is slow or fails", async () => {
    const own = { within: createSpentBudgets().within, onStoreFailure: () => {} };
    for (const answer of [() => new Promise(() => {}), () => Promise.reject(new Error("locked"))])
      expect(await submit("Blurred", answer, own)).toEqual([{ refused: common.mayBeTaken }]);
  });

  it("accepts the same answer a second time, and refuses a different one", async () => {
    const receipt = aReceipt("looks_wrong", { words: "Blurred" });
    const already = async () => ({ kind: "already", operation: anUnknown({ receipt }) });
    expect(await submit("Blurred", already)).toEqual(["acknowledged"]);
    expect(await submit("Cut off", already)).toEqual([{ refused: receipts.already }]);
  });
});
