import { expect, it } from "vitest";
import { renderCopy } from "../../../../src/features/templates/find.slack.ts";
import { slackLimits } from "../../../../src/slack/blocks/limits.ts";
import { aSeenTemplate } from "../../../support/proposal.ts";
import { en } from "../../../support/words.ts";

const link = "https://shop.example/orders";
const appLink = {
  ...{ buttonType: "AL", buttonName: "Show order" },
  ...{ linkMo: link, linkPc: link, linkAnd: link, linkIos: link },
};
const copyOf = (count: number) => {
  const { content } = aSeenTemplate({ buttons: Array(count).fill(appLink) }, []);
  return renderCopy("T1", content, en);
};

it("a template's copy has five buttons with all their links in one Slack message", () => {
  const { text, blocks } = copyOf(5);
  expect(text.split(link)).toHaveLength(5 * 4 + 1);
  expect(blocks.length).toBeLessThanOrEqual(slackLimits.messageBlocks);
});

it("a template's copy says if it is too long for one Slack message", () => {
  expect(copyOf(30).text).toContain(en.proposals.copy.tooLong);
});
