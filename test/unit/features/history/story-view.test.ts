import fc from "fast-check";
import { expect, it } from "vitest";
import { renderOperationDetails } from "../../../../src/features/history/story.view.ts";
import type { ReaderRole } from "../../../../src/outcomes/card.view.ts";
import type { Operation } from "../../../../src/store/index.ts";
import { anUnknown, aTrySummary } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";
import { valuesOf } from "../../outcomes/notifications.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute));
const earlier = aTrySummary({ id: "act-0", createdAt: at(-9) });
const story = (change: Partial<Operation>, reader: ReaderRole = "author", contents = ["A secret text"]) =>
  renderOperationDetails(
    { operation: anUnknown(change), description: aDescription({ contents }), posts: [], reader },
    en,
  );

it("an operation's details link to the step before it and to the tries before and after it", () => {
  const tries = [earlier, aTrySummary(), aTrySummary({ id: "act-9", createdAt: at(120) })];
  const waited = { step: 1, act: "act-3", siblings: [aTrySummary({ id: "act-3", act: "act-3" })] };
  for (const reader of ["author", "on-call", "anybody"] as const)
    expect(valuesOf(story({ tries, ...waited }, reader), "history.open")).toEqual([
      "act-3",
      "act-0",
      "act-2",
    ]);
  const isWaitedFor = { siblings: [aTrySummary({ id: "act-4", act: "act-1", step: 1 })] };
  expect(valuesOf(story(isWaitedFor), "history.open")).toEqual(["act-4"]);
});

it("an operation's details show the day with the first time, and again when the day may have changed", () => {
  const formats = (startedAt: Date, closedAt: Date) =>
    story({ outcome: "accepted", startedAt, closedAt }).text.match(
      /{date_short_pretty} {time_secs}|{time_secs}/g,
    );
  const [withDay, time] = ["{date_short_pretty} {time_secs}", "{time_secs}"];
  expect(formats(at(1), at(11 * 60))).toEqual([withDay, time, withDay]);
  expect(formats(at(11 * 60), at(22 * 60))).toEqual([withDay, withDay, withDay]);
});

it("an operation's details mask numbers in the platform's words for all, and in a typed reason for all but its author", () => {
  const result = { code: "1062", words: "미등록 01012345678", status: 200, reply: null };
  const change = {
    outcome: "refused",
    result,
    tries: [earlier],
    reason: "asked 01012345678, <!here>",
  } as const;
  expect(story(change).text).toContain("asked 01012345678, &lt;!here&gt;");
  expect(story(change).text).not.toContain("미등록 010");
  for (const reader of ["on-call", "anybody"] as const) {
    const { text } = story(change, reader);
    expect(text).toContain("asked …5678, &lt;!here&gt;");
    expect(text).toContain("Joon (010-****-6789)");
    expect(text).not.toMatch(/010-?(?:1234-?5678|2345-?6789)/);
  }
});

it("an operation's details hide the message's text from others, even if the platform or a reason quotes it", () => {
  const secrets = fc.string({ unit: fc.constantFrom(..."qxzjkv가나다라"), minLength: 8, maxLength: 80 });
  fc.assert(
    fc.property(secrets, fc.nat(), (secret, from) => {
      const start = from % (secret.length - 7);
      const run = secret.slice(start, start + 8);
      const result = { code: "ValidationError", words: `Bad text: ${run}!`, status: 400, reply: null };
      const change = {
        outcome: "refused",
        result,
        reason: `she waits for ${run}`,
        tries: [earlier],
      } as const;
      const { text } = story(change, "author", [secret]);
      expect(text).toContain(`Bad text: ${run}!`);
      expect(text).toContain(`she waits for ${run}`);
      expect(JSON.stringify(story(change, "anybody", [secret]))).not.toContain(run);
    }),
  );
});
