import { expect, it } from "vitest";
import { Answers } from "../../../src/operations/answers.ts";
import { anAsker } from "../../support/asker.ts";

const by = anAsker();
const few = { underWay: 10, done: 10, denied: 10 };

it("keeps what was said, and of too many acts the latest", async () => {
  const answers = new Answers({ ...few, underWay: 2 });
  for (const id of ["a", "b", "c"])
    answers.keep({ id, by }, Promise.resolve({ acknowledgement: { kind: "busy" as const } }));
  expect(answers.get({ by, id: "a" })).toBeUndefined();
  expect(await answers.get({ by, id: "b" })).toEqual({ kind: "busy" });
  answers.forget("b");
  answers.keep({ by, id: "d" }, Promise.resolve({ acknowledgement: { kind: "too_slow" as const } }));
  expect(await answers.get({ by, id: "c" })).toEqual({ kind: "busy" });
  expect(await answers.get({ by, id: "d" })).toEqual({ kind: "too_slow" });
});

it("keeps of what is over why nothing was sent, for the latest", async () => {
  const answers = new Answers({ ...few, denied: 1 });
  for (const id of ["a", "b"]) {
    answers.keep({ id, by }, Promise.resolve({ acknowledgement: { kind: "busy" as const } }));
    answers.close(id);
    expect(answers.has(id)).toBe(false);
    expect(await answers.get({ id, by })).toEqual({ kind: "busy" });
  }
  expect(answers.get({ by, id: "a" })).toBeUndefined();
});

it("keeps for ten minutes that what was taken on may have had an effect, of too many for the latest", async () => {
  let nowMs = 0;
  const answers = new Answers({ ...few, done: 2 }, () => nowMs);
  for (const id of ["a", "b", "c"]) {
    answers.keep({ id, by }, Promise.resolve({ acknowledgement: { kind: "stored" as const } }));
    answers.end(id);
  }
  expect(answers.get({ by, id: "a" })).toBeUndefined();
  expect(await answers.get({ by, id: "b" })).toEqual({ kind: "twin", isOther: false });
  expect(answers.get({ by: anAsker({ id: "U2" }), id: "c" })).toBeUndefined();
  nowMs = 10 * 60_000;
  expect(answers.get({ by, id: "c" })).toBeUndefined();
});

it("says of a form that was changed since that it is another", async () => {
  const answers = new Answers();
  const form = { firstAct: "a", content: "before" };
  answers.keep({ by, id: "a", form }, Promise.resolve({ acknowledgement: { kind: "stored" as const } }));
  expect(await answers.get({ by, id: "a", form })).toEqual({ kind: "twin", isOther: false });
  expect(await answers.get({ by, id: "a", form: { ...form, content: "now" } })).toEqual({
    kind: "twin",
    isOther: true,
  });
});
