import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../src/locales/index.ts";
import {
  notificationOfChange,
  notificationOfEnd,
  type ThreadEvent,
} from "../../../src/outcomes/notifications.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aReceipt, resolvedAs, sentAgain } from "../../support/operation.ts";
import { en } from "../../support/words.ts";
import {
  aPresenter,
  ask,
  buttonsOf,
  corrected,
  listed,
  partsOf,
  presenter,
  renderChange,
  renderEnd,
  summary,
  type Told,
  textOf,
} from "./notifications.ts";

const report = (as: "arrived" | "did_not_arrive") =>
  ({ kind: "reported", operation: "act-1", by: "U2", as }) as const;
const reported = (
  as: "arrived" | "did_not_arrive",
  change: Partial<Operation> = {},
  options: Parameters<typeof renderChange>[2] = {},
) => {
  const operation = listed({ ...resolvedAs(as), ...change });
  return renderChange(operation, { ...report(as), by: operation.resolvedBy ?? "" }, options);
};
const first = (told: readonly Told[]) => told.map(({ destination }) => destination);

describe("the posts of an unknown outcome", () => {
  it.each([
    ["C1", "CR", "CO", [["C1,CR,U1"], ["U1", ...ask, "repeat"], ["CO", ...ask]]],
    [null, "CR", "CO", [["CR,U1"], ["U1", ...ask, "repeat"], ["CO", ...ask]]],
    [
      null,
      null,
      "CO",
      [
        ["U1", ...ask, "repeat"],
        ["CO", ...ask],
      ],
    ],
    ["C1", null, null, [["C1,U1"], ["U1", ...ask, "repeat"]]],
    [null, null, null, [["U1", ...ask, "repeat"]]],
    ["C1", "C1", "CO", [["C1,U1"], ["U1", ...ask, "repeat"], ["CO", ...ask]]],
    [
      "D1",
      "CR",
      "CO",
      [
        ["U1,CR", ...ask, "repeat"],
        ["CO", ...ask],
      ],
    ],
  ])(
    "go to the right places for conversation %s, results %s, on-call %s",
    async (conversation, results, onCall, expected) => {
      const options = {
        presenter: aPresenter({ audiences: { results, onCall: onCall === null ? [] : [onCall] } }),
      };
      const posts = await renderEnd(listed({ conversation }), options);
      expect(summary(posts)).toEqual(expected);
      expect(new Set(posts.map(({ subject, audience }) => `${subject} ${audience}`)).size).toBe(posts.length);
      expect(first((await reported("did_not_arrive", { conversation }, options)).lines)).toEqual(
        first(posts),
      );
    },
  );

  it("go to an operator before the author if on-call's conversation can't be posted to", async () => {
    const options = { presenter: aPresenter({ audiences: { results: "CO", onCall: ["CO", "U9"] } }) };
    const unknown = summary(await renderEnd(listed({ conversation: null }), options));
    expect(unknown.map(([destinations]) => destinations)).toEqual(["CO,U9,U1", "U1"]);
  });

  it.each([
    ["CO", "CR"],
    [null, "CO"],
  ])(
    "ask on-call in the result's post if on-call's conversation has it: %s, results %s",
    async (conversation, results) => {
      const options = { presenter: aPresenter({ audiences: { results, onCall: ["CO"] } }) };
      const posts = summary(await renderEnd(listed({ conversation }), options));
      expect(posts.map(([destinations]) => destinations.split(",")[0])).toEqual(["CO", "U1"]);
      expect(posts[0]?.slice(1)).toEqual(ask);
      expect(posts[1]?.slice(1)).toEqual([...ask, "repeat"]);
    },
  );

  it("are all updated by a late answer, while a known outcome has a single post", async () => {
    expect(summary(await renderEnd(anUnknown({ outcome: "accepted" })))).toEqual([["C1,CR,U1"]]);
    const late = await renderEnd(corrected({ outcome: "accepted" }), { transition: "corrected" });
    expect(summary(late)).toEqual([["C1,CR,U1"], ["U1"], ["CO"]]);
  });

  it("have only a button to edit once the message was refused or not sent", async () => {
    for (const outcome of ["refused", "not_sent"] as const) {
      expect(summary(await renderEnd(anUnknown({ outcome })))).toEqual([["C1,CR,U1", "edit"]]);
      const late = await renderEnd(corrected({ outcome }), { transition: "corrected" });
      // Only the author may edit, so that on-call has no button.
      expect(summary(late)).toEqual([["C1,CR,U1", "edit"], ["U1", "edit"], ["CO"]]);
    }
  });
});

type Change = Parameters<typeof notificationOfChange>[1];
const changes: [string, Operation, Change][] = [
  ["a report", listed(resolvedAs("arrived")), report("arrived")],
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
];

describe.each(changes)("%s", (_, operation, change) => {
  it("is one thread reply below each existing post, and no new post", async () => {
    const { posts, lines } = await renderChange(operation, change);
    expect(posts.map(({ subject, audience }) => [subject, audience])).toEqual([
      ["act:act-1", "result"],
      ["act:act-1", "author"],
      ["unknowns:act-1", "on-call"],
    ]);
    expect(lines.map(({ subject, audience }) => [subject, audience])).toEqual(
      posts.map(({ subject, audience }) => [subject, audience]),
    );
    expect(notificationOfChange(operation, change)).not.toHaveProperty("posts");
  });

  it("is stored as an event that is read back unchanged", () => {
    const events: unknown[] = notificationOfChange(operation, change).lines.map(({ event }) => event);
    const read: unknown[] = events.map((event) => JSON.parse(JSON.stringify(event)));
    expect(read).toEqual(events);
    for (const event of events) expect(event).toEqual(change satisfies ThreadEvent);
  });

  it("is one sentence that mentions the author and has no button", async () => {
    for (const line of (await renderChange(operation, change)).lines) {
      expect(textOf(line)).toContain("<@U1>");
      expect(textOf(line).split("\n")).toHaveLength(1);
      expect(partsOf(line.body).filter(({ type }) => type === "actions")).toEqual([]);
    }
  });

  it("is in the language of each post's reader", async () => {
    const { lines } = await renderChange({ ...operation, locale: "ko" }, change);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(/[가-힣]/.test(textOf(line))).toBe(line.destination === "U1");
  });

  it("names the message by its masked number in on-call's thread alone", async () => {
    const { lines } = await renderChange(operation, change);
    for (const line of lines) {
      expect(textOf(line).includes("010-****-6789")).toBe(line.audience === "on-call");
      expect(textOf(line)).not.toContain("2345");
    }
  });
});

describe("a person's report", () => {
  it("is shown as a report with person and time, never as a delivery", async () => {
    for (const locale of ["en", "ko"] as const) {
      const { posts, lines } = await reported(
        "did_not_arrive",
        {},
        { presenter: aPresenter({ teamLocale: locale }) },
      );
      for (const post of posts) {
        expect(textOf(post)).toContain("<@U2>");
        expect(textOf(post)).toContain("<!date^1795257720^");
        expect(textOf(post)).toContain(`<@U2>${wordsOf(locale).outcomes.says.did_not_arrive}`);
        expect(textOf(post)).not.toMatch(/delivered|전달/i);
      }
      const said = `<@U2>${wordsOf(locale).outcomes.says.did_not_arrive} <@U1>`;
      const [result, author, onCall] = lines.map(textOf);
      expect([result, author]).toEqual([said, said]);
      expect(onCall?.endsWith(` · ${said}`)).toBe(true);
    }
  });

  it("names the author once if the author reported", async () => {
    const { lines } = await reported("arrived", { resolvedBy: "U1" });
    for (const line of lines) {
      expect(textOf(line).split(" · ").at(-1)).toBe(`<@U1>${en.outcomes.says.arrived}`);
    }
  });

  it("replaces the buttons to report by one to edit if the message did not arrive", async () => {
    const offered = async (...told: Parameters<typeof reported>) =>
      (await reported(...told)).posts.flatMap(buttonsOf);
    expect(summary((await reported("did_not_arrive")).posts)).toEqual([
      ["C1,CR,U1", "edit"],
      ["U1", "edit"],
      ["CO"],
    ]);
    expect(await offered("arrived")).toEqual([]);
    expect(await offered("did_not_arrive", sentAgain)).toEqual([]);
  });
});

describe("the end of an operation without a post before", () => {
  it.each(["accepted", "refused", "not_sent", "unknown"] as const)("has no thread reply: %s", (outcome) => {
    expect(notificationOfEnd(listed({ outcome }), "closed", presenter).lines).toEqual([]);
  });
});
