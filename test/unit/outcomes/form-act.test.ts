import { expect, it } from "vitest";
import { FormAct, pickAgain, toNextAct } from "../../../src/outcomes/again.ts";
import type { Operation, TrySummary } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs } from "../../support/operation.ts";

const another = (change: Partial<TrySummary>) => ({ tries: [aTrySummary(change)] });
const open = { state: "started", outcome: null } as const;

it.each<[string, Partial<Operation>, newest: string]>([
  ["refused", { outcome: "refused" }, "act-1"],
  ["not sent", { outcome: "not_sent" }, "act-1"],
  ["unknown", {}, "act-1"],
  ["reported as not arrived", resolvedAs("did_not_arrive"), "act-1"],
  ["under way", open, "act-1"],
  ["refused, and was tried again", { outcome: "refused", ...another({ outcome: "refused" }) }, "act-2"],
  ["unknown, and is being tried again", another(open), "act-2"],
])("a form for a message that is %s carries the first and the newest try", (_, change, newest) => {
  const next = toNextAct(anUnknown({ ...change, root: "act-0" }), "new");
  expect(next).toEqual({ act: "new", again: { root: "act-0", newest } });
});

it.each<[string, Partial<Operation>]>([
  ["accepted", { outcome: "accepted" }],
  ["reported as arrived", resolvedAs("arrived")],
  ["refused, and another try was accepted", { outcome: "refused", ...another({ outcome: "accepted" }) }],
  ["unknown, and another try is reported as arrived", another({ resolvedAs: "arrived" })],
])("a form for a message that is %s makes a new message", (_, change) => {
  expect(toNextAct(anUnknown(change), "new")).toEqual({ act: "new" });
});

it("a form's act is read back from Slack, without its tries if they can't be read", () => {
  const form = { act: "a", again: { root: "r", newest: "n" } };
  expect(FormAct.parse(JSON.parse(JSON.stringify(form)))).toEqual(form);
  expect(pickAgain(form)).toEqual({ again: form.again });
  for (const again of [undefined, null, "r", { root: "r" }]) {
    const read = FormAct.parse({ act: "a", again });
    expect(read).toEqual({ act: "a" });
    expect(pickAgain(read)).toEqual({});
  }
  expect(FormAct.safeParse({ again: form.again }).success).toBe(false);
});
