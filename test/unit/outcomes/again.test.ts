import { describe, expect, it } from "vitest";
import {
  newestOf,
  obstacleToEdit,
  obstacleToRepeat,
  sentAgainBy,
  toAgain,
  triesOf,
  unresolvedOf,
} from "../../../src/outcomes/again.ts";
import type { Operation, TrySummary } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";

const open: Partial<Operation> = { state: "started", outcome: null };
/** A try before it, and one after it. */
const earlier = (change: Partial<TrySummary> = {}) => ({
  tries: [aTrySummary({ id: "act-0", root: "act-0", createdAt: new Date(0), ...change })],
});
const later = (change: Partial<TrySummary> = {}) => ({ tries: [aTrySummary(change)] });
const waits = { state: "stored", outcome: null, startedAt: null } as const;

describe("sending once more", () => {
  it.each<[string, Partial<Operation>, repeat: string | null, edit: string | null]>([
    ["under way", open, "open", "open"],
    ["accepted", { outcome: "accepted" }, "accepted", "accepted"],
    ["refused", { outcome: "refused" }, "ended", null],
    ["not sent", { outcome: "not_sent" }, "ended", null],
    [
      "not sent since the first was accepted",
      { outcome: "not_sent", ...earlier({ outcome: "accepted" }) },
      "accepted",
      "accepted",
    ],
    [
      "refused, and the first is reported as arrived",
      { outcome: "refused", ...earlier({ resolvedAs: "arrived" }) },
      "arrived",
      "arrived",
    ],
    ["refused, and nobody knows of the first", { outcome: "refused", ...earlier() }, null, "unresolved"],
    [
      "refused, and the first is reported as not arrived",
      { outcome: "refused", ...earlier({ resolvedAs: "did_not_arrive" }) },
      null,
      null,
    ],
    ["unknown", {}, null, "unresolved"],
    ["reported as arrived", resolvedAs("arrived"), "arrived", "arrived"],
    ["reported as not arrived", resolvedAs("did_not_arrive"), null, null],
    [
      "not arrived, then accepted",
      { ...resolvedAs("did_not_arrive"), outcome: "accepted" },
      "accepted",
      "accepted",
    ],
    ["sent again, then accepted", { ...sentAgain, outcome: "accepted" }, "accepted", "accepted"],
    [
      "sent again, then reported as arrived",
      { ...sentAgain, ...resolvedAs("arrived") },
      "arrived",
      "arrived",
    ],
    ["sent again, of which nobody knows either", sentAgain, null, "unresolved"],
    ["sent again, which waits", later(waits), "open", "open"],
    ["sent again, which was accepted", later({ outcome: "accepted" }), "accepted", "accepted"],
    ["sent again, which was refused", later({ outcome: "refused" }), null, "unresolved"],
    ["sent again, then refused", { ...sentAgain, outcome: "refused" }, null, "unresolved"],
    ["not arrived and sent again", { ...sentAgain, ...resolvedAs("did_not_arrive") }, null, "unresolved"],
    [
      "refused, as was what was edited",
      { outcome: "refused", ...later({ outcome: "refused" }) },
      "ended",
      null,
    ],
  ])("%s", (_, change, repeat, edit) => {
    expect(obstacleToRepeat(anUnknown(change))).toBe(repeat);
    expect(obstacleToEdit(anUnknown(change))).toBe(edit);
  });
});

describe("the tries of the same", () => {
  const first = aTrySummary({ id: "first", createdAt: new Date(0), outcome: "refused" });
  const siblings = aTrySummary({ id: "beside", createdAt: anUnknown().createdAt });
  const last = aTrySummary({ id: "last", resolvedAs: "did_not_arrive" });
  const operation = anUnknown({ root: "first", tries: [last, siblings, first] });

  it("stand in the order in which they were asked for, equally old ones by their ids", () => {
    expect(triesOf(operation).map(({ id }) => id)).toEqual(["first", "act-1", "beside", "last"]);
    expect(newestOf(operation).id).toBe("last");
    expect(toAgain(operation)).toEqual({ root: "first", newest: "last" });
    expect(toAgain(anUnknown())).toEqual({ root: "act-1", newest: "act-1" });
  });

  it("of which nobody knows what became are those that nobody spoke about", () => {
    expect(unresolvedOf(operation).map(({ id }) => id)).toEqual(["act-1", "beside"]);
    expect(unresolvedOf(anUnknown({ outcome: "accepted" }))).toEqual([]);
  });

  it.each<[string, Partial<TrySummary>, boolean]>([
    ["later, of which nobody knows", {}, true],
    ["later and accepted", { outcome: "accepted" }, true],
    ["later and under way", { state: "started", outcome: null }, true],
    ["later and waiting", waits, false],
    ["later and refused", { outcome: "refused" }, false],
    ["later and not sent", { outcome: "not_sent", startedAt: null }, false],
    ["earlier", { createdAt: new Date(0) }, false],
  ])("sends it again when it is %s: %s", (_, change, isSo) => {
    expect(sentAgainBy(anUnknown(later(change)))?.id).toBe(isSo ? "act-2" : undefined);
  });
});
