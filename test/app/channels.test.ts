import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import { joon } from "../support/names.ts";
import { en } from "../support/words.ts";

type Chatops = Awaited<ReturnType<typeof startChatops>>;

function answer({ slack }: Chatops, words: string) {
  return slack.as(joon).reads(words);
}

async function ask({ slack }: Chatops, search = "") {
  const delivery = await slack.as(joon).command("/msg-channels", search);
  expect(delivery.ack?.status).toBe(200);
}

describe.each(storyModes)("the list of messenger channels, over %s", (mode) => {
  it("is shown page by page, and read from the platform only once", async () => {
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
    await slack.as(joon).click(last!, "channels.page:back");
  });
});

describe("/msg-channels", () => {
  it("finds channels by search ID, ID or phone number, and shows a single match in full", async () => {
    const chatops = await startChatops();
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
    await chatops.slack.as(joon).click(several, "channels.page:one", { value });
    const one = await answer(chatops, `${en.channels.searchId}: @sandbox-shop-07`);
    expect(one.id).toBe(several.id);
    await chatops.slack.as(joon).click(one, "channels.page:all");
    await answer(chatops, en.lists.part("1", "20", "45"));
    await ask(chatops, "<!here> <b> no such");
    await answer(chatops, "“@here &lt;b&gt; no such”");
  });

  it("keeps the search words when the reader turns the page", async () => {
    const chatops = await startChatops();
    await ask(chatops, "shop");
    const first = await answer(chatops, en.lists.part("1", "20", "45"));
    await chatops.slack.as(joon).click(first, "channels.page:next");
    expect((await answer(chatops, en.lists.part("21", "40", "45"))).text).toContain("“shop”");
  });
});
