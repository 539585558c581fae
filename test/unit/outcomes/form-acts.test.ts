import { expect, it } from "vitest";
import type { Acknowledgement } from "../../../src/operations/index.ts";
import { toFormOfAct, withNewAct } from "../../../src/outcomes/form-acts.ts";

const tooSlow: Acknowledgement = { kind: "too_slow" };
const changed: Acknowledgement = { kind: "twin", isOther: true };

it("a form stays the same one however often it comes back", () => {
  const form = withNewAct(withNewAct({ act: "a" }, tooSlow, "b"), tooSlow, "c");
  expect(toFormOfAct(form, "x")).toEqual({ firstAct: "a", told: [], content: "x" });
});

it("a form that was changed knows of everything that its person was told of", () => {
  const form = withNewAct(withNewAct({ act: "a" }, changed, "b"), changed, "c");
  expect(toFormOfAct(form, "x")).toEqual({ firstAct: "a", told: ["a", "b"], content: "x" });
});
