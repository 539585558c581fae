import { describe, expect, it } from "vitest";
import { obstacleToEdit, obstacleToRepeat } from "../../../src/outcomes/again.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, settledAs } from "../../support/operation.ts";

const open: Partial<Operation> = { state: "started", outcome: null };
const repeated: Partial<Operation> = { repeatedBy: "act-2" };

describe("sending once more", () => {
  it.each<[string, Partial<Operation>, repeat: string | null, edit: string | null]>([
    ["under way", open, "open", "open"],
    ["accepted", { outcome: "accepted" }, "accepted", "accepted"],
    ["refused", { outcome: "refused" }, "ended", null],
    ["not sent", { outcome: "not_sent" }, "ended", null],
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
