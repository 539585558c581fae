import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { TEST_MANIFEST } from "../../../../sandbox/test/support/bolt-app.ts";
import { allMessageLines, renderConfirmation } from "../../../../src/features/messages/confirm.view.ts";
import { messageKinds, toKind } from "../../../../src/features/messages/kinds/index.ts";
import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import {
  createSendForm,
  FormMetadata,
  filledForm,
  toBody,
} from "../../../../src/features/messages/send-form.ts";
import {
  findVariableNames,
  variableField,
  withVariableFields,
} from "../../../../src/features/messages/template-text.ts";
import { type Locale, wordsOf } from "../../../../src/locales/index.ts";
import { toNotice, withNotice } from "../../../../src/outcomes/acknowledgement.view.ts";
import { renderRepeatForm } from "../../../../src/outcomes/repeat.slack.ts";
import { SendBody } from "../../../../src/platform/index.ts";
import { fitsModal, slackLimits } from "../../../../src/slack/blocks/limits.ts";
import { anUnknown } from "../../../support/operation.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });
/** Why Slack refuses a modal; null if it accepts it. */
const refusalOf = (view: object) => checkView(world, { ...view }, { surface: "modal" });
const byId = messageKinds.map((kind) => [kind.id, kind] as const);

/** One character repeated, from never to more often than a field holds. */
const text = fc
  .tuple(
    fc.constantFrom("x", "가", "😀", "<", "&", "`", "\n", '"'),
    fc.constantFrom(0, 1, 75, 150, 1000, 3001),
  )
  .map(([one, length]) => one.repeat(length));
const rulesOf = (senders: number, recipients: number, name: string) => ({
  ...{ ...deps.rules, senderNumbers: Array.from({ length: senders }, (_, index) => `0212345${100 + index}`) },
  testRecipients: Array.from({ length: recipients }, (_, index) => ({
    ...{ to: `01023456${100 + index}`, country: "82", name: name === "" ? null : `${name}${index}` },
  })),
});
const states = fc.record({
  rules: fc.tuple(fc.nat(100), fc.nat(150), text).map((of) => rulesOf(...of)),
  locale: fc.constantFrom<Locale[]>("en", "ko"),
  ...{ hasMore: fc.boolean(), mayAttach: fc.boolean() },
  typed: fc.array(text, { minLength: 1, maxLength: 7 }),
  rows: fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { maxLength: 5 }),
  variables: fc.nat(20),
  ...{ template: text, notice: text },
});
const empty = {
  ...{ rules: rulesOf(0, 0, ""), locale: "en" as Locale, hasMore: false, mayAttach: false },
  ...{ typed: [""], rows: [], variables: 0, template: "", notice: "" },
};
const full = {
  ...{ rules: rulesOf(100, 150, "이".repeat(80)), locale: "en" as Locale, hasMore: true, mayAttach: true },
  ...{ typed: ["😀".repeat(3000)], rows: [2, 5, 6, 1000, 99_999], variables: 20 },
  ...{ template: "가".repeat(3000), notice: "가".repeat(3000) },
};

/** A form's metadata with IDs of the greatest length. */
const longest = { act: "a".repeat(100), again: { root: "r".repeat(100), newest: "n".repeat(100) } };

it.each(byId)(
  "Slack accepts the send form of %s with any content, and the form's metadata can be read back",
  (_, kind) => {
    const isAccepted = (state: typeof full) => {
      const { rules, locale, hasMore, mayAttach, typed, rows, variables, template, notice } = state;
      const words = wordsOf(locale);
      const of = (index: number) => typed[index % typed.length] ?? "";
      const inFields = kind.fields.map(({ id }, index) => [id, of(index)]);
      const inRows = (kind.lists ?? []).flatMap(({ id, most, fields }) =>
        rows.slice(0, most).flatMap((key) =>
          fields.map(({ name }, index) => {
            return [`${id}.${key}.${name}`, name === "buttonType" ? "other" : of(index)];
          }),
        ),
      );
      const names = Array.from({ length: variables }, (_, index) => `${"변".repeat(36)}${index}`);
      const inVariables = names.map((name, index) => [variableField(name), of(index)]);
      const values = Object.fromEntries([...inFields, ...inRows, ...inVariables]);
      const placeholders = findVariableNames(names.map((name) => `#{${name}}`).join(""));
      const form = createSendForm(longest, {
        ...{ kind, hasMore, template, nextRow: 100_000 },
        values: withVariableFields(values, placeholders),
      });
      const view = renderSendForm(form, { rules, words, mayAttach }, notice || undefined);
      const { act } = longest;
      const kindOf = { kind: words.outcomes.message, isForm: true };
      const told = toNotice({ kind: "duplicate", operation: anUnknown({ act }) }, kindOf, words)!;
      for (const one of [view, withNotice(view, told)]) expect(refusalOf(one)).toBeNull();
      const carried = FormMetadata.parse(JSON.parse(view.private_metadata ?? ""));
      expect(carried).toMatchObject({ ...longest, nextRow: 100_000, hasMore });
    };
    fc.assert(fc.property(states, isAccepted), { examples: [[empty], [full], [{ ...full, locale: "ko" }]] });
  },
);

it.each([0, 3000, 3001, 100_000])(
  "Slack accepts the send form with a JSON field of %i characters",
  (length) => {
    const form = createSendForm({ act: "act" }, { isJson: true, values: { json: "x".repeat(length) } });
    expect(refusalOf(renderSendForm(form, { rules: full.rules, words: en, mayAttach: true }))).toBeNull();
  },
);

it.each([
  [700, false],
  [701, true],
])("for a variable of %i characters, the send form says that it was shortened: %s", (length, isSaid) => {
  const values = { "chat.variables.body": "x".repeat(length) };
  const form = createSendForm({ act: "act" }, { kind: toKind("chat"), values });
  const { blocks } = renderSendForm(form, { rules: empty.rules, words: en, mayAttach: true });
  expect(JSON.stringify(blocks).includes(en.send.cut(700))).toBe(isSaid);
});

const message = { to: "01023456789", from: "0212345678", text: "Hi" };

describe("a stored message that fills the send form", () => {
  const withButtons = (count: number, buttonName = "n") => {
    const button = { buttonName, buttonType: "WL", linkMo: "https://a.b" };
    const buttons = Array.from({ length: count }, () => button);
    return SendBody.parse({ message: { ...message, chatOptions: { pfId: "p", buttons } } });
  };
  const withVariable = (length: number) => {
    const variables = { "#{a}": "x".repeat(length), "#{b}": "y" };
    return SendBody.parse({ message: { ...message, chatOptions: { templateId: "T", variables } } });
  };
  /** The form filled with `body`, which Slack accepts. */
  function shown(body: SendBody) {
    const form = filledForm({ act: "act" }, body, "C1");
    const view = renderSendForm(form, { rules: deps.rules, words: en, mayAttach: true });
    expect(refusalOf(view)).toBeNull();
    return { form, blocks: JSON.stringify(view.blocks) };
  }

  it("is shown in fields if it has up to five buttons, and as JSON if it has more", () => {
    expect(shown(withButtons(5)).form.isJson).toBe(false);
    for (const count of [6, 20, 40]) {
      const { form, blocks } = shown(withButtons(count));
      expect(JSON.parse(String(form.values["json"]))).toEqual(withButtons(count));
      expect(blocks).not.toContain(en.send.jsonTooLong(slackLimits.inputLength));
    }
  });

  it("is shown as JSON if a field would cut it, or left out if the JSON is too long too", () => {
    expect(shown(withVariable(2900)).form.isJson).toBe(false);
    for (const body of [withVariable(3100), withButtons(6, "n".repeat(1000))]) {
      const { form, blocks } = shown(body);
      expect(form.isJson).toBe(true);
      expect(blocks).toContain(en.send.jsonTooLong(slackLimits.inputLength));
      // JSON that was cut would be no JSON.
      expect(blocks).not.toContain("initial_value");
      expect(blocks).not.toContain(en.send.cut(slackLimits.inputLength));
    }
  });
});

describe.each(["en", "ko"] as const)("the confirmation, in %s", (locale) => {
  const words = wordsOf(locale);
  const known = { prices: [], usedToday: 99_999, limit: 100_000, at: new Date(), template: undefined };
  const look = (body: SendBody) => {
    const input = { body, conversation: "C1", testRecipient: null, others: [], image: null };
    const asked = { ...longest, draft: "d".repeat(100), isAlone: true, input };
    return renderConfirmation({ ...asked, known: { ...known, images: new Map() } }, words);
  };

  it.each(byId)("is offered for the largest message of %s only if Slack accepts it as a modal", (_, kind) => {
    const pairs = Array.from({ length: 240 }, (_, index) => `name ${index}=${"값".repeat(50)}`).join("\n");
    const long = "가".repeat(1000);
    const { to, from } = message;
    const inFields = kind.fields.map(({ id, input: { as } }) => {
      return [id, as === "yes_no" ? "yes" : as === "pairs" ? pairs : long];
    });
    const inRows = (kind.lists ?? []).flatMap(({ id, most, fields }) =>
      Array.from({ length: most }, (_, key) =>
        fields.filter(({ name }) => name !== "buttons").map(({ name }) => [`${id}.${key}.${name}`, long]),
      ).flat(),
    );
    // Larger than the platform accepts, so that the view alone decides.
    const { body } = toBody(kind, { ...Object.fromEntries([...inFields, ...inRows]), to, from });
    const view = look(z.custom<SendBody>((value) => typeof value === "object").parse(body));
    const isTaken = refusalOf(view) === null;
    expect(fitsModal(view)).toBe(isTaken);
    // RCS has cards with three full buttons each, for which a modal has no room.
    expect(isTaken).toBe(kind.id !== "rcs");
  });

  it("is offered for any number of buttons only if Slack accepts it as a modal", () => {
    const part = fc.record({
      count: fc.integer({ min: 0, max: 1500 }),
      length: fc.integer({ min: 1, max: 600 }),
    });
    const fits = { shown: 0, refused: 0 };
    fc.assert(
      fc.property(part, fc.constantFrom("x", "가", '"', "😀"), ({ count, length }, unit) => {
        const linkMo = unit.repeat(length);
        const most = Math.min(count, Math.floor(100_000 / (40 + Buffer.byteLength(linkMo))));
        const buttons = Array.from({ length: most }, () => ({ buttonName: "n", buttonType: "WL", linkMo }));
        const view = look({ message: { ...message, chatOptions: { pfId: "p", buttons } } });
        const isTaken = refusalOf(view) === null;
        fits[isTaken ? "shown" : "refused"] += 1;
        expect(fitsModal(view)).toBe(isTaken);
      }),
      {
        numRuns: 40,
        examples: [
          [{ count: 250, length: 310 }, "x"],
          [{ count: 1500, length: 20 }, "x"],
        ],
      },
    );
    expect(fits.shown).toBeGreaterThan(0);
    expect(fits.refused).toBeGreaterThan(1);
  });

  it.each<[string, Partial<SendBody["message"]>]>([
    ["a button", { rcsOptions: { buttons: [{ buttonType: "WL", text: `${"가".repeat(1000)}끝` }] } }],
    ["a variable", { chatOptions: { variables: { "#{a}": `${"가".repeat(2900)}끝` } } }],
    [
      "an ID in a message that mixes kinds",
      {
        ...{ type: "SMS", imageId: `${"가".repeat(2500)}끝` },
        chatOptions: { pfId: "p", variables: { "#{a}": "1" } },
      },
    ],
  ])("and the form to send again show each part of a message whole: %s", (_, part) => {
    const body = { message: { ...message, ...part } };
    const repetition = { facts: allMessageLines(body, words), text: "Hi" };
    const again = renderRepeatForm({ id: "i", act: "a", operation: anUnknown(), repetition }, words);
    for (const view of [look(body), again]) {
      expect(JSON.stringify(view.blocks)).toContain("가끝");
      expect(refusalOf(view)).toBeNull();
    }
  });
});
