import { describe, expect, it } from "vitest";
import { ownCodes } from "../../../src/operations/index.ts";
import { obstacleToEdit, obstacleToRepeat } from "../../../src/outcomes/again.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, settledAs } from "../../support/operation.ts";

const open: Partial<Operation> = { state: "started", outcome: null };
const repeated: Partial<Operation> = { repeatedBy: "act-2" };

const needless: Partial<Operation> = {
  ...{ outcome: "not_sent", repeats: "act-0" },
  result: { code: ownCodes.needless, words: null, status: null, reply: null },
};

describe("sending once more", () => {
  it.each<[string, Partial<Operation>, repeat: string | null, edit: string | null]>([
    ["under way", open, "open", "open"],
    ["accepted", { outcome: "accepted" }, "accepted", "accepted"],
    ["refused", { outcome: "refused" }, "ended", null],
    ["not sent", { outcome: "not_sent" }, "ended", null],
    ["not sent since the first was accepted", needless, "ended", "accepted"],
    ["unknown", {}, null, "unsettled"],
    ["reported as arrived", settledAs("arrived"), "arrived", "arrived"],
    ["reported as not arrived", settledAs("did_not_arrive"), null, null],
    [
      "not arrived, then accepted",
      { ...settledAs("did_not_arrive"), outcome: "accepted" },
      "accepted",
      "accepted",
    ],
    ["sent again, then accepted", { ...repeated, outcome: "accepted" }, "accepted", "accepted"],
    ["sent again, then reported as arrived", { ...repeated, ...settledAs("arrived") }, "arrived", "arrived"],
    ["sent again", repeated, "repeated", "repeated"],
    ["sent again, then refused", { ...repeated, outcome: "refused" }, "repeated", "repeated"],
    ["not arrived and sent again", { ...repeated, ...settledAs("did_not_arrive") }, "repeated", "repeated"],
  ])("%s", (_, change, repeat, edit) => {
    expect(obstacleToRepeat(anUnknown(change))).toBe(repeat);
    expect(obstacleToEdit(anUnknown(change))).toBe(edit);
  });
});
