import { describe, expect, it } from "vitest";
import {
  FormAct,
  findEditObstacle,
  findLaterTry,
  findRepeatObstacle,
  findUnresolvedTries,
  newestTryOf,
  stateOf,
  toFurtherTry,
  toNextAct,
  toRetry,
  triesOf,
} from "../../../src/outcomes/again.ts";
import type { Operation, TrySummary } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";

const open: Partial<Operation> = { state: "started", outcome: null };
/** Another try, before the operation or after it. */
const earlier = (change: Partial<TrySummary> = {}) => ({
  tries: [aTrySummary({ id: "act-0", root: "act-0", createdAt: new Date(0), ...change })],
});
const later = (change: Partial<TrySummary> = {}) => ({ tries: [aTrySummary(change)] });
const waits = { state: "stored", outcome: null, startedAt: null } as const;

describe("the check before a message is sent again", () => {
  it.each<[string, Partial<Operation>, repeat: string | null, edit: string | null]>([
    ["under way", open, "open", "open"],
    ["accepted", { outcome: "accepted" }, "accepted", "accepted"],
    ["refused", { outcome: "refused" }, "ended", null],
    ["not sent", { outcome: "not_sent" }, "ended", null],
    [
      "not sent, as the first try was accepted",
      { outcome: "not_sent", ...earlier({ outcome: "accepted" }) },
      "accepted",
      "accepted",
    ],
    [
      "refused, while the first try is reported as arrived",
      { outcome: "refused", ...earlier({ resolvedAs: "arrived" }) },
      "arrived",
      "arrived",
    ],
    ["refused, while the first try is unknown", { outcome: "refused", ...earlier() }, null, "unresolved"],
    [
      "refused, while the first try is reported as not arrived",
      { outcome: "refused", ...earlier({ resolvedAs: "did_not_arrive" }) },
      null,
      null,
    ],
    ["unknown", {}, null, "unresolved"],
    ["reported as arrived", resolvedAs("arrived"), "arrived", "arrived"],
    ["reported as not arrived", resolvedAs("did_not_arrive"), null, null],
    [
      "reported as not arrived, then accepted",
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
    ["sent again, with the second try unknown too", sentAgain, null, "unresolved"],
    ["sent again, with the second try waiting", later(waits), "open", "open"],
    ["sent again, with the second try accepted", later({ outcome: "accepted" }), "accepted", "accepted"],
    ["sent again, with the second try refused", later({ outcome: "refused" }), null, "unresolved"],
    ["sent again, then refused", { ...sentAgain, outcome: "refused" }, null, "unresolved"],
    [
      "reported as not arrived, and sent again",
      { ...sentAgain, ...resolvedAs("did_not_arrive") },
      null,
      "unresolved",
    ],
    [
      "refused, with the edited try refused too",
      { outcome: "refused", ...later({ outcome: "refused" }) },
      "ended",
      null,
    ],
  ])(
    "finds for a message that is %s the obstacles to sending it unchanged and edited",
    (_, change, repeat, edit) => {
      expect(findRepeatObstacle(anUnknown(change))).toBe(repeat);
      expect(findEditObstacle(anUnknown(change))).toBe(edit);
    },
  );
});

describe("the tries of one message", () => {
  const first = aTrySummary({ id: "first", createdAt: new Date(0), outcome: "refused" });
  const siblings = aTrySummary({ id: "beside", createdAt: anUnknown().createdAt });
  const last = aTrySummary({ id: "last", resolvedAs: "did_not_arrive" });
  const operation = anUnknown({ root: "first", tries: [last, siblings, first] });

  it("are in the order of their creation, and in the order of their IDs if they are equally old", () => {
    expect(triesOf(operation).map(({ id }) => id)).toEqual(["first", "act-1", "beside", "last"]);
    expect(newestTryOf(operation).id).toBe("last");
    expect(toRetry(operation)).toEqual({ root: "first", newest: "last" });
    expect(toRetry(anUnknown())).toEqual({ root: "act-1", newest: "act-1" });
  });

  it("are unresolved if their outcome is unknown and nobody reported it", () => {
    expect(findUnresolvedTries(operation).map(({ id }) => id)).toEqual(["act-1", "beside"]);
    expect(findUnresolvedTries(anUnknown({ outcome: "accepted" }))).toEqual([]);
  });

  it.each<[string, Partial<TrySummary>, boolean]>([
    ["later and unknown", {}, true],
    ["later and accepted", { outcome: "accepted" }, true],
    ["later and under way", { state: "started", outcome: null }, true],
    ["later and waiting", waits, false],
    ["later and refused", { outcome: "refused" }, false],
    ["later and not sent", { outcome: "not_sent", startedAt: null }, false],
    ["earlier", { createdAt: new Date(0) }, false],
  ])("count as the message being sent again if they are %s: %s", (_, change, isSo) => {
    expect(findLaterTry(anUnknown(later(change)))?.id).toBe(isSo ? "act-2" : undefined);
  });
});

it("a message that the platform accepted late counts as accepted, whatever people reported before", () => {
  for (const before of [resolvedAs("arrived"), resolvedAs("did_not_arrive"), sentAgain])
    expect(stateOf(anUnknown({ outcome: "accepted", correctedAt: new Date(0), ...before }))).toBe("accepted");
});

describe("a form that is filled with an earlier message", () => {
  it.each<[string, Partial<Operation>, newest: string]>([
    ["refused", { outcome: "refused" }, "act-1"],
    ["not sent", { outcome: "not_sent" }, "act-1"],
    ["unknown", {}, "act-1"],
    ["reported as not arrived", resolvedAs("did_not_arrive"), "act-1"],
    ["under way", open, "act-1"],
    ["refused, and was tried again", { outcome: "refused", ...later({ outcome: "refused" }) }, "act-2"],
    ["unknown, and is being tried again", later(open), "act-2"],
  ])("stores the IDs of the first and the newest try of a message that is %s", (_, change, newest) => {
    const next = toNextAct(anUnknown({ ...change, root: "act-0" }), "new");
    expect(next).toEqual({ act: "new", again: { root: "act-0", newest } });
  });

  it.each<[string, Partial<Operation>]>([
    ["accepted", { outcome: "accepted" }],
    ["reported as arrived", resolvedAs("arrived")],
    ["refused, and another try was accepted", { outcome: "refused", ...later({ outcome: "accepted" }) }],
    ["unknown, and another try is reported as arrived", later({ resolvedAs: "arrived" })],
  ])("starts a new message if the earlier message is %s", (_, change) => {
    expect(toNextAct(anUnknown(change), "new")).toEqual({ act: "new" });
  });

  it("is read back from Slack, without the IDs of tries if they can't be read", () => {
    const form = { act: "a", again: { root: "r", newest: "n" } };
    expect(FormAct.parse(JSON.parse(JSON.stringify(form)))).toEqual(form);
    expect(toFurtherTry(form)).toEqual({ again: form.again });
    for (const again of [undefined, null, "r", { root: "r" }]) {
      const read = FormAct.parse({ act: "a", again });
      expect(read).toEqual({ act: "a" });
      expect(toFurtherTry(read)).toEqual({});
    }
    expect(FormAct.safeParse({ again: form.again }).success).toBe(false);
  });
});
