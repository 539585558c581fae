import { expect, it } from "vitest";
import { toPlan } from "../../../../src/features/messages/runs/plan.ts";
import { renderRun } from "../../../../src/features/messages/runs/run.view.ts";
import type { Warning } from "../../../../src/features/messages/warnings.ts";
import { createFormat } from "../../../../src/locales/format.ts";
import { fitsModal } from "../../../../src/slack/blocks/size.ts";
import type { LibraryEntry } from "../../../../src/store/index.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const many = Array.from({ length: 10 }, (_, index) => index);
const testRecipients = many.map((index) => ({
  to: `0100000000${index}`,
  country: "82",
  name: "가".repeat(60) + index,
}));
const rules = { ...deps.rules, testRecipients };
const saved = many.map((index): LibraryEntry => {
  const body = { message: { from: "0212345678", text: "Hello" } };
  return {
    id: `m${index}`,
    kind: "message",
    name: `${"가".repeat(39)}${index}`,
    author: "U1",
    body,
    revision: 1,
    changedAt: new Date(0),
  };
});
const suite = {
  name: "release",
  messages: saved.map(({ id }) => id),
  recipients: testRecipients.map(({ name }) => name),
};

it("is confirmed within what Slack takes, however much speaks against each of its messages", () => {
  const plan = toPlan({ suite, saved, names: undefined }, rules, new Date());
  if ("problem" in plan) throw new Error(plan.problem);
  const images = many.flatMap((index): Warning[] => [
    { field: "imageId", kind: "image_deleted", name: "이".repeat(200) + index },
    { field: "text", kind: "unfilled", placeholders: many.map((one) => `#{${"변".repeat(40)}${one}}`) },
  ]);
  const warnings = plan.messages.flatMap(({ name }) => images.map((warning) => ({ name, warning })));
  const metadata = { act: "a", suite: "s", names: suite.recipients, stamp: plan.stamp, conversation: null };
  const asked = { plan, metadata, prices: [], usedToday: 100, limit: 100, warnings };
  const view = renderRun(asked, { words: en, format: createFormat("en", "Asia/Seoul"), rules });
  expect(fitsModal(view)).toBe(true);
  expect(JSON.stringify(view.blocks)).toContain(`${"이".repeat(200)}9`);
});
