import { describe, expect, it } from "vitest";
import { oneMode, startChatops, storyModes } from "../support/chatops.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

type Chatops = Awaited<ReturnType<typeof startChatops>>;

function answer({ slack }: Chatops, words: string) {
  return slack.waitFor(() => slack.ephemerals(joon).find(({ text }) => text.includes(words)), {
    what: `an answer with “${words}”`,
  });
}

async function ask({ slack }: Chatops, search = "") {
  const delivery = await slack.as(joon).command("/msg-channels", search, { conversation: tests });
  expect(delivery.ack?.status).toBe(200);
}

function page(friends: unknown[], nextKey: string | null) {
  return { kind: "status", status: 200, body: { limit: 20, friends, startKey: "k", nextKey } } as const;
}

function channel(number: number) {
  return {
    pfId: `PF${number}`,
    searchId: `@shop-${number}`,
    accountId: "1",
    senderKeys: [{ key: "abc", service: "vendorA", categoryCode: "001" }],
    phoneNumber: "02-100-2000",
    dateCreated: "2026-01-01T15:00:00.000Z",
    dateUpdated: "2026-01-01T15:00:00.000Z",
  };
}

describe.each(storyModes)("messenger channels over %s", (mode) => {
  it("are shown page by page, and read from the platform only once", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    await ask(chatops);
    const seen: string[] = [];
    for (;;) {
      const { text, id } = await answer(chatops, "@sandbox-shop");
      const shown = [...text.matchAll(/@sandbox-shop-\d+(?=: )/g)].map(([name]) => name);
      expect(shown.length).toBeGreaterThan(0);
      seen.push(...shown);
      const ephemeral = slack.ephemerals(joon).find((one) => one.id === id)!;
      if (!JSON.stringify(ephemeral.blocks).includes(`"${en.lists.next}"`)) break;
      await slack.as(joon).click({ ephemeral }, "channels.page:next");
      await slack.waitFor(() => slack.ephemerals(joon).some((one) => one.id === id && one.text !== text), {
        what: "the next page",
      });
    }
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    expect(platform.requests).toHaveLength(3);
    const last = slack.ephemerals(joon).find(({ text }) => text.includes("@sandbox-shop-01"));
    expect(last!.text).toContain("of 45");
    const { phoneNumber } = platform.state.channels.at(-1)!;
    expect(last!.text.split("\n")).toContain(`@sandbox-shop-01: ${phoneNumber}`);
    expect(last!.text).not.toContain("vendorA");
    await slack.as(joon).click({ ephemeral: last! }, "channels.page:back");
    expect(slack.findings).toEqual([]);
  });
});

describe("messenger channels", () => {
  const mode = oneMode;

  it("are read until the platform repeats a page key, also past a short page", async () => {
    const chatops = await startChatops({ mode });
    const { platform } = chatops;
    const target = { path: "/chat" };
    platform.faults.next(page([channel(1), channel(2)], "a"), target);
    platform.faults.next(page([channel(3)], "b"), target);
    platform.faults.next(page([channel(4)], "b"), target);
    await ask(chatops);
    const { text } = await answer(chatops, "@shop-4");
    for (const number of [1, 2, 3]) expect(text).toContain(`@shop-${number}`);
    expect(platform.requests).toHaveLength(3);
  });

  it("are shown also with fields missing, and an empty list says that there are none", async () => {
    const chatops = await startChatops({ mode });
    chatops.platform.faults.next(
      page([{ pfId: "<@U0MINA>", senderKeys: null, dateCreated: "soon", more: [1] }], null),
      { path: "/chat" },
    );
    await ask(chatops);
    const { text } = await answer(chatops, en.channels.pfId);
    expect(text).toContain(`${en.channels.pfId}: &lt;@U0MINA&gt;\n${en.channels.created}: soon`);
    await chatops.app.stop();

    const empty = await startChatops({ mode });
    empty.platform.faults.next(page([], null), { path: "/chat" });
    await ask(empty);
    await answer(empty, en.channels.none);
    expect([...chatops.slack.findings, ...empty.slack.findings]).toEqual([]);
  });

  it("are found by search ID, ID or number, and a single one is shown in full", async () => {
    const chatops = await startChatops({ mode });
    const [first] = chatops.platform.state.channels;
    const { accountId, phoneNumber, pfId } = first!;
    for (const search of ["sandbox-shop-45", pfId, phoneNumber.replaceAll("-", "")]) {
      const before = chatops.slack.ephemerals(joon).length;
      await ask(chatops, search);
      const { text } = await chatops.slack.waitFor(() =>
        chatops.slack
          .ephemerals(joon)
          .slice(before)
          .find((one) => one.text.includes("@sandbox-shop-45")),
      );
      expect(text).toContain(`${en.channels.account}: ${accountId}`);
      expect(text).toContain("vendorA 00100010001");
      expect(text).toContain(`${en.channels.created}: 1 Jan 2026`);
    }
    await ask(chatops, "shop-0");
    const several = await answer(chatops, "“shop-0”");
    expect([...several.text.matchAll(/@sandbox-shop-\d+: /g)]).toHaveLength(9);
    // The menu that chooses one stands above the list, which may end below the screen.
    expect(several.blocks[1]).toMatchObject({ elements: [{ placeholder: { text: en.channels.choose } }] });
    const value = JSON.stringify({ search: "@sandbox-shop-07", page: 0 });
    await chatops.slack.as(joon).click({ ephemeral: several }, "channels.page:one", { value });
    const one = await answer(chatops, `${en.channels.searchId}: @sandbox-shop-07`);
    expect(one.id).toBe(several.id);
    await chatops.slack.as(joon).click({ ephemeral: one }, "channels.page:all");
    await answer(chatops, en.lists.part("1", "20", "45"));
    await ask(chatops, "<!here> <b> no such");
    await answer(chatops, "“@here &lt;b&gt; no such”");
    expect(chatops.slack.findings).toEqual([]);
  });

  it("keep the search from page to page", async () => {
    const chatops = await startChatops({ mode });
    await ask(chatops, "shop");
    const first = await answer(chatops, en.lists.part("1", "20", "45"));
    await chatops.slack.as(joon).click({ ephemeral: first }, "channels.page:next");
    expect((await answer(chatops, en.lists.part("21", "40", "45"))).text).toContain("“shop”");
  });

  it("are shown page by page if there are thousands", async () => {
    const chatops = await startChatops({ mode });
    chatops.platform.faults.next(
      page(
        Array.from({ length: 3000 }, (_, index) => channel(index)),
        null,
      ),
      {
        path: "/chat",
      },
    );
    await ask(chatops);
    const first = await answer(chatops, "of 3,000");
    // There are more channels than a menu holds.
    expect(first.text.split("\n")[2]).toMatch(/\/msg-channels @shop-0$/);
    expect(first.text.length).toBeLessThan(4000);
    await chatops.slack.as(joon).click({ ephemeral: first }, "channels.page:next");
    await chatops.slack.waitFor(
      () =>
        chatops.slack
          .ephemerals(joon)
          .find(({ id }) => id === first.id)
          ?.text.includes("@shop-30"),
      { what: "the next page in the same place" },
    );
    expect(chatops.slack.findings).toEqual([]);
  });

  it("are not shown at all if the platform fails after the first page", async () => {
    const chatops = await startChatops({ mode });
    const target = { path: "/chat" };
    chatops.platform.faults.next(page([channel(1)], "a"), target);
    for (let tries = 0; tries < 6; tries += 1) chatops.platform.faults.next({ kind: "garbage" }, target);
    await ask(chatops);
    const { text } = await answer(chatops, en.lists.notRead);
    expect(text).not.toContain("@shop");
    expect(chatops.slack.findings).toEqual([]);
  });
});
