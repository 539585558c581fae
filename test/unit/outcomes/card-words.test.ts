import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Locale } from "../../../src/locales/index.ts";
import type { PresenterOptions } from "../../../src/outcomes/index.ts";
import { escapeText } from "../../../src/slack/blocks/rich-text.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";
import { en, reason } from "../../support/words.ts";
import { aDescription, card, states } from "./a-card.ts";
import { aPresenter, partsOf, renderEnd, textOf, withoutOwnMarkup } from "./notifications.ts";

describe("a card's text", () => {
  const countLines = async (
    operation: Operation,
    locale: Locale,
    describe?: PresenterOptions["describe"],
  ): Promise<number[]> => {
    const presenter = aPresenter({ teamLocale: locale, ...(describe === undefined ? {} : { describe }) });
    const told = await renderEnd({ ...operation, unknownsCard: operation.id }, { presenter });
    return told.map((post) => textOf(post).split("\n").length);
  };
  const codes = [...Object.keys(en.reasons.byCode), "HTTP_500", "Unheard", "FailedToAddMessage"];
  const words = [
    null,
    "수신거부된 번호입니다. (statusCode: 1061, 수신번호: …)",
    "one\ntwo\r\nthree\u2028four",
  ];
  const results = codes.flatMap((code) =>
    words.map((said) => ({ code, words: said, status: 400, reply: null })),
  );

  it.each(["en", "ko"] as const)("has few lines in %s, whatever the platform says", async (locale) => {
    for (const line of await countLines(anUnknown({ outcome: "accepted" }), locale))
      expect(line).toBeLessThanOrEqual(3);
    for (const result of results) {
      for (const outcome of ["refused", "not_sent"] as const) {
        for (const line of await countLines(anUnknown({ outcome, result }), locale))
          expect(line).toBeLessThanOrEqual(5);
      }
      for (const line of await countLines(anUnknown({ result }), locale)) expect(line).toBeLessThanOrEqual(6);
    }
  });

  it.each(["en", "ko"] as const)("has few lines in %s, however many facts it has", async (locale) => {
    const facts = ["Type", "Size", "Messenger"].map((name) => ({ name, value: "x" }));
    const describe = () => aDescription({ facts });
    const most = { accepted: 3, refused: 5, not_sent: 5, unknown: 6 } as const;
    for (const outcome of ["accepted", "refused", "not_sent", "unknown"] as const) {
      for (const result of [null, ...results]) {
        for (const line of await countLines(anUnknown({ outcome, result }), locale, describe))
          expect(line).toBeLessThanOrEqual(most[outcome]);
      }
    }
  });

  it("says that accepted is not arrived, and that an unknown may have been sent", () => {
    expect(card(anUnknown({ outcome: "accepted" })).text).toContain(en.outcomes.notConfirmed);
    for (const reader of ["author", "on-call"] as const) {
      expect(card(anUnknown(), { reader }).text).toContain(`${en.outcomes.mayBeSent} ${en.outcomes.ask}`);
    }
    // A reader without buttons is not asked.
    const { text } = card(anUnknown(), { reader: "anybody" });
    expect(text).toContain(`${en.outcomes.mayBeSent} <@U1>${en.outcomes.asked}`);
    expect(text).not.toContain(en.outcomes.ask);
  });

  it("says that a second try was accepted, and how the first ended", () => {
    const later = { tries: [aTrySummary({ outcome: "accepted" })] };
    const title = (text: string) => text.split("\n")[0];
    const { changed, newer, earlierToo } = en.outcomes;
    const again = card(anUnknown(later)).text;
    expect(title(again)).toContain(`${changed("SMS", "unknown", "sent_again")} · `);
    expect(again.split("\n")[1]).toBe(`${newer.accepted} ${earlierToo}`);
    const result = { code: "1062", words: null, status: 200, reply: null };
    const edited = card(anUnknown({ outcome: "refused", result, ...later })).text;
    expect(title(edited)).toContain(`${changed("SMS", "refused", "sent_again")} · `);
    expect(edited.split("\n")[1]).toBe(`${reason("1062")} ${newer.accepted}`);
    // That is said of another message.
    for (const accepted of [again, edited]) expect(accepted).not.toContain(en.outcomes.notConfirmed);
    // A report on the second try doesn't render this card again, so it has the platform's answer alone.
    const resolved = aTrySummary({ resolvedAs: "arrived" });
    for (const tries of [sentAgain.tries, [resolved]])
      expect(card(anUnknown({ tries })).text.split("\n")[1]).toBe(`${newer.unknown} ${earlierToo}`);
    const open = aTrySummary({ state: "started", outcome: null });
    expect(card(anUnknown({ tries: [open] })).text).toContain(newer.under_way);
  });

  it.each([
    ["sent again", sentAgain],
    ["refused late", { outcome: "refused" }],
    ["found unsent", { outcome: "not_sent" }],
    ["edited and sent", { outcome: "refused", ...sentAgain }],
  ] as const)("keeps the phone owner's answer when the message was %s", (_, change) => {
    const { text } = card(anUnknown({ ...change, receipt: aReceipt("looks_wrong") }));
    expect(text).toContain(`<@U7>${en.receipts.says.looks_wrong}`);
    expect(text).not.toContain(en.outcomes.mayBeSent);
  });

  it.each(states)("says all that its blocks say: %s", (_, operation) => {
    for (const reader of ["author", "on-call", "anybody"] as const) {
      const { text, blocks } = card(operation, { reader });
      const said = blocks.filter(({ type }) => type !== "actions");
      const read = partsOf(
        said.map((block) => ("accessory" in block ? { ...block, accessory: null } : block)),
      );
      for (const { type, text: words } of read) {
        if (typeof words !== "string" || type === "mrkdwn") continue;
        for (const line of words.replace(/^· /, "").split("\n"))
          expect(text).toContain(escapeText(line).replaceAll("\u2011", "-"));
      }
    }
  });
});

describe("foreign text on a card", () => {
  const foreign = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."<>!@#&*_~`|:\n Uabc123"), maxLength: 40 }),
    fc.constantFrom(
      "<!channel>",
      "<@U9>",
      "*x*",
      "<https://a.b|c>",
      "<!date^0^{time}|x>",
      ":tada:",
      "&lt;!here&gt;",
    ),
  );
  const anything = fc.record({
    ...{ name: foreign, kind: foreign, code: foreign, words: foreign, reason: foreign },
    ...{ fact: foreign, value: foreign, id: foreign, contents: fc.array(foreign, { maxLength: 2 }) },
    outcome: fc.constantFrom("accepted", "refused", "not_sent", "unknown"),
    reader: fc.constantFrom("author", "on-call", "anybody"),
    resultIn: fc.constantFrom("C1", null),
    locale: fc.constantFrom("en", "ko"),
    report: fc.constantFrom({}, resolvedAs("arrived"), resolvedAs("did_not_arrive")),
    again: fc.constantFrom({}, { tries: [aTrySummary({ outcome: null, startedAt: null })] }, sentAgain),
  });

  it("is never read as markup, unlike the app's own mentions and times", () => {
    fc.assert(
      fc.property(anything, ({ reader, resultIn, locale, report, again, outcome, ...words }) => {
        const operation = anUnknown({
          ...report,
          ...again,
          outcome,
          reason: words.reason,
          result: { code: words.code, words: words.words, status: null, reply: null },
        });
        const description = aDescription({
          kind: words.kind,
          subject: { inFull: words.name, masked: words.name },
          facts: [{ name: words.fact, value: words.value }],
          contents: words.contents,
          ids: [{ name: "message", id: words.id }],
        });
        const { text, blocks } = card(operation, { description, reader, resultIn }, locale);
        const parts = partsOf(blocks);
        for (const part of parts.filter(({ type }) => type === "mrkdwn")) {
          expect(withoutOwnMarkup(String(part["text"]))).toMatch(/^[ ·\p{L}\p{M}\p{N}]*$/u);
        }
        const people = parts.filter(({ type }) => type === "user").map(({ user_id: id }) => id);
        for (const person of people) expect(["U1", "U2"]).toContain(person);
        expect(
          parts.filter(({ type }) => type === "link" || type === "emoji" || type === "broadcast"),
        ).toEqual([]);
        expect(withoutOwnMarkup(text)).not.toMatch(/[<>]/);
        const mentioned = [...text.matchAll(/<@(\w+)>/g)].map(([, id]) => id);
        for (const person of mentioned) expect(["U1", "U2"]).toContain(person);
      }),
    );
  });

  it("is plain text in which no emoji name becomes an emoji", () => {
    const facts = [{ name: "From", value: "*x* :tada:" }];
    const code = { code: ":tada:", words: ":tada:", status: null, reply: null };
    const answer = card(anUnknown({ outcome: "refused", result: code }), {
      description: aDescription({ facts }),
      reader: "on-call",
    });
    const carriers = partsOf(answer.blocks).filter(
      ({ type, text }) => type !== "text" && typeof text === "string" && text.includes(":tada:"),
    );
    expect(carriers.length).toBeGreaterThanOrEqual(2);
    for (const carrier of carriers) expect(carrier).toMatchObject({ type: "plain_text", emoji: false });
  });

  it("mentions no one if it is a typed reason", () => {
    const answer = card(anUnknown({ reason: "<!channel> <@U9> *x*", root: "act-0" }));
    expect(answer.text).toContain(en.outcomes.again("&lt;!channel&gt; &lt;@U9&gt; *x*"));
    expect(partsOf(answer.blocks)).toContainEqual({
      type: "text",
      text: en.outcomes.again("<!channel> <@U9> *x*"),
    });
  });
});
