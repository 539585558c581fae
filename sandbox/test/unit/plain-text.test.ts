import { describe, expect, it } from "vitest";
import { toPlainText } from "../../plain-text.ts";

const names = new Map([
  ["U0JOON", "Joon Park"],
  ["C0TESTS", "sms-tests"],
  ["S0REVIEWERS", "reviewers"],
]);

describe("toPlainText of Slack's markup", () => {
  it.each([
    ["*Bold* and _leaning_ and ~gone~", "Bold and leaning and gone"],
    ["by <@U0JOON> in <#C0TESTS> for <!subteam^S0REVIEWERS>", "by @Joon Park in #sms-tests for @reviewers"],
    ["<@U0NOBODY> in <#C0NOWHERE|elsewhere>", "@U0NOBODY in #elsewhere"],
    ["<https://shop.example/a|the shop> or <https://shop.example/b>", "the shop or https://shop.example/b"],
    ["<!date^1795237200^{date_short_pretty} {time}|?> &amp; `a*b*`", "today 2:00 PM & a*b*"],
    ["&gt; said\nand <!channel>", "> said\nand @channel"],
    ["2 * 3 * 4 and a_b_c", "2 * 3 * 4 and a_b_c"],
  ])("turns %s into the text that a reader sees", (source, plain) => {
    const clock = { locale: "en-US", timeZone: "Asia/Seoul" };
    const reading = { nameOf: (id: string) => names.get(id), clock, nowS: 1_795_237_200 };
    expect(toPlainText(source, reading).replace(/[^\S\n]/gu, " ")).toBe(plain);
  });
});
