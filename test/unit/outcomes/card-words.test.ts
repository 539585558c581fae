import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeText } from "../../../src/slack/blocks/rich-text.ts";
import { anUnknown, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { aDescription, card, states } from "./a-card.ts";
import { partsOf, withoutOwnMarkup } from "./notifications.ts";

it.each(states)("a post's plain text says all that its blocks say: %s", (_, operation) => {
  for (const reader of ["author", "on-call", "anybody"] as const) {
    const { text, blocks } = card(operation, { reader });
    const said = blocks.filter(({ type }) => type !== "actions");
    const read = partsOf(said.map((block) => ("accessory" in block ? { ...block, accessory: null } : block)));
    for (const { type, text: words } of read) {
      if (typeof words !== "string" || type === "mrkdwn") continue;
      for (const line of words.replace(/^· /, "").split("\n"))
        expect(text).toContain(escapeText(line).replaceAll("\u2011", "-"));
    }
  }
});

describe("foreign text in a post", () => {
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

  it("is plain text in which emoji names stay text", () => {
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

  it("mentions nobody if a person typed it as a reason", () => {
    const answer = card(anUnknown({ reason: "<!channel> <@U9> *x*", root: "act-0" }));
    expect(answer.text).toContain(en.outcomes.again("&lt;!channel&gt; &lt;@U9&gt; *x*"));
    expect(partsOf(answer.blocks)).toContainEqual({
      type: "text",
      text: en.outcomes.again("<!channel> <@U9> *x*"),
    });
  });
});
