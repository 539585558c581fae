import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import type { Card, ReaderRole } from "../../../src/outcomes/card.view.ts";
import type { Operation, TrySummary } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { aDescription, card } from "./a-card.ts";
import { buttonsOf, partsOf } from "./notifications.ts";

const ask = ["settle:arrived", "settle:did_not_arrive"];
const refused = { outcome: "refused" } as const;
const later = (change: Partial<TrySummary>) => ({ tries: [aTrySummary(change)] });
const earlier = (change: Partial<TrySummary> = {}) =>
  later({ id: "act-0", createdAt: new Date(0), ...change });
const waiting = later({ state: "stored", outcome: null, startedAt: null });
const firstAccepted = earlier({ outcome: "accepted" });

describe("the buttons on the post of a message", () => {
  /** Without the one to the history, which each card has once. */
  const offered = (operation: Operation, reader: ReaderRole, own: Partial<Card> = {}) => {
    const body = card(operation, { reader, ...own });
    const buttons = partsOf(body).filter(({ type }) => type === "button");
    expect(buttons.filter(({ action_id }) => action_id === "history.open")).toHaveLength(1);
    for (const { value } of buttons) expect(value).toBe("act-1");
    return buttonsOf({ body }).map((id) => id.replace("test.", ""));
  };

  it.each<[string, Partial<Operation>, author: string[], onCall: string[], anybody: string[]]>([
    ["unknown", {}, [...ask, "repeat"], ask, []],
    ["accepted", { outcome: "accepted" }, ["anew"], [], []],
    ["accepted after a doubt", { outcome: "accepted", correctedAt: new Date(0) }, [], [], []],
    ["accepted and sent again", { outcome: "accepted", ...sentAgain }, [], [], []],
    ["refused", refused, ["edit"], [], ["edit"]],
    ["not sent", { outcome: "not_sent" }, ["edit"], [], ["edit"]],
    ["not sent, as the first try was accepted", { outcome: "not_sent", ...firstAccepted }, [], [], []],
    ["refused, and the first try was accepted later", { ...refused, ...firstAccepted }, [], [], []],
    ["refused, and the first try arrived", { ...refused, ...earlier({ resolvedAs: "arrived" }) }, [], [], []],
    ["unknown, and the first try was accepted later", firstAccepted, ask, ask, []],
    [
      "reported as not arrived, and the first try was accepted later",
      { ...resolvedAs("did_not_arrive"), ...firstAccepted },
      [],
      [],
      [],
    ],
    ["reported as arrived", resolvedAs("arrived"), [], [], []],
    ["reported as not arrived", resolvedAs("did_not_arrive"), ["edit"], [], ["edit"]],
    ["unknown, and the second try waits", waiting, ask, ask, []],
    ["refused, and the edited try waits", { ...refused, ...waiting }, [], [], []],
    ["unknown, and the second try was refused", later(refused), [...ask, "repeat"], ask, []],
    ["unknown, and the second try was not sent", later({ outcome: "not_sent" }), [...ask, "repeat"], ask, []],
    ["refused, and the edited try was refused too", { ...refused, ...later(refused) }, [], [], []],
    [
      "refused as the newest try, while the first is unknown",
      { ...refused, ...earlier() },
      ["edit"],
      [],
      ["edit"],
    ],
    [
      "refused as the newest try, like the first",
      { ...refused, ...earlier(refused) },
      ["edit"],
      [],
      ["edit"],
    ],
    ["sent again", sentAgain, [], [], []],
    ["edited and sent", { ...refused, ...sentAgain }, [], [], []],
  ])(
    "are those that the author, on-call and anybody may use if the message is %s",
    (_, change, ...expected) => {
      const readers = ["author", "on-call", "anybody"] as const;
      expect(readers.map((reader) => offered(anUnknown(change), reader))).toEqual(expected);
    },
  );

  it("leave out what the kind of operation doesn't allow, and any use of an uploaded file", () => {
    const use = { id: "files.use", label: "Use", value: "act-1" };
    const ways = { ...aDescription().ways!, repeat: null, edit: null, another: null, use };
    const own = { description: aDescription({ ways }) };
    expect(offered(anUnknown(), "author", own)).toEqual(ask);
    for (const outcome of ["refused", "accepted"] as const)
      expect(offered(anUnknown({ outcome }), "author", own)).toEqual([]);
  });

  it.each(["en", "ko"] as const)("have labels within Slack's limits in %s", (locale) => {
    const { resolve, repeat, outcomes } = wordsOf(locale);
    const { asks, says, yes, no } = resolve.confirm;
    const longest: [number, string[]][] = [
      [75, [...Object.values(resolve.buttons), repeat.button, outcomes.edit, outcomes.another]],
      [100, Object.values(yes).map(asks)],
      [300, Object.values(says)],
      [30, [...Object.values(yes), no]],
    ];
    for (const [limit, all] of longest)
      for (const words of all) expect(words.length).toBeLessThanOrEqual(limit);
  });
});

it.each([
  ["M4V20261121000000BBBBBBBBBBBBBBB", "M4V20261121000000BBBBBBBBBBBBBBB · "],
  ["M".repeat(100_000), `${"M".repeat(64)}… · `],
  ["01023456789", "…6789 · "],
  ["<!channel>", ""],
  ["", ""],
])(
  "a post has the platform's ID only in its plain text, for searches, and leaves out an invalid ID: %#",
  (id, shown) => {
    const description = aDescription({ ids: [{ name: "message", id }] });
    const { text, blocks } = card(anUnknown(), { resultIn: "C1", description });
    expect(text).toContain(`<#C1> · ${shown}${en.outcomes.operationId} act-1`);
    expect(JSON.stringify(blocks)).not.toContain("M4V");
  },
);
