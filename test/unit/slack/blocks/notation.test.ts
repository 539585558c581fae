import { expect, it } from "vitest";
import { withoutNotation } from "../../../../src/slack/blocks/typed-text.ts";
import { timesParsing } from "../../../support/processor-time.ts";

it.each([
  ["Hi :blush:", "Hi 😊"],
  [":+1::skin-tone-3: :wave::skin-tone-6:", "👍🏼 👋🏿"],
  ["☝ :point_up::skin-tone-4:", "☝ ☝🏽"],
  [":female-technologist::skin-tone-5: :man-shrugging:", "👩🏾‍💻 🤷‍♂️"],
  [":man-woman-boy: :two_men_holding_hands::skin-tone-2-6:", "👨‍👩‍👦 :two_men_holding_hands::skin-tone-2-6:"],
  [":woman-kiss-man::skin-tone-2-6: :fire::skin-tone-2:", "👩🏻‍❤️‍💋‍👨🏿 🔥🏻"],
  [":tada::tada::fire:", "🎉🎉🔥"],
  [":people_holding_hands::skin-tone-3: :people_holding_hands::skin-tone-2-5:", "🧑🏼‍🤝‍🧑🏼 🧑🏻‍🤝‍🧑🏾"],
  [":handshake::skin-tone-3: :handshake::skin-tone-2-5:", "🤝🏼 :handshake::skin-tone-2-5:"],
  [":man-woman-boy::skin-tone-3:", ":man-woman-boy::skin-tone-3:"],
  [":kr: :flag-kr: :flag-de: :flag-england: :rainbow-flag:", "🇰🇷 🇰🇷 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈"],
  ["안녕:blush:하세요 :fire:Sale Thanks:pray:", "안녕😊하세요 🔥Sale Thanks🙏"],
  ["(:8ball:) :1234: :calendar: :smiling_face_with_tear: :phoenix:", "(🎱) 🔢 📆 🥲 🐦‍🔥"],
  ['{"linkMo":"https://a.example","text":":tada:"}', '{"linkMo":"https://a.example","text":"🎉"}'],
  [
    "(https://a.example):tada: https://a.example입니다:tada:",
    "(https://a.example)🎉 https://a.example입니다🎉",
  ],
  ["<https://a.example/x?y=1&z=2|the page>", "https://a.example/x?y=1&z=2"],
  ["<https://a.example>, <slack://open?id=1|Slack>", "https://a.example, slack://open?id=1"],
  [
    "<mailto:mina@shop.example|mina@shop.example> <mailto:mina@shop.example>",
    "mina@shop.example mina@shop.example",
  ],
  ["<tel:+821012345678|010-1234-5678> <tel:+821012345678>", "010-1234-5678 +821012345678"],
  ["<mailto:a@b.example|mail me> <mailto:a@b.example|Mina (A@B.example)>", "a@b.example Mina (A@B.example)"],
  [
    "<mailto:a@b.example?subject=x|a@b.example>, <mailto:a@b.example?subject=x|me>",
    "a@b.example, a@b.example",
  ],
  [
    "<tel:+8221234567|call us> <tel:+8221234567|call 02-123-4567> <tel:1345|1345>",
    "+8221234567 call 02-123-4567 1345",
  ],
  ["<tel:+15550123456|010-9999-9999> <sms:+821012345678|text me>", "+15550123456 +821012345678"],
  ["<@U0JOON|joon> <@U0JOON> <@W0JOON|@joon>", "@joon @U0JOON @joon"],
  ["<#C0TESTS|tests> <#C0TESTS> <#C0TESTS|>", "#tests #C0TESTS #C0TESTS"],
  ["<!here> <!channel|@channel> <!everyone|everyone>", "@here @channel @everyone"],
  ["<!subteam^S0QA|@qa> <!subteam^S0QA>", "@qa @S0QA"],
  [
    "<!date^1392734382^{date_num}|2014-02-18> <!date^1392734382^{date}^https://a.example|Feb 18>",
    "2014-02-18 Feb 18",
  ],
])("withoutNotation reads %j as %j", (typed, read) => {
  expect(withoutNotation(typed)).toBe(read);
});

it.each([
  ":our-logo: :no_such_name: :flag-qq: :BLUSH:",
  ":flag-uk: :flag-su: :flag-yu: :flag-zz: :flag-xa: :flag-cq:",
  "10:30:45, 1:100:2, std::key::value, a:key:b, :blush, blush:, ::",
  "https://a.example/:x:/:tada:?at=10:30 http://a:key:1",
  "`:tada: <https://a.example|x>` and ```\n:tada:\n```",
  "a <b> c, <3, x < y > z, <p>Hi</p>, <joon@a.example>, <name|label>, <!>, <@nobody>, <#1>",
  "&lt;b&gt; &amp; *bold* _italic_ ~gone~ > quoted",
  "<!date^1392734382^{date}>",
])("withoutNotation leaves %j as it was typed", (typed) => {
  expect(withoutNotation(typed)).toBe(typed);
});

it("withoutNotation takes little time for very long texts of Slack's signs", () => {
  const typed = [":", ":a", ":a:", "<https://", "<@U", "<!date^1^", "`", "``` ", "https://"].map((sign) =>
    sign.repeat(20_000),
  );
  const times = timesParsing(() => {
    for (const text of typed) withoutNotation(text);
  });
  expect(times).toBeLessThan(2);
});
