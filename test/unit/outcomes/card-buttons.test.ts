import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import type { Card, ReaderRole } from "../../../src/outcomes/card.view.ts";
import type { Operation, TrySummary } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { aDescription, card, sender, states } from "./a-card.ts";
import { buttonsOf, corrected, partsOf } from "./notifications.ts";

const earlier = (change: Partial<TrySummary> = {}) => ({
  tries: [aTrySummary({ id: "act-0", root: "act-0", createdAt: new Date(0), ...change })],
});
const firstAccepted = earlier({ outcome: "accepted" });
const superseded = {
  ...{ outcome: "not_sent" as const, ...firstAccepted },
  result: { code: "Superseded", words: null, status: null, reply: null },
};
const again = (change: Partial<TrySummary>) => ({ tries: [aTrySummary(change)] });
const waits = again({ state: "stored", outcome: null, startedAt: null });

it("a card has no Use button for any reader", () => {
  const use = { id: "files.use", label: "Use", value: "F1" };
  const description = aDescription({ ways: { ...aDescription().ways!, use } });
  for (const reader of ["author", "on-call", "anybody"] as const) {
    const body = card(anUnknown({ outcome: "accepted" }), { reader, description });
    expect(buttonsOf({ body })).not.toContain(use.id);
  }
});

describe("a card's buttons", () => {
  const readers = ["author", "on-call", "anybody"] as const;
  const offered = (operation: Operation, reader: ReaderRole, own: Partial<Card> = {}) =>
    buttonsOf({ body: card(operation, { reader, ...own }) }).map((id) => id.replace("test.", ""));
  const ask = ["settle:arrived", "settle:did_not_arrive"];

  it.each<[string, Operation, author: string[], onCall: string[], anybody: string[]]>([
    ["unknown", anUnknown(), [...ask, "repeat"], ask, []],
    ["accepted", anUnknown({ outcome: "accepted" }), ["anew"], [], []],
    ["accepted after a doubt", corrected({ outcome: "accepted" }), [], [], []],
    ["accepted and sent again", anUnknown({ outcome: "accepted", ...sentAgain }), [], [], []],
    ["refused", anUnknown({ outcome: "refused" }), ["edit"], [], ["edit"]],
    ["not sent", anUnknown({ outcome: "not_sent" }), ["edit"], [], ["edit"]],
    ["not sent, as the first try was accepted", anUnknown(superseded), [], [], []],
    [
      "refused, and the first try was accepted later",
      anUnknown({ outcome: "refused", ...firstAccepted }),
      [],
      [],
      [],
    ],
    ["unknown, and the first try was accepted later", anUnknown(firstAccepted), ask, ask, []],
    [
      "reported as not arrived, and the first try was accepted later",
      anUnknown({ ...resolvedAs("did_not_arrive"), ...firstAccepted }),
      [],
      [],
      [],
    ],
    ["reported as arrived", anUnknown(resolvedAs("arrived")), [], [], []],
    ["reported as not arrived", anUnknown(resolvedAs("did_not_arrive")), ["edit"], [], ["edit"]],
    ["unknown, and the second try waits", anUnknown(waits), ask, ask, []],
    ["refused, and the edited try waits", anUnknown({ outcome: "refused", ...waits }), [], [], []],
    [
      "unknown, and the second try was refused",
      anUnknown(again({ outcome: "refused" })),
      [...ask, "repeat"],
      ask,
      [],
    ],
    [
      "refused, and the edited try too, which has the button",
      anUnknown({ outcome: "refused", ...again({ outcome: "refused" }) }),
      [],
      [],
      [],
    ],
    [
      "refused as the newest try, while the first is unknown",
      anUnknown({ outcome: "refused", ...earlier() }),
      ["edit"],
      [],
      ["edit"],
    ],
    [
      "refused as the newest try, like the first",
      anUnknown({ outcome: "refused", ...earlier({ outcome: "refused" }) }),
      ["edit"],
      [],
      ["edit"],
    ],
    ["sent again", anUnknown(sentAgain), [], [], []],
    ["edited and sent", anUnknown({ outcome: "refused", ...sentAgain }), [], [], []],
  ])("are right for each reader if the message is %s", (_, operation, ...expected) => {
    expect(readers.map((reader) => offered(operation, reader))).toEqual(expected);
  });

  it.each([
    ["with", [sender]],
    ["without", []],
  ])("always include the one to the history, for each reader, %s facts", (_, facts) => {
    const description = aDescription({ facts });
    for (const [, operation] of states) {
      for (const reader of readers) {
        const answer = card(operation, { reader, description });
        const details = partsOf(answer).filter(({ action_id }) => action_id === "history.open");
        expect(details).toMatchObject([{ type: "button", value: "act-1" }]);
        // Slack refuses a block of actions that has none.
        const empty = partsOf(answer).filter(
          ({ elements }) => Array.isArray(elements) && elements.length === 0,
        );
        expect(empty).toEqual([]);
      }
    }
  });

  it("leave out what the kind of operation can't do", () => {
    const ways = {
      ...{
        resolve: "test.settle",
        repeat: null,
        edit: null,
        another: null,
        unresolved: "messages.unsettled",
      },
    };
    const none = { description: aDescription({ ways }) };
    expect(offered(anUnknown(), "author", none)).toEqual(ask);
    for (const outcome of ["refused", "accepted"] as const)
      expect(offered(anUnknown({ outcome }), "author", none)).toEqual([]);
  });

  it("ask for confirmation of a report, and name the message in that", () => {
    const buttons = partsOf(card(anUnknown(), { reader: "author" })).filter(({ type }) => type === "button");
    const { says } = en.resolve.confirm;
    expect(buttons.filter(({ action_id }) => action_id !== "history.open")).toMatchObject([
      { value: "act-1", confirm: { text: { text: `SMS · Joon (010-****-6789)\n${says.arrived}` } } },
      { value: "act-1", confirm: { text: { text: `SMS · Joon (010-****-6789)\n${says.did_not_arrive}` } } },
      { value: "act-1", text: { text: en.repeat.button } },
    ]);
    // Red is for what deletes something.
    expect(JSON.stringify(buttons)).not.toContain("danger");
    for (const [, operation] of states) {
      for (const reader of readers) {
        const primary = partsOf(card(operation, { reader })).filter(({ style }) => style === "primary");
        expect(primary.length).toBeLessThanOrEqual(1);
      }
    }
  });

  it.each([
    ["TooManyRequests", en.outcomes.another],
    ["1061", en.outcomes.edit],
  ])("say “Send again” or “Edit and send again”, by the failure's code: %s", (code, label) => {
    const result = { code, words: null, status: 200, reply: null };
    const answer = card(anUnknown({ outcome: "not_sent", result }), { reader: "author" });
    const [edit] = partsOf(answer).filter(({ action_id }) => action_id === "test.edit");
    expect(edit).toMatchObject({ text: { text: label }, style: "primary" });
  });

  it.each(["en", "ko"] as const)("have texts within Slack's lengths in %s", (locale) => {
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
