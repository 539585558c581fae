import { describe, expect, it } from "vitest";
import {
  notificationOfChange,
  notificationOfEnd,
  type ThreadEvent,
} from "../../../src/outcomes/notifications.ts";
import type { Operation, TrySummary } from "../../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import {
  aPresenter,
  ask,
  buttonsOf,
  corrected,
  listed,
  presenter,
  queued,
  renderChange,
  renderEnd,
  rendererOf,
  renderLinesOf,
  summary,
  type Told,
  textOf,
} from "./notifications.ts";

const report = { kind: "reported", operation: "act-1", by: "U2", as: "did_not_arrive" } as const;
const places = (told: readonly Pick<Told, "subject" | "audience">[]) =>
  told.map(({ subject, audience }) => `${subject} ${audience}`);
const ofFirst = ["act:act-1 result", "act:act-1 author", "unknowns:act-1 on-call"];

describe("the posts about an unknown outcome", () => {
  const author = (to = "U1") => [to, ...ask, "repeat"];
  const onCallAsked = ["CO", ...ask];

  it.each([
    ["C1", "CR", ["CO"], [["C1,CR,U1"], author(), onCallAsked]],
    [null, "CR", ["CO"], [["CR,U1"], author(), onCallAsked]],
    [null, null, ["CO"], [author(), onCallAsked]],
    ["C1", null, [], [["C1,U1"], author()]],
    [null, null, [], [author()]],
    ["C1", "C1", ["CO"], [["C1,U1"], author(), onCallAsked]],
    ["D1", "CR", ["CO"], [author("U1,CR"), onCallAsked]],
    // On-call's conversation has the result itself, and asks there.
    ["CO", "CR", ["CO"], [["CO,CR,U1", ...ask], author()]],
    [null, "CO", ["CO"], [["CO,U1", ...ask], author()]],
    // An operator is asked before the author where that conversation can't be posted to.
    [null, "CO", ["CO", "U9"], [["CO,U9,U1", ...ask], author()]],
  ])(
    "and their thread replies go to the right places: command from %s, results %s, on-call %s",
    async (conversation, results, onCall, expected) => {
      const options = { presenter: aPresenter({ audiences: { results, onCall } }) };
      const unknown = listed({ conversation });
      const posts = await renderEnd(unknown, options);
      expect(summary(posts)).toEqual(expected);
      expect(new Set(places(posts)).size).toBe(posts.length);
      const { lines } = await renderChange({ ...unknown, ...resolvedAs("did_not_arrive") }, report, options);
      expect(lines.map(({ destination }) => destination)).toEqual(
        posts.map(({ destination }) => destination),
      );
    },
  );
});

it.each<[string, Operation, Parameters<typeof notificationOfChange>[1]]>([
  ["a report", listed(resolvedAs("did_not_arrive")), report],
  ["a late answer", corrected({ outcome: "accepted" }), { kind: "late", operation: "act-1" }],
  [
    "a phone owner's answer",
    listed({ receipt: aReceipt("arrived") }),
    { kind: "receipt", operation: "act-1", as: "arrived", words: null },
  ],
  [
    "a second try",
    listed(sentAgain),
    { kind: "sent_again", operation: "act-1", by: "U1", outcome: "accepted" },
  ],
])(
  "%s is stored as one thread reply below each existing post, without a new post",
  async (_, operation, change) => {
    const { posts, lines } = await renderChange(operation, change);
    expect(places(posts)).toEqual(ofFirst);
    expect(places(lines)).toEqual(ofFirst);
    const stored = notificationOfChange(operation, change);
    expect(stored).not.toHaveProperty("posts");
    expect(JSON.parse(JSON.stringify(stored.lines))).toEqual(
      ["act:act-1", "unknowns:act-1"].map((subject) => ({ subject, event: change satisfies ThreadEvent })),
    );
    expect(notificationOfChange(anUnknown(), change).lines.map(({ subject }) => subject)).toEqual([
      "act:act-1",
    ]);
  },
);

it.each(["accepted", "refused", "not_sent", "unknown"] as const)(
  "an operation that closes as %s and had no post before gets no thread reply",
  (outcome) => {
    expect(notificationOfEnd(listed({ outcome }), "closed", presenter).lines).toEqual([]);
  },
);

describe("a second try of a message", () => {
  const minute = (at: number) => new Date(Date.UTC(2026, 10, 21, 9, at));
  const { createdAt } = aTrySummary();
  const own = { id: "act-2", act: "act-2", root: "act-1", createdAt };
  const linesOf = (operation: Operation, transition: "closed" | "corrected" = "closed") =>
    notificationOfEnd(operation, transition, presenter).lines ?? [];

  it.each(["accepted", "unknown", "refused", "not_sent"] as const)(
    "gets a thread reply below each post of the first try that says how it closed: %s",
    (outcome) => {
      const later = anUnknown({ ...own, tries: [listed({ tries: [aTrySummary({ outcome })] })], outcome });
      const event = { kind: "sent_again", operation: "act-1", by: "U1", outcome };
      expect(linesOf(later)).toEqual([
        { subject: "act:act-1", event },
        { subject: "unknowns:act-1", event },
      ]);
    },
  );

  it.each<[string, Partial<Operation>]>([
    ["was accepted after all", { outcome: "accepted" }],
    ["is said to have arrived", resolvedAs("arrived")],
  ])("has no buttons if the first try %s", async (_, change) => {
    for (const outcome of ["refused", "not_sent"] as const) {
      const first = listed(change);
      const told = await renderEnd(listed({ ...own, tries: [first], outcome }), { others: [first] });
      expect(buttonsOf(told.find(({ subject }) => subject === "act:act-2")!)).toEqual([]);
    }
  });

  it("is linked from the first try's post, except in a direct message", async () => {
    const first = listed({ tries: [aTrySummary({ outcome: "accepted" })] });
    const second = listed({ ...own, tries: [first] });
    const linksOf = async (operation: Operation, channel: string) => {
      const standing = { "act:act-1": channel, "act:act-2": channel };
      const [post] = await renderEnd(operation, { others: [first, second], standing });
      return post?.body.links?.map(({ says, to, leadsBack = null }) => [says, to?.channel, leadsBack]);
    };
    expect(await linksOf(first, "C1")).toEqual([[en.delivery.newer, "C1", null]]);
    expect(await linksOf(second, "C1")).toEqual([["", undefined, "act:act-1"]]);
    expect(await linksOf(first, "D1")).toEqual([[en.delivery.newer, undefined, null]]);
  });

  it("gets thread replies below the try before it and below unknown tries only", () => {
    const one = (id: string, at: number, outcome: TrySummary["outcome"]) =>
      aTrySummary({ id, act: id, outcome, createdAt: minute(at) });
    const tries = [one("a", 0, "unknown"), one("b", 1, "refused"), one("c", 2, "refused")];
    const saidUnder = (outcome: Operation["outcome"]) =>
      linesOf(anUnknown({ id: "d", act: "d", createdAt: minute(3), tries, outcome })).map(
        ({ subject }) => subject,
      );
    expect(saidUnder("accepted").toSorted()).toEqual(["act:a", "act:c"]);
    // A refusal changes nothing for the unknown try.
    expect(saidUnder("refused")).toEqual(["act:c"]);
  });

  it("gets no thread reply about a late reply to the first try", () => {
    const first = corrected({ outcome: "accepted", tries: [aTrySummary({ outcome: "refused" })] });
    expect(linesOf(first, "corrected").map(({ subject }) => subject)).toEqual([
      "act:act-1",
      "unknowns:act-1",
    ]);
  });
});

describe("a thread reply", () => {
  const [post] = notificationOfEnd(listed(), "closed", presenter).posts ?? [];
  const lineOver = (stored: readonly Operation[], event: unknown) =>
    rendererOf(stored).line?.(queued(post!), event) ?? null;

  it("hides in a conversation the quote of a phone's owner that repeats the message", async () => {
    const words = "it says A secret text";
    const event = { kind: "receipt", operation: "act-1", as: "looks_wrong", words };
    const line = await lineOver([listed({ receipt: aReceipt("looks_wrong") })], event);
    expect(line?.text).toBe(`<@U1>, <@U7>${en.receipts.says.looks_wrong("")}`);
  });

  it("is left out without its operation, and throws an error for an unknown or broken event", async () => {
    expect(await lineOver([], { kind: "late", operation: "act-1" })).toBeNull();
    for (const event of [{ kind: "sung", operation: "act-1" }, { kind: "late" }, null, "late"])
      await expect(lineOver([listed()], event)).rejects.toThrow();
  });

  it("about a feature's own event is rendered by that feature", async () => {
    const says = (_: Operation, event: unknown) =>
      typeof event === "object" && event !== null && "index" in event
        ? { text: `row ${event.index}`, blocks: [] }
        : null;
    const lines = [{ kind: "shown", index: 2 }, { kind: "late" }].map((event) => ({
      ...{ subject: "act:act-1", audience: "result" },
      event: { operation: "act-1", ...event },
    }));
    const own = { presenter: { ...presenter, says } };
    const told = await renderLinesOf(corrected({ outcome: "accepted" }), { lines }, own);
    const late = `<@U1>${en.outcomes.late(en.outcomes.states.accepted)}`;
    expect(told.map(textOf)).toEqual(["row 2", late]);
  });
});
