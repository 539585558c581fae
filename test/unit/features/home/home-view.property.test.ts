import fc from "fast-check";
import { expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { TEST_MANIFEST } from "../../../../sandbox/test/support/bolt-app.ts";
import type { HomeSection } from "../../../../src/features/feature.ts";
import { type HomeContent, renderHome } from "../../../../src/features/home/home.view.ts";
import { button } from "../../../../src/slack/blocks/buttons.ts";
import type { Line } from "../../../../src/slack/blocks/rich-text.ts";
import type { PhoneOwnerAnswer } from "../../../../src/store/index.ts";
import { anUnknown, aReceipt } from "../../../support/operation.ts";
import { en, ko } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });

const date = fc.date({ min: new Date(0), max: new Date(Date.UTC(2100, 0)), noInvalidDate: true });
/** Never blank: the app renders no blank line. */
const words = fc.string({ maxLength: 60 }).map((unit) => `a${unit.repeat(20)}`);
const line: fc.Arbitrary<Line> = fc.tuple(
  words.map((bold) => ({ bold })),
  fc.constant({ user: "U1" }),
);
const step = fc.constant(button("test.open", "Open", "x"));
/** None or one, as after a day, or up to 40, as after a year. */
const some = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof(fc.array(one, { maxLength: 1 }), fc.array(one, { maxLength: 40 }));

const entry = fc
  .record({
    id: fc.uuid(),
    author: fc.constantFrom("U1", "U2", "U3", "U4", "U5", "U6", "U7"),
    kind: fc.constantFrom("messages.send", "files.upload", "files.delete", "templates.update"),
    outcome: fc.constantFrom("accepted", "refused", "not_sent", "unknown", null),
    as: fc.option(fc.constantFrom<PhoneOwnerAnswer>("arrived", "looks_wrong", "did_not_arrive")),
    words: fc.option(words),
    createdAt: date,
    startedAt: fc.option(date),
    inFull: words,
  })
  .map(({ as, words, inFull, ...operation }) => ({
    operation: anUnknown({ ...operation, receipt: as && aReceipt(as, { words }) }),
    description: aDescription({ subject: { inFull, masked: inFull } }),
  }));

const waiting = fc.record({
  ...{ about: words, since: date, isLast: fc.boolean(), says: line },
  steps: fc.array(step, { maxLength: 1 }),
});
const section: fc.Arbitrary<HomeSection> = fc.record(
  {
    buttons: some(fc.constant({ actionId: "test.open", text: "Open" })),
    denied: words,
    waiting: some(waiting),
    did: some(fc.record({ about: words, at: date, title: words, step })),
    alerts: some(line),
    firstSteps: some(words),
  },
  { requiredKeys: [] },
);

/** No two features have a button of the same id. */
function namedApart({ buttons = [] }: HomeSection, section: number): NonNullable<HomeSection["buttons"]> {
  return buttons.map((one, index) => ({ ...one, actionId: `test.${section}.${index}` }));
}

const home: fc.Arbitrary<HomeContent> = fc
  .record({
    sections: fc.array(section, { maxLength: 6 }),
    done: fc.array(entry, { maxLength: 10 }),
    unknown: some(entry),
    isOnCall: fc.boolean(),
    at: date,
  })
  .map(({ sections, ...rest }) => ({
    ...{ reader: "U1", operators: { everyone: false, users: ["U9"], groups: [] } },
    ...rest,
    sections: sections.map((one, index) => ({ ...one, buttons: namedApart(one, index) })),
  }));

it.each([
  ["English", en],
  ["Korean", ko],
])("Slack accepts the Home tab however much content it has: %s", (_, catalogue) => {
  let fullest = 0;
  fc.assert(
    fc.property(home, (one) => {
      const view = renderHome(one, catalogue);
      fullest = Math.max(fullest, view.blocks.length);
      expect(checkView(world, { ...view }, { surface: "home" })).toBeNull();
      expect(view.blocks.length).toBeLessThanOrEqual(53);
    }),
    { numRuns: 100 },
  );
  // Fails if the property tried only small Homes.
  expect(fullest).toBeGreaterThan(30);
});
