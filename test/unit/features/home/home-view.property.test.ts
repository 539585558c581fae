import type { Button } from "@slack/types";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import type { HomeSection } from "../../../../src/features/feature.ts";
import { type HomeContent, renderHome } from "../../../../src/features/home/home.view.ts";
import type { Line } from "../../../../src/slack/blocks/rich-text.ts";
import type { PhoneOwnerAnswer } from "../../../../src/store/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en, ko } from "../../../support/words.ts";
import { aDescription } from "../../outcomes/a-card.ts";
import { TEST_MANIFEST } from "../../sandbox/slack/bolt-app.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });

const ways = {
  ...{ resolve: "test.settle", repeat: "test.repeat", edit: "test.edit" },
  ...{ another: "test.anew", unresolved: "test.unsettled" },
};
const date = fc.date({ min: new Date(0), max: new Date(Date.UTC(2100, 0)), noInvalidDate: true });
/** Never blank: the app renders no blank line. */
const words = fc.string({ maxLength: 60 }).map((unit) => `a${unit.repeat(20)}`);
const line: fc.Arbitrary<Line> = fc.tuple(
  words.map((bold) => ({ bold })),
  fc.constant({ user: "U1" }),
);
const button: fc.Arbitrary<Button> = fc.constant({
  ...{ type: "button", action_id: "test.open", value: "x" },
  text: { type: "plain_text", text: "Open" },
});
/** None or one, as after a day, or up to 40, as after a year. */
const some = <T>(one: fc.Arbitrary<T>) =>
  fc.oneof(fc.array(one, { maxLength: 1 }), fc.array(one, { maxLength: 40 }));

const receipt = fc.record({
  ...{
    phoneOwner: fc.constant("U7"),
    questionnaire: fc.constant("act-1"),
    asking: fc.constant("once" as const),
    at: fc.option(date),
    words: fc.option(words),
  },
  as: fc.option(fc.constantFrom<PhoneOwnerAnswer>("arrived", "looks_wrong", "did_not_arrive")),
});
const entry = fc
  .record({
    operation: fc.record({
      outcome: fc.constantFrom("accepted", "refused", "not_sent", "unknown", null),
      id: fc.uuid(),
      author: fc.constantFrom("U1", "U2", "U3", "U4", "U5", "U6", "U7"),
      kind: fc.constantFrom(
        "messages.send",
        "files.upload",
        "files.delete",
        "templates.update",
        "templates.comment",
      ),
      ...{ createdAt: date, startedAt: fc.option(date), receipt: fc.option(receipt) },
    }),
    ...{ inFull: words, hasWays: fc.boolean() },
  })
  .map(({ operation, inFull, hasWays }) => ({
    operation: anUnknown(operation),
    description: aDescription({ subject: { inFull, masked: inFull }, ...(hasWays ? { ways } : {}) }),
  }));

const section: fc.Arbitrary<HomeSection> = fc.record(
  {
    buttons: some(fc.constant({ actionId: "test.open", text: "Open" })),
    denied: words,
    waiting: some(
      fc.record({
        about: words,
        since: date,
        isLast: fc.boolean(),
        says: line,
        steps: fc.array(button, { maxLength: 1 }),
      }),
    ),
    did: some(fc.record({ about: words, at: date, title: words, step: button })),
    ...{
      alerts: some(line),
      firstSteps: some(words),
    },
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
    sections: sections.map((one, index) => ({
      ...one,
      buttons: namedApart(one, index),
    })),
  }));

it.each([
  ["English", en],
  ["Korean", ko],
])("Slack accepts Home however much is on it: %s", (_, catalogue) => {
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
