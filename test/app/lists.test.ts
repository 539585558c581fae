import { describe, expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/index.ts";
import { startChatops } from "../support/chatops.ts";

const tests = "C0TESTS";
const dana = "U0DANA";

type Chatops = Awaited<ReturnType<typeof startChatops>>;

type List = {
  command: string;
  path: string;
  /** Of the page buttons. */
  pageId: string;
  title: string;
  none: string;
  toReply: (rows: unknown[]) => unknown;
  toRow: (number: number) => object;
};

/** Who sees payments sees the others too. Names sort as they count. */
const lists: List[] = [
  {
    command: "/msg-prices",
    path: "/pricing",
    pageId: "prices.page",
    title: "Message prices",
    none: "The platform lists no prices.",
    toReply: (rows) => rows,
    toRow: (number) => ({ countryName: `row-${10_000 + number}`, countryId: String(number), sms: 18 }),
  },
  {
    command: "/msg-payments",
    path: "/cash",
    pageId: "payments.page",
    title: "Payment methods",
    none: "The account has no payment methods.",
    toReply: (payments) => ({ payments }),
    toRow: (number) => ({
      _id: `id-${number}`,
      description: `row-${10_000 + number}`,
      expDate: "2090/01",
      autoRecharge: number,
    }),
  },
];

function answer({ slack }: Chatops, words: string) {
  return slack.waitFor(() => slack.ephemerals(dana).find(({ text }) => text.includes(words)), {
    what: `an answer with “${words}”`,
    timeoutMs: 20_000,
  });
}

describe.each(lists)("$command", ({ command, path, pageId, title, none, toReply, toRow }) => {
  function reply(rows: unknown[]): Fault {
    return { kind: "status", status: 200, body: toReply(rows) };
  }

  /** Asks once; the platform answers with these, one a request. */
  async function ask(faults: Fault[]): Promise<Chatops> {
    const chatops = await startChatops();
    for (const fault of faults) chatops.platform.faults.next(fault, { path });
    const delivery = await chatops.slack.as(dana).command(command, "", { conversation: tests });
    expect(delivery.ack?.status).toBe(200);
    return chatops;
  }

  it("says that there is none", async () => {
    const chatops = await ask([reply([])]);
    const { text, blocks } = await answer(chatops, none);
    expect(text).toContain(title);
    expect(blocks.some(({ type }) => type === "table")).toBe(false);
    expect(chatops.slack.findings).toEqual([]);
  });

  it("shows thousands page by page, none twice and none left out", async () => {
    const chatops = await ask([reply(Array.from({ length: 3000 }, (_, index) => toRow(index)))]);
    const { slack } = chatops;
    const first = await answer(chatops, "1–20 of 3,000");
    await slack.as(dana).click({ ephemeral: first }, `${pageId}:next`);
    const second = await answer(chatops, "21–40 of 3,000");
    expect(second.id).toBe(first.id);
    const shown = [first, second].flatMap(({ text }) =>
      [...text.matchAll(/^row-(\d+)/gm)].map(([name]) => name),
    );
    expect(shown).toEqual(Array.from({ length: 40 }, (_, index) => `row-${10_000 + index}`));
    for (const { text } of [first, second]) expect(text.length).toBeLessThan(4000);
    expect(slack.findings).toEqual([]);
  });
});
