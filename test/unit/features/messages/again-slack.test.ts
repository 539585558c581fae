import { expect, it } from "vitest";
import { openEditAndSend, openSendAnotherForm } from "../../../../src/features/messages/again.slack.ts";
import { FormMetadata } from "../../../../src/features/messages/send-form.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown, aTrySummary } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { aClick } from "./interactions.ts";
import { deps } from "./some-deps.ts";

const message = { to: "01023456789", from: "0212345678", text: "A secret text" };
const refused = { outcome: "refused", result: { code: "1062" } } as const;

/** The answers and forms that U1 gets after a click below `stored`, and what the form carries. */
async function press(run: typeof openEditAndSend, change: Partial<Operation>) {
  const stored = anUnknown({ request: { message }, ...change });
  const { click, answers, shown } = aClick({ value: stored.id, conversation: "C1" });
  const get = async (id: string) => (id === stored.id ? stored : null);
  await run(click, { ...deps, store: { ...deps.store, operations: { ...deps.store.operations, get } } });
  const [carried] = shown.map((view) => FormMetadata.parse(JSON.parse(view.private_metadata ?? "")));
  return { told: JSON.stringify(answers), shown: JSON.stringify(shown), carried };
}

it.each([
  ["“Edit and send again”", openEditAndSend, refused],
  ["“Send again”", openSendAnotherForm, { outcome: "accepted" } as const],
])("%s opens no form for a message with fields that this version doesn't know", async (_, run, end) => {
  expect((await press(run, end)).shown).toContain(message.text);
  const other = await press(run, { ...end, request: { message: { ...message, future: { a: 1 } } } });
  expect(other.shown).toBe("[]");
  expect(other.told).toContain(en.outcomes.noLonger);
});

const first = { id: "first", root: "first", createdAt: new Date(0) };

it("“Edit and send again” on a refused second try first asks whether the first try arrived", async () => {
  const second = { ...refused, id: "repeat", root: "first", tries: [aTrySummary(first)] };
  const { told, shown } = await press(openEditAndSend, second);
  for (const part of [en.repeat.unresolvedBefore, "settle:arrived", "settle:did_not_arrive"])
    expect(told).toContain(part);
  expect(told).toContain('"value":"first"');
  expect(shown).toBe("[]");
});

it("the form to edit and send again stores the IDs of the first and the newest try", async () => {
  const tries = [aTrySummary({ ...first, outcome: "refused" })];
  const { carried } = await press(openEditAndSend, { ...refused, root: "first", tries });
  expect(carried).toMatchObject({ act: "id", again: { root: "first", newest: "act-1" } });
});

it("“Send again” on an accepted message creates a new message, not another try of the old one", async () => {
  const { carried } = await press(openSendAnotherForm, { outcome: "accepted" });
  expect(carried).toMatchObject({ act: "id" });
  expect(carried).not.toHaveProperty("again.root");
});

it.each([
  ["accepted", { outcome: "accepted" }, en.repeat.not.accepted],
  ["under way", { state: "started", outcome: null }, en.repeat.not.open],
] as const)("“Edit and send again” opens no form if a later try is %s", async (_, later, says) => {
  const { told, shown } = await press(openEditAndSend, { ...refused, tries: [aTrySummary(later)] });
  expect(told).toContain(says);
  expect(shown).toBe("[]");
});
