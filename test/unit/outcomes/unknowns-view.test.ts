import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import { renderUnknownsCard, renderUnknownsForm } from "../../../src/outcomes/rows.view.ts";
import type { Operation, UnknownsCard } from "../../../src/store/index.ts";
import { aTrySummary, resolvedAs } from "../../support/operation.ts";
import { en, ko } from "../../support/words.ts";
import {
  aPresenter,
  ask,
  buttonsOf,
  corrected,
  listed,
  presenter,
  queued,
  rendererOf,
  textOf,
  valuesOf,
} from "./notifications.ts";

const one = (id: string, own: Partial<Operation> = {}) =>
  listed({ ...{ id, act: id, root: id, unknownsCard: "third" }, ...own });
const ofSize = (size: number, own: Partial<UnknownsCard> = {}): UnknownsCard => {
  const unresolved = Array.from({ length: size }, (_, index) => one(`${index}`));
  return { id: "third", first: unresolved[0] ?? null, total: size, left: size, unresolved, ...own };
};

it("on-call's card of several unknown outcomes shows ten and the form's button, and counts the others", () => {
  const many = ofSize(50, { total: 70, left: 60 });
  const post = { body: renderUnknownsCard(many, { presenter, words: en, reader: "on-call" }) };
  expect(textOf(post)).toContain(en.outcomes.several.title(60, 70));
  expect(textOf(post)).toContain(en.lists.more(50));
  expect(textOf(post).split(en.outcomes.operationId)).toHaveLength(11);
  expect(buttonsOf(post)).toEqual(["unsettled"]);
});

/** On-call's post over a store with these operations alone. */
async function drawn(stored: readonly Operation[], options: Parameters<typeof rendererOf>[1] = {}) {
  const post = (notificationOfEnd(stored[0]!, "closed", options.presenter ?? presenter).posts ?? []).find(
    ({ audience }) => audience === "on-call",
  )!;
  expect(post).toMatchObject({ subject: "unknowns:third", destinations: ["CO"] });
  return { body: (await rendererOf(stored, options).render(queued(post)))! };
}

describe("on-call's post of unknown outcomes", () => {
  it("links to the result's post if that stands outside direct messages", async () => {
    const linkOf = async (...stored: Parameters<typeof drawn>) =>
      (await drawn(...stored)).body.links?.[0]?.to ?? null;
    const link = { channel: "C1", ts: "1.1" };
    expect(await linkOf([one("third")], { standing: { "act:third": "C1" } })).toEqual(link);
    expect(await linkOf([one("third")])).toBeNull();
    const inDirectMessage = one("third", { conversation: "D1" });
    expect(await linkOf([inDirectMessage], { standing: { "act:third": "D1" } })).toBeNull();
  });

  const arrived = resolvedAs("arrived");
  it.each<[string, Operation[], buttons: string[], values: string[]]>([
    ["a single outcome", [one("third")], ask, ["third"]],
    ["a single outcome that was reported", [one("third", arrived)], [], []],
    [
      "a single outcome with a late reply",
      [one("third", { outcome: "refused", correctedAt: new Date(0) })],
      [],
      [],
    ],
    [
      "a single outcome whose second try was accepted",
      [one("third", { tries: [aTrySummary({ outcome: "accepted" })] })],
      [],
      [],
    ],
    ["two", [one("third"), one("fourth", { author: "U2" })], ["unsettled"], []],
    ["two, one of them reported", [one("third", arrived), one("fourth")], ask, ["fourth"]],
    ["two that were reported", [one("third", arrived), one("fourth", resolvedAs("did_not_arrive"))], [], []],
  ])(
    "has buttons only for open outcomes, and is rendered byte for byte the same each time: %s",
    async (_, stored, buttons, values) => {
      const post = await drawn(stored);
      expect(buttonsOf(post)).toEqual(buttons);
      expect(valuesOf(post.body, "messages.settle:arrived")).toEqual(values);
      if (stored.length > 1) expect(post.body.links).toBeUndefined();
      expect(JSON.stringify(post)).toBe(JSON.stringify(await drawn(structuredClone(stored))));
    },
  );

  it("is in the team's language and masks recipients", async () => {
    const options = { presenter: aPresenter({ teamLocale: "ko" }) };
    const own = { locale: "en" } as const;
    expect(textOf(await drawn([one("third", own)], options))).toContain(ko.outcomes.askOthers);
    const several = await drawn([one("third", own), one("fourth", own)], options);
    expect(textOf(several)).toContain(ko.outcomes.several.title(2, 2));
    expect(JSON.stringify(several.body)).not.toContain("2345");
  });
});

describe("a message whose outcome becomes unknown", () => {
  const end = (operation: Operation, own = presenter) => {
    const { posts = [], lines = [] } = notificationOfEnd(operation, "closed", own);
    return [...posts, ...lines].map(({ subject, audience }) => [subject, audience ?? "reply"].join(" "));
  };
  const ofAct = (act: string) => [`act:${act} result`, `act:${act} author`];

  it("starts a post for on-call, or gets a thread reply below on-call's open post", () => {
    expect(end(one("third"))).toEqual([...ofAct("third"), "unknowns:third on-call"]);
    expect(end(one("fourth"))).toEqual([
      ...ofAct("fourth"),
      "unknowns:third on-call",
      "unknowns:third reply",
    ]);
  });

  it("gets thread replies only about its late reply when that comes", () => {
    const late = corrected({ id: "fourth", act: "fourth", unknownsCard: "third", outcome: "accepted" });
    const { lines = [] } = notificationOfEnd(late, "corrected", presenter);
    const event = { kind: "late", operation: "fourth" };
    expect(lines).toEqual(["act:fourth", "unknowns:third"].map((subject) => ({ subject, event })));
  });

  it("gets no post for on-call if on-call's conversation has the results, or there is none", () => {
    const results = aPresenter({ audiences: { results: "CO", onCall: ["CO"] } });
    expect(end(one("fourth", { conversation: null }), results)).toEqual(ofAct("fourth"));
    const nowhere = aPresenter({ audiences: { results: "CR", onCall: [] } });
    expect(end(one("fourth"), nowhere)).toEqual(ofAct("fourth"));
  });
});

describe("the form of unknown outcomes", () => {
  const formOf = (unresolved: readonly Operation[], reader: string) => {
    const all = { ...ofSize(0), total: unresolved.length, left: unresolved.length, unresolved };
    return renderUnknownsForm(all, { presenter, notice: null, reader }, en);
  };

  it("lists the outcomes in the order of sending", () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 1, second));
    const body = formOf([one("0", { startedAt: at(2) }), one("1", { startedAt: at(1) })], "U9");
    expect(valuesOf(body, "messages.settle:arrived")).toEqual(["1", "0"]);
  });

  it("shows their author what was sent, with a button to send it again", () => {
    const [own, others] = ["U1", "U9"].map((reader) => formOf([one("0")], reader));
    expect(JSON.stringify(own)).toContain("A secret text");
    expect(JSON.stringify(others)).not.toContain("A secret text");
    expect(buttonsOf({ body: own })).toEqual([...ask, "repeat"]);
    expect(buttonsOf({ body: others })).toEqual(ask);
    for (const form of [own, others]) expect(JSON.stringify(form)).not.toContain("2345");
  });

  it.each(["en", "ko"] as const)("fits into a modal whatever it lists, in %s", (locale) => {
    const sizes = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(sizes, fc.nat(500), fc.boolean(), (size, more, hasNotice) => {
        const left = size === 0 ? 0 : size + more;
        const options = { presenter, notice: hasNotice ? ["late"] : null, reader: "U9" };
        const view = renderUnknownsForm(ofSize(size, { left, total: left }), options, wordsOf(locale));
        expect(view.blocks.length).toBeLessThanOrEqual(100);
        expect(view.title.text.length).toBeLessThanOrEqual(24);
        expect(JSON.stringify(view)).not.toMatch(/01023456789|secret/);
        const rows = view.blocks.filter(({ type }) => type === "actions").length;
        if (left > rows) expect(JSON.stringify(view)).toContain(wordsOf(locale).lists.more(left - rows));
      }),
    );
  });
});
