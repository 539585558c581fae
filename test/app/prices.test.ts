import { describe, expect, it } from "vitest";
import { startChatops, storyModes } from "../support/chatops.ts";
import { joon, minji, tests } from "../support/names.ts";
import { core, en, ko } from "../support/words.ts";

/** The row's name in one country's table. */
const sms = `SMS (${en.prices.kinds.sms})`;

type Chatops = Awaited<ReturnType<typeof startChatops>>;

/** Waits for an answer with these words. */
function answer({ slack }: Chatops, who: string, words: string) {
  return slack.as(who).reads(words);
}

async function ask(chatops: Chatops, who: string, text = "") {
  const delivery = await chatops.slack.as(who).command("/msg-prices", text);
  expect(delivery.ack?.status).toBe(200);
}

/** The page buttons, from left to right. */
const turns = ({ blocks }: { blocks: readonly object[] }) =>
  [
    ...JSON.stringify(blocks).matchAll(
      /"action_id":"(prices\.page:(?:back|next))","text":\{[^}]*"text":"([^"]*)"/g,
    ),
  ].map(([, id, text]) => [id, text]);

describe.each(storyModes)("/msg-prices over %s", (mode) => {
  it("finds a region by its flag emoji, and finds nothing by another emoji", async () => {
    const chatops = await startChatops({ mode });
    await ask(chatops, joon, ":flag-england:");
    expect((await answer(chatops, joon, "(44)")).text).not.toContain("(82)");
    await ask(chatops, joon, ":smile:");
    await answer(chatops, joon, en.prices.unknown("😄"));
  });

  it("shows a table of several pages to the asker only", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform, person } = chatops;
    await ask(chatops, joon);
    const first = await answer(chatops, joon, en.lists.part("1", "20", "67"));
    expect(first.text).toContain(en.prices.basis.account);
    expect(first.text).toMatch(/^South Korea \(82\): SMS 18, LMS 45, .*\nArgentina \(54\): /m);
    expect(first.text).toContain("Australia (61): SMS 59.4, LMS 450");
    expect(first.text.split(en.prices.unit)).toHaveLength(2);
    expect(first.blocks.filter(({ type }) => type === "table")).toHaveLength(1);
    const before = platform.requests.length;

    await person.click(first, "prices.page:next");
    const second = await answer(chatops, joon, en.lists.part("21", "40", "67"));
    expect(second.id).toBe(first.id);
    await person.click(second, "prices.page:back");
    const back = await answer(chatops, joon, en.lists.part("1", "20", "67"));
    expect(turns(back)).toEqual([["prices.page:next", en.lists.next]]);
    let last = back;
    for (const [from, to] of [
      ["21", "40"],
      ["41", "60"],
      ["61", "67"],
    ] as const) {
      await person.click(last, "prices.page:next");
      last = await answer(chatops, joon, en.lists.part(from, to, "67"));
    }
    expect(turns(last)).toEqual([
      ["prices.page:next", en.lists.first],
      ["prices.page:back", en.lists.back],
    ]);
    await person.click(last, "prices.page:next");
    await answer(chatops, joon, en.lists.part("1", "20", "67"));
    expect(platform.requests).toHaveLength(before);

    await person.click(first, "prices.page:default");
    const plain = await answer(chatops, joon, en.prices.basis.default);
    expect(plain.text).toContain("Australia (61): SMS 66");
    expect(slack.messages(tests)).toEqual([]);
    expect(slack.ephemerals("U0MINA")).toEqual([]);
  });
});

describe("/msg-prices", () => {
  it("finds one country by its number, its code or its name", async () => {
    const chatops = await startChatops();
    for (const typed of ["82", "+82", "kr", "South Korea", "한국"]) await ask(chatops, joon, typed);
    const { slack } = chatops;
    await slack.waitFor(() => slack.ephemerals(joon).length === 5);
    for (const { text } of slack.ephemerals(joon)) {
      expect(text).toContain(`${en.prices.title} · South Korea (82)`);
      expect(text).toContain(`${en.prices.kind}: ${en.prices.each}\n${sms}: 18\nLMS `);
      expect(text.split(en.prices.unit)).toHaveLength(2);
      expect(text).toContain(core(en.prices.dates));
    }
    const { blocks } = slack.ephemerals(joon)[0]!;
    const table = blocks.find(({ type }) => type === "table");
    expect(table).toMatchObject({ rows: { length: 7 } });
    expect(blocks.map(({ type }) => type).slice(-2)).toEqual(["context", "actions"]);
    expect(JSON.stringify(blocks).split(en.prices.unit)).toHaveLength(2);
    const asked = chatops.platform.requests.map(({ query }) => query);
    expect(asked).toEqual([{ countryId: "82" }]);
    await ask(chatops, minji, "일본");
    const korean = await answer(chatops, minji, `${ko.prices.title} · 일본 (81)`);
    expect(korean.text).toContain(`${ko.prices.kind}: ${ko.prices.each}`);
  });

  it("says that a typed country is unknown, or that it isn't in the price list", async () => {
    const chatops = await startChatops();
    await ask(chatops, joon, "<!channel> <b> *Atlantis*");
    const unknown = await answer(chatops, joon, "Atlantis");
    const says = [en.prices.unknown("@channel &lt;b&gt; *Atlantis*"), en.prices.hint];
    expect(unknown.text).toBe([en.prices.title, ...says].join("\n"));
    expect(unknown.blocks.map(({ type }) => type)).toEqual(["rich_text", "actions"]);
    await chatops.slack.as(joon).click(unknown, "prices.page:all");
    const all = await answer(chatops, joon, en.lists.part("1", "20", "67"));
    expect(all.id).toBe(unknown.id);
    const option = /"value":("(?:[^"\\]|\\.)*"),"text":\{"type":"plain_text","text":"Japan \(81\)"/;
    const [, menu = '""'] = option.exec(JSON.stringify(all.blocks)) ?? [];
    const value = String(JSON.parse(menu));
    await chatops.slack.as(joon).click(all, "prices.page:country", { value });
    expect((await answer(chatops, joon, `${en.prices.title} · Japan (81)`)).id).toBe(all.id);
    await ask(chatops, joon, "Iceland");
    await answer(chatops, joon, en.prices.unlisted("Iceland"));
  });

  it("says that prices are loading or were refused, and reads them again after a click", async () => {
    const chatops = await startChatops();
    const { slack, platform, budgets } = chatops;
    budgets.times = 1;
    platform.faults.next({ kind: "delay", ms: 60_000 }, { path: "/pricing" });
    const delivery = await slack.as(joon).command("/msg-prices", "82");
    expect(JSON.stringify(delivery.ack?.body)).toContain(en.lists.loading(en.prices.title));
    platform.faults.release();
    await answer(chatops, joon, "South Korea (82)");

    const shown = await answer(chatops, joon, "South Korea (82)");
    platform.faults.next({ kind: "delay", ms: 60_000 }, { path: "/pricing" });
    await slack.as(joon).click(shown, "prices.page:default");
    const waiting = await slack.waitFor(() =>
      slack
        .ephemerals(joon)
        .find(({ id, text }) => id === shown.id && text.includes(en.lists.loading(en.prices.title))),
    );
    platform.faults.release();
    const replaced = await answer(chatops, joon, en.prices.basis.default);
    expect(replaced.id).toBe(waiting.id);

    const other = await startChatops();
    await refusedThenRead(other);
  });

  async function refusedThenRead(chatops: Chatops) {
    const { slack, platform } = chatops;
    platform.faults.next(
      { kind: "refuse", errorCode: "Forbidden", errorMessage: "<!here> 01012345678", status: 403 },
      { path: "/pricing" },
    );
    await ask(chatops, minji, "82");
    const refused = await answer(chatops, minji, "Forbidden");
    expect(refused.text).toContain("“&lt;!here&gt; …5678”");
    await slack.as(minji).click(refused, "prices.page");
    await answer(chatops, minji, "한국 (82)");
  }
});
