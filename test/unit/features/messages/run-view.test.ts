import { expect, it } from "vitest";
import { planSuiteRun } from "../../../../src/features/messages/runs/plan.ts";
import { renderRunConfirmation } from "../../../../src/features/messages/runs/run.view.ts";
import type { Warning } from "../../../../src/features/messages/warnings.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import type { LibraryEntry } from "../../../../src/store/index.ts";
import { around, en } from "../../../support/words.ts";
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
    changedBy: "U1",
  };
});
const suite = {
  ...{ id: "s", name: "release", changedAt: new Date(0), changedBy: "U1" },
  messages: saved.map(({ id }) => id),
  recipients: testRecipients.map(({ name }) => name),
};

it("a suite's confirmation fits into a modal with many warnings for each message", () => {
  const plan = planSuiteRun({ suite, saved, names: undefined, ranAt: null }, rules, new Date());
  if ("problem" in plan) throw new Error(plan.problem);
  const placeholders = many.map((one) => `#{${"변".repeat(40)}${one}}`).join(", ");
  const against = [
    ...many.map((index) => en.warnings.templateUnseen("이".repeat(200) + index)),
    en.warnings.unfilled(placeholders),
  ].map((sentence): Warning => ({ says: () => sentence }));
  const warnings = plan.messages.flatMap(({ name }) => against.map((warning) => ({ name, warning })));
  const what = { suite: "s", names: suite.recipients };
  const metadata = { act: "a", what, conversation: null };
  const asked = { plan, metadata, prices: [], usedToday: 100, limit: 100, warnings, named: [] };
  const view = renderRunConfirmation(asked, { words: en, rules });
  expect(fitsModal(view)).toBe(true);
  expect(JSON.stringify(view.blocks)).toContain(`${"이".repeat(200)}9`);
});

const look = (
  bodies: readonly object[],
  { changed = {}, ranAt = null }: { changed?: Partial<LibraryEntry>; ranAt?: Date | null } = {},
) => {
  const entries = bodies.map((message, index): LibraryEntry => {
    const body = JSON.parse(JSON.stringify({ message: { from: "0212345678", ...message } }));
    return { ...saved[index]!, name: `message ${index}`, body, ...changed };
  });
  const asked = { ...suite, ...changed, messages: entries.map(({ id }) => id), recipients: ["joon"] };
  const joon = { to: "01000000001", country: "82", name: "joon" };
  const all = { ...rules, testRecipients: [joon], me: "U1" };
  const plan = planSuiteRun({ suite: asked, saved: entries, names: undefined, ranAt }, all, new Date(0));
  if ("problem" in plan) throw new Error(plan.problem);
  const metadata = { act: "a", what: { suite: "s" }, conversation: null };
  const shown = { plan, metadata, prices: [], usedToday: 1, limit: 100, warnings: [], named: [] };
  return renderRunConfirmation(shown, { words: en, rules: all });
};

it("a suite's confirmation shows each message whole, with title, variables and buttons", () => {
  const long = `${"가나다 라마바 ".repeat(120)}end`;
  const chatOptions = { pfId: "PF1", templateId: "T1", variables: { "#{name}": "Kiwi" } };
  const view = look([
    { text: "Hello" },
    { text: long, subject: "A title" },
    { text: "two\nlines" },
    {
      chatOptions: {
        ...chatOptions,
        buttons: [{ buttonName: "Open it", buttonType: "WL", linkMo: "https://a.example" }],
      },
    },
  ]);
  const all = JSON.stringify(view.blocks);
  for (const part of ["Hello", long, "A title", "two\\nlines", "Kiwi", "Open it", "https://a.example"])
    expect(all).toContain(part);
  expect(view.submit).toBeDefined();
});

it("a suite's confirmation has no Send button if Slack can't show all of it", () => {
  const buttons = Array.from({ length: 5 }, () => ({
    buttonName: "b",
    buttonType: "WL",
    linkMo: "가".repeat(2900),
  }));
  const view = look(many.map(() => ({ chatOptions: { pfId: "PF1", templateId: "T1", buttons } })));
  expect(fitsModal(view)).toBe(true);
  expect(view.submit).toBeUndefined();
  expect(JSON.stringify(view.blocks)).toContain(en.runs.confirm.tooLarge);
});

const ran = new Date("2026-11-01T00:00:00Z");
const after = new Date("2026-11-02T00:00:00Z");
it.each<[string, Partial<LibraryEntry>, Date | null, boolean]>([
  ["names a colleague's change since the last run", { changedAt: after, changedBy: "U2" }, ran, true],
  ["names a colleague's change at the time of the last run", { changedAt: ran, changedBy: "U2" }, ran, true],
  [
    "doesn't name a colleague's change before the last run",
    { changedAt: new Date(0), changedBy: "U2" },
    ran,
    false,
  ],
  ["doesn't name its reader's own change", { changedAt: after, changedBy: "U1" }, ran, false],
  ["names no change if the suite never ran", { changedAt: after, changedBy: "U2" }, null, false],
])("a suite's confirmation %s", (_, changed, ranAt, isSaid) => {
  const said = JSON.stringify(look([{ text: "Hello" }], { changed, ranAt }).blocks).split(
    around(en.runs.confirm.changedBy).after,
  );
  expect(said).toHaveLength(isSaid ? 3 : 1);
  if (isSaid) expect(said[0]).toContain('"user_id":"U2"');
});
