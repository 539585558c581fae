import { describe, expect, it, vi } from "vitest";
import { type HistoryDeps, lookUp, turnPage } from "../../../../src/features/history/history.slack.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { Answer } from "../../../../src/slack/answer.ts";
import type { Click, Command } from "../../../../src/slack/interaction.ts";
import type { OperationPage } from "../../../../src/store/index.ts";

const person = { id: "U1", locale: "en", standing: "member" } as const;
const guide = { purpose: "", barred: null, uses: [], notes: [] };
const nothing: OperationPage = { operations: [], next: null };

/** A store that answers when it is told to. */
function deps(list: HistoryDeps["operations"]["list"]): HistoryDeps {
  return {
    operations: { list, get: async () => null, findByMessageId: async () => null },
    posts: { forOperation: async () => [] },
    descriptions: {},
    isOperator: () => false,
    isKnownOperator: () => false,
    retentionDays: 180,
    wordsOf,
  };
}

/** What the person is told, in order; an acknowledgement without words is empty. */
function commandThat(told: string[]): Command {
  return {
    person,
    name: "/msg-history",
    text: "",
    conversation: "C1",
    triggerId: "t",
    ack: async (answer?: Answer) => void told.push(answer?.text ?? ""),
    answer: async ({ text }) => void told.push(text),
    openModal: async () => undefined,
  };
}

describe("history on a store that takes its time", () => {
  it("says that it is reading, and the list follows", async () => {
    const told: string[] = [];
    const { promise, resolve } = Promise.withResolvers<OperationPage>();
    const looking = lookUp(
      commandThat(told),
      guide,
      deps(() => promise),
    );
    await vi.waitFor(() => expect(told).toEqual(["Reading the history…"]));
    resolve(nothing);
    await looking;
    expect(told[1]).toContain("Nothing yet");
  });

  it("hands a failure on to be owned up to, and shows no list", async () => {
    const told: string[] = [];
    const looking = lookUp(
      commandThat(told),
      guide,
      deps(() => Promise.reject(new Error("away"))),
    );
    await expect(looking).rejects.toThrow("away");
    expect(told.join("")).toBe("");
  });
});

/** A click whose own message is replaced; what is said besides is told as well. */
function clickWith(value: string, told: string[]): Click {
  return {
    person,
    actionId: "history.page:next",
    value,
    conversation: "C1",
    messageTs: null,
    view: null,
    ack: async () => {},
    answer: async ({ text }) => void told.push(text),
    replace: async ({ text }) => void told.push(text),
    openModal: async () => undefined,
    pushModal: async () => undefined,
    updateModal: async () => {},
  };
}

describe("a page's button", () => {
  it("is outdated in words when it carries no place", async () => {
    const list = vi.fn(async () => nothing);
    for (const value of ["", "3", '{"everybody":1}']) {
      const told: string[] = [];
      await turnPage(clickWith(value, told), deps(list));
      expect(told).toEqual([expect.stringContaining("older version")]);
    }
    expect(list).not.toHaveBeenCalled();
  });

  it("gives nobody more than their rights, whatever it carries", async () => {
    const told: string[] = [];
    const list = vi.fn(async () => nothing);
    const value = JSON.stringify({ everybody: true, failed: false, trail: [] });
    await turnPage(clickWith(value, told), deps(list));
    expect(told).toEqual(["Only operators may see everybody's history (OPERATORS)."]);
    expect(list).not.toHaveBeenCalled();
  });
});
