import fc from "fast-check";
import { expect, it } from "vitest";
import { toReadableText } from "../../../../src/slack/blocks/escape.ts";
import { toTypedText } from "../../../../src/slack/blocks/typed-text.ts";

const section = (...elements: object[]) => ({ type: "rich_text_section", elements });
const text = (words: string, style?: object) => ({ type: "text", text: words, ...(style && { style }) });
const typed = (...elements: object[]) =>
  toTypedText({ text: "unused", blocks: [{ type: "rich_text", elements }] });

it("has no marks of style, and keeps every character that was meant", () => {
  const shown = section(
    text("Half price", { bold: true }),
    text(" today *only*, 2*3_4"),
    text(" & <more>", { italic: true }),
  );
  expect(typed(shown)).toBe("Half price today *only*, 2*3_4 & <more>");
});

it("has addresses, numbers, emoji and mentions as a person would type them", () => {
  const link = (url: string, label?: string) => ({ type: "link", url, ...(label && { text: label }) });
  expect(
    typed(
      section(
        text("See "),
        link("https://a.b/x_y", "the page"),
        text(" or "),
        link("tel:+821012345678", "010-1234-5678"),
      ),
    ),
  ).toBe("See https://a.b/x_y or 010-1234-5678");
  expect(typed(section(link("mailto:a@b.example")))).toBe("a@b.example");
  const emoji = (name: string, unicode?: string) => ({ type: "emoji", name, ...(unicode && { unicode }) });
  expect(typed(section(emoji("ramen", "1f35c"), emoji("+1", "1f44d-1f3fd"), emoji("our-logo")))).toBe(
    "🍜👍🏽:our-logo:",
  );
  const mentions = [
    { type: "user", user_id: "U1" },
    { type: "channel", channel_id: "C1" },
    { type: "broadcast", range: "here" },
  ];
  expect(typed(section(...mentions))).toBe("@U1#C1@here");
});

it("has lists, quotes and code line by line", () => {
  const list = (style: string, offset: number) => ({
    ...{ type: "rich_text_list", style, offset },
    elements: [section(text("one")), section(text("two"))],
  });
  const quote = { type: "rich_text_quote", elements: [text("said")] };
  const code = { type: "rich_text_preformatted", elements: [text("a\n b")] };
  expect(typed(section(text("First\n")), list("bullet", 0), list("ordered", 2), quote, code)).toBe(
    "First\n• one\n• two\n3. one\n4. two\nsaid\na\n b",
  );
});

it("is read from the text where there is no rich text, and never fails on whatever stands there", () => {
  const plain =
    "see &amp; <https://a.b|c> <!here> <@U1|mina> <#C1|general> <!subteam^S1|@team> <!date^1^{date}|May 1>";
  expect(toTypedText({ text: plain, blocks: [{ type: "section" }] })).toBe(
    "see & https://a.b @here @mina #general @team May 1",
  );
  expect(toReadableText("<@U1> <#C1>")).toBe("@U1 #C1");
  fc.assert(fc.property(fc.jsonValue(), (blocks) => typeof toTypedText({ text: "", blocks }) === "string"));
});

it("has emoji as characters and no marks of style where Slack delivers text alone", () => {
  const alone = (words: string) => toTypedText({ text: words, blocks: undefined });
  expect(alone("*Half price* :tada: _today_ ~only~ `code *x* :tada:`")).toBe(
    "Half price 🎉 today only code *x* :tada:",
  );
  expect(alone("*_both_* _*both*_, *see <https://a.b/_x_|this>*.")).toBe("both both, see https://a.b/_x_.");
  expect(alone("&gt; said\n```a\n *b*```")).toBe("said\na\n *b*");
  expect(alone(":+1::skin-tone-3: :wave: :our-logo: :no_such_name:")).toBe(
    "👍🏼 👋 :our-logo: :no_such_name:",
  );
  // What is no mark stays.
  const meant = "2*3*4 = 24, 5 * 6 * 7, snake_case_name, a_b, 10:30:45, 1:100:2, * , **, _";
  expect(alone(meant)).toBe(meant);
});

it("is read from the blocks that apps write, in their order", () => {
  const mrkdwn = (words: string) => ({ type: "mrkdwn", text: words });
  const plainText = (words: string, emoji?: boolean) => ({ type: "plain_text", text: words, emoji });
  const blocks = [
    { type: "header", text: plainText("Sale :tada:") },
    {
      type: "section",
      text: mrkdwn("*Half* price &amp; more"),
      fields: [mrkdwn("_One_"), plainText("*Two*")],
    },
    { type: "divider" },
    { type: "context", elements: [mrkdwn("`until 9`"), { type: "image", alt_text: "x" }] },
    { type: "section", text: plainText(":tada:", false) },
    { type: "rich_text", elements: [section({ type: "emoji", name: "tada" }, text(" *as typed*"))] },
  ];
  expect(toTypedText({ text: "unused", blocks })).toBe(
    "Sale 🎉\nHalf price & more\nOne\n*Two*\nuntil 9\n:tada:\n🎉 *as typed*",
  );
});
