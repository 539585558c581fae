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

/** The thread reply below the result's post, in a team of that language. */
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

describe.each(languages)("a thread reply in %s", (locale, words) => {
  const { outcomes, receipts } = words;

  it.each(["arrived", "did_not_arrive"] as const)(
    "names the person who reported, and mentions the author: %s",
    async (as) => {
      const event = (by: string) => ({ kind: "reported", operation: "act-1", by, as }) as const;
      expect(await said(listed(resolvedAs(as)), event("U2"), locale)).toBe(`<@U2>${outcomes.says[as]} <@U1>`);
      expect(await said(listed(resolvedAs(as)), event("U1"), locale)).toBe(`<@U1>${outcomes.says[as]}`);
    },
  );

  it.each(["accepted", "refused", "not_sent", "unknown"] as const)(
    "names the outcome of a second try at that time: %s",
    async (outcome) => {
      // A later change of that try has a reply of its own.
      const operation = listed({ tries: [aTrySummary({ outcome: "refused" })] });
      const event = { kind: "sent_again", operation: "act-1", by: "U3", outcome } as const;
      expect(await said(operation, event, locale)).toBe(
        `<@U3>${outcomes.triedAgain(outcomes.states[outcome])}`,
      );
    },
  );

  it.each(["accepted", "refused", "not_sent"] as const)(
    "names the platform's late answer: %s",
    async (outcome) => {
      const event = { kind: "late", operation: "act-1" } as const;
      const result = { code: "1061", words: null, status: 200, reply: null };
      const late = await said(corrected({ outcome, result }), event, locale);
      expect(late?.startsWith(`<@U1>${outcomes.late(outcomes.states[outcome])}`)).toBe(true);
      if (outcome !== "accepted") expect(late).toContain(words.reasons.byCode["1061"]?.says);
    },
  );

  it("quotes the phone owner's answer at that time", async () => {
    const receipt = aReceipt("arrived");
    const event = { kind: "receipt", operation: "act-1", as: "looks_wrong", words: "Blurred" } as const;
    const line = await said(listed({ receipt }), event, locale);
    expect(line).toContain("<@U7>");
    expect(line).toContain("Blurred");
    expect(line?.endsWith(" <@U1>")).toBe(true);
    const own = await said(listed({ receipt: { ...receipt, phoneOwner: "U1" } }), event, locale);
    expect(own?.split("<@U1>")).toHaveLength(2);
    expect(JSON.stringify(receipts)).not.toContain("Blurred");
  });

  it("names a further unknown outcome and its author below on-call's card", async () => {
    const options = { presenter: aPresenter({ teamLocale: locale }) };
    const event = { kind: "listed", operation: "act-1" } as const;
    const line = { subject: "unknowns:first", event } as const;
    const [told] = await renderLinesOf(listed({ unknownsCard: "first" }), { lines: [line] }, options);
    expect(told?.body.text).toBe(`${outcomes.title.unknown(outcomes.message)} · 010-****-6789 · <@U1>`);
  });

  it("names the outcome of an operation that waited", async () => {
    const event = { kind: "ended", operation: "act-1" } as const;
    const ended = await said(anUnknown({ outcome: "refused" }), event, locale);
    expect(ended).toBe(`<@U1> ${outcomes.title.refused(outcomes.message)} · 010-****-6789`);
  });
});

it("a phone owner's quote that repeats the message is hidden in a conversation", async () => {
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

it("a thread reply is not rendered without its operation", async () => {
  const { line } = rendererOf([]);
  const [post] = notificationOfEnd(listed(), "closed", presenter).posts ?? [];
  expect(await line?.(queued(post!), { kind: "late", operation: "act-1" })).toBeNull();
});

it("a thread reply for an unknown or broken event throws", async () => {
  const { line } = rendererOf([listed()]);
  const [post] = notificationOfEnd(listed(), "closed", presenter).posts ?? [];
  for (const event of [{ kind: "sung", operation: "act-1" }, { kind: "late" }, null, "late"]) {
    await expect(line?.(queued(post!), event)).rejects.toThrow();
  }
});

it("a thread reply for a feature's own event is rendered by that feature", async () => {
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

it("a change is a thread reply below the act's posts, and below on-call's if there is one", () => {
  const late = { kind: "late", operation: "act-1" } as const;
  expect(
    notificationOfChange(listed({ unknownsCard: "first" }), late).lines.map(({ subject }) => subject),
  ).toEqual(["act:act-1", "unknowns:first"]);
  expect(notificationOfChange(anUnknown(), late).lines.map(({ subject }) => subject)).toEqual(["act:act-1"]);
  expect(ThreadEvent.parse(late)).toEqual(late);
});
