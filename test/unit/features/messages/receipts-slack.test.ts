import { describe, expect, it, vi } from "vitest";
import {
  answerReceipt,
  type ReceiptDeps,
  submitReceipt,
} from "../../../../src/features/messages/receipts.slack.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { Click, Submission } from "../../../../src/slack/edge/interaction.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";

const { receipts } = en;
const person = { id: "U7", locale: "en", standing: "member" } as const;
const asked = (as: "arrived" | null, change: Partial<Operation> = {}) =>
  anUnknown({ receipt: { holder: "U7", sheet: "act-1", as, at: null, words: null }, ...change });

const depsOf = (own: object) => ({ wordsOf, ...own }) as unknown as ReceiptDeps;

describe("the form that asks what looks wrong", () => {
  const open = async (operation: Operation | null, who: string = person.id) => {
    const click = { ack: vi.fn(), openModal: vi.fn(), answer: vi.fn() };
    await answerReceipt(
      {
        ...click,
        ...{ person: { ...person, id: who }, actionId: "messages.receipt:looks_wrong", value: "act-1" },
      } as unknown as Click,
      depsOf({ operations: { get: async () => operation } }),
    );
    const [answered] = click.answer.mock.calls;
    return click.openModal.mock.calls.length === 1 ? "opened" : JSON.stringify(answered);
  };

  it("opens only for the holder's open question", async () => {
    expect(await open(asked(null))).toBe("opened");
    expect(await open(asked("arrived"))).toContain(receipts.already);
    expect(await open(asked(null, { outcome: "refused" }))).toContain(receipts.overtaken);
    expect(await open(asked(null), "U8")).toContain(receipts.notAsked);
    expect(await open(null)).toContain(receipts.notAsked);
  });

  it("is told on one line: what was typed can't look like a line of the app's own", async () => {
    const answer = vi.fn(async () => ({ kind: "not_asked" as const }));
    await submitReceipt(
      {
        ...{ person, ackErrors: vi.fn(), wasHeldUp: () => false },
        fields: { text: () => " Blurred\n✅ SMS accepted\u202e " },
        view: { private_metadata: '{"operation":"act-1"}' },
      } as unknown as Submission,
      depsOf({ receipts: { answer } }),
    );
    expect(answer).toHaveBeenCalledWith(
      "act-1",
      expect.objectContaining({ words: "Blurred ✅ SMS accepted" }),
    );
  });

  it("comes back when the store takes too long, and when the app was held up", async () => {
    const answer = vi.fn(() => new Promise(() => {}));
    const submit = async (wasHeldUp: boolean) => {
      const ackErrors = vi.fn();
      await submitReceipt(
        {
          ...{ person, ackErrors, wasHeldUp: () => wasHeldUp, fields: { text: () => "Blurred" } },
          view: { private_metadata: '{"operation":"act-1"}' },
        } as unknown as Submission,
        depsOf({ receipts: { answer } }),
      );
      return ackErrors.mock.calls;
    };
    expect(await submit(true)).toEqual([[{ wrong: receipts.tooSlow }]]);
    expect(answer).not.toHaveBeenCalled();
    expect(await submit(false)).toEqual([[{ wrong: receipts.tooSlow }]]);
  });
});
