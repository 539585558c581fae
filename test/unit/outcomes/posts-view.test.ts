import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import { type Change, renderChange, renderEnd } from "../../../src/outcomes/posts.view.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, sentAgain, settledAs } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import {
  ask,
  aTeller,
  buttonsOf,
  byKind,
  corrected,
  first,
  partsOf,
  reported,
  summary,
  teller,
  textOf,
} from "./telling.ts";

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
    const options = aTeller({ places: { results, onCall: onCall === null ? [] : [onCall] } });
    const posts = renderEnd(anUnknown({ conversation }), "closed", options);
    expect(summary(posts)).toEqual(expected);
    expect(new Set(posts.map(({ key }) => key)).size).toBe(posts.length);
    const changed = reported("did_not_arrive", { conversation }, options);
    expect(first(byKind(changed, "edit"))).toEqual(first(posts));
  });

  it("tells an operator first what can't be posted to the one conversation of on-call and of results", () => {
    const options = aTeller({ places: { results: "CO", onCall: ["CO", "U9"] } });
    const unknown = summary(renderEnd(anUnknown({ conversation: null }), "closed", options));
    expect(unknown.map(([destinations]) => destinations)).toEqual(["CO,U9,U1", "U1"]);
    const waited = renderEnd(anUnknown({ conversation: null }), "closed", { ...options, isTold: true });
    expect(summary(byKind(waited, "edit")).map(([destinations]) => destinations)).toEqual(["CO,U9,U1"]);
  });

  it.each([
    ["CO", "CR"],
    [null, "CO"],
  ])("asks on-call where on-call's conversation is the result's: %s, results %s", (conversation, results) => {
    const options = aTeller({ places: { results, onCall: ["CO"] } });
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
    anUnknown(sentAgain),
    { kind: "sent_again", by: anUnknown({ id: "act-2", root: "act-1", outcome: "accepted" }) },
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
    expect(offered("did_not_arrive", sentAgain)).toEqual([]);
  });
});
