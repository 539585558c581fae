import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { stateOf, stateOfTry } from "../../../src/outcomes/again.ts";
import type { ReaderRole } from "../../../src/outcomes/card.view.ts";
import { toShown } from "../../../src/slack/blocks/rich-text.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aReceipt, resolvedAs, sentAgain } from "../../support/operation.ts";
import { around, en } from "../../support/words.ts";
import { aDescription, card, factLines, sender, shown, states } from "./a-card.ts";
import { corrected, listed, partsOf, renderEnd, textOf } from "./notifications.ts";

describe("a card's title", () => {
  it.each(states)("names the current state: %s", (state, operation) => {
    expect(stateOf(operation)).toBe(state);
    for (const locale of ["en", "ko"] as const) {
      const { outcomes } = wordsOf(locale);
      const was = stateOfTry(operation);
      const says = was === state ? outcomes.title[state]("SMS") : outcomes.changed("SMS", was, state);
      const title = `${says} · Joon (010-****-6789)`;
      const answer = card(operation, {}, locale);
      expect(answer.text.split("\n")[0]).toBe(title);
      const [leaf] = partsOf(answer.blocks).filter(({ type }) => type === "text");
      expect(leaf).toEqual({ type: "text", text: toShown(title), style: { bold: true } });
    }
  });

  it("begins with a mark for its state, the same in all catalogues", () => {
    const states = [
      ...(["accepted", "refused", "not_sent", "unknown", "arrived", "did_not_arrive"] as const),
      ...(["sent_again", "under_way"] as const),
    ];
    const catalogues = [
      en.outcomes,
      wordsOf("ko").outcomes,
      ...Object.values(en.terms).map(({ outcomes }) => outcomes),
    ];
    const [ofMessages, ...ofOthers] = catalogues.map(({ title }) => {
      const markOf = (state: keyof typeof title) => title[state]("").split(" ")[0];
      return states.map(markOf);
    });
    expect(en.outcomes.title.looks_wrong("").startsWith("👀")).toBe(true);
    const marks = ["✅", "⛔", "↩️", "❓", "📬", "❌", "🔁", "⏳"];
    expect([ofMessages, ofOthers.shift()]).toEqual([marks, marks]);
    // Nothing of theirs is delivered.
    for (const others of ofOthers) expect(others).toEqual(marks.with(4, "☑️"));
  });

  it("has the state “accepted” after a late acceptance, whatever was reported before", () => {
    const after = [resolvedAs("arrived"), resolvedAs("did_not_arrive"), sentAgain];
    for (const change of after)
      expect(stateOf(corrected({ outcome: "accepted", ...change }))).toBe("accepted");
  });
});

describe("a card's remedy", () => {
  const result = { code: "1062", words: null, status: 200 };
  const { says, remedy = "" } = en.reasons.byCode["1062"]!;

  it("is left out once the message was edited and sent", () => {
    const refused = anUnknown({ outcome: "refused", result });
    expect(card(refused).text).toContain(remedy);
    const { text } = card({ ...refused, ...sentAgain });
    expect(text).toContain(says);
    expect(text).not.toContain(remedy);
  });
});

describe("the person who reported an outcome", () => {
  it.each(["en", "ko"] as const)("is named with the time, and what they said: in %s", (locale) => {
    const { resolvedAt, ...said } = resolvedAs("arrived");
    const { text } = card(anUnknown({ ...said, resolvedAt: resolvedAt ?? null }), {}, locale);
    const line = text.split("\n")[1];
    expect(line).toContain(`<!date^${(resolvedAt?.getTime() ?? 0) / 1000}^`);
    expect(line?.endsWith(` · <@U2>${wordsOf(locale).outcomes.says.arrived}`)).toBe(true);
  });

  it("is named once where that is the phone's owner, whose answer it was", () => {
    const receipt = aReceipt("arrived", { phoneOwner: "U2", at: new Date(0) });
    const { text } = card(anUnknown({ ...resolvedAs("arrived"), receipt }));
    expect(text.split("<@U2>")).toHaveLength(2);
  });
});

describe("a card's facts", () => {
  const many = ["a", "b", "c", "d", "e"].map((name) => ({ name, value: name }));
  const texts = (...from: Parameters<typeof card>) => factLines(card(...from));

  it("are three at most, and none if the description has none", () => {
    const description = aDescription({ facts: many });
    for (const [state, operation] of states) {
      const caveat = state === "accepted" ? `${en.outcomes.notConfirmed} · ` : "";
      expect(texts(operation, { description })).toEqual([`${caveat}a: a · b: b · c: c`]);
    }
    expect(texts(anUnknown(), { description: aDescription({ facts: [] }) })).toEqual([]);
  });

  it("leave minor facts to the history entry", () => {
    const facts = [{ ...sender }, { name: "Size", value: "19 bytes", isMinor: true as const }];
    expect(texts(anUnknown(), { description: aDescription({ facts }) })).toEqual(["From: 0212345678"]);
  });

  it("include the operation's ID and sending time for on-call", () => {
    const id = "1795797983.556000.t0000002b";
    const aLine = card(anUnknown({ id }), { reader: "on-call" });
    expect(aLine.text).toContain(`${en.outcomes.operationId} ${id}`);
    expect(aLine.text).toContain(around(en.outcomes.left).before);
    expect(aLine.text).toContain("{time_secs}");
  });

  it("are at most 200 characters long", () => {
    const description = aDescription({ facts: [{ name: "From", value: "x".repeat(5000) }] });
    for (const text of texts(anUnknown(), { description })) expect(text.length).toBeLessThanOrEqual(200);
  });
});

describe("a card's lines and buttons", () => {
  const result = { code: "1062", words: null, status: 200, reply: null };
  const sent = { lines: [{ name: "Name", value: "Kim" }], text: "Hello,\nyour table is ready" };
  const countOf = (operation: Operation, reader: ReaderRole) => {
    const answer = card(operation, { reader, description: aDescription({ sent }) });
    const buttons = partsOf(answer).filter(({ type }) => type === "button").length;
    return [answer.text.split("\n").length, buttons];
  };

  it.each<[ReturnType<typeof stateOf>, ...(readonly [lines: number, buttons: number])[]]>([
    ["accepted", [5, 2], [3, 1], [3, 1]],
    ["refused", [6, 2], [4, 1], [4, 2]],
    ["not_sent", [6, 2], [4, 1], [4, 2]],
    ["unknown", [7, 4], [5, 3], [5, 1]],
    ["arrived", [6, 1], [4, 1], [4, 1]],
    ["did_not_arrive", [6, 2], [4, 1], [4, 2]],
    ["sent_again", [6, 1], [4, 1], [4, 1]],
  ])("are as many as are read in a second: %s", (state, ...expected) => {
    const [, operation] = states.find(([one]) => one === state)!;
    const ended = operation.outcome === "unknown" ? operation : { ...operation, result };
    expect((["author", "on-call", "anybody"] as const).map((reader) => countOf(ended, reader))).toEqual(
      expected,
    );
  });

  it("include what was sent for its author alone, the text on one line", () => {
    const of = (reader: ReaderRole) =>
      factLines(card(anUnknown(), { reader, description: aDescription({ sent }) }));
    expect(of("author")).toEqual(["From: 0212345678", "Name: Kim", "“Hello, your table is ready”"]);
    for (const reader of ["on-call", "anybody"] as const) expect(of(reader).join()).not.toMatch(/Kim|Hello/);
  });
});

describe("on-call's card", () => {
  it("names the result's conversation, in blocks and plain text", () => {
    const answer = card(anUnknown(), { reader: "on-call", resultIn: "C1" });
    expect(answer.text).toContain("<#C1>");
    expect(shown(answer)).toContain("C1");
  });

  it("names no direct message as the result's conversation", async () => {
    const inConversation = await renderEnd(listed({ conversation: "C1" }));
    expect(textOf(inConversation[2]!)).toContain("<#C1>");
    const inDirectMessage = await renderEnd(listed({ conversation: "D1" }));
    expect(textOf(inDirectMessage[1]!)).not.toContain("<#");
    for (const posts of [inConversation, inDirectMessage]) {
      expect(textOf(posts[0]!)).not.toContain(en.outcomes.resultIn);
    }
  });
});

describe("a card's IDs", () => {
  const long = "M4V20261121000000BBBBBBBBBBBBBBB";
  const withId = (id: string) =>
    card(anUnknown(), { description: aDescription({ ids: [{ name: "message", id }] }) });

  it("are whole in the plain text, for searches, and not in the blocks", () => {
    const answer = withId(long);
    expect(shown(answer)).not.toContain("M4V");
    expect(answer.text).toContain(long);
  });

  it("are cut, and left out if they don't look like IDs", () => {
    expect(withId("M".repeat(100_000)).text.length).toBeLessThan(1000);
    expect(shown(withId("01023456789"))).not.toContain("01023456789");
    expect(withId("<!channel>").text).not.toContain("channel");
  });
});

it.each(["…6789", "<!channel>", ""])("a card's small print has no empty part if its ID is %j", (id) => {
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

it.each([
  ["TimedOut", null, null],
  ["HTTP_500", 500, "A sentence of the platform's"],
  ["PolicyQuietHours", null, null],
])(
  "a code of this app's own is left to the story, and its sentence for everybody: %s",
  (code, status, words) => {
    const operation = anUnknown({ outcome: "unknown", result: { code, status, words, reply: null } });
    const said = (reader: "author" | "on-call" | "anybody") => card(operation, { reader }).text;
    for (const reader of ["author", "on-call", "anybody"] as const) expect(said(reader)).not.toContain(code);
  },
);

it("a card shows the platform's error codes to every reader", () => {
  const said = (code: string, reader: ReaderRole, outcome: "refused" | "not_sent" = "refused") => {
    const result = { code, status: 400, words: null, reply: null };
    return card(anUnknown({ outcome, result }), { reader }).text;
  };
  for (const reader of ["author", "on-call", "anybody"] as const) {
    expect(said("2230", reader)).toContain(en.outcomes.code("2230"));
    expect(said("NotEnoughBalance", reader)).toContain(en.outcomes.code("NotEnoughBalance"));
    // The code of a failure that passes by itself is shown to on-call alone.
    expect(said("TooManyRequests", reader, "not_sent")).not.toContain("TooManyRequests");
  }
});
