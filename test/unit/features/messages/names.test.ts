import { expect, it } from "vitest";
import { storeBudgetMs, within } from "../../../../src/deadline.ts";
import { rulesFor } from "../../../../src/features/messages/names.ts";
import { createSpentBudgets } from "../../../support/budgets.ts";
import { deps } from "./some-deps.ts";

const testRecipients = [{ to: "01000000001", country: "82", name: "joon" }];
const rules = { ...deps.rules, testRecipients, groups: [{ name: "qa", members: ["joon"] }] };
const night = { name: "night", members: ["joon"], author: "U1" };

it("reads colleagues' groups where a name is none of the operator's, and waits for nothing else", async () => {
  let readings = 0;
  const groups = async () => {
    readings += 1;
    return [night];
  };
  const rulesWith = (...names: string[]) => rulesFor({ id: "U1" }, names, { rules, groups, within });
  for (const known of ["joon", "QA", "me", "010-2345-6789", "+82 01000000001", ""]) await rulesWith(known);
  expect(readings).toBe(0);
  expect((await rulesWith("joon", "night"))?.groups).toEqual([...rules.groups, night]);
  expect(readings).toBe(1);
});

it("is nothing where the store doesn't say in time who a name is", async () => {
  const groups = () => new Promise<never>(() => {});
  const { within, limitsMs } = createSpentBudgets();
  expect(await rulesFor({ id: "U1" }, ["night"], { rules, groups, within })).toBeUndefined();
  expect(limitsMs).toEqual([storeBudgetMs]);
});
