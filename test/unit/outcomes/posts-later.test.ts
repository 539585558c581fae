import { describe, expect, it } from "vitest";
import { tellEnd } from "../../../src/outcomes/index.ts";
import { renderEnd } from "../../../src/outcomes/posts.view.ts";
import type { NewPost, Operation } from "../../../src/store/index.ts";
import { aKin, anUnknown, sentAgain, settledAs } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import { ask, buttonsOf, byKind, corrected, first, summary, teller, textOf, title } from "./telling.ts";

/** An end beside which nothing else is told anew. */
const nothingElse = { transition: "closed" as const, tries: [], listings: [], batches: [] };

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
    const twice = { outcome: "accepted", ...sentAgain } as const;
    for (const text of [...lines(twice), ...edits(twice)]) expect(text).toContain(en.outcomes.sentTwice);
    const once = { outcome: "accepted" } as const;
    for (const text of [...lines(once), ...edits(once)]) expect(text).not.toContain(en.outcomes.sentTwice);
    const refused = corrected({ outcome: "refused", ...sentAgain });
    expect(renderEnd(refused, "corrected", teller).flatMap(buttonsOf)).toEqual([]);
    for (const text of lines({ outcome: "refused", ...sentAgain })) {
      expect(text).not.toContain(en.outcomes.sentTwice);
    }
  });

  it("says nothing of twice while what sends it again waits: that will not leave any more", () => {
    const tries = [aKin({ state: "stored", outcome: null, startedAt: null })];
    const waits = { outcome: "accepted", tries } as const;
    for (const text of [...lines(waits), ...edits(waits)]) expect(text).not.toContain(en.outcomes.sentTwice);
  });
});

it.each(["refused", "not_sent"] as const)(
  "what was sent again is not said to have been sent once a late answer said that it was %s",
  (outcome) => {
    const result = { code: "1061", words: null, status: 200, reply: null };
    const late = corrected({ outcome, result, ...sentAgain });
    const edits = byKind(renderEnd(late, "corrected", teller), "edit");
    for (const edit of edits) {
      expect(textOf(edit)).not.toContain(en.outcomes.mayBeSent);
      expect(textOf(edit)).toContain(en.reasons.byCode["1061"]?.says);
    }
    expect(edits).toHaveLength(3);
  },
);

describe("the end of what sends another again", () => {
  const told = (
    outcome: "accepted" | "refused" | "not_sent" | "unknown",
    origin: Partial<Operation> = {},
  ) => {
    const repeated = anUnknown({ tries: [aKin({ outcome })], ...origin });
    const { createdAt } = aKin();
    const own = { id: "act-2", act: "act-2", root: "act-1", createdAt, tries: [repeated] };
    const repeat = anUnknown({ ...own, reason: "nothing came", outcome });
    return tellEnd(repeat, { ...nothingElse, tries: [repeated] }, teller);
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
      const posts = ofOrigin(told(outcome));
      expect(summary(byKind(posts, "edit"))).toEqual([
        ["C1,CR,U1"],
        ["U1", ...ask, "repeat"],
        ["CO,U1", ...ask],
      ]);
      const lines = byKind(posts, "line").map(textOf);
      expect(lines).toEqual(Array(3).fill(`<@U1>${en.outcomes.sentAgain[outcome]}`));
    },
  );

  it.each<[string, Partial<Operation>]>([
    ["was accepted after all", { outcome: "accepted" }],
    ["is said to have arrived", settledAs("arrived")],
  ])("leaves nothing to be sent once the first %s", (_, origin) => {
    for (const outcome of ["refused", "not_sent"] as const) {
      const posts = told(outcome, origin);
      const own = posts.filter(({ key }) => key?.startsWith("operation:act-2:"));
      expect(own.map(buttonsOf)).toEqual([[]]);
    }
  });

  it("is an edit where the first had no effect, which takes its button", () => {
    const posts = ofOrigin(told("accepted", { outcome: "refused" }));
    expect(summary(byKind(posts, "edit"))).toEqual([["C1,CR,U1"]]);
    expect(textOf(posts[0]!)).toContain(title("edited"));
  });

  it("edits the posts of a later try, as that stands now, unless it is told of when it ends", () => {
    const { createdAt } = aKin();
    const late = { ...nothingElse, transition: "corrected" as const };
    const later = (change: Partial<Operation>) => {
      const first = corrected({ outcome: "accepted", tries: [aKin()] });
      const own = { id: "act-2", act: "act-2", root: "act-1", createdAt, tries: [first], ...change };
      const posts = tellEnd(first, { ...late, tries: [anUnknown(own)] }, teller);
      return posts.filter(({ key }) => key?.startsWith("operation:act-2:"));
    };
    expect(summary(later({ outcome: "refused" }))).toEqual([["C1,CR,U1"]]);
    expect(later({}).map(({ kind }) => kind)).toEqual(["edit", "edit", "edit"]);
    expect(later({ state: "started", outcome: null })).toEqual([]);
  });
});

describe("of two steps of one act", () => {
  const step = (outcome: Operation["outcome"]) => {
    const siblings = [aKin({ act: "act-1", root: "act-2", step: 1 })];
    return tellEnd(anUnknown({ outcome, siblings }), nothingElse, teller);
  };

  it("the second tells of both, unless nobody knows what became of the first", () => {
    for (const outcome of ["accepted", "refused", "not_sent"] as const) expect(step(outcome)).toEqual([]);
    expect(first(step("unknown"))).toEqual(["C1", "U1", "CO"]);
  });
});
