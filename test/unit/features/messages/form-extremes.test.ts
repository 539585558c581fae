import fc from "fast-check";
import { expect, it } from "vitest";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { messageKinds, toKind } from "../../../../src/features/messages/kinds/index.ts";
import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import { createSendForm, FormMetadata } from "../../../../src/features/messages/send-form.ts";
import { suggestions } from "../../../../src/features/messages/suggestions.ts";
import {
  findVariableNames,
  variableField,
  withVariableFields,
} from "../../../../src/features/messages/template-text.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { slackLimits } from "../../../../src/slack/blocks/limits.ts";
import { toOptions } from "../../../../src/slack/blocks/modal.ts";
import { spoken } from "../../../support/spoken.ts";
import { TEST_MANIFEST } from "../../sandbox/slack/bolt-app.ts";
import { deps } from "./some-deps.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });
const person = { id: "U1", locale: "en", standing: "member" } as const;

/** One character repeated, from never to more often than a field holds. */
const text = fc
  .tuple(
    fc.constantFrom("x", "가", "😀", "<", "&", "`", "\n", '"'),
    fc.constantFrom(0, 1, 75, 150, 1000, 3001),
  )
  .map(([one, length]) => one.repeat(length));
const number = (count: number, prefix: string) => `${prefix}${String(count).padStart(6, "0")}`;
const filledRules = fc
  .record({
    senders: fc.integer({ min: 0, max: 100 }),
    recipients: fc.integer({ min: 0, max: 150 }),
    name: text,
  })
  .map(({ senders, recipients, name }) => ({
    senderNumbers: Array.from({ length: senders }, (_, index) => number(index, "02")),
    testRecipients: Array.from({ length: recipients }, (_, index) => ({
      ...{ to: number(index, "010"), country: "82" },
      name: name === "" ? null : `${name}${index}`,
    })),
    recipientPolicy: "confirm" as const,
    quietAdverts: "on" as const,
  }));

const form100 = { act: "a".repeat(100), again: { root: "r".repeat(100), newest: "n".repeat(100) } };

it.each(messageKinds.map((kind) => [kind.id, kind] as const))(
  "Slack accepts every state of the form of %s, whose metadata can be read back",
  (_, kind) => {
    const { fields, lists = [] } = kind;
    const states = fc.record({
      rules: filledRules,
      locale: fc.constantFrom("en" as const, "ko" as const),
      hasMore: fc.boolean(),
      mayAttach: fc.boolean(),
      typed: fc.array(text, { minLength: 1, maxLength: 7 }),
      buttons: fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { maxLength: 5 }),
      variables: fc.integer({ min: 0, max: 20 }),
      template: text,
      notice: fc.option(text, { nil: undefined }),
    });
    fc.assert(
      fc.property(
        states,
        ({ rules, locale, hasMore, mayAttach, typed, buttons, variables, template, notice }) => {
          const of = (index: number) => typed[index % typed.length] ?? "";
          const values: Record<string, string> = Object.fromEntries(
            fields.map(({ id }, index) => [id, of(index)]),
          );
          for (const list of lists) {
            for (const key of buttons.slice(0, list.most)) {
              for (const [index, { name }] of list.fields.entries()) {
                values[`${list.id}.${key}.${name}`] = name === "buttonType" ? "other" : of(index);
              }
            }
          }
          const names = Array.from({ length: variables }, (_, index) => `${"변".repeat(36)}${index}`);
          const placeholders = findVariableNames(names.map((name) => `#{${name}}`).join(""));
          const form = createSendForm(form100, {
            ...{ kind, hasMore, template, nextRow: 100_000 },
            values: withVariableFields(values, placeholders),
          });
          const view = renderSendForm(
            form,
            { rules, words: wordsOf(locale), mayAttach },
            notice || undefined,
          );
          expect(checkView(world, { ...view }, { surface: "modal" })).toBeNull();
          const { act, again, nextRow } = form;
          expect(FormMetadata.parse(JSON.parse(view.private_metadata ?? ""))).toMatchObject({
            ...{ act, again, nextRow, hasMore },
          });
        },
      ),
    );
  },
);

it("Slack accepts a send form with all fields full, which says that text was cut", () => {
  const kind = toKind("chat");
  const names = Array.from({ length: 20 }, (_, index) => `${"변".repeat(36)}${index}`);
  const full = "가".repeat(3000);
  const rows = (kind.lists ?? []).flatMap(({ id, most, fields }) =>
    Array.from({ length: most }, (_, key) => fields.map(({ name }) => `${id}.${key + 1}.${name}`)).flat(),
  );
  const isChosen = (name: string) => name.endsWith(".buttonType");
  const filled = [...kind.fields.map(({ id }) => id), ...rows, ...names.map(variableField)];
  const values = Object.fromEntries(filled.map((name) => [name, isChosen(name) ? "other" : full]));
  const form = createSendForm(form100, { kind, hasMore: true, nextRow: 100, values });
  const testRecipients = Array.from({ length: 100 }, (_, index) => ({
    ...{ to: number(index, "010"), country: "82", name: `${full}${index}` },
  }));
  const rules = {
    senderNumbers: [],
    testRecipients,
    recipientPolicy: "confirm",
    quietAdverts: "on",
  } as const;
  const view = renderSendForm(form, { rules, words: wordsOf("en"), mayAttach: true }, full);
  expect(checkView(world, { ...view }, { surface: "modal" })).toBeNull();
  expect(JSON.stringify(view).includes("The text was cut to 700 characters")).toBe(true);
});

it("a search that finds 200 countries offers as many as Slack accepts, with short labels", async () => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    ...{ countryName: "나라".repeat(60), countryId: String(100 + index), sms: 20 },
  }));
  const prices = items as never;
  const suggest = suggestions["messages.send/country"]!;
  const all = {
    prices: async () => ({ items: prices }) as never,
    lists: { ...deps.lists, searchCountries: () => ({ prices: items }) as never },
  };
  const choices = await suggest({ ...spoken, person, typed: "" }, { ...deps, ...all });
  expect(choices).toHaveLength(200);
  const options = toOptions(choices);
  expect(options).toHaveLength(slackLimits.options);
  for (const { text: label } of options) expect(label.text.length).toBeLessThanOrEqual(75);
});
