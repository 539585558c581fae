import { expect, it } from "vitest";
import { storeBudgetMs } from "../../../../src/deadline.ts";
import { prepareConfirmation } from "../../../../src/features/messages/confirm.slack.ts";
import { handleSendCommand, submitSendForm } from "../../../../src/features/messages/send.slack.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { spoken, viewOf } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const person = { id: "U1", locale: "en", standing: "member" } as const;

const typed = (value: string) => ({ value: { type: "plain_text_input", value } });

it("the send form says that nothing was sent if the store is too slow for the draft", async () => {
  const told: string[] = [];
  const { within, limitsMs } = createSpentBudgets();
  await submitSendForm(
    {
      ...spoken,
      person,
      ...viewOf({ act: "a" }),
      hasRoom: true,
      fields: new Fields({
        to: typed("010-2345-6789"),
        text: typed("Hi"),
        from: typed("0212345678"),
        ...Object.fromEntries(["kind", "subject", "country", "channel"].map((name) => [name, typed("")])),
      }),
      ack: async () => void told.push("acknowledged"),
      ackErrors: async (errors) => void told.push(JSON.stringify(errors)),
      changeModal: async () => undefined,
      changeBelow: async () => {},
      answer: async ({ text }) => void told.push(text),
      delivery: new InteractionState(),
      openModal: async () => undefined,
    },
    { ...deps, within },
  );
  expect(told).toEqual([JSON.stringify({ to: en.common.tooSlow })]);
  expect(limitsMs).toEqual([storeBudgetMs]);
});

it("/msg-send is acknowledged, then says that nothing was sent if the store is too slow", async () => {
  const told: string[] = [];
  await handleSendCommand(
    {
      ...spoken,
      person,
      name: "/msg-send",
      text: "010-2345-6789 Hi",
      conversation: "C1",
      triggerId: "t",
      ack: async () => void told.push("acknowledged"),
      answer: async ({ text }) => void told.push(text),
      delivery: new InteractionState(),
      openModal: async () => {
        told.push("a form");
        return undefined;
      },
    },
    deps,
  );
  expect(told).toEqual(["acknowledged", en.common.tooSlow]);
});

it("/msg-send says that nothing was sent if the store fails, and reports the error", async () => {
  const told: string[] = [];
  const failures: unknown[] = [];
  const locked = new Error("the database is locked");
  await handleSendCommand(
    {
      ...spoken,
      person,
      name: "/msg-send",
      text: "010-2345-6789 Hi",
      conversation: "C1",
      triggerId: "t",
      ack: async () => void told.push("acknowledged"),
      answer: async ({ text }) => void told.push(text),
      delivery: new InteractionState(),
      openModal: async () => undefined,
    },
    {
      ...deps,
      store: { ...deps.store, drafts: { ...deps.store.drafts, save: () => Promise.reject(locked) } },
      onDraftFailure: (error) => failures.push(error),
    },
  );
  expect(told).toEqual(["acknowledged", en.common.tooSlow]);
  expect(failures).toEqual([locked]);
});

it("a message that is more than Slack can show is refused instead of confirmed", async () => {
  const linkMo = `https://shop.example/${"x".repeat(290)}`;
  const buttons = Array.from({ length: 250 }, () => ({ buttonName: "n", buttonType: "WL", linkMo }));
  const message = {
    to: "01023456789",
    from: "0212345678",
    text: "Hi",
    chatOptions: { pfId: "PF1", buttons },
  };
  const input = { body: { message }, conversation: "C1", testRecipient: null, others: [], image: null };
  const drafts = { save: async () => {}, get: async () => null };
  const asked = await prepareConfirmation(
    person,
    { act: "a", input, isAlone: true },
    { ...deps, store: { ...deps.store, drafts } },
  );
  expect(asked).toEqual({ why: en.issues.tooLarge });
});
