import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { checkView } from "../../../../sandbox/slack/content-checks.ts";
import { createWorld } from "../../../../sandbox/slack/world.ts";
import { allMessageLines, renderConfirmation } from "../../../../src/features/messages/confirm.view.ts";
import { type MessageKind, messageKinds } from "../../../../src/features/messages/kinds/index.ts";
import type { SendRules } from "../../../../src/features/messages/send.input.ts";
import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import { createSendForm, toBody } from "../../../../src/features/messages/send-form.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { toNotice, withNotice } from "../../../../src/outcomes/acknowledgement.view.ts";
import { renderRepeatForm } from "../../../../src/outcomes/repeat.view.ts";
import type { SendBody } from "../../../../src/platform/index.ts";
import { fitsModal, slackLimits } from "../../../../src/slack/blocks/limits.ts";
import { anUnknown } from "../../../support/operation.ts";
import { TEST_MANIFEST } from "../../sandbox/slack/bolt-app.ts";

const world = createWorld({ manifest: TEST_MANIFEST, delivery: { kind: "socket" } });
const byId = messageKinds.map((kind) => [kind.id, kind] as const);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `0212345${index + 100}`);

function rulesOf(count: number): SendRules {
  const testRecipients = numbers(count).map((to, index) => ({
    to,
    country: "82",
    name: `${"이".repeat(80)}${index}`,
  }));
  return {
    senderNumbers: numbers(Math.min(count, 100)),
    testRecipients,
    recipientPolicy: "confirm",
    quietAdverts: "on",
  };
}

/** `text` in every field of a kind, and in as many rows as its lists may have. */
function fullOf({ fields, lists = [] }: MessageKind, text: string): Record<string, string> {
  const values = Object.fromEntries(fields.map(({ id }) => [id, text]));
  for (const list of lists) {
    for (const key of [2, 5, 6, 1000, 100_000, 100_001].slice(0, list.most)) {
      for (const { name } of list.fields) values[`${list.id}.${key}.${name}`] = text;
    }
  }
  return { ...values, recipient: text };
}

/** A form's metadata with IDs of the greatest length. */
const longest = { act: "a".repeat(100), again: { root: "r".repeat(100), newest: "n".repeat(100) } };

const Shown = z.custom<SendBody>((value) => typeof value === "object");

describe.each(["en", "ko"] as const)("the send form and its confirmation, in %s", (locale) => {
  const words = wordsOf(locale);
  const submitted = anUnknown({ act: longest.act });
  const asAgain = { kind: words.outcomes.message, isForm: true };
  const notice = toNotice({ kind: "duplicate", operation: submitted }, asAgain, words)!;

  it.each(byId)("fit into a modal for %s: empty, with all fields, and overfull", (_, kind) => {
    for (const count of [0, 1, 100, 150]) {
      const rules = rulesOf(count);
      for (const hasMore of [false, true]) {
        for (const text of ["", "yes", "가".repeat(150), "😀".repeat(slackLimits.inputLength)]) {
          const form = createSendForm(longest, {
            ...{ kind, hasMore, values: fullOf(kind, text), nextRow: 999_999 },
          });
          const view = renderSendForm(form, { rules, words, mayAttach: true }, "A notice");
          for (const one of [view, withNotice(view, notice)])
            expect(checkView(world, { ...one }, { surface: "modal" })).toBeNull();
        }
      }
    }
  });

  it("fit into a modal as JSON of any length", () => {
    for (const length of [0, 3000, 3001, 100_000]) {
      const form = createSendForm({ act: "act" }, { isJson: true, values: { json: "x".repeat(length) } });
      const view = renderSendForm(form, { rules: rulesOf(1), words, mayAttach: true });
      expect(checkView(world, { ...view }, { surface: "modal" })).toBeNull();
    }
  });

  it.each(byId)("agree with Slack about whether the largest message of %s fits into a modal", (_, kind) => {
    const pairs = Array.from({ length: 240 }, (_, index) => `name ${index}=${"값".repeat(50)}`).join("\n");
    const { fields } = kind;
    const values: Record<string, string> = {};
    for (const { id, input } of fields) {
      values[id] = input.as === "yes_no" ? "yes" : input.as === "pairs" ? pairs : "가".repeat(1000);
    }
    const rows = fullOf({ ...kind, fields: [] }, "가".repeat(1000));
    for (const [name, text] of Object.entries(rows)) if (!name.endsWith(".buttons")) values[name] = text;
    // Larger than the platform accepts, so that the view alone decides.
    const { body } = toBody(kind, { ...values, to: "01023456789", from: "0212345678" });
    const input = {
      body: Shown.parse(body),
      conversation: "C1",
      testRecipient: null,
      others: [],
      image: null,
    };
    const view = renderConfirmation(
      {
        ...{ ...longest, draft: "d".repeat(100), isAlone: true },
        input,
        known: {
          prices: [],
          usedToday: 99_999,
          limit: 100_000,
          at: new Date(),
          template: undefined,
          images: new Map(),
        },
      },
      words,
    );
    const isTaken = checkView(world, { ...view }, { surface: "modal" }) === null;
    expect(fitsModal(view)).toBe(isTaken);
    // RCS has cards with three full buttons each, for which a modal has no room.
    expect(isTaken).toBe(kind.id !== "rcs");
  });

  it("say what a message to several recipients costs, or that this is unknown", () => {
    const shown = (to: { country: string; type?: "chat" }) => {
      const chat = to.type === "chat" ? { chatOptions: { pfId: "PF1" } } : {};
      const body = { message: { to: "01023456789", from: "0212345678", text: "Hello", ...chat } };
      const others = [{ to: "2025550123", country: to.country, name: "other" }];
      const price = { countryId: "82", sms: 10, lms: 20, cta: 5 };
      const prices = [price, { ...price, countryId: "1", sms: 90 }];
      const known = { ...{ prices, usedToday: 0, limit: 9, at: new Date() }, template: undefined };
      const asked = { act: "a", draft: "d", isAlone: true, known: { ...known, images: new Map() } };
      const input = { body, others, conversation: "C1", testRecipient: { name: "joon" }, image: null };
      return JSON.stringify(renderConfirmation({ ...asked, input }, words).blocks);
    };
    expect(shown({ country: "82" })).toContain(
      words.recipients.priceOfAll(2, words.common.won(10), words.common.won(20)),
    );
    expect(shown({ country: "1" })).toContain(`${words.confirm.price}: `);
    expect(shown({ country: "1" })).toContain(words.confirm.priceUnknown);
    expect(shown({ country: "1" })).not.toContain(words.common.won(20));
    expect(shown({ country: "82", type: "chat" })).toContain("2 × ");
  });

  it("agree with Slack about what fits into a modal, for any number of buttons", () => {
    const known = {
      prices: [],
      usedToday: 1,
      limit: 100,
      at: new Date(),
      template: undefined,
      images: new Map(),
    };
    const part = fc.record({
      count: fc.integer({ min: 0, max: 1500 }),
      length: fc.integer({ min: 1, max: 600 }),
    });
    const one = fc.constantFrom("x", "가", '"', "😀");
    const fits = { shown: 0, refused: 0 };
    fc.assert(
      fc.property(part, one, ({ count, length }, unit) => {
        const linkMo = unit.repeat(length);
        const most = Math.min(count, Math.floor(100_000 / (40 + Buffer.byteLength(linkMo))));
        const buttons = Array.from({ length: most }, () => ({ buttonName: "n", buttonType: "WL", linkMo }));
        const message = {
          to: "01023456789",
          from: "0212345678",
          text: "Hi",
          chatOptions: { pfId: "p", buttons },
        };
        const input = {
          body: { message },
          conversation: null,
          testRecipient: null,
          others: [],
          image: null,
        };
        const view = renderConfirmation({ act: "a", draft: "d", isAlone: true, input, known }, words);
        const isTaken = checkView(world, { ...view }, { surface: "modal" }) === null;
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

  it("warn of characters only if a text message may be sent", () => {
    const known = {
      prices: null,
      usedToday: null,
      limit: 100,
      at: new Date(),
      template: undefined,
      images: new Map(),
    };
    const warned = (options: Partial<SendBody["message"]>) => {
      const message = { to: "01023456789", from: "0212345678", text: "🍲", ...options };
      const input = {
        body: { message },
        conversation: null,
        testRecipient: null,
        others: [],
        image: null,
      };
      const view = renderConfirmation({ act: "a", draft: "d", isAlone: true, input, known }, words);
      return JSON.stringify(view.blocks).includes(words.warnings.notCarried("🍲"));
    };
    expect(warned({})).toBe(true);
    expect(warned({ chatOptions: { pfId: "p" } })).toBe(true);
    expect(warned({ chatOptions: { pfId: "p", disableSms: true } })).toBe(false);
  });

  it("show each part of a message whole, also when it is sent again", () => {
    const cut = (length: number, end: string) => `${"가".repeat(length)}${end}`;
    const message = { to: "01023456789", from: "0212345678", text: "Hi" };
    const bodies: SendBody[] = [
      { message: { ...message, rcsOptions: { buttons: [{ buttonType: "WL", text: cut(1000, "끝") }] } } },
      { message: { ...message, chatOptions: { variables: { "#{a}": cut(2900, "끝") } } } },
      {
        message: {
          ...message,
          chatOptions: { pfId: "p", variables: { "#{a}": "1" } },
          type: "SMS",
          imageId: cut(2500, "끝"),
        },
      },
    ];
    for (const body of bodies) {
      const input = {
        body,
        conversation: null,
        testRecipient: null,
        others: [],
        image: null,
      };
      const known = {
        prices: null,
        usedToday: null,
        limit: 100,
        at: new Date(),
        template: undefined,
        images: new Map(),
      };
      const view = renderConfirmation({ act: "a", draft: "d", isAlone: true, input, known }, words);
      expect(JSON.stringify(view.blocks)).toContain("가끝");
      const repetition = { facts: allMessageLines(body, words), text: "Hi" };
      const again = renderRepeatForm({ id: "i", act: "a", operation: anUnknown(), repetition }, words);
      expect(JSON.stringify(again.blocks)).toContain("가끝");
      for (const one of [view, again]) expect(checkView(world, { ...one }, { surface: "modal" })).toBeNull();
    }
  });
});
