import { expect, it } from "vitest";
import { openEditAndSend, openSendAnotherForm } from "../../../../src/features/messages/again.slack.ts";
import { FormMetadata } from "../../../../src/features/messages/send-form.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown, aTrySummary } from "../../../support/operation.ts";
import { spoken } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const message = { to: "01023456789", from: "0212345678", text: "A secret text" };
const refused = { outcome: "refused", result: { code: "1062" } } as const;

/** The answers and forms that U1 gets after a click below the first of `stored`. */
async function click(run: typeof openEditAndSend, stored: readonly [Operation, ...Operation[]]) {
  const told: string[] = [];
  const shown: string[] = [];
  const carried: object[] = [];
  const get = async (id: string) => stored.find((one) => one.id === id) ?? null;
  await run(
    {
      ...spoken,
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
      delivery: new InteractionState(),
      openModal: async (view) => {
        shown.push(JSON.stringify(view));
        carried.push(FormMetadata.parse(JSON.parse(view.private_metadata ?? "")));
      },
      updateModal: async () => {},
    },
    {
      ...deps,
      store: { ...deps.store, operations: { ...deps.store.operations, get } },
    },
  );
  return { told: told.join(), shown: shown.join(), carried: carried[0] };
}

it.each([
  ["“Edit and send again”", openEditAndSend, refused],
  ["“Send again”", openSendAnotherForm, { outcome: "accepted" } as const],
])("%s opens no form for a message that another version stored", async (_, run, end) => {
  const of = (request: Operation["request"]) => click(run, [anUnknown({ ...end, request })]);
  expect((await of({ message })).shown).toContain(message.text);
  const other = await of({ message: { ...message, future: { a: 1 } } });
  expect(other.shown).toBe("");
  expect(other.told).toContain(en.outcomes.noLonger);
});

it("editing a refused second try first asks whether the first try arrived", async () => {
  const first = aTrySummary({ id: "first", root: "first", createdAt: new Date(0) });
  const repeat = anUnknown({ ...refused, id: "repeat", root: "first", tries: [first], request: { message } });
  const { told, shown } = await click(openEditAndSend, [repeat]);
  expect(told).toContain(en.repeat.unresolvedBefore);
  for (const as of ["arrived", "did_not_arrive"]) expect(told).toContain(`messages.settle:${as}`);
  expect(told).toContain('"value":"first"');
  expect(shown).toBe("");
});

it("the form to edit and send again carries the IDs of the first and the newest try", async () => {
  const first = aTrySummary({ id: "first", root: "first", createdAt: new Date(0), outcome: "refused" });
  const last = anUnknown({ ...refused, root: "first", tries: [first], request: { message } });
  const { carried } = await click(openEditAndSend, [last]);
  expect(carried).toMatchObject({ act: "id", again: { root: "first", newest: "act-1" } });
});

it("sending an accepted message again makes a new message, not another try", async () => {
  const { carried } = await click(openSendAnotherForm, [
    anUnknown({ outcome: "accepted", request: { message } }),
  ]);
  expect(carried).toMatchObject({ act: "id" });
  expect(carried).not.toHaveProperty("again.root");
});

it.each([
  ["accepted", { outcome: "accepted" }, en.repeat.not.accepted],
  ["under way", { state: "started", outcome: null }, en.repeat.not.open],
] as const)("editing opens no form if a later try is %s", async (_, change, says) => {
  const operation = anUnknown({ ...refused, tries: [aTrySummary(change)], request: { message } });
  const { told, shown } = await click(openEditAndSend, [operation]);
  expect(told).toContain(says);
  expect(shown).toBe("");
});
