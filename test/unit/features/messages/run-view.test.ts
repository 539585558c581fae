import { expect, it } from "vitest";
import { renderLibrary } from "../../../../src/features/messages/runs/library.view.ts";
import { planSuiteRun } from "../../../../src/features/messages/runs/plan.ts";
import { renderRunConfirmation } from "../../../../src/features/messages/runs/run.view.ts";
import { fitsModal } from "../../../../src/slack/blocks/limits.ts";
import { type LibraryEntry, type LibraryKind, maxEntries } from "../../../../src/store/index.ts";
import { around, en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const many = Array.from({ length: 10 }, (_, index) => index);
const phones = many.map((index) => ({
  ...{ to: `0100000000${index}`, country: "82", name: `${"가".repeat(60)}${index}` },
}));
const entry = (kind: LibraryKind, index: number, change: Partial<LibraryEntry> = {}): LibraryEntry => ({
  ...{ id: `${kind}-${index}`, kind, name: `${"가".repeat(38)}${index}`, author: "U1" },
  body: { message: { from: "0212345678", text: "Hello" } },
  ...{ revision: 1, changedAt: new Date(0), changedBy: "U1", ...change },
});

/** The confirmation of a suite with these messages for these phones. */
function look(
  saved: LibraryEntry[],
  {
    testRecipients = phones.slice(0, 1),
    against = [],
    ranAt = null,
    ...changed
  }: { testRecipients?: typeof phones; against?: string[]; ranAt?: Date | null } & Partial<LibraryEntry> = {},
) {
  const rules = { ...deps.rules, testRecipients, me: "U1" };
  const names = testRecipients.map(({ name }) => name);
  const suite = {
    ...entry("suite", 0, changed),
    ...{ messages: saved.map(({ id }) => id), recipients: names },
  };
  const plan = planSuiteRun({ suite, saved, names: undefined, ranAt }, rules, new Date(0));
  if ("problem" in plan) throw new Error(plan.problem);
  const warnings = plan.messages.flatMap(({ name }) =>
    against.map((sentence) => ({ name, warning: { says: () => sentence } })),
  );
  const metadata = { act: "a", what: { suite: "s", names }, conversation: null };
  const shown = { plan, metadata, prices: [], usedToday: 1, limit: 101, warnings, named: [] };
  return renderRunConfirmation(shown, { words: en, rules });
}

const saying = (messages: readonly object[]) =>
  messages.map((message, index) =>
    entry("message", index, {
      body: JSON.parse(JSON.stringify({ message: { from: "0212345678", ...message } })),
    }),
  );

it("a suite's confirmation fits into a modal even with many warnings for each message", () => {
  const placeholders = many.map((one) => `#{${"변".repeat(40)}${one}}`).join(", ");
  const unseen = many.map((index) => en.warnings.templateUnseen("이".repeat(200) + index));
  const against = [...unseen, en.warnings.unfilled(placeholders)];
  const view = look(saying(many.map(() => ({ text: "Hello" }))), { testRecipients: phones, against });
  expect(fitsModal(view)).toBe(true);
  expect(JSON.stringify(view.blocks)).toContain(`${"이".repeat(200)}9`);
});

const button = (linkMo: string) => ({ buttonName: "Open it", buttonType: "WL", linkMo });
const chat = { pfId: "PF1", templateId: "T1", variables: { "#{name}": "Kiwi" } };

it("a suite's confirmation shows each message whole, with its title, variables and buttons", () => {
  const long = `${"가나다 라마바 ".repeat(120)}end`;
  const view = look(
    saying([
      { text: "Hello" },
      { text: long, subject: "A title" },
      { text: "two\nlines" },
      { chatOptions: { ...chat, buttons: [button("https://a.example")] } },
    ]),
  );
  const all = JSON.stringify(view.blocks);
  for (const part of ["Hello", long, "A title", "two\\nlines", "Kiwi", "Open it", "https://a.example"])
    expect(all).toContain(part);
  expect(view.submit).toBeDefined();
});

it("a suite's confirmation has no Send button if Slack can't show all its messages", () => {
  const buttons = Array.from({ length: 5 }, () => button("가".repeat(2900)));
  const view = look(saying(many.map(() => ({ chatOptions: { ...chat, buttons } }))));
  expect(fitsModal(view)).toBe(true);
  expect(view.submit).toBeUndefined();
  expect(JSON.stringify(view.blocks)).toContain(en.runs.confirm.tooLarge);
});

const ran = new Date("2026-11-01T00:00:00Z");
const before = new Date(0);
const after = new Date("2026-11-02T00:00:00Z");
it.each([
  ["names a colleague's change since the last run", { changedAt: after, changedBy: "U2" }, ran, true],
  ["names a colleague's change at the time of the last run", { changedAt: ran, changedBy: "U2" }, ran, true],
  [
    "doesn't name a colleague's change before the last run",
    { changedAt: before, changedBy: "U2" },
    ran,
    false,
  ],
  ["doesn't name its reader's own change", { changedAt: after, changedBy: "U1" }, ran, false],
  ["names no change if the suite never ran", { changedAt: after, changedBy: "U2" }, null, false],
])("a suite's confirmation %s", (_, changed, ranAt, isSaid) => {
  const view = look([entry("message", 0, changed)], { ...changed, ranAt });
  const said = JSON.stringify(view.blocks).split(around(en.runs.confirm.changedBy).after);
  expect(said).toHaveLength(isSaid ? 3 : 1);
  if (isSaid) expect(said[0]).toContain('"user_id":"U2"');
});

it("the form of saved messages and suites fits into a modal however much is saved", () => {
  const body = { messages: ["m1"], recipients: phones.map(({ name }) => name) };
  const all = Array.from({ length: 100 }, (_, index) => index);
  const entries = {
    message: all.map((index) => entry("message", index)),
    suite: all.map((index) => entry("suite", index, { body })),
  };
  const library = { entries, me: "U1", isTheirs: () => true, hasRecipients: true };
  const view = renderLibrary(library, en, "Deleted");
  const rows = view.blocks.filter(({ block_id: id }) => id?.startsWith("library."));
  expect(rows).toHaveLength(maxEntries.suite + maxEntries.message);
  expect(view.blocks.length).toBeLessThanOrEqual(100);
  expect(fitsModal(view)).toBe(true);
});
