import { describe, expect, it, vi } from "vitest";
import { within } from "../../../../src/deadline.ts";
import {
  answerReceipt,
  type ReceiptDeps,
  submitReceipt,
} from "../../../../src/features/messages/receipts.slack.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import type { Click, Submission } from "../../../../src/slack/edge/interaction.ts";
import type { Notification, Operation } from "../../../../src/store/index.ts";
import { anUnknown, aReceipt } from "../../../support/operation.ts";
import { spoken, viewOf } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";

const { common, receipts } = en;
const person = { id: "U7", locale: "en", standing: "member" } as const;
const asked = (as: "arrived" | null, change: Partial<Operation> = {}) =>
  anUnknown({ receipt: aReceipt(as), ...change });

const depsOf = (store: object, own: object = {}) =>
  ({ within, kindOf: () => "SMS", store, ...own }) as unknown as ReceiptDeps;

describe("the form that asks a phone's owner what looks wrong", () => {
  const open = async (operation: Operation | null, who: string = person.id) => {
    const click = { ack: vi.fn(), openModal: vi.fn(), answer: vi.fn() };
    await answerReceipt(
      {
        ...click,
        ...spoken,
        ...{ person: { ...person, id: who }, actionId: "messages.receipt:looks_wrong", value: "act-1" },
      } as unknown as Click,
      depsOf({ operations: { get: async () => operation }, receipts: {} }),
    );
    const [answered] = click.answer.mock.calls;
    const [view] = click.openModal.mock.calls;
    return view !== undefined ? `opened ${JSON.stringify(view)}` : JSON.stringify(answered);
  };

  it("opens only for the phone's owner, and while the question is open", async () => {
    expect(await open(asked(null))).toContain("opened");
    expect(await open(asked(null))).toContain("SMS");
    expect(await open(asked("arrived"))).toContain(receipts.already);
    expect(await open(asked(null, { outcome: "refused" }))).toContain(receipts.overtaken);
    expect(await open(asked(null), "U8")).toContain(receipts.notAsked);
    expect(await open(null)).toContain(receipts.notAsked);
  });

  it("stores the typed text as one line, so that it can't look like the app's own", async () => {
    const answer = vi.fn(async () => ({ kind: "not_asked" as const }));
    await submitReceipt(
      {
        ...{ ...spoken, ...viewOf({ operation: "act-1" }), delivery: new InteractionState(), person },
        fields: { text: () => " Blurred\n✅ SMS accepted\u202e " },
      } as unknown as Submission,
      depsOf({ receipts: { answer } }),
    );
    const told = { as: "looks_wrong", words: "Blurred ✅ SMS accepted" };
    expect(answer).toHaveBeenCalledWith("act-1", expect.objectContaining(told));
    // Posted below the result and on-call's post, as it was answered.
    const [[, { notificationFor }] = [null, { notificationFor: null }]] = answer.mock.calls as unknown as [
      [string, { notificationFor: ((operation: Operation) => Notification) | null }],
    ];
    const event = { kind: "receipt", operation: "act-1", ...told };
    expect(notificationFor?.(asked("arrived", { unknownsCard: "act-1" }))).toEqual({
      lines: [
        { subject: "act:act-1", event },
        { subject: "unknowns:act-1", event },
      ],
    });
  });

  const submit = async (answer: () => Promise<unknown>) => {
    const [ack, refuse, onStoreFailure] = [vi.fn(), vi.fn(), vi.fn()];
    await submitReceipt(
      {
        ...{ ...spoken, ...viewOf({ operation: "act-1" }), delivery: new InteractionState(), person },
        ...{ ack, refuse, fields: { text: () => "Blurred" } },
      } as unknown as Submission,
      depsOf({ receipts: { answer } }, { onStoreFailure }),
    );
    return ack.mock.calls.length === 1 ? "taken" : refuse.mock.calls;
  };

  it("says that the answer may be stored if the store is slow or fails", async () => {
    expect(await submit(() => new Promise(() => {}))).toEqual([[common.mayBeTaken]]);
    expect(await submit(() => Promise.reject(new Error("locked")))).toEqual([[common.mayBeTaken]]);
  });

  it("accepts the same answer again, and refuses another one", async () => {
    const answered = (words: string) => async () => ({
      kind: "already",
      operation: anUnknown({ receipt: aReceipt("looks_wrong", { words }) }),
    });
    expect(await submit(answered("Blurred"))).toBe("taken");
    expect(await submit(answered("Cut off"))).toEqual([[receipts.already]]);
  });
});
