import { expect, it } from "vitest";
import { kinds } from "../../../../src/features/messages/kinds/index.ts";
import type { TestRecipient } from "../../../../src/features/messages/send.input.ts";
import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import { emptyForm, type SendForm } from "../../../../src/features/messages/send-form.ts";
import { en, ko } from "../../../support/words.ts";

const rules = {
  senderNumbers: ["0212345678", "15881234"],
  testRecipients: [],
  recipientPolicy: "confirm" as const,
  quietAdverts: "on" as const,
};

function blockOf(name: string, change: Partial<SendForm>, words = en, testRecipients: TestRecipient[] = []) {
  const options = { rules: { ...rules, testRecipients }, words, mayAttach: true };
  const view = renderSendForm(emptyForm("act", change), options);
  return JSON.stringify(view.blocks.find(({ block_id }) => block_id === name) ?? null);
}

it("tells how the kind is chosen only where it is chosen automatically", () => {
  for (const kind of kinds) {
    expect(blockOf("kind", { kind }).includes(en.send.fields.kind.hint ?? ""), kind).toBe(kind === "auto");
  }
});

it("shows a title under SMS only to say that there is none", () => {
  expect(blockOf("subject", { kind: "SMS", hasMore: true })).toBe("null");
  expect(blockOf("subject", { kind: "SMS", values: { subject: "Hi" } })).toContain("Hi");
  expect(blockOf("subject", { kind: "LMS" })).not.toBe("null");
});

it("says that an SMS has no title only where the message may become one", () => {
  const { hint = "", hintForSome = "" } = en.send.fields.subject;
  for (const kind of kinds) {
    const shown = blockOf("subject", { kind, hasMore: true, values: { subject: "Hi" } });
    expect(shown).toContain(`"${kind === "auto" || kind === "SMS" ? hintForSome : hint}"`);
  }
});

it("says that one of two fields is needed where Slack calls both optional", () => {
  const joon = { name: "joon", to: "01000000001", country: "82" };
  const { hint = "", hintForSome = "" } = en.send.fields.to;
  const alone = blockOf("to", {});
  expect(alone).toContain('"optional":false');
  expect(alone).toContain(hint);
  const beside = blockOf("to", {}, en, [joon]);
  expect(beside).toContain('"optional":true');
  expect(beside).toContain(hintForSome);
});

it("groups the senders as people write them", () => {
  expect(blockOf("from", {})).toContain('"text":"02-1234-5678"');
  expect(blockOf("from", {})).toContain('"value":"15881234"');
});

it("writes examples in the reader's language", () => {
  expect(blockOf("rcs.buttons", { kind: "rcs" })).toContain(en.send.examples.shop);
  const korean = blockOf("rcs.buttons", { kind: "rcs" }, ko);
  expect(korean).toContain(ko.send.examples.shop);
  expect(korean).not.toContain(en.send.examples.shop);
});

it("takes what somebody typed for an option of its own, also a name that every object has", () => {
  const values = { "chat.pfId": "toString", "chat.buttons.1.buttonType": "constructor" };
  for (const name of Object.keys(values))
    expect(blockOf(name, { kind: "chat", values })).toContain('"initial_option":{"value":"');
  const shown = blockOf("chat.buttons.1.buttonType", { kind: "chat", values });
  expect(shown).toContain('"text":"constructor"');
});

it("says that a variable was cut where its field holds less than what was typed as a line", () => {
  const cut = (value: string) => {
    const form = emptyForm("act", { kind: "chat", values: { "chat.variables.body": value } });
    const view = renderSendForm({ ...form, placeholders: ["body"] }, { rules, words: en, mayAttach: true });
    return JSON.stringify(view.blocks).includes(en.send.cut(1000));
  };
  expect([cut("x".repeat(1000)), cut("x".repeat(1001))]).toEqual([false, true]);
});

it("shows a template's variables also under a kind that has them among its rare fields", () => {
  const values = { "chat.templateId": "KA01TP", "chat.variables": "", "chat.variables.name": "Mina" };
  const change = { kind: "CTI", placeholders: ["name"], variablesOf: "KA01TP", values } as const;
  expect(blockOf("chat.variables.name", change)).toContain("Mina");
});
