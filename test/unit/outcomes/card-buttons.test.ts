import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import type { Card, Reader } from "../../../src/outcomes/card.view.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, sentAgain, settledAs } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { aDescription, card, sender, states } from "./a-card.ts";
import { buttonsOf, corrected, partsOf } from "./telling.ts";

const needless = {
  ...{ outcome: "not_sent" as const, repeats: "act-0" },
  result: { code: "Needless", words: null, status: null, reply: null },
};

describe("what there is to do", () => {
  const readers = ["author", "on-call", "anybody"] as const;
  const offered = (operation: Operation, reader: Reader, own: Partial<Card> = {}) =>
    buttonsOf({ body: card(operation, { reader, ...own }) }).map((id) => id.replace("test.", ""));
  const ask = ["settle:arrived", "settle:did_not_arrive"];

  it.each<[string, Operation, author: string[], onCall: string[], anybody: string[]]>([
    ["unknown", anUnknown(), [...ask, "repeat"], ask, []],
    ["accepted", anUnknown({ outcome: "accepted" }), ["anew"], [], []],
    ["accepted after a doubt", corrected({ outcome: "accepted" }), [], [], []],
    ["accepted and sent again", anUnknown({ outcome: "accepted", ...sentAgain }), [], [], []],
    ["refused", anUnknown({ outcome: "refused" }), ["edit"], [], ["edit"]],
    ["not sent", anUnknown({ outcome: "not_sent" }), ["edit"], [], ["edit"]],
    ["not sent, since the first was accepted", anUnknown(needless), [], [], []],
    [
      "refused, and the first was accepted later",
      anUnknown({ outcome: "refused", isNeedless: true }),
      [],
      [],
      [],
    ],
    ["unknown, and the first was accepted later", anUnknown({ isNeedless: true }), ask, ask, []],
    [
      "reported as not arrived, and the first was accepted later",
      anUnknown({ ...settledAs("did_not_arrive"), isNeedless: true }),
      [],
      [],
      [],
    ],
    ["reported as arrived", anUnknown(settledAs("arrived")), [], [], []],
    ["reported as not arrived", anUnknown(settledAs("did_not_arrive")), ["edit"], [], ["edit"]],
    ["unknown, and what sends it again waits", anUnknown({ repeatedBy: "act-2" }), ask, ask, []],
    [
      "refused, and what was edited waits",
      anUnknown({ outcome: "refused", repeatedBy: "act-2" }),
      [],
      [],
      [],
    ],
    ["sent again", anUnknown(sentAgain), [], [], []],
    ["edited and sent", anUnknown({ outcome: "refused", ...sentAgain }), [], [], []],
  ])("with %s", (_, operation, ...expected) => {
    expect(readers.map((reader) => offered(operation, reader))).toEqual(expected);
  });

  it.each([
    ["with", [sender]],
    ["without", []],
  ])("is the history for everybody, always, %s facts", (_, facts) => {
    const description = aDescription({ facts });
    for (const [, operation] of states) {
      for (const reader of readers) {
        const answer = card(operation, { reader, description });
        const dots = partsOf(answer).filter(({ type }) => type === "overflow");
        expect(dots).toMatchObject([{ action_id: "history.open", options: [{ value: "act-1" }] }]);
        // Slack refuses a block of actions that has none.
        const empty = partsOf(answer).filter(
          ({ elements }) => Array.isArray(elements) && elements.length === 0,
        );
        expect(empty).toEqual([]);
      }
    }
  });

  it("leaves out what a kind of operation has no way for", () => {
    const none = {
      ids: { settle: "test.settle", repeat: null, edit: null, anew: null, unsettled: "messages.unsettled" },
    };
    expect(offered(anUnknown(), "author", none)).toEqual(ask);
    for (const outcome of ["refused", "accepted"] as const)
      expect(offered(anUnknown({ outcome }), "author", none)).toEqual([]);
  });

  it("is asked once more before a report counts, and is a danger where it may happen twice", () => {
    const buttons = partsOf(card(anUnknown(), { reader: "author" })).filter(({ type }) => type === "button");
    expect(buttons).toMatchObject([
      { value: "act-1", confirm: { text: { text: en.settle.confirm.says.arrived } } },
      { value: "act-1", confirm: { text: { text: en.settle.confirm.says.did_not_arrive } } },
      { value: "act-1", style: "danger" },
    ]);
    for (const [, operation] of states) {
      for (const reader of readers) {
        const primary = partsOf(card(operation, { reader })).filter(({ style }) => style === "primary");
        expect(primary.length).toBeLessThanOrEqual(1);
      }
    }
  });

  it.each(["en", "ko"] as const)("keeps to Slack's lengths in %s", (locale) => {
    const { settle, repeat, outcomes } = wordsOf(locale);
    const { title, says, yes, no } = settle.confirm;
    const longest: [number, string[]][] = [
      [75, [...Object.values(settle.buttons), repeat.button, outcomes.edit, outcomes.anew, outcomes.more]],
      [100, [title]],
      [300, Object.values(says)],
      [30, [yes, no]],
    ];
    for (const [limit, all] of longest)
      for (const words of all) expect(words.length).toBeLessThanOrEqual(limit);
  });
});
