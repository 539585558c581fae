import { expect, it } from "vitest";
import { Answers } from "../../../src/operations/answers.ts";

it("keeps what was said, and of too many acts the latest", async () => {
  const answers = new Answers({ underWay: 2, over: 1 });
  for (const id of ["a", "b", "c"])
    answers.keep(id, Promise.resolve({ acknowledgement: { kind: "busy" as const } }));
  expect(answers.get("a")).toBeUndefined();
  expect(await answers.get("b")).toEqual({ kind: "busy" });
  answers.forget("b");
  answers.keep("d", Promise.resolve({ acknowledgement: { kind: "too_slow" as const } }));
  expect(await answers.get("c")).toEqual({ kind: "busy" });
  expect(await answers.get("d")).toEqual({ kind: "too_slow" });
});

it("keeps of what is over why nothing was sent, for the latest", async () => {
  const answers = new Answers({ underWay: 2, over: 1 });
  for (const id of ["a", "b"]) {
    answers.keep(id, Promise.resolve({ acknowledgement: { kind: "busy" as const } }));
    answers.close(id);
    expect(answers.has(id)).toBe(false);
    expect(await answers.get(id)).toEqual({ kind: "busy" });
  }
  expect(answers.get("a")).toBeUndefined();
});
