import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Locale, wordsOf } from "../../../src/locales/index.ts";
import type { Description } from "../../../src/operations/description.ts";
import { type Card, type Reader, renderCard } from "../../../src/outcomes/card.view.ts";
import { renderEnd } from "../../../src/outcomes/posts.view.ts";
import { stateOf } from "../../../src/outcomes/state.ts";
import { escapeText } from "../../../src/slack/blocks/escape.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, settledAs } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { aTeller, buttonsOf, corrected, partsOf, textOf, withoutOwnMarkup } from "./telling.ts";

const ids = {
  settle: "test.settle",
  repeat: "test.repeat",
  edit: "test.edit",
  unsettled: "messages.unsettled",
};
const sender = { name: "From", value: "0212345678" };
const aDescription = (own: Partial<Description> = {}): Description => ({
  kind: "SMS",
  subject: { inFull: "Joon (01023456789)", masked: "Joon (010-****-6789)" },
  facts: [sender],
  contents: ["A secret text"],
  ids: [{ name: "message", id: "M4V1" }],
  ...own,
});

function card(operation: Operation, own: Partial<Card> = {}, locale: Locale = "en") {
  const all = {
    operation,
    description: aDescription(),
    reader: "anybody",
    resultIn: null,
    ids,
    ...own,
  } as const;
  return renderCard(all, wordsOf(locale));
}

const shown = (answer: { blocks: unknown }) => JSON.stringify(answer.blocks);
const fieldsOf = ({ blocks }: ReturnType<typeof renderCard>) =>
  blocks.flatMap((block) => (block.type === "section" ? (block.fields ?? []) : []));

const states: [ReturnType<typeof stateOf>, Operation][] = [
  ["accepted", anUnknown({ outcome: "accepted" })],
  ["refused", anUnknown({ outcome: "refused" })],
  ["not_sent", anUnknown({ outcome: "not_sent" })],
  ["unknown", anUnknown()],
  ["arrived", anUnknown(settledAs("arrived"))],
  ["did_not_arrive", anUnknown(settledAs("did_not_arrive"))],
  ["sent_again", anUnknown({ repeatedBy: "act-2" })],
  ["edited", anUnknown({ outcome: "refused", repeatedBy: "act-2" })],
];

describe("the title", () => {
  it.each(states)("says the state now: %s", (state, operation) => {
    expect(stateOf(operation)).toBe(state);
    for (const locale of ["en", "ko"] as const) {
      const title = `${wordsOf(locale).outcomes.title[state]("SMS")} · Joon (010-****-6789)`;
      const answer = card(operation, {}, locale);
      expect(answer.text.split("\n")[0]).toBe(title);
      const [leaf] = partsOf(answer.blocks).filter(({ type }) => type === "text");
      expect(leaf).toEqual({ type: "text", text: title, style: { bold: true } });
    }
  });

  it("begins with a mark of its own for each state, the same in every language", () => {
    const marks = states.map(([state]) => en.outcomes.title[state]("").split(" ")[0]);
    expect(new Set(marks).size).toBe(states.length);
    for (const [index, [state]] of states.entries()) {
      expect(marks[index]).toMatch(/^\p{Extended_Pictographic}/u);
      expect(wordsOf("ko").outcomes.title[state]("").startsWith(`${marks[index]} `)).toBe(true);
    }
  });

  it("stays with what was accepted, whatever was said or done before that was known", () => {
    const after = [settledAs("arrived"), settledAs("did_not_arrive"), { repeatedBy: "act-2" }];
    for (const change of after)
      expect(stateOf(corrected({ outcome: "accepted", ...change }))).toBe("accepted");
  });
});

describe("what nobody has to do any more", () => {
  const result = { code: "1062", words: null, status: 200 };
  const { says, remedy = "" } = en.reasons.byCode["1062"]!;

  it("is not asked for once the message was edited and sent", () => {
    const refused = anUnknown({ outcome: "refused", result });
    expect(card(refused).text).toContain(remedy);
    const { text } = card({ ...refused, repeatedBy: "act-2" });
    expect(text).toContain(says);
    expect(text).not.toContain(remedy);
  });
});

describe("who reported", () => {
  it.each(["en", "ko"] as const)("is named as such, beside who sent: in %s", (locale) => {
    const { text } = card(anUnknown(settledAs("arrived")), {}, locale);
    expect(text).toContain(`${wordsOf(locale).outcomes.reportedBy} <@`);
  });
});

describe("what there is to do", () => {
  const readers = ["author", "on-call", "anybody"] as const;
  const offered = (operation: Operation, reader: Reader, own: Partial<Card> = {}) =>
    buttonsOf({ body: card(operation, { reader, ...own }) }).map((id) => id.replace("test.", ""));
  const ask = ["settle:arrived", "settle:did_not_arrive"];

  it.each<[string, Operation, author: string[], onCall: string[], anybody: string[]]>([
    ["unknown", anUnknown(), [...ask, "repeat"], ask, []],
    ["accepted", anUnknown({ outcome: "accepted" }), [], [], []],
    ["refused", anUnknown({ outcome: "refused" }), ["edit"], [], ["edit"]],
    ["not sent", anUnknown({ outcome: "not_sent" }), ["edit"], [], ["edit"]],
    ["reported as arrived", anUnknown(settledAs("arrived")), [], [], []],
    ["reported as not arrived", anUnknown(settledAs("did_not_arrive")), ["edit"], [], ["edit"]],
    ["sent again", anUnknown({ repeatedBy: "act-2" }), [], [], []],
    ["edited and sent", anUnknown({ outcome: "refused", repeatedBy: "act-2" }), [], [], []],
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
      ids: { settle: "test.settle", repeat: null, edit: null, unsettled: "messages.unsettled" },
    };
    expect(offered(anUnknown(), "author", none)).toEqual(ask);
    expect(offered(anUnknown({ outcome: "refused" }), "author", none)).toEqual([]);
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
      [75, [...Object.values(settle.buttons), repeat.button, outcomes.edit, outcomes.more]],
      [100, [title]],
      [300, Object.values(says)],
      [30, [yes, no]],
    ];
    for (const [limit, all] of longest)
      for (const words of all) expect(words.length).toBeLessThanOrEqual(limit);
  });
});

describe("facts", () => {
  const many = ["a", "b", "c", "d", "e"].map((name) => ({ name, value: name }));
  const texts = (...from: Parameters<typeof card>) => fieldsOf(card(...from)).map(({ text }) => text);

  it("are three at most, none of which is made up for want of one", () => {
    const description = aDescription({ facts: many });
    for (const [, operation] of states) {
      expect(texts(operation, { description })).toEqual(["a: a", "b: b", "c: c"]);
    }
    expect(texts(anUnknown(), { description: aDescription({ facts: [] }) })).toEqual([]);
  });

  it("are the operation's id among them for on-call, who has to find it in a log", () => {
    const description = aDescription({ facts: many });
    const id = `${en.outcomes.operationId}: act-1`;
    const [aLine] = [card(anUnknown(), { description, reader: "on-call" })];
    expect(fieldsOf(aLine).map(({ text }) => text)).toEqual(["a: a", "b: b", id]);
    expect(aLine.text).toContain(id);
    expect(aLine.text).toContain(en.outcomes.left);
    expect(aLine.text).toContain("{time_secs}");
  });

  it("keep to what a field holds in Slack", () => {
    const description = aDescription({ facts: [{ name: "From", value: "x".repeat(5000) }] });
    for (const { text } of fieldsOf(card(anUnknown(), { description }))) {
      expect(text.length).toBeLessThanOrEqual(2000);
    }
  });
});

describe("on-call", () => {
  it("is shown where the result stands, in the blocks as in the text", () => {
    const answer = card(anUnknown(), { reader: "on-call", resultIn: "C1" });
    expect(answer.text).toContain("<#C1>");
    expect(shown(answer)).toContain("C1");
  });

  it("is not led into anybody's direct message", () => {
    const inConversation = renderEnd(anUnknown({ conversation: "C1" }), "closed", aTeller());
    expect(textOf(inConversation[2]!)).toContain("<#C1>");
    const inDirectMessage = renderEnd(anUnknown({ conversation: "D1" }), "closed", aTeller());
    expect(textOf(inDirectMessage[1]!)).not.toContain("<#");
    for (const posts of [inConversation, inDirectMessage]) {
      expect(textOf(posts[0]!)).not.toContain(en.outcomes.resultIn);
    }
  });
});

describe("ids", () => {
  const long = "M4V20261121000000BBBBBBBBBBBBBBB";
  const withId = (id: string) =>
    card(anUnknown(), { description: aDescription({ ids: [{ name: "message", id }] }) });

  it("are short to the eye and whole in the text", () => {
    const answer = withId(long);
    expect(shown(answer)).toContain("M4V…BBBB");
    expect(shown(answer)).not.toContain(long);
    expect(answer.text).toContain(long);
    expect(shown(withId("M4V1"))).toContain("M4V1");
  });

  it("are bounded, and nothing but ids", () => {
    expect(withId("M".repeat(100_000)).text.length).toBeLessThan(1000);
    expect(shown(withId("01023456789"))).not.toContain("01023456789");
    expect(withId("<!channel>").text).not.toContain("channel");
  });
});

it.each(["…6789", "<!channel>", ""])("the grey line has no part that says nothing: an id %j", (id) => {
  const description = aDescription({ ids: [{ name: "message", id }] });
  for (const [, operation] of states) {
    const { text, blocks } = card(operation, { description, reader: "on-call", resultIn: "C1" });
    const grey = blocks.flatMap((block) => (block.type === "context" ? block.elements : []));
    for (const element of grey) {
      expect("text" in element ? element.text.replace(/^·/, "").trim() : "").not.toBe("");
    }
    expect(text).not.toMatch(/· *(?:·|$)/m);
  }
});

describe("a card is read in a second", () => {
  const countLines = (operation: Operation, locale: Locale) =>
    renderEnd(operation, "closed", aTeller({ teamLocale: locale })).map(
      (post) => textOf(post).split("\n").length,
    );
  const codes = [...Object.keys(en.reasons.byCode), "HTTP_500", "Unheard", "FailedToAddMessage"];
  const words = [
    null,
    "수신거부된 번호입니다. (statusCode: 1061, 수신번호: …)",
    "one\ntwo\r\nthree\u2028four",
  ];
  const results = codes.flatMap((code) =>
    words.map((said) => ({ code, words: said, status: 400, reply: null })),
  );

  it.each(["en", "ko"] as const)("in %s, whatever the platform says", (locale) => {
    for (const line of countLines(anUnknown({ outcome: "accepted" }), locale))
      expect(line).toBeLessThanOrEqual(3);
    for (const result of results) {
      for (const outcome of ["refused", "not_sent"] as const) {
        for (const line of countLines(anUnknown({ outcome, result }), locale))
          expect(line).toBeLessThanOrEqual(5);
      }
      for (const line of countLines(anUnknown({ result }), locale)) expect(line).toBeLessThanOrEqual(6);
    }
  });

  it("says that accepted is not arrived, and that an unknown may have been sent", () => {
    expect(card(anUnknown({ outcome: "accepted" })).text).toContain(en.outcomes.notConfirmed);
    for (const reader of ["author", "on-call"] as const) {
      expect(card(anUnknown(), { reader }).text).toContain(`${en.outcomes.mayBeSent} ${en.outcomes.ask}`);
    }
    // Who has no button is asked nothing.
    const { text } = card(anUnknown(), { reader: "anybody" });
    expect(text).toContain(en.outcomes.mayBeSent);
    expect(text).not.toContain(en.outcomes.ask);
  });

  it.each(states)("and its text says all that its blocks say: %s", (_, operation) => {
    for (const reader of ["author", "on-call", "anybody"] as const) {
      const { text, blocks } = card(operation, { reader });
      const said = blocks.filter(({ type }) => type !== "actions");
      const read = partsOf(
        said.map((block) => ("accessory" in block ? { ...block, accessory: null } : block)),
      );
      for (const { type, text: words } of read) {
        if (typeof words !== "string" || type === "mrkdwn") continue;
        for (const line of words.replace(/^· /, "").split("\n")) expect(text).toContain(escapeText(line));
      }
    }
  });
});

describe("foreign words", () => {
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
    report: fc.constantFrom({}, settledAs("arrived"), settledAs("did_not_arrive")),
    repeatedBy: fc.constantFrom("act-2", null),
  });

  it("are nowhere read as markup: only people, places and times of the app's own are", () => {
    fc.assert(
      fc.property(anything, ({ reader, resultIn, locale, report, repeatedBy, outcome, ...words }) => {
        const operation = anUnknown({
          ...report,
          outcome,
          repeatedBy,
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
          expect(withoutOwnMarkup(String(part["text"]))).toMatch(/^[ ·]*$/);
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

  it("are plain text in which no emoji name is an emoji", () => {
    const facts = [{ name: "From", value: "*x* :tada:" }];
    const code = { code: ":tada:", words: ":tada:", status: null, reply: null };
    const answer = card(anUnknown({ outcome: "refused", result: code }), {
      description: aDescription({ facts }),
    });
    const carriers = partsOf(answer.blocks).filter(
      ({ type, text }) => type !== "text" && typeof text === "string" && text.includes(":tada:"),
    );
    expect(carriers.length).toBeGreaterThanOrEqual(2);
    for (const carrier of carriers) expect(carrier).toMatchObject({ type: "plain_text", emoji: false });
  });

  it("of a reason mention nobody", () => {
    const answer = card(anUnknown({ reason: "<!channel> <@U9> *x*", repeats: "act-0" }));
    expect(answer.text).toContain(en.outcomes.again("&lt;!channel&gt; &lt;@U9&gt; *x*"));
    expect(partsOf(answer.blocks)).toContainEqual({
      type: "text",
      text: en.outcomes.again("<!channel> <@U9> *x*"),
    });
  });
});
