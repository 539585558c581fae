import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { tellEnd } from "../../../src/outcomes/index.ts";
import { type Change, renderChange, renderEnd } from "../../../src/outcomes/posts.view.ts";
import { toReport } from "../../../src/outcomes/report.ts";
import type { NewPost, Operation } from "../../../src/store/index.ts";
import { anUnknown, settledAs } from "../../support/operation.ts";
import { en, ko } from "../../support/words.ts";
import { aTeller, buttonsOf, byKind, corrected, partsOf, textOf } from "./telling.ts";

const teller = aTeller();
const summary = (posts: NewPost[]) =>
  posts.map((post) => [post.destinations.join(), ...buttonsOf(post)] as const);
const title = (state: keyof typeof en.outcomes.title) => en.outcomes.title[state](en.outcomes.message);
const first = (posts: NewPost[]) => posts.map(({ destinations }) => destinations[0]);

function reported(as: "arrived" | "did_not_arrive", change: Partial<Operation> = {}, options = teller) {
  const operation = anUnknown({ ...settledAs(as), ...change });
  return renderChange(operation, { kind: "reported", report: toReport(operation)! }, options);
}

const ask = ["settle:arrived", "settle:did_not_arrive"];

describe("who is told of an unknown outcome", () => {
  it.each([
    ["C1", "CR", "CO", [["C1,CR,U1"], ["U1", ...ask, "repeat"], ["CO,U1", ...ask]]],
    [null, "CR", "CO", [["CR,U1"], ["U1", ...ask, "repeat"], ["CO,U1", ...ask]]],
    [
      null,
      null,
      "CO",
      [
        ["U1", ...ask, "repeat"],
        ["CO,U1", ...ask],
      ],
    ],
    ["C1", null, null, [["C1,U1"], ["U1", ...ask, "repeat"]]],
    [null, null, null, [["U1", ...ask, "repeat"]]],
    ["C1", "C1", "CO", [["C1,U1"], ["U1", ...ask, "repeat"], ["CO,U1", ...ask]]],
    [
      "D1",
      "CR",
      "CO",
      [
        ["U1,CR", ...ask, "repeat"],
        ["CO,U1", ...ask],
      ],
    ],
  ])("conversation %s, results %s, on-call %s", (conversation, results, onCall, expected) => {
    const options = aTeller({ places: { results, onCall } });
    const posts = renderEnd(anUnknown({ conversation }), "closed", options);
    expect(summary(posts)).toEqual(expected);
    expect(new Set(posts.map(({ key }) => key)).size).toBe(posts.length);
    const changed = reported("did_not_arrive", { conversation }, options);
    expect(first(byKind(changed, "edit"))).toEqual(first(posts));
  });

  it.each([
    ["CO", "CR"],
    [null, "CO"],
  ])("asks on-call where on-call's conversation is the result's: %s, results %s", (conversation, results) => {
    const options = aTeller({ places: { results, onCall: "CO" } });
    const posts = summary(renderEnd(anUnknown({ conversation }), "closed", options));
    expect(posts.map(([destinations]) => destinations.split(",")[0])).toEqual(["CO", "U1"]);
    expect(posts[0]?.slice(1)).toEqual(ask);
    expect(posts[1]?.slice(1)).toEqual([...ask, "repeat"]);
  });

  it("is one place when the outcome is known, and all of them when it was unknown before", () => {
    const accepted = renderEnd(anUnknown({ outcome: "accepted" }), "closed", teller);
    expect(summary(accepted)).toEqual([["C1,CR,U1"]]);
    expect(accepted.map(({ kind }) => kind)).toEqual(["post"]);
    const late = renderEnd(corrected({ outcome: "accepted" }), "corrected", teller);
    expect(summary(byKind(late, "edit"))).toEqual([["C1,CR,U1"], ["U1"], ["CO,U1"]]);
  });

  it("offers editing where nothing happened, and neither asks nor repeats there", () => {
    for (const outcome of ["refused", "not_sent"] as const) {
      const posts = renderEnd(anUnknown({ outcome }), "closed", teller);
      expect(summary(posts)).toEqual([["C1,CR,U1", "edit"]]);
      const late = byKind(renderEnd(corrected({ outcome }), "corrected", teller), "edit");
      // On-call can't: only the author may.
      expect(summary(late)).toEqual([["C1,CR,U1", "edit"], ["U1", "edit"], ["CO,U1"]]);
    }
  });
});

const changes: [string, Operation, Change][] = [
  [
    "a report",
    anUnknown(settledAs("arrived")),
    { kind: "reported", report: { by: "U2", as: "arrived", at: new Date(0) } },
  ],
  ["a late answer", corrected({ outcome: "accepted" }), { kind: "late" }],
  [
    "sending it again",
    anUnknown({ repeatedBy: "act-2" }),
    { kind: "sent_again", by: anUnknown({ id: "act-2", repeats: "act-1", outcome: "accepted" }) },
  ],
];

describe.each(changes)("%s", (_, operation, change) => {
  it("changes the posts that are there, with one line under each", () => {
    const there = renderEnd(anUnknown(), "closed", teller);
    const told = renderChange(operation, change, teller);
    const keys = there.map(({ key }) => key);
    expect(keys).toEqual(["operation:act-1:result", "operation:act-1:author", "operation:act-1:on-call"]);
    expect(byKind(told, "post")).toEqual([]);
    for (const kind of ["edit", "line"] as const) {
      expect(byKind(told, kind).map(({ key }) => key)).toEqual(keys);
      expect(byKind(told, kind).map(({ destinations }) => destinations)).toEqual(
        there.map(({ destinations }) => destinations),
      );
    }
    // What a thread says of a change comes behind the change.
    for (const key of keys) {
      expect(told.filter((post) => post.key === key).map(({ kind }) => kind)).toEqual(["edit", "line"]);
    }
  });

  it("is one sentence under the post, names the person and has no button", () => {
    for (const line of byKind(renderChange(operation, change, teller), "line")) {
      expect(textOf(line)).toContain("<@U1>");
      expect(textOf(line).split("\n")).toHaveLength(1);
      expect(partsOf(line.body).filter(({ type }) => type === "actions")).toEqual([]);
    }
  });

  it("is told in each reader's language", () => {
    const told = renderChange({ ...operation, locale: "ko" }, change, teller);
    for (const { destinations, body } of byKind(told, "line")) {
      const isAuthors = destinations[0] === "U1";
      expect(/[가-힣]/.test(textOf({ body }))).toBe(isAuthors);
    }
  });
});

describe("what a person reported", () => {
  it("is told as a report with who and when, and never as the platform's word", () => {
    for (const locale of ["en", "ko"] as const) {
      const posts = reported("did_not_arrive", {}, aTeller({ teamLocale: locale }));
      for (const edit of byKind(posts, "edit")) {
        expect(textOf(edit)).toContain("<@U2>");
        expect(textOf(edit)).toContain("<!date^1795257720^");
        expect(textOf(edit)).toContain(wordsOf(locale).outcomes.reported);
        expect(textOf(edit)).not.toMatch(/delivered|전달/i);
      }
      for (const line of byKind(posts, "line")) {
        expect(textOf(line)).toBe(`<@U1> <@U2>${wordsOf(locale).outcomes.says.did_not_arrive}`);
      }
    }
  });

  it("names the author once where the author says it", () => {
    for (const line of byKind(reported("arrived", { settledBy: "U1" }), "line")) {
      expect(textOf(line)).toBe(`<@U1>${en.outcomes.says.arrived}`);
    }
  });

  it("takes the questions away, and offers to edit and send what did not arrive, once", () => {
    const offered = (...report: Parameters<typeof reported>) => reported(...report).flatMap(buttonsOf);
    expect(summary(byKind(reported("did_not_arrive"), "edit"))).toEqual([
      ["C1,CR,U1", "edit"],
      ["U1", "edit"],
      ["CO,U1"],
    ]);
    expect(offered("arrived")).toEqual([]);
    expect(offered("did_not_arrive", { repeatedBy: "act-2" })).toEqual([]);
  });
});

describe("a late answer", () => {
  const lines = (change: Partial<Operation>) =>
    byKind(renderEnd(corrected(change), "corrected", teller), "line").map(textOf);
  const edits = (change: Partial<Operation>) =>
    byKind(renderEnd(corrected(change), "corrected", teller), "edit").map(textOf);

  it.each(["accepted", "refused", "not_sent"] as const)("of %s is told to the author as one", (outcome) => {
    for (const line of lines({ outcome })) expect(line).toContain(`<@U1>${en.outcomes.late[outcome]}`);
    for (const edit of edits({ outcome })) expect(edit).toContain(title(outcome));
  });

  it("says why it was refused", () => {
    const result = { code: "1061", words: null, status: 200, reply: null };
    for (const line of lines({ outcome: "refused", result })) {
      expect(line).toContain(en.reasons.byCode["1061"]?.says);
    }
  });

  it("has the last word over a report, and what a person said is no longer the title", () => {
    for (const as of ["arrived", "did_not_arrive"] as const) {
      for (const outcome of ["accepted", "refused"] as const) {
        for (const edit of edits({ outcome, ...settledAs(as) })) {
          expect(edit).toContain(title(outcome));
          expect(edit).not.toContain(title(as));
          expect(edit).not.toContain(en.outcomes.reported);
        }
      }
    }
  });

  it("says twice of what was sent again meanwhile, and offers no third time", () => {
    const twice = { outcome: "accepted", repeatedBy: "act-2" } as const;
    for (const text of [...lines(twice), ...edits(twice)]) expect(text).toContain(en.outcomes.sentTwice);
    const once = { outcome: "accepted" } as const;
    for (const text of [...lines(once), ...edits(once)]) expect(text).not.toContain(en.outcomes.sentTwice);
    const refused = corrected({ outcome: "refused", repeatedBy: "act-2" });
    expect(renderEnd(refused, "corrected", teller).flatMap(buttonsOf)).toEqual([]);
    for (const text of lines({ outcome: "refused", repeatedBy: "act-2" })) {
      expect(text).not.toContain(en.outcomes.sentTwice);
    }
  });
});

describe("the end of what sends another again", () => {
  const told = (
    outcome: "accepted" | "refused" | "not_sent" | "unknown",
    origin: Partial<Operation> = {},
  ) => {
    const repeat = anUnknown({ id: "act-2", repeats: "act-1", reason: "nothing came", outcome });
    const repeated = anUnknown({ repeatedBy: "act-2", ...origin });
    return tellEnd(
      repeat,
      { transition: "closed", before: null, repeated: [repeated], listings: [] },
      teller,
    );
  };
  const ofOrigin = (posts: NewPost[]) => posts.filter(({ key }) => key?.startsWith("operation:act-1:"));

  it.each(["accepted", "unknown"] as const)("is told, and so is the first one's: %s", (outcome) => {
    const posts = told(outcome);
    const own = posts.filter(({ key }) => key?.startsWith("operation:act-2:"));
    expect(own.map(({ kind }) => kind)).toEqual(outcome === "unknown" ? ["post", "post", "post"] : ["post"]);
    for (const post of own) expect(textOf(post)).toContain(en.outcomes.again("nothing came"));
    const edits = byKind(ofOrigin(posts), "edit");
    expect(edits.map(buttonsOf)).toEqual([[], [], []]);
    for (const edit of edits) expect(textOf(edit)).toContain(title("sent_again"));
    const lines = byKind(ofOrigin(posts), "line");
    expect(lines.map(textOf)).toEqual(Array(3).fill(`<@U1>${en.outcomes.sentAgain[outcome]}`));
  });

  it.each(["refused", "not_sent"] as const)(
    "gives the first one's questions back when it was %s",
    (outcome) => {
      const posts = ofOrigin(told(outcome, { repeatedBy: null }));
      expect(summary(byKind(posts, "edit"))).toEqual([
        ["C1,CR,U1"],
        ["U1", ...ask, "repeat"],
        ["CO,U1", ...ask],
      ]);
      const lines = byKind(posts, "line").map(textOf);
      expect(lines).toEqual(Array(3).fill(`<@U1>${en.outcomes.sentAgain[outcome]}`));
    },
  );

  it("is an edit where the first had no effect, which takes its button", () => {
    const posts = ofOrigin(told("accepted", { outcome: "refused" }));
    expect(summary(byKind(posts, "edit"))).toEqual([["C1,CR,U1"]]);
    expect(textOf(posts[0]!)).toContain(title("edited"));
  });
});

describe("of two steps of one act", () => {
  const step = (outcome: Operation["outcome"], transition: "closed" | "corrected" = "closed") =>
    tellEnd(
      anUnknown({ outcome, followedBy: "act-2" }),
      { transition, before: null, repeated: [], listings: [] },
      teller,
    );

  it("the second tells of both, unless nobody knows what became of the first", () => {
    for (const outcome of ["accepted", "refused", "not_sent"] as const) expect(step(outcome)).toEqual([]);
    expect(first(step("unknown"))).toEqual(["C1", "U1", "CO"]);
  });
});

describe("the author's own messages", () => {
  const tell = (change: Partial<Operation>) => {
    const posts = renderEnd(anUnknown(change), "closed", teller);
    return Object.fromEntries(posts.map((post) => [post.destinations[0], textOf(post)]));
  };

  it("are in the author's language, and conversations in the team's", () => {
    const texts = tell({ locale: "ko" });
    expect(texts["U1"]).toContain(ko.outcomes.mayBeSent);
    for (const where of ["C1", "CO"]) expect(texts[where]).toContain(en.outcomes.mayBeSent);
    expect(tell({ locale: "ko", conversation: "D1" })["U1"]).toContain(ko.outcomes.mayBeSent);
    const korean = renderEnd(anUnknown({ locale: "en" }), "closed", aTeller({ teamLocale: "ko" }));
    expect(korean.map((post) => textOf(post).includes(en.outcomes.mayBeSent))).toEqual([false, true, false]);
  });

  it("are in the team's where nobody knows the author's", () => {
    expect(tell({ locale: null })["U1"]).toContain(en.outcomes.mayBeSent);
  });
});

describe("in conversations", () => {
  const everything = (operation: Operation) => {
    const report = { by: "U2", as: "arrived", at: new Date(0) } as const;
    return [
      ...renderEnd(operation, "closed", teller),
      ...renderEnd({ ...operation, correctedAt: new Date(0) }, "corrected", teller),
      ...renderChange({ ...operation, ...settledAs("arrived") }, { kind: "reported", report }, teller),
      ...renderChange({ ...operation, repeatedBy: "act-2" }, { kind: "sent_again", by: operation }, teller),
    ];
  };
  const outcomes = fc.constantFrom("accepted", "refused", "not_sent", "unknown");

  it("nobody reads a number, whatever the reason or the platform says, nor the text", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789 -.()"), maxLength: 60 });
    const said = fc.tuple(fc.string({ maxLength: 20 }), digits, fc.string({ maxLength: 20 }));
    fc.assert(
      fc.property(said, said, said, outcomes, (typed, words, code, outcome) => {
        const operation = anUnknown({
          outcome,
          reason: typed.join(""),
          repeats: "act-0",
          result: { code: code.join(""), words: words.join(""), status: 400, reply: null },
        });
        for (const { body } of everything(operation)) {
          const sent = JSON.stringify(body)
            .replace(/<!date\^\d+\^|"timestamp":\d+/g, "")
            .replaceAll("0212345678", "");
          expect(sent).not.toMatch(/\d{7}/);
          expect(sent).not.toContain("secret");
        }
      }),
    );
  });

  it("nobody reads what the message says from the platform's words, its code or a typed reason", () => {
    const secrets = fc.string({ unit: fc.constantFrom(..."qxzjkv가나다라"), minLength: 8, maxLength: 80 });
    fc.assert(
      fc.property(secrets, fc.nat(), fc.boolean(), (secret, at, isTitle) => {
        const start = at % (secret.length - 7);
        const run = secret.slice(start, start + 8);
        const message = { to: "01023456789", from: "0212345678", [isTitle ? "subject" : "text"]: secret };
        const operation = (code: string) =>
          anUnknown({
            request: { message },
            outcome: "refused",
            result: { code, words: `Bad text: ${run}!`, status: 400, reply: null },
            reason: `she waits for ${run}`,
            repeats: "act-0",
          });
        for (const code of ["ValidationError", `Bad${run}`]) {
          for (const { body } of everything(operation(code))) expect(JSON.stringify(body)).not.toContain(run);
        }
        const [post] = renderEnd(operation("ValidationError"), "closed", teller);
        expect(textOf(post!)).toContain(en.outcomes.details("act-1"));
        expect(textOf(post!)).toContain(en.outcomes.againKept);
      }),
    );
  });
});
