import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import { renderUnknownsCard, renderUnknownsForm } from "../../../src/outcomes/rows.view.ts";
import { toShown } from "../../../src/slack/blocks/rich-text.ts";
import type { Operation, UnknownsCard } from "../../../src/store/index.ts";
import { aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";
import { around, en, ko } from "../../support/words.ts";
import {
  aPresenter,
  ask,
  buttonsOf,
  corrected,
  listed,
  ofUnknownsCard,
  presenter,
  queued,
  renderEnd,
  rendererOf,
  renderLinesOf,
  textOf,
  title,
} from "./notifications.ts";

const { unknownsCard: words } = en.outcomes;
const one = (id: string, own: Partial<Operation> = {}) =>
  listed({ ...{ id, act: id, root: id, unknownsCard: "third" }, ...own });
const ofSize = (size: number, own: Partial<UnknownsCard> = {}): UnknownsCard => {
  const unresolved = Array.from({ length: size }, (_, index) => one(`${index}`));
  return { id: "third", first: unresolved[0] ?? null, total: size, left: size, unresolved, ...own };
};
const render = (unknownsCard: UnknownsCard) => ({
  body: renderUnknownsCard(unknownsCard, { presenter, words: en, reader: "on-call" }),
});

describe("on-call's card of several unknown outcomes", () => {
  it("shows ten with their buttons, and counts the others", () => {
    const post = render(ofSize(50, { total: 70, left: 60 }));
    const text = textOf(post);
    expect(text).toContain(en.outcomes.several.title(60, 70));
    expect(text).toContain(en.lists.more(50));
    expect(text.split(en.outcomes.operationId)).toHaveLength(11);
    expect(buttonsOf(post)).toEqual([...Array.from({ length: 10 }, () => ask).flat(), "unsettled"]);
  });

  it("has the last one's buttons once only one is left", () => {
    const post = render(ofSize(1, { total: 4 }));
    expect(textOf(post)).toContain(en.outcomes.several.title(1, 4));
    expect(buttonsOf(post)).toEqual(ask);
  });

  it("says that all are closed, without buttons, once none is left", () => {
    const post = render(ofSize(0, { total: 7 }));
    expect(textOf(post)).toBe(words.closed(7));
    expect(buttonsOf(post)).toEqual([]);
  });
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
  it("is a whole card for a single one, with its buttons and its ID for the log", async () => {
    const post = await drawn([one("third")]);
    expect(buttonsOf(post)).toEqual(ask);
    for (const said of [
      title("unknown"),
      `${en.outcomes.operationId} third`,
      around(en.outcomes.left).before,
      "<#C1>",
    ]) {
      expect(textOf(post)).toContain(said);
    }
  });

  it("links to the result's post if that exists outside direct messages", async () => {
    const linkOf = async (...stored: Parameters<typeof drawn>) =>
      (await drawn(...stored)).body.links?.[0]?.to ?? null;
    const link = { channel: "C1", ts: "1.1" };
    expect(await linkOf([one("third")], { standing: { "act:third": "C1" } })).toEqual(link);
    expect(await linkOf([one("third")])).toBeNull();
    const inDirectMessage = one("third", { conversation: "D1" });
    expect(await linkOf([inDirectMessage], { standing: { "act:third": "D1" } })).toBeNull();
  });

  it.each<[string, Partial<Operation>, keyof typeof en.outcomes.title]>([
    ["reported", resolvedAs("arrived"), "arrived"],
    ["answered late", { outcome: "refused", correctedAt: new Date(0) }, "refused"],
    ["sent again, and that was accepted", { tries: [aTrySummary({ outcome: "accepted" })] }, "sent_again"],
  ])("has no buttons, and names the state, if the only one was %s", async (_, change, state) => {
    const post = await drawn([one("third", change)]);
    const { changed, message } = en.outcomes;
    const says = state === "sent_again" ? changed(message, "unknown", state) : title(state);
    expect(textOf(post)).toContain(says);
    expect(buttonsOf(post)).toEqual([]);
  });

  it("has a row with buttons for each of several, and no link", async () => {
    const post = await drawn([one("third"), one("fourth", { author: "U2" })]);
    expect(textOf(post)).toContain(en.outcomes.several.title(2, 2));
    for (const author of ["<@U1>", "<@U2>"]) expect(textOf(post)).toContain(author);
    expect(buttonsOf(post)).toEqual([...ask, ...ask, "unsettled"]);
    for (const id of ["third", "fourth"])
      expect(JSON.stringify(post.body.blocks)).toContain(`"value":"${id}"`);
    expect(post.body.links).toBeUndefined();
  });

  it("has the buttons of the last open one", async () => {
    const post = await drawn([one("third", resolvedAs("arrived")), one("fourth")]);
    expect(textOf(post)).toContain(en.outcomes.several.title(1, 2));
    expect(buttonsOf(post)).toEqual(ask);
    expect(JSON.stringify(post.body.blocks)).toContain('"value":"fourth"');
    expect(JSON.stringify(post.body.blocks)).not.toContain('"value":"third"');
  });

  it("is closed once none is open", async () => {
    const over = [one("third", resolvedAs("arrived")), one("fourth", resolvedAs("did_not_arrive"))];
    const post = await drawn(over);
    expect(textOf(post)).toBe(words.closed(2));
    expect(buttonsOf(post)).toEqual([]);
  });

  it("is in the team's language, and masks recipients", async () => {
    const own = { locale: "en" } as const;
    const options = { presenter: aPresenter({ teamLocale: "ko" }) };
    expect(textOf(await drawn([one("third", own)], options))).toContain(ko.outcomes.ask);
    const several = await drawn([one("third", own), one("fourth", own)], options);
    expect(textOf(several)).toContain(ko.outcomes.several.title(2, 2));
    expect(JSON.stringify(several.body)).not.toContain("2345");
  });

  it("is rendered alike for the same operations, byte for byte", async () => {
    for (const stored of [
      [one("third")],
      [one("third"), one("fourth")],
      [one("third", resolvedAs("arrived"))],
    ]) {
      expect(JSON.stringify(await drawn(stored))).toBe(JSON.stringify(await drawn(structuredClone(stored))));
    }
  });

  it("is not rendered without its operations", async () => {
    const post = notificationOfEnd(one("third"), "closed", presenter).posts!.at(-1)!;
    expect(await rendererOf([]).render(queued(post))).toBeNull();
  });
});

describe("an unknown outcome", () => {
  const end = (operation: Operation, options = presenter) => {
    const { posts = [], lines = [] } = notificationOfEnd(operation, "closed", options);
    return {
      posts: posts.map(({ subject, audience, destinations }) => [subject, audience, destinations[0]]),
      lines: lines.map(({ subject }) => subject),
    };
  };

  it("starts on-call's card as a post, without a thread reply", () => {
    expect(end(one("third"))).toEqual({
      posts: [
        ["act:third", "result", "C1"],
        ["act:third", "author", "U1"],
        ["unknowns:third", "on-call", "CO"],
      ],
      lines: [],
    });
  });

  it("is a thread reply below on-call's card if it comes later", async () => {
    const fourth = one("fourth");
    expect(end(fourth)).toEqual({
      posts: [
        ["act:fourth", "result", "C1"],
        ["act:fourth", "author", "U1"],
        ["unknowns:third", "on-call", "CO"],
      ],
      lines: ["unknowns:third"],
    });
    const [line] = await renderLinesOf(fourth, notificationOfEnd(fourth, "closed", presenter));
    expect(textOf(line!)).toBe(`${title("unknown")} · 010-****-6789 · <@U1>`);
  });

  it("has replies about its late answer alone when that comes", () => {
    const late = corrected({
      ...{ id: "fourth", act: "fourth", unknownsCard: "third" },
      outcome: "accepted",
    });
    const events = notificationOfEnd(late, "corrected", presenter).lines?.map(({ event }) => event);
    expect(events).toEqual([
      { kind: "late", operation: "fourth" },
      { kind: "late", operation: "fourth" },
    ]);
  });

  it("has no card of on-call's if results are posted to on-call's conversation", () => {
    const options = aPresenter({ audiences: { results: "CO", onCall: ["CO"] } });
    expect(end(one("fourth", { conversation: null }), options)).toEqual({
      posts: [
        ["act:fourth", "result", "CO"],
        ["act:fourth", "author", "U1"],
      ],
      lines: [],
    });
  });

  it("has no card of on-call's if there is no conversation for on-call", async () => {
    const options = aPresenter({ audiences: { results: "CR", onCall: [] } });
    const told = await renderEnd(one("fourth"), { presenter: options });
    expect(ofUnknownsCard("third", told)).toEqual([]);
    expect(end(one("fourth"), options).lines).toEqual([]);
  });
});

describe("the form of unknown outcomes", () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 1, second));
  const formOf = (unresolved: readonly Operation[], reader = "U9") => {
    const unknownsCard = { ...ofSize(0), total: unresolved.length, left: unresolved.length, unresolved };
    const { blocks } = renderUnknownsForm(unknownsCard, { presenter, notice: null, reader }, en);
    return {
      text: JSON.stringify(blocks),
      buttons: blocks.flatMap((block) =>
        "elements" in block && block.type === "actions" ? block.elements : [],
      ),
    };
  };
  const times = (text: string, words: string) => text.split(words).length - 1;

  it("has a row for each in sending order, with author, recipient, time and result", () => {
    const { text, buttons } = formOf([one("0", { startedAt: at(2) }), one("1", { startedAt: at(1) })]);
    const { resultIn } = en.outcomes;
    for (const said of ["From 02-1234-5678", "010-****-6789", resultIn, "<@U1>"].map(toShown))
      expect(times(text.replaceAll('"user_id":"U1"', "<@U1>"), said), said).toBe(2);
    const ids = [...text.matchAll(/unresolved\.(.)\.report/g)].map(([, id]) => id);
    expect(ids).toEqual(["1", "0"]);
    expect(times(text, "{time_secs}")).toBe(2);
    expect(buttons).toHaveLength(4);
  });

  it("shows their author what was sent, with a button to send it again", () => {
    const own = formOf([one("0")], "U1");
    expect(own.text).toContain("A secret text");
    expect(own.buttons.map((each) => "action_id" in each && each.action_id)).toEqual([
      "messages.settle:arrived",
      "messages.settle:did_not_arrive",
      "messages.repeat",
    ]);
    const others = formOf([one("0")]);
    expect(others.buttons).toHaveLength(2);
    for (const { text } of [own, others]) expect(text).not.toContain("2345");
    expect(others.text).not.toContain("A secret text");
  });

  it("marks a message that was sent again", () => {
    for (const reader of ["U1", "U9"]) {
      const form = formOf([one("0", sentAgain)], reader);
      expect(form.text).toContain(en.outcomes.changed("Message", "unknown", "sent_again"));
      expect(form.buttons).toHaveLength(2);
    }
  });

  it.each(["en", "ko"] as const)("fits into a modal, whatever it lists: %s", (locale) => {
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
        if (left > rows) {
          expect(JSON.stringify(view)).toContain(wordsOf(locale).lists.more(left - rows));
        }
      }),
    );
  });
});
