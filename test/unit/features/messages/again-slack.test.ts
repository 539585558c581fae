import { expect, it } from "vitest";
import { editAndSend, sendAnew } from "../../../../src/features/messages/again.slack.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const message = { to: "01023456789", from: "0212345678", text: "A secret text" };
const refused = { outcome: "refused", result: { code: "1062" } } as const;

/** What U1 is told and shown after clicking under the first of these. */
async function click(run: typeof editAndSend, stored: readonly [Operation, ...Operation[]]) {
  const told: string[] = [];
  const shown: string[] = [];
  const get = async (id: string) => stored.find((one) => one.id === id) ?? null;
  await run(
    {
      person: { id: "U1", locale: "en", standing: "member" },
      actionId: "messages.edit",
      value: stored[0].id,
      conversation: "C1",
      isEphemeral: false,
      form: null,
      ack: async () => {},
      answer: async (answer) => void told.push(JSON.stringify(answer)),
      replace: async () => {},
      triggerId: "click",
      wasHeldUp: () => false,
      openModal: async (view) => void shown.push(JSON.stringify(view)),
      updateModal: async () => {},
    },
    { ...deps, store: { ...deps.store, operations: { get, countUsed: async () => 0 } } },
  );
  return { told: told.join(), shown: shown.join() };
}

it.each([
  ["edited", editAndSend, refused],
  ["sent anew", sendAnew, { outcome: "accepted" } as const],
])("says on a form that is %s when it holds less than another version stored", async (_, run, end) => {
  const of = (request: Operation["request"]) => click(run, [anUnknown({ ...end, request })]);
  const whole = await of({ message });
  expect(whole.shown).toContain(message.text);
  expect(whole.shown).not.toContain(en.send.notAllTaken);
  const less = await of({ message: { ...message, future: { a: 1 } } });
  expect(less.shown).toContain(message.text);
  expect(less.shown).toContain(en.send.notAllTaken);
});

it("offers to say what became of the message that a failed repeat had sent again", async () => {
  const first = anUnknown({ id: "first", request: { message } });
  const repeat = anUnknown({ ...refused, id: "repeat", repeats: "first", request: { message } });
  const { told, shown } = await click(editAndSend, [repeat, first]);
  expect(told).toContain(en.repeat.unsettledBefore);
  for (const as of ["arrived", "did_not_arrive"]) expect(told).toContain(`messages.settle:${as}`);
  expect(told).toContain('"value":"first"');
  expect(shown).toBe("");
});
