import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/index.ts";
import { startChatops } from "../support/chatops.ts";
import { dana } from "../support/names.ts";
import { around, en } from "../support/words.ts";

type Chatops = Awaited<ReturnType<typeof startChatops>>;

type List = {
  command: string;
  path: string;
  /** The action id of the button that reads again; page buttons add to it. */
  pageId: string;
  title: string;
  none: string;
  /** How the platform says that there is no further page. */
  end: "an empty one" | "no nextKey";
  toReply: (rows: unknown[], nextKey?: string) => unknown;
  toRow: (number: number) => object;
  /** How the only row begins: with a heading, or as the list's title. */
  only: RegExp;
  /** Every field there is, without a value. */
  nulls: object;
  /** Where rows are no table: the blocks of text for three of them. */
  texts: number | null;
};

/** Ordered by right: a person who sees payments sees the others too. Names sort like their numbers. */
const lists: List[] = [
  {
    command: "/msg-prices",
    path: "/pricing",
    pageId: "prices.page",
    title: en.prices.title,
    none: en.prices.none,
    end: "an empty one",
    toReply: (rows) => rows,
    // No country has this code, so that the platform's name is shown.
    toRow: (number) => ({ countryName: `row-${10_000 + number}`, countryId: `9${10_000 + number}`, sms: 18 }),
    only: / · row-10001 \(910001\)$/m,
    nulls: {
      ...{ countryName: null, countryId: null, sms: null, lms: null, mms: null, ata: null, cta: null },
      ...{ cti: null, dateCreated: null, dateUpdated: null },
    },
    texts: null,
  },
  {
    command: "/msg-payments",
    path: "/cash",
    pageId: "payments.page",
    title: en.payments.title,
    none: en.payments.none,
    end: "an empty one",
    toReply: (payments) => ({ payments }),
    toRow: (number) => ({
      _id: `id-${number}`,
      description: `row-${10_000 + number}`,
      expDate: "2090/01",
      autoRecharge: number,
    }),
    only: /^row-10001$/m,
    nulls: { _id: null, description: null, expDate: null, autoRecharge: null },
    // A legend below the rows.
    texts: 1 + 3,
  },
  {
    command: "/msg-channels",
    path: "/chat",
    pageId: "channels.page",
    title: en.channels.title,
    none: en.channels.none,
    end: "no nextKey",
    toReply: (friends, nextKey) => ({ limit: 20, friends, startKey: null, nextKey: nextKey ?? null }),
    toRow: (number) => ({ searchId: `row-${10_000 + number}`, pfId: `PF${number}`, senderKeys: [] }),
    only: /^[^\n]+: row-10001$/m,
    nulls: {
      ...{ pfId: null, searchId: null, accountId: null, senderKeys: null, phoneNumber: null },
      ...{ dateCreated: null, dateUpdated: null },
    },
    texts: null,
  },
];

function answer({ slack }: Chatops, words: string) {
  return slack.as(dana).reads(words);
}

describe.each(lists)("$command", (list) => {
  const { command, path, pageId, title, none, only, toReply, toRow, nulls, texts } = list;

  function reply(rows: unknown[], nextKey?: string): Fault {
    return { kind: "status", status: 200, body: toReply(rows, nextKey) };
  }

  /** Asks once; the platform answers each request with the next of these. */
  async function ask(faults: Fault[], times = 20): Promise<Chatops> {
    const chatops = await startChatops();
    chatops.budgets.times = times;
    // Ends the list: otherwise the platform's own rows would follow.
    for (const fault of [...faults, reply([])]) chatops.platform.faults.next(fault, { path });
    const delivery = await chatops.slack.as(dana).command(command, "");
    expect(delivery.ack?.status).toBe(200);
    return chatops;
  }

  it("says that the list is empty", async () => {
    const chatops = await ask([reply([])]);
    const { text, blocks } = await answer(chatops, none);
    expect(text).toContain(title);
    expect(blocks.some(({ type }) => type === "table")).toBe(false);
  });

  it("shows a single row without page numbers", async () => {
    const chatops = await ask([reply([toRow(1)])]);
    const { text } = await answer(chatops, "row-10001");
    expect(text).toMatch(only);
    expect(text).not.toContain(en.lists.part("1", "1", "1"));
  });

  it.each([
    ["first", [null, toRow(1), toRow(2)]],
    ["last", [toRow(1), toRow(2), null]],
  ])("says that the list is incomplete when its %s entry can't be read", async (_, rows) => {
    const chatops = await ask([reply(rows)]);
    const { text } = await answer(chatops, "row-10002");
    expect(text).toContain(en.lists.gaps);
  });

  it("shows thousands of rows page by page, each row once", async () => {
    const chatops = await ask([reply(Array.from({ length: 3000 }, (_, index) => toRow(index)))]);
    const { slack } = chatops;
    const first = await answer(chatops, en.lists.part("1", "20", "3,000"));
    await slack.as(dana).click(first, `${pageId}:next`);
    const second = await answer(chatops, en.lists.part("21", "40", "3,000"));
    expect(second.id).toBe(first.id);
    const shown = [first, second].flatMap(({ text }) =>
      [...text.matchAll(/^row-(\d+)/gm)].map(([name]) => name),
    );
    expect(shown).toEqual(Array.from({ length: 40 }, (_, index) => `row-${10_000 + index}`));
    for (const { text } of [first, second]) expect(text.length).toBeLessThan(4000);
  });

  it("shows a row whose values are all null, and a row with unknown fields", async () => {
    const unknown = { ...toRow(2), surprise: { deep: ["x"] }, more: 1 };
    const chatops = await ask([reply([nulls, {}, unknown])]);
    const { text, blocks } = await answer(chatops, "row-10002");
    expect(text).not.toMatch(/null|undefined|NaN|Invalid|surprise|object Object/);
    if (texts !== null) {
      expect(blocks.filter(({ type }) => type === "rich_text")).toHaveLength(texts);
    } else expect(blocks.find(({ type }) => type === "table")).toMatchObject({ rows: { length: 4 } });
  });

  it("shows the list as soon as a slow platform has answered", async () => {
    const chatops = await ask([{ kind: "delay", ms: 60_000 }], 1);
    const { platform } = chatops;
    platform.faults.release();
    const { text } = await answer(chatops, around(en.lists.asOf).before);
    expect(text).toContain(title);
  });

  it.each([
    ["answers 403", { kind: "refuse", errorCode: "Forbidden", errorMessage: "01012345678", status: 403 }],
    ["cuts its reply off", { kind: "cut" }],
    ["answers without the expected fields", { kind: "useless" }],
  ] as const)(
    "says that the list wasn't read when the platform %s, and reads it again after a click",
    async (_, fault) => {
      const chatops = await ask(Array.from({ length: 9 }, () => fault));
      const { slack, platform } = chatops;
      const failed = await answer(chatops, en.lists.notRead);
      expect(failed.text).toContain(title);
      expect(failed.text).not.toMatch(/01012345678|row-/);
      platform.faults.clear();
      for (const body of [reply([toRow(1)]), reply([])]) platform.faults.next(body, { path });
      await slack.as(dana).click(failed, pageId);
      const read = await answer(chatops, "row-10001");
      expect(read.id).toBe(failed.id);
    },
  );
});
