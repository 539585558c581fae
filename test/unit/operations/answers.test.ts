import { expect, it } from "vitest";
import { Answers } from "../../../src/operations/answers.ts";

const few = { underWay: 10, done: 10, denied: 10 };

it("keeps what was said, and of too many acts the latest", async () => {
  const answers = new Answers({ ...few, underWay: 2 });
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
  const answers = new Answers({ ...few, denied: 1 });
  for (const id of ["a", "b"]) {
    answers.keep(id, Promise.resolve({ acknowledgement: { kind: "busy" as const } }));
    answers.close(id);
    expect(answers.has(id)).toBe(false);
    expect(await answers.get(id)).toEqual({ kind: "busy" });
  }
  expect(answers.get("a")).toBeUndefined();
});

it("keeps for ten minutes that what was taken on may have had an effect, of too many for the latest", async () => {
  let nowMs = 0;
  const answers = new Answers({ ...few, done: 2 }, () => nowMs);
  for (const id of ["a", "b", "c"]) {
    answers.keep(id, Promise.resolve({ acknowledgement: { kind: "stored" as const } }));
    answers.end(id);
  }
  expect(answers.get("a")).toBeUndefined();
  expect(await answers.get("b")).toEqual({ kind: "twin" });
  nowMs = 10 * 60_000;
  expect(answers.get("c")).toBeUndefined();
});
