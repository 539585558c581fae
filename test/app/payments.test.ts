import { describe, expect, it } from "vitest";
import { changeGroup } from "../support/change-group.ts";
import { oneMode, startChatops, storyModes } from "../support/chatops.ts";
import { en, noRight } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
const dana = "U0DANA";

type Chatops = Awaited<ReturnType<typeof startChatops>>;

function answer({ slack }: Chatops, who: string, words: string) {
  return slack.waitFor(() => slack.ephemerals(who).find(({ text }) => text.includes(words)), {
    what: `an answer with “${words}”`,
  });
}

async function ask({ slack }: Chatops, who: string) {
  const delivery = await slack.as(who).command("/msg-payments", "", { conversation: tests });
  expect(delivery.ack?.status).toBe(200);
}

function reply(payments: unknown[]) {
  return { kind: "status", status: 200, body: { payments } } as const;
}

describe.each(storyModes)("payment methods over %s", (mode) => {
  it("are shown only to people with the right, expired ones first", async () => {
    const consoleUrl = "https://console.example/billing";
    const chatops = await startChatops({ mode, env: { CONSOLE_URL: consoleUrl } });
    const { slack, platform, log } = chatops;
    await ask(chatops, dana);
    const { text, blocks } = await answer(chatops, dana, en.payments.title);
    const audiences = ["지난카드", "연습카드", "샌드박스카드"].map((name) => text.indexOf(name));
    expect(audiences.every((audience) => audience > 0)).toBe(true);
    expect(audiences.toSorted((a, b) => a - b)).toEqual(audiences);
    const { urgent, recharge } = en.payments;
    expect(text.split("\n").slice(1, 2)).toEqual([
      `❌ ${urgent.expired(1)}, ${urgent.expiring(1)}${urgent.replace(2)}`,
    ]);
    expect(text).toMatch(/❌ 지난카드[^\n]*\nExpired [^\n]+\)/);
    for (const said of [recharge.never, recharge.place(1), recharge.place(2)]) expect(text).toContain(said);
    const { _id: id } = platform.state.payments[0]!;
    expect(text).not.toContain(id);
    // The name is enough here: only posts need the id, to find the method in the console.
    expect(text).not.toContain(en.payments.id(id.slice(-4)));
    const said = JSON.stringify(blocks);
    expect(said).not.toContain("post");
    expect(said).toContain(consoleUrl);

    await ask(chatops, joon);
    const refused = await answer(chatops, joon, noRight(en.payments.notAllowed));
    expect(refused.text).toContain("Ask <@U0DANA> for access.");
    await chatops.app.stop();
    const everywhere = JSON.stringify([
      ...slack.conversations.flatMap(({ id }) => slack.messages(id)),
      ...slack.people.filter(({ id }) => id !== dana).flatMap(({ id }) => slack.ephemerals(id)),
      ...slack.people.flatMap(({ id }) => slack.dm(id)),
      log(),
    ]);
    for (const { description, _id } of platform.state.payments) {
      expect(everywhere).not.toContain(description);
      expect(everywhere).not.toContain(_id);
    }
    expect(slack.findings).toEqual([]);
  });
});

describe("payment methods", () => {
  const mode = oneMode;

  it("are not read for a person without the right, also not by an old button", async () => {
    const chatops = await startChatops({ mode, env: { BILLING_VIEWERS: "S0REVIEWERS" } });
    const { slack, platform } = chatops;
    const reviewer = slack.usergroups.find(({ id }) => id === "S0REVIEWERS")!.members[0]!;
    platform.faults.next(reply(many(45)), { path: "/cash" });
    await ask(chatops, reviewer);
    const shown = await answer(chatops, reviewer, en.lists.part("1", "20", "45"));
    const before = platform.requests.length;
    const refusals = () =>
      slack.ephemerals(reviewer).filter(({ text }) => text.includes(noRight(en.payments.notAllowed))).length;
    await changeGroup(chatops, "S0REVIEWERS", []);
    await ask(chatops, reviewer);
    await slack.waitFor(() => refusals() > 0, { what: "the refusal" });
    const refused = refusals();
    await slack.as(reviewer).click({ ephemeral: shown }, "payments.page:next");
    await slack.waitFor(() => refusals() > refused, { what: "the refusal of the old button" });
    await ask(chatops, joon);
    await answer(chatops, joon, noRight(en.payments.notAllowed));
    expect(platform.requests).toHaveLength(before);
  });

  it("are shown also with missing or odd values, and an empty list says so", async () => {
    const chatops = await startChatops({ mode });
    const { slack, platform } = chatops;
    platform.faults.next(reply([]), { path: "/cash" });
    await ask(chatops, dana);
    await answer(chatops, dana, en.payments.none);
    await chatops.app.stop();

    const odd = await startChatops({ mode });
    odd.platform.faults.next(
      reply([
        {
          _id: "a1",
          description: "<!channel> *bold*",
          expDate: "2026/13",
          autoRecharge: null,
          extra: { x: 1 },
        },
        { _id: null, description: null, expDate: null, autoRecharge: -1 },
        {},
        { _id: "a4", description: "line\nbreak", expDate: "2019/02", autoRecharge: 0.5 },
      ]),
      { path: "/cash" },
    );
    await ask(odd, dana);
    const { text } = await answer(odd, dana, en.payments.title);
    expect(text).toContain("&lt;!channel&gt; *bold*");
    expect(text).toContain(en.payments.unreadable("2026/13"));
    expect(text).toContain(en.payments.noExpiry);
    expect(text).toContain("line break");
    expect(text).toMatch(/❌ line break\nExpired \d+ years ago \([^)]*February 2019\)/);
    expect(text).toContain(en.payments.recharge.is("-1"));
    expect(text).toContain(en.payments.id("a4"));
    expect(odd.slack.findings).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("show the platform's refusal, whose words are not logged", async () => {
    const chatops = await startChatops({ mode });
    chatops.platform.faults.next(
      {
        kind: "refuse",
        errorCode: "Forbidden",
        errorMessage: "card 4111222233334444 is closed",
        status: 403,
      },
      { path: "/cash" },
    );
    await ask(chatops, dana);
    const { text } = await answer(chatops, dana, "Forbidden");
    expect(text).toContain("card …4444 is closed");
    await slackRetry(chatops);
    expect(chatops.log()).not.toContain("4444");
    expect(chatops.slack.findings).toEqual([]);
  });
});

async function slackRetry(chatops: Chatops) {
  const refused = await answer(chatops, dana, "Forbidden");
  await chatops.slack.as(dana).click({ ephemeral: refused }, "payments.page");
  await answer(chatops, dana, "지난카드");
}

function many(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    _id: `id-${index}`,
    description: `card ${index}`,
    expDate: "2030/01",
    autoRecharge: index,
  }));
}
