import { expect, it } from "vitest";
import { toAgainPlan } from "../../../../src/features/messages/runs/again.ts";
import type { Operation, ReceivedAs } from "../../../../src/store/index.ts";
import { anUnknown, aReceipt } from "../../../support/operation.ts";
import { deps } from "./some-deps.ts";

const testRecipients = [1, 2, 3].map((index) => ({
  to: `0100000000${index}`,
  country: "82",
  name: `p${index}`,
}));
const to = (number: number, change: Partial<Operation> = {}) =>
  anUnknown({
    id: `act-1.${number}`,
    request: { message: { to: `0100000000${number}`, from: "0212345678", text: "Hello" } },
    ...change,
  });
const said = (as: ReceivedAs): Partial<Operation> => ({
  outcome: "accepted",
  receipt: aReceipt(as),
});
const refused: Partial<Operation> = { outcome: "refused" };

const ticked = (...run: Operation[]) =>
  toAgainPlan(
    { run, which: "failed", kindOf: () => "SMS" },
    { ...deps.rules, testRecipients, me: "U1" },
    new Date(),
  )?.ticked;

it("begins without what is refused again and what may arrive twice, where anything else went wrong", () => {
  expect(ticked(to(1, said("looks_wrong")), to(2, refused), to(3))).toEqual(["looks_wrong"]);
  expect(ticked(to(1, said("did_not_arrive")), to(2, { outcome: "not_sent" }), to(3))).toEqual([
    ...["did_not_arrive", "not_sent"],
  ]);
  expect(ticked(to(2, refused), to(3))).toEqual(["refused", "unknown"]);
});

it("begins with all of it where the rest can't be sent any more", () => {
  expect(ticked(to(9, said("looks_wrong")), to(2, refused))).toEqual(["looks_wrong", "refused"]);
});

it("puts messages of their own before further tries, since an act that begins with a try is an edit's", () => {
  const plan = toAgainPlan(
    {
      run: [to(1, refused), to(2, said("did_not_arrive"))],
      which: "failed",
      kindOf: () => "SMS",
      only: ["refused", "did_not_arrive"],
    },
    { ...deps.rules, testRecipients, me: "U1" },
    new Date(),
  );
  expect(plan?.operations.map(({ again }) => again?.root)).toEqual([undefined, "act-1"]);
});
