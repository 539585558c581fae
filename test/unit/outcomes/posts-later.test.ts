import { describe, expect, it } from "vitest";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import {
  ask,
  buttonsOf,
  corrected,
  listed,
  ofAct,
  presenter,
  renderEnd,
  renderLinesOf,
  summary,
  textOf,
  title,
} from "./notifications.ts";

const late = { transition: "corrected" } as const;

describe("a late answer", () => {
  const lines = async (change: Partial<Operation>) => {
    const operation = corrected(change);
    const told = await renderLinesOf(operation, notificationOfEnd(operation, "corrected", presenter));
    expect(told).toHaveLength(3);
    return told.map(textOf);
  };
  const posts = async (change: Partial<Operation>) => (await renderEnd(corrected(change), late)).map(textOf);

  it.each(["accepted", "refused", "not_sent"] as const)(
    "of “%s” is posted in each thread, and becomes each post's title",
    async (outcome) => {
      for (const line of await lines({ outcome }))
        expect(line).toContain(`<@U1>${en.outcomes.late(en.outcomes.states[outcome])}`);
      for (const post of await posts({ outcome })) expect(post).toContain(title(outcome));
    },
  );

  it("says why the message was refused", async () => {
    const result = { code: "1061", words: null, status: 200, reply: null };
    for (const line of await lines({ outcome: "refused", result })) {
      expect(line).toContain(en.reasons.byCode["1061"]?.says);
    }
  });

  it("replaces a report as the title, and quotes the report if it differs", async () => {
    for (const as of ["arrived", "did_not_arrive"] as const) {
      for (const outcome of ["accepted", "refused"] as const) {
        for (const post of await posts({ outcome, ...resolvedAs(as) })) {
          expect(post).toContain(title(outcome));
          expect(post).not.toContain(title(as));
          expect(post).not.toContain(en.outcomes.says[as]);
        }
        const isOtherwise = (as === "arrived") !== (outcome === "accepted");
        for (const line of await lines({ outcome, ...resolvedAs(as) })) {
          expect(line.includes(`<@U2>${en.outcomes.says[as]}`)).toBe(isOtherwise);
        }
      }
    }
  });

  it("says that the message was sent twice, and has no button to send it again", async () => {
    const twice = { outcome: "accepted", ...sentAgain } as const;
    for (const text of [...(await lines(twice)), ...(await posts(twice))]) {
      expect(text).toContain(en.outcomes.sentTwice);
    }
    const once = { outcome: "accepted" } as const;
    for (const text of [...(await lines(once)), ...(await posts(once))]) {
      expect(text).not.toContain(en.outcomes.sentTwice);
    }
    const refused = corrected({ outcome: "refused", ...sentAgain });
    expect((await renderEnd(refused, late)).flatMap(buttonsOf)).toEqual([]);
    for (const text of await lines({ outcome: "refused", ...sentAgain })) {
      expect(text).not.toContain(en.outcomes.sentTwice);
    }
  });

  it("doesn't say “sent twice” while the second try waits, as it won't be sent", async () => {
    const tries = [aTrySummary({ state: "stored", outcome: null, startedAt: null })];
    const waits = { outcome: "accepted", tries } as const;
    for (const text of [...(await lines(waits)), ...(await posts(waits))]) {
      expect(text).not.toContain(en.outcomes.sentTwice);
    }
  });
});

it.each(["refused", "not_sent"] as const)(
  "a message sent again no longer “may have been sent” after the late answer %s",
  async (outcome) => {
    const result = { code: "1061", words: null, status: 200, reply: null };
    const posts = await renderEnd(corrected({ outcome, result, ...sentAgain }), late);
    for (const post of posts) {
      expect(textOf(post)).not.toContain(en.outcomes.mayBeSent);
      expect(textOf(post)).not.toContain(en.outcomes.earlierToo);
      expect(textOf(post)).toContain(en.outcomes.changed(en.outcomes.message, outcome, "sent_again"));
      expect(textOf(post)).toContain(en.reasons.byCode["1061"]?.says);
    }
    expect(posts).toHaveLength(3);
  },
);

describe("the end of a second try", () => {
  const told = async (
    outcome: "accepted" | "refused" | "not_sent" | "unknown",
    origin: Partial<Operation> = {},
  ) => {
    const { createdAt } = aTrySummary();
    const own = { id: "act-2", act: "act-2", root: "act-1", createdAt };
    const earlier = listed({ tries: [aTrySummary({ outcome })], ...origin });
    const later = listed({ ...own, tries: [earlier], reason: "nothing came", outcome });
    return {
      own: ofAct("act-2", await renderEnd(later, { others: [earlier] })),
      origin: await renderEnd(earlier, { others: [later] }),
      lines: await renderLinesOf(later, notificationOfEnd(later, "closed", presenter), { others: [earlier] }),
    };
  };

  it.each(["accepted", "unknown"] as const)("is told, and so is the first one's: %s", async (outcome) => {
    const { own, origin, lines } = await told(outcome);
    expect(own).toHaveLength(outcome === "unknown" ? 2 : 1);
    for (const post of own) expect(textOf(post)).toContain(en.outcomes.again("nothing came"));
    expect(origin.map(buttonsOf)).toEqual([[], [], []]);
    const says = en.outcomes.changed(en.outcomes.message, "unknown", "sent_again");
    for (const post of origin) {
      expect(textOf(post)).toContain(says);
      expect(textOf(post)).toContain(`${en.outcomes.newer[outcome]} ${en.outcomes.earlierToo}`);
    }
    expect(lines.map(({ subject, audience }) => `${subject} ${audience}`)).toEqual([
      "act:act-1 result",
      "act:act-1 author",
      "unknowns:act-1 on-call",
    ]);
    for (const line of lines)
      expect(textOf(line)).toContain(`<@U1>${en.outcomes.triedAgain(en.outcomes.states[outcome])}`);
  });

  it.each(["refused", "not_sent"] as const)(
    "gives the first try's posts their buttons back if it was %s",
    async (outcome) => {
      const { origin, lines } = await told(outcome);
      expect(summary(origin)).toEqual([["C1,CR,U1"], ["U1", ...ask, "repeat"], ["CO", ...ask]]);
      expect(lines).toHaveLength(3);
      for (const line of lines)
        expect(textOf(line)).toContain(`<@U1>${en.outcomes.triedAgain(en.outcomes.states[outcome])}`);
    },
  );

  it.each<[string, Partial<Operation>]>([
    ["was accepted after all", { outcome: "accepted" }],
    ["is said to have arrived", resolvedAs("arrived")],
  ])("has no buttons if the first try %s", async (_, origin) => {
    for (const outcome of ["refused", "not_sent"] as const) {
      expect((await told(outcome, origin)).own.map(buttonsOf)).toEqual([[]]);
    }
  });

  it("changes the title of a refused first try, and removes its button", async () => {
    const { origin, lines } = await told("accepted", { outcome: "refused", unknownsCard: null });
    expect(summary(origin)).toEqual([["C1,CR,U1"]]);
    expect(textOf(origin[0]!)).toContain(en.outcomes.changed(en.outcomes.message, "refused", "sent_again"));
    expect(textOf(origin[0]!)).toContain(en.outcomes.newer.accepted);
    expect(lines.map(({ subject, audience }) => `${subject} ${audience}`)).toEqual(["act:act-1 result"]);
  });

  it("is linked from the first try's post, but not into a direct message", async () => {
    const earlier = listed({ tries: [aTrySummary({ outcome: "accepted" })] });
    const { createdAt } = aTrySummary();
    const later = listed({ id: "act-2", act: "act-2", root: "act-1", createdAt, tries: [earlier] });
    const linksOf = async (operation: Operation, channel: string) => {
      const standing = { "act:act-1": channel, "act:act-2": channel };
      const [post] = await renderEnd(operation, { others: [earlier, later], standing });
      return post?.body.links?.map(({ says, to, leadsBack = null }) => [says, to?.channel, leadsBack]);
    };
    expect(await linksOf(earlier, "C1")).toEqual([[en.delivery.newer, "C1", null]]);
    expect(await linksOf(later, "C1")).toEqual([["", undefined, "act:act-1"]]);
    expect(await linksOf(earlier, "D1")).toEqual([[en.delivery.newer, undefined, null]]);
  });

  it("has thread replies below the try before it and below unknown tries alone", () => {
    const minute = (at: number) => new Date(Date.UTC(2026, 10, 21, 9, at));
    const one = (id: string, at: number, outcome: "unknown" | "refused") =>
      aTrySummary({ ...{ id, act: id, outcome, unknownsCard: null }, createdAt: minute(at) });
    const tries = [one("a", 0, "unknown"), one("b", 1, "refused"), one("c", 2, "refused")];
    const saidUnder = (outcome: Operation["outcome"]) => {
      const own = { id: "d", act: "d", createdAt: minute(3), tries, outcome };
      return notificationOfEnd(anUnknown(own), "closed", presenter).lines?.map(({ subject }) => subject);
    };
    expect(saidUnder("accepted")?.toSorted()).toEqual(["act:a", "act:c"]);
    // A refusal changes nothing for the unknown try.
    expect(saidUnder("refused")).toEqual(["act:c"]);
  });

  it("has no thread replies below later tries", () => {
    const first = corrected({ outcome: "accepted", tries: [aTrySummary({ outcome: "refused" })] });
    const told = notificationOfEnd(first, "corrected", presenter).lines ?? [];
    expect(told.map(({ subject }) => subject)).toEqual(["act:act-1", "unknowns:act-1"]);
  });
});
