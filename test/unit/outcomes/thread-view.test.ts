import { describe, expect, it } from "vitest";
import { notificationOfChange, notificationOfEnd, ThreadEvent } from "../../../src/outcomes/notifications.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary, resolvedAs } from "../../support/operation.ts";
import { en, ko } from "../../support/words.ts";
import {
  aPresenter,
  corrected,
  listed,
  presenter,
  queued,
  rendererOf,
  renderLinesOf,
  textOf,
} from "./notifications.ts";

const languages = [
  ["en", en],
  ["ko", ko],
] as const;

/** What the result's thread says of it, in a team of that language. */
async function said(
  operation: Operation,
  event: ThreadEvent,
  locale: "en" | "ko",
): Promise<string | undefined> {
  const options = { presenter: aPresenter({ teamLocale: locale }) };
  const lines = await renderLinesOf(
    operation,
    { lines: [{ subject: "act:act-1", audience: "result", event }] },
    options,
  );
  return lines[0]?.body.text;
}

describe.each(languages)("a line of a thread in %s", (locale, words) => {
  const { outcomes, receipts } = words;

  it.each(["arrived", "did_not_arrive"] as const)(
    "names who reported it, and whom it concerns: %s",
    async (as) => {
      const event = (by: string) => ({ kind: "reported", operation: "act-1", by, as }) as const;
      expect(await said(listed(resolvedAs(as)), event("U2"), locale)).toBe(`<@U1> <@U2>${outcomes.says[as]}`);
      expect(await said(listed(resolvedAs(as)), event("U1"), locale)).toBe(`<@U1>${outcomes.says[as]}`);
    },
  );

  it.each(["accepted", "refused", "not_sent", "unknown"] as const)(
    "says what came of sending it again, as it was when it was told: %s",
    async (outcome) => {
      // What that try came to since is a line of its own.
      const operation = listed({ tries: [aTrySummary({ outcome: "refused" })] });
      const event = { kind: "sent_again", operation: "act-1", by: "U3", outcome } as const;
      expect(await said(operation, event, locale)).toBe(
        `<@U3>${outcomes.triedAgain(outcomes.states[outcome])}`,
      );
    },
  );

  it.each(["accepted", "refused", "not_sent"] as const)(
    "says what the platform answered late: %s",
    async (outcome) => {
      const event = { kind: "late", operation: "act-1" } as const;
      const result = { code: "1061", words: null, status: 200, reply: null };
      const late = await said(corrected({ outcome, result }), event, locale);
      expect(late?.startsWith(`<@U1>${outcomes.late(outcomes.states[outcome])}`)).toBe(true);
      if (outcome !== "accepted") expect(late).toContain(words.reasons.byCode["1061"]?.says);
    },
  );

  it("says what the holder of the phone said then, whatever they said since", async () => {
    const receipt = aReceipt("arrived");
    const event = { kind: "receipt", operation: "act-1", as: "looks_wrong", words: "Blurred" } as const;
    const line = await said(listed({ receipt }), event, locale);
    expect(line).toContain("<@U7>");
    expect(line).toContain("Blurred");
    expect(line?.startsWith("<@U1> ")).toBe(true);
    const own = await said(listed({ receipt: { ...receipt, phoneOwner: "U1" } }), event, locale);
    expect(own?.split("<@U1>")).toHaveLength(2);
    expect(JSON.stringify(receipts)).not.toContain("Blurred");
  });

  it("names on on-call's listing what joined it, and whose it is", async () => {
    const options = { presenter: aPresenter({ teamLocale: locale }) };
    const event = { kind: "listed", operation: "act-1" } as const;
    const line = { subject: "unknowns:first", event } as const;
    const [told] = await renderLinesOf(listed({ unknownsCard: "first" }), { lines: [line] }, options);
    expect(told?.body.text).toBe(`${outcomes.title.unknown(outcomes.message)} · 010-****-6789 · <@U1>`);
  });

  it("says how what was seen to wait has ended", async () => {
    const event = { kind: "ended", operation: "act-1" } as const;
    const ended = await said(anUnknown({ outcome: "refused" }), event, locale);
    expect(ended).toBe(`<@U1> ${outcomes.title.refused(outcomes.message)} · 010-****-6789`);
  });
});

it("a holder's quote is kept from a conversation where it repeats the message", async () => {
  const receipt = aReceipt("looks_wrong");
  const event = {
    kind: "receipt",
    operation: "act-1",
    as: "looks_wrong",
    words: "it says A secret text",
  } as const;
  for (const locale of ["en", "ko"] as const) {
    expect(await said(listed({ receipt }), event, locale)).not.toContain("secret");
  }
});

it("a line of what is gone is none", async () => {
  const { line } = rendererOf([]);
  const [post] = notificationOfEnd(listed(), "closed", presenter).posts ?? [];
  expect(await line?.(queued(post!), { kind: "late", operation: "act-1" })).toBeNull();
});

it("a line that no version here wrote is a defect, and no line of another sense", async () => {
  const { line } = rendererOf([listed()]);
  const [post] = notificationOfEnd(listed(), "closed", presenter).posts ?? [];
  for (const event of [{ kind: "sung", operation: "act-1" }, { kind: "late" }, null, "late"]) {
    await expect(line?.(queued(post!), event)).rejects.toThrow();
  }
});

it("a line that its feature alone knows is its feature's", async () => {
  const own = {
    ...presenter,
    says: (_: Operation, event: unknown) =>
      typeof event === "object" && event !== null && "index" in event
        ? { text: `row ${event.index}`, blocks: [] }
        : null,
  };
  const event = (more: object) => ({
    subject: "act:act-1",
    audience: "result",
    event: { operation: "act-1", ...more },
  });
  const lines = [event({ kind: "shown", index: 2 }), event({ kind: "late" })];
  const told = await renderLinesOf(corrected({ outcome: "accepted" }), { lines }, { presenter: own });
  expect(told.map(textOf)).toEqual(["row 2", `<@U1>${en.outcomes.late(en.outcomes.states.accepted)}`]);
});

it("each kind of change goes under the act's posts, and under on-call's where that has it", () => {
  const late = { kind: "late", operation: "act-1" } as const;
  expect(
    notificationOfChange(listed({ unknownsCard: "first" }), late).lines.map(({ subject }) => subject),
  ).toEqual(["act:act-1", "unknowns:first"]);
  expect(notificationOfChange(anUnknown(), late).lines.map(({ subject }) => subject)).toEqual(["act:act-1"]);
  expect(ThreadEvent.parse(late)).toEqual(late);
});
