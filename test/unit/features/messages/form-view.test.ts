import { expect, it } from "vitest";
import { messageKinds, toKind } from "../../../../src/features/messages/kinds/index.ts";
import type { TestRecipient } from "../../../../src/features/messages/recipients.input.ts";
import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import { createSendForm, type SendForm } from "../../../../src/features/messages/send-form.ts";
import { en } from "../../../support/words.ts";

const rules = {
  senderNumbers: ["0212345678", "15881234"],
  testRecipients: [],
  recipientPolicy: "confirm" as const,
  quietAdverts: "on" as const,
};

function blockOf(name: string, change: Partial<SendForm>, testRecipients: TestRecipient[] = []) {
  const options = { rules: { ...rules, testRecipients }, words: en, mayAttach: true };
  const view = renderSendForm(createSendForm({ act: "act" }, change), options);
  return JSON.stringify(view.blocks.find(({ block_id }) => block_id === name) ?? null);
}

it("the send form has a title field for LMS, and none for SMS", () => {
  expect(blockOf("subject", { kind: toKind("SMS"), hasMore: true })).toBe("null");
  expect(blockOf("subject", { kind: toKind("LMS") })).not.toBe("null");
});

it("the send form requires neither of two fields if one of them is enough", () => {
  const joon = { name: "joon", to: "01000000001", country: "82" };
  expect(blockOf("to", {})).toContain('"optional":false');
  expect(blockOf("to", {}, [joon])).toContain('"optional":true');
  expect(blockOf("image", { kind: toKind("MMS") })).toContain('"optional":false');
  expect(blockOf("image", { kind: toKind("MMS"), hasMore: true })).toContain('"optional":true');
});

it("the send form shows senders' numbers in groups of digits", () => {
  expect(blockOf("from", {})).toContain('"text":"02-1234-5678"');
  expect(blockOf("from", {})).toContain('"value":"15881234"');
});

it("the send form keeps a typed value as an option, also “toString” or “constructor”", () => {
  const values = { "chat.pfId": "toString", "chat.buttons.1.buttonType": "constructor" };
  for (const name of Object.keys(values))
    expect(blockOf(name, { kind: toKind("chat"), values })).toContain('"initial_option":{"value":"');
  const shown = blockOf("chat.buttons.1.buttonType", { kind: toKind("chat"), values });
  expect(shown).toContain('"text":"constructor"');
});

it("the send form says that a variable's value was cut to its field's length", () => {
  const cut = (value: string) => {
    const form = createSendForm(
      { act: "act" },
      { kind: toKind("chat"), values: { "chat.variables.body": value } },
    );
    const view = renderSendForm(form, { rules, words: en, mayAttach: true });
    return JSON.stringify(view.blocks).includes(en.send.cut(700));
  };
  expect([cut("x".repeat(700)), cut("x".repeat(701))]).toEqual([false, true]);
});

it("the send form shows filled variables also for a kind that has them as rare fields", () => {
  const values = { "chat.templateId": "KA01TP", "chat.variables": "", "chat.variables.name": "Mina" };
  const change = { kind: toKind("CTI"), values };
  expect(blockOf("chat.variables.name", change)).toContain("Mina");
});

it.each(messageKinds.map((kind) => [kind.id, kind] as const))(
  "the send form has at most eight fields for %s before its rare ones",
  (_, kind) => {
    const phoneOwner = { name: "joon", to: "01000000001", country: "82", phoneOwner: "U1" };
    const options = { rules: { ...rules, testRecipients: [phoneOwner] }, words: en };
    for (const mayAttach of [true, false]) {
      const { blocks } = renderSendForm(createSendForm({ act: "act" }, { kind }), { ...options, mayAttach });
      expect(blocks.filter(({ type }) => type === "input").length).toBeLessThanOrEqual(8);
    }
  },
);

it("the send form lists its reader's own phone before all others", () => {
  const phone = (name: string, phoneOwner: string | null) => ({
    name,
    to: `0100000${name}`,
    country: "82",
    phoneOwner,
  });
  const testRecipients = [phone("0001", "U2"), phone("0002", "U1"), phone("0003", null)];
  const view = renderSendForm(createSendForm({ act: "act" }), {
    ...{ rules: { ...rules, testRecipients, me: "U1" }, words: en, mayAttach: false },
  });
  const names = JSON.stringify(view.blocks).match(/"text":"[^"]*\(010-[^"]*"/g);
  expect(names?.map((name) => /000\d(?=\))/.exec(name)?.[0])).toEqual(["0002", "0001", "0003"]);
  expect(names?.[0]).toContain(en.send.me(""));
});

it("the send form's button is Send if there are test recipients, else Continue", () => {
  const submitFor = (testRecipients: TestRecipient[]) => {
    const options = { rules: { ...rules, testRecipients }, words: en, mayAttach: true };
    return renderSendForm(createSendForm({ act: "act" }, {}), options).submit?.text;
  };
  expect(submitFor([{ to: "01012345678", country: "82", name: "joon" }])).toBe(en.send.submit.atOnce);
  expect(submitFor([])).toBe(en.send.submit.asksFirst);
});

it("the send form hides text and buttons of a template message unless they are filled", () => {
  const shown = (change: Partial<SendForm>) => {
    const form = createSendForm({ act: "act" }, { kind: toKind("chat"), ...change });
    const { blocks } = renderSendForm(form, { rules, words: en, mayAttach: true });
    const has = (id: string) => JSON.stringify(blocks).includes(id);
    return [blocks.some(({ block_id: id }) => id === "text"), has("messages.add_button")];
  };
  const chosen = { "chat.templateId": "t" };
  expect(shown({})).toEqual([true, true]);
  expect(shown({ values: chosen })).toEqual([false, false]);
  expect(shown({ values: chosen, hasMore: true })).toEqual([true, true]);
  const typed = { text: "Hi", "chat.buttons.1.buttonName": "Open" };
  expect(shown({ values: { ...chosen, ...typed } })).toEqual([true, true]);
});
