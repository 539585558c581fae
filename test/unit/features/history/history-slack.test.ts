import { describe, expect, it, vi } from "vitest";
import { within } from "../../../../src/deadline.ts";
import type { AppContext } from "../../../../src/features/feature.ts";
import { everything } from "../../../../src/features/history/history.input.ts";
import { lookUp, openDetails, turnPage } from "../../../../src/features/history/history.slack.ts";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import type { Answer } from "../../../../src/slack/blocks/answer.ts";
import { shorten } from "../../../../src/slack/blocks/limits.ts";
import { InteractionState } from "../../../../src/slack/edge/attend.ts";
import type { Click, Command } from "../../../../src/slack/edge/interaction.ts";
import type { Operation, OperationPage, Store } from "../../../../src/store/index.ts";
import { eventually } from "../../../support/eventually.ts";
import { anUnknown } from "../../../support/operation.ts";
import { spoken } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";

const person = { id: "U1", locale: "en", standing: "member" } as const;
const guide = { purpose: "", denied: null, uses: [], notes: [] };
const nothing: OperationPage = { operations: [], next: null };

/** The app with this list of operations as its store. */
function deps(list: Store["operations"]["list"], own: Own = {}): AppContext {
  const { get = async () => null, listPosts = async () => [], describe = () => null } = own;
  const isOperator = () => own.isOperator === true;
  const operators = { everyone: false, users: ["U9", "W8"], groups: [] };
  const app = {
    store: {
      operations: { list, get, ofAct: async () => [], findByMessageId: async () => null },
      posts: { list: listPosts },
    },
    operations: { describe },
    presenterOf: () => undefined,
    services: () => ({}),
    people: { isOn: isOperator, isKnownToBeOn: () => false },
    config: { people: { operators }, timeZone: "Asia/Seoul" },
    within,
    now: () => new Date(Date.UTC(2026, 10, 22, 3)),
  };
  return app as unknown as AppContext;
}

type Own = {
  get?: () => Promise<Operation | null>;
  listPosts?: Store["posts"]["list"];
  describe?: AppContext["operations"]["describe"];
  isOperator?: boolean;
};

/** Collects the texts of the answers in order; an acknowledgement without text is "". */
function commandThat(told: string[]): Command {
  return {
    ...spoken,
    person,
    name: "/msg-history",
    text: "",
    conversation: "C1",
    triggerId: "t",
    delivery: new InteractionState(),
    ack: async (answer?: Answer) => void told.push(answer?.text ?? ""),
    answer: async ({ text }) => void told.push(text),
    openModal: async () => undefined,
  };
}

describe("/msg-history on a slow store", () => {
  it("says that it is reading, then shows the list", async () => {
    const told: string[] = [];
    const { promise, resolve } = Promise.withResolvers<OperationPage>();
    const looking = lookUp(
      commandThat(told),
      guide,
      deps(() => promise),
    );
    await eventually(() => expect(told).toEqual([en.history.loading]));
    resolve(nothing);
    await looking;
    expect(told[1]).toContain(en.history.empty);
  });

  it("throws the store's error and shows no list", async () => {
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

it.each([
  [true, {}],
  [false, { author: person.id }],
])(
  "“all” with a template's ID searches everybody's history for operators alone: %s",
  async (isOperator, whose) => {
    const asked: Parameters<Store["operations"]["list"]>[0][] = [];
    const list = async (filter: (typeof asked)[number]) => {
      asked.push(filter);
      return nothing;
    };
    const text = "all KA01TP260201010000000ORDERPLACED";
    await lookUp({ ...commandThat([]), text }, guide, deps(list, { isOperator }));
    const { author } = asked[0] ?? {};
    expect(author === undefined ? {} : { author }).toEqual(whose);
  },
);

describe("/msg-history on a store that fails after “Reading the history…”", () => {
  const failure = new Error("away");

  it("replaces that text with a button to try again, and throws the error", async () => {
    const replaced: Answer[] = [];
    const value = JSON.stringify({ ...everything, failed: true, cursors: ["1.a"] });
    const { promise, reject } = Promise.withResolvers<OperationPage>();
    const click = { ...clickWith(value, []), replace: async (answer: Answer) => void replaced.push(answer) };
    const turning = turnPage(
      click,
      deps(() => promise),
    );
    await eventually(() => expect(replaced.map(({ text }) => text)).toEqual([en.history.loading]));
    reject(failure);
    await expect(turning).rejects.toBe(failure);
    expect(replaced).toHaveLength(2);
    const { text, blocks } = replaced[1]!;
    expect(text).toBe(en.history.title.ownFailed);
    const buttons = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
    expect(buttons).toEqual([expect.objectContaining({ action_id: "history.page", value })]);
  });

  it("throws the store's error also if Slack refuses to replace that text", async () => {
    const { promise, reject } = Promise.withResolvers<OperationPage>();
    const told: string[] = [];
    const click = {
      ...clickWith(JSON.stringify({ ...everything, cursors: [] }), []),
      replace: async ({ text }: Answer) => {
        told.push(text);
        if (told.length === 2) throw new Error("response_url answered 404");
      },
    };
    const turning = turnPage(
      click,
      deps(() => promise),
    );
    await eventually(() => expect(told).toHaveLength(1));
    reject(failure);
    await expect(turning).rejects.toBe(failure);
    expect(told).toHaveLength(2);
  });

  it("adds nothing to that text if a single operation was asked for, and throws the error", async () => {
    const told: string[] = [];
    const { promise, reject } = Promise.withResolvers<null>();
    const looking = lookUp(
      { ...commandThat(told), text: "M4V1" },
      guide,
      deps(async () => nothing, { get: () => promise }),
    );
    await eventually(() => expect(told).toEqual([en.history.loading]));
    reject(failure);
    await expect(looking).rejects.toBe(failure);
    expect(told).toEqual([en.history.loading]);
  });
});

/** Collects the texts of new and of replaced Slack messages. */
function clickWith(value: string, told: string[]): Click {
  return {
    ...spoken,
    person,
    actionId: "history.page:next",
    value,
    triggerId: "click",
    delivery: new InteractionState(),
    conversation: "C1",
    form: null,
    ack: async () => {},
    answer: async ({ text }) => void told.push(text),
    replace: async ({ text }) => void told.push(text),
    openModal: async () => undefined,
    updateModal: async () => {},
  };
}

it("a history page marks an unreadable row, and shows its other rows", async () => {
  const told: string[] = [];
  const operations = [anUnknown({ id: "new" }), anUnknown({ id: "old", request: { from: "another age" } })];
  await lookUp(
    commandThat(told),
    guide,
    deps(async () => ({ operations, next: null }), { describe: describeMessage }),
  );
  expect(told.join("")).toContain("010-2345-6789");
  expect(told.join("")).toContain(en.history.unreadable);
  for (const id of ["new", "old"]) expect(told.join("")).toContain(id);
});

describe("a page button of the history", () => {
  it("is answered “out of date” if its value has no valid position", async () => {
    const list = vi.fn(async () => nothing);
    for (const value of ["", "3", '{"everybody":1}']) {
      const told: string[] = [];
      await turnPage(clickWith(value, told), deps(list));
      expect(told).toEqual([en.edge.outdated]);
    }
    expect(list).not.toHaveBeenCalled();
  });

  it("refuses everybody's history to a member even if its value asks for it", async () => {
    const told: string[] = [];
    const list = vi.fn(async () => nothing);
    const value = JSON.stringify({ ...everything, everybody: true, cursors: [] });
    await turnPage(clickWith(value, told), deps(list));
    expect(told).toEqual([`${en.history.operatorsOnly} Ask <@U9>, <@W8> for access.`]);
    expect(list).not.toHaveBeenCalled();
  });
});

describe("the Details button", () => {
  it("shows an operation's history entry to its author", async () => {
    const told: string[] = [];
    const operation = anUnknown({ id: "act-7", author: person.id });
    await openDetails(
      clickWith("act-7", told),
      deps(async () => nothing, { get: async () => operation }),
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`${en.outcomes.operationId} act-7`);
  });

  it("names the posts of the whole act, and on-call's post", async () => {
    const asked: string[] = [];
    const told: string[] = [];
    const message = anUnknown({ id: "act-7:send", act: "act-7", author: person.id, unknownsCard: "act-3" });
    const listPosts = async (subjects: readonly string[]) => {
      asked.push(...subjects);
      const position = { audience: "result", message: { channel: "C1", ts: "1.1" } };
      const state = { waits: false, mayRepeat: false, error: null };
      return subjects.map((subject, index) => ({ subject, destination: `C${index}`, ...position, ...state }));
    };
    await openDetails(
      clickWith("act-7:send", told),
      deps(async () => nothing, { get: async () => message, listPosts }),
    );
    expect(asked).toEqual(["act:act-7", "unknowns:act-3"]);
    for (const position of ["<#C0>", "<#C1>"]) expect(told.join("")).toContain(position);
  });

  it.each(["act-7", "x".repeat(2000)])(
    "answers “not found” for somebody else's operation: %#",
    async (value) => {
      const told: string[] = [];
      const theirs = anUnknown({ id: value, author: "U2" });
      await openDetails(
        clickWith(value, told),
        deps(async () => nothing, { get: async () => theirs }),
      );
      expect(told).toEqual([en.history.notFound(shorten(value, 60))]);
    },
  );
});
