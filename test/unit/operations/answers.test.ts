import { expect, it } from "vitest";
import { Answers } from "../../../src/operations/answers.ts";

it("keeps what was said, and of too many acts the latest", async () => {
  const answers = new Answers(2);
  for (const id of ["a", "b", "c"])
    answers.keep(id, Promise.resolve({ acknowledgement: { kind: "busy" as const } }));
  expect(answers.get("a")).toBeUndefined();
  expect(await answers.get("b")).toEqual({ kind: "busy" });
  answers.forget("b");
  answers.keep("d", Promise.resolve({ acknowledgement: { kind: "too_slow" as const } }));
  expect(await answers.get("c")).toEqual({ kind: "busy" });
  expect(await answers.get("d")).toEqual({ kind: "too_slow" });
});
