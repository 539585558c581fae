import { describe, expect, it, vi } from "vitest";
import { within } from "../../../../src/deadline.ts";
import type { AppContext } from "../../../../src/features/feature.ts";
import { noFilters } from "../../../../src/features/history/history.input.ts";
import {
  handleHistoryCommand,
  handlePageButton,
  openDetails,
} from "../../../../src/features/history/history.slack.ts";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import type { Answer } from "../../../../src/slack/blocks/answer.ts";
import { shorten } from "../../../../src/slack/blocks/limits.ts";
import type { Operation, OperationPage, Store } from "../../../../src/store/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { aClick, aCommand } from "../../outcomes/interactions.ts";

const guide = { purpose: "", denied: null, uses: [], notes: [] };
const nothing: OperationPage = { operations: [], next: null };
const failure = new Error("away");

type Own = {
  list?: Store["operations"]["list"];
  get?: () => Promise<Operation | null>;
  listPosts?: Store["posts"]["list"];
  describe?: AppContext["operations"]["describe"];
  isOperator?: boolean;
};

/** The app over this store. */
function deps(own: Own = {}): AppContext {
  const { list = async () => nothing, get = async () => null, listPosts = async () => [] } = own;
  const { describe = () => null, isOperator = false } = own;
  const app = {
    store: {
      operations: { list, get, ofAct: async () => [], findByMessageId: async () => null },
      posts: { list: listPosts },
    },
    operations: { describe },
    presenterOf: () => undefined,
    services: () => ({}),
    people: { isOn: () => isOperator, isKnownToBeOn: () => false },
    config: {
      people: { operators: { everyone: false, users: ["U9", "W8"], groups: [] } },
      timeZone: "Asia/Seoul",
    },
    within,
    now: () => new Date(Date.UTC(2026, 10, 22, 3)),
  };
  return app as unknown as AppContext;
}

/** A store that answers when the test says so. */
function slowly<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return { read: () => promise, resolve, reject };
}

describe("/msg-history", () => {
  it("first says “Reading…” if the store is slow, then shows the list", async () => {
    const told: string[] = [];
    const { read, resolve } = slowly<OperationPage>();
    const looking = handleHistoryCommand(aCommand(told), guide, deps({ list: read }));
    await eventually(() => expect(told).toEqual([en.history.loading]));
    resolve(nothing);
    await looking;
    expect(told[1]).toContain(en.history.empty);
  });

  it("throws the store's error and shows no list if the store fails", async () => {
    const told: string[] = [];
    const looking = handleHistoryCommand(
      aCommand(told),
      guide,
      deps({ list: () => Promise.reject(failure) }),
    );
    await expect(looking).rejects.toThrow("away");
    expect(told.join("")).toBe("");
  });

  it("shows nothing after “Reading…” and throws the error if the operation with an ID can't be read", async () => {
    const told: string[] = [];
    const { read, reject } = slowly<null>();
    const looking = handleHistoryCommand(aCommand(told, { text: "M4V1" }), guide, deps({ get: read }));
    await eventually(() => expect(told).toEqual([en.history.loading]));
    reject(failure);
    await expect(looking).rejects.toBe(failure);
    expect(told).toEqual([en.history.loading]);
  });

  it.each([
    [true, undefined],
    [false, "U1"],
  ])(
    "“all” and a template's ID searches everybody's operations for operators only: operator %s",
    async (isOperator, author) => {
      const list = vi.fn(async (_: Parameters<Store["operations"]["list"]>[0]) => nothing);
      const text = "all KA01TP260201010000000ORDERPLACED";
      await handleHistoryCommand(aCommand([], { text }), guide, deps({ list, isOperator }));
      expect(list.mock.calls[0]?.[0].author).toBe(author);
    },
  );

  it("marks an operation that can't be read, and shows the others of the page", async () => {
    const told: string[] = [];
    const operations = [anUnknown({ id: "new" }), anUnknown({ id: "old", request: { from: "another age" } })];
    const list = async () => ({ operations, next: null });
    await handleHistoryCommand(aCommand(told), guide, deps({ list, describe: describeMessage }));
    for (const shown of ["010-2345-6789", en.history.unreadable, "new", "old"])
      expect(told.join("")).toContain(shown);
  });
});

describe("the button that turns a page of the history", () => {
  it("replaces “Reading…” by a button to try again and throws the error if the store fails", async () => {
    const replaced: Answer[] = [];
    const value = JSON.stringify({ ...noFilters, failed: true, cursors: ["1.a"] });
    const { read, reject } = slowly<OperationPage>();
    const click = aClick([], { value, replace: async (answer) => void replaced.push(answer) });
    const turning = handlePageButton(click, deps({ list: read }));
    await eventually(() => expect(replaced.map(({ text }) => text)).toEqual([en.history.loading]));
    reject(failure);
    await expect(turning).rejects.toBe(failure);
    expect(replaced.map(({ text }) => text)).toEqual([en.history.loading, en.history.title.ownFailed]);
    const buttons = replaced[1]!.blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
    expect(buttons).toEqual([expect.objectContaining({ action_id: "history.page", value })]);
  });

  it("throws the store's error even if Slack refuses to replace “Reading…”", async () => {
    const told: string[] = [];
    const { read, reject } = slowly<OperationPage>();
    const replace = async ({ text }: Answer) => {
      told.push(text);
      if (told.length === 2) throw new Error("response_url answered 404");
    };
    const value = JSON.stringify({ ...noFilters, cursors: [] });
    const turning = handlePageButton(aClick([], { value, replace }), deps({ list: read }));
    await eventually(() => expect(told).toHaveLength(1));
    reject(failure);
    await expect(turning).rejects.toBe(failure);
    expect(told).toHaveLength(2);
  });

  it.each([
    ["", en.edge.outdated],
    ["3", en.edge.outdated],
    ['{"everybody":1}', en.edge.outdated],
    // A member has no such button.
    [
      JSON.stringify({ ...noFilters, everybody: true, cursors: [] }),
      `${en.history.operatorsOnly} Ask <@U9>, <@W8> for access.`,
    ],
  ])("reads nothing from the store for the invalid or forbidden value %j", async (value, says) => {
    const told: string[] = [];
    const list = vi.fn(async () => nothing);
    await handlePageButton(aClick(told, { value }), deps({ list }));
    expect(told).toEqual([says]);
    expect(list).not.toHaveBeenCalled();
  });
});

describe("the Details button of an operation", () => {
  const open = async (operation: Operation, own: Own = {}) => {
    const told: string[] = [];
    const click = aClick(told, { value: operation.id });
    await openDetails(click, deps({ get: async () => operation, ...own }));
    return told;
  };

  it("lists the posts of the whole act, and the post to on-call", async () => {
    const listPosts = vi.fn(async (subjects: readonly string[]) =>
      subjects.map((subject, index) => ({
        ...{ subject, audience: "result", destination: `C${index}`, message: { channel: "C1", ts: "1.1" } },
        ...{ waits: false, mayRepeat: false, error: null },
      })),
    );
    const message = anUnknown({ id: "act-7:send", act: "act-7", unknownsCard: "act-3" });
    const told = await open(message, { listPosts });
    expect(listPosts.mock.calls).toEqual([[["act:act-7", "unknowns:act-3"]]]);
    for (const shown of [`${en.outcomes.operationId} act-7:send`, "<#C0>", "<#C1>"])
      expect(told.join("")).toContain(shown);
  });

  it.each(["act-7", "x".repeat(2000)])(
    "answers “not found” for somebody else's operation, case %#",
    async (id) => {
      expect(await open(anUnknown({ id, author: "U2" }))).toEqual([en.history.notFound(shorten(id, 60))]);
    },
  );
});
