import { describe, expect, it } from "vitest";
import { changeGroup } from "../support/change-group.ts";
import { startChatops, storyModes } from "../support/chatops.ts";
import { dana, joon } from "../support/names.ts";
import { en, noRight } from "../support/words.ts";

type Chatops = Awaited<ReturnType<typeof startChatops>>;

function answer({ slack }: Chatops, who: string, words: string) {
  return slack.as(who).reads(words);
}

async function ask({ slack }: Chatops, who: string) {
  const delivery = await slack.as(who).command("/msg-payments");
  expect(delivery.ack?.status).toBe(200);
}

function reply(payments: unknown[]) {
  return { kind: "status", status: 200, body: { payments } } as const;
}

describe.each(storyModes)("the list of payment methods, over %s", (mode) => {
  it("is shown only to people who may see payments, with expired ones first", async () => {
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
  });
});

describe("the list of payment methods", () => {
  it("isn't read for a person without the right, even when they click an old button", async () => {
    const chatops = await startChatops({ env: { BILLING_VIEWERS: "S0REVIEWERS" } });
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
    await slack.as(reviewer).click(shown, "payments.page:next");
    await slack.waitFor(() => refusals() > refused, { what: "the refusal of the old button" });
    await ask(chatops, joon);
    await answer(chatops, joon, noRight(en.payments.notAllowed));
    expect(platform.requests).toHaveLength(before);
  });

  it("shows the words of a platform's refusal, and they aren't logged", async () => {
    const chatops = await startChatops();
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
  });
});

async function slackRetry(chatops: Chatops) {
  const refused = await answer(chatops, dana, "Forbidden");
  await chatops.slack.as(dana).click(refused, "payments.page");
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
