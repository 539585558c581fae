import { expect, it } from "vitest";
import { auto, type Kind, kinds, toKind } from "../../../../src/features/messages/kinds/index.ts";
import type { TestRecipient } from "../../../../src/features/messages/recipients.input.ts";
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
  const view = renderSendForm(emptyForm({ act: "act" }, change), options);
  return JSON.stringify(view.blocks.find(({ block_id }) => block_id === name) ?? null);
}

it("tells how the kind is chosen only where it is chosen automatically", () => {
  for (const kind of kinds) {
    expect(blockOf("kind", { kind }).includes(en.send.fields.kind.hint ?? ""), kind.id).toBe(kind === auto);
  }
});

it("shows a title under SMS only where one was typed", () => {
  expect(blockOf("subject", { kind: toKind("SMS"), hasMore: true })).toBe("null");
  expect(blockOf("subject", { kind: toKind("SMS"), values: { subject: "Hi" } })).toContain("Hi");
  expect(blockOf("subject", { kind: toKind("LMS") })).not.toBe("null");
});

it("says that an SMS takes no title only where the message is one or may become one", () => {
  const { hint = "", hintForSome = "" } = en.send.fields.subject;
  const hints: Partial<Record<Kind["id"], string>> = { auto: hintForSome, SMS: en.warnings.smsSubject };
  for (const kind of kinds) {
    const shown = blockOf("subject", { kind, hasMore: true, values: { subject: "Hi" } });
    expect(shown, kind.id).toContain(`"${hints[kind.id] ?? hint}"`);
  }
});

it("says which kind an automatic message becomes as it stands", () => {
  const becomes = (values: SendForm["values"]) => /becomes an (\w+)/.exec(blockOf("kind", { values }))?.[1];
  expect(becomes({})).toBeUndefined();
  expect(becomes({ text: "x".repeat(90) })).toBe("SMS");
  expect(becomes({ text: "가".repeat(46) })).toBe("LMS");
  expect(becomes({ text: "Hi", subject: "Title" })).toBe("LMS");
  expect(becomes({ text: "Hi", imageId: "ST01" })).toBe("MMS");
  expect(becomes({ text: "Hi", type: "LMS" })).toBeUndefined();
});

it("warns on the field of what goes beyond the public record, and of a template that nobody saw", () => {
  const text = "x".repeat(401);
  const told = en.warnings.overRecord("CTI", en.common.characters(401), en.common.characters(400));
  expect(blockOf("text", { kind: toKind("CTI"), values: { text } })).toContain(told);
  expect(blockOf("text", { kind: toKind("LMS"), values: { text } })).not.toContain("401");
  const values = { "chat.templateId": "KA01" };
  expect(blockOf("chat.templateId", { kind: toKind("chat"), values, isUnseen: true })).toContain(
    en.warnings.templateUnseen("KA01"),
  );
  expect(blockOf("chat.templateId", { kind: toKind("chat"), values })).not.toContain("KA01”");
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
  expect(blockOf("image", { kind: toKind("MMS") })).toContain('"optional":false');
  const more = blockOf("image", { kind: toKind("MMS"), hasMore: true });
  expect(more).toContain('"optional":true');
  expect(more).toContain(en.send.thisOrNext);
});

it("says of a text beside a template that the template may stand for it", () => {
  const { hintForSome = "" } = en.send.fields.text;
  for (const kind of ["chat", "rcs"]) expect(blockOf("text", { kind: toKind(kind) })).toContain(hintForSome);
  expect(blockOf("text", { kind: toKind("CTI") })).not.toContain(hintForSome);
});

it("groups the senders as people write them", () => {
  expect(blockOf("from", {})).toContain('"text":"02-1234-5678"');
  expect(blockOf("from", {})).toContain('"value":"15881234"');
});

it("writes examples in the reader's language", () => {
  const card = { kind: toKind("rcs"), values: { "rcs.cards.1.title": "" } };
  expect(blockOf("rcs.cards.1.buttons", card)).toContain(en.send.examples.shop);
  const korean = blockOf("rcs.cards.1.buttons", card, ko);
  expect(korean).toContain(ko.send.examples.shop);
  expect(korean).not.toContain(en.send.examples.shop);
});

it("takes what somebody typed for an option of its own, also a name that every object has", () => {
  const values = { "chat.pfId": "toString", "chat.buttons.1.buttonType": "constructor" };
  for (const name of Object.keys(values))
    expect(blockOf(name, { kind: toKind("chat"), values })).toContain('"initial_option":{"value":"');
  const shown = blockOf("chat.buttons.1.buttonType", { kind: toKind("chat"), values });
  expect(shown).toContain('"text":"constructor"');
});

it("says that a variable was cut where its field holds less than what was typed as a line", () => {
  const cut = (value: string) => {
    const form = emptyForm(
      { act: "act" },
      { kind: toKind("chat"), values: { "chat.variables.body": value } },
    );
    const view = renderSendForm({ ...form, placeholders: ["body"] }, { rules, words: en, mayAttach: true });
    return JSON.stringify(view.blocks).includes(en.send.cut(700));
  };
  expect([cut("x".repeat(700)), cut("x".repeat(701))]).toEqual([false, true]);
});

it("shows a template's variables also under a kind that has them among its rare fields", () => {
  const values = { "chat.templateId": "KA01TP", "chat.variables": "", "chat.variables.name": "Mina" };
  const change = { kind: toKind("CTI"), placeholders: ["name"], variablesOf: "KA01TP", values };
  expect(blockOf("chat.variables.name", change)).toContain("Mina");
});

it.each(kinds.map((kind) => [kind.id, kind] as const))(
  "%s asks for at most eight things before its rare fields",
  (_, kind) => {
    const holder = { name: "joon", to: "01000000001", country: "82", holder: "U1" };
    const options = { rules: { ...rules, testRecipients: [holder] }, words: en };
    for (const mayAttach of [true, false]) {
      const { blocks } = renderSendForm(emptyForm({ act: "act" }, { kind }), { ...options, mayAttach });
      expect(blocks.filter(({ type }) => type === "input").length).toBeLessThanOrEqual(8);
    }
  },
);

it("offers the phone of whoever asks before all others", () => {
  const phone = (name: string, holder: string | null) => ({
    name,
    to: `0100000${name}`,
    country: "82",
    holder,
  });
  const testRecipients = [phone("0001", "U2"), phone("0002", "U1"), phone("0003", null)];
  const view = renderSendForm(emptyForm({ act: "act" }), {
    ...{ rules: { ...rules, testRecipients, me: "U1" }, words: en, mayAttach: false },
  });
  const names = JSON.stringify(view.blocks).match(/"text":"[^"]*\(010-[^"]*"/g);
  expect(names?.map((name) => /000\d(?=\))/.exec(name)?.[0])).toEqual(["0002", "0001", "0003"]);
  expect(names?.[0]).toContain(en.send.me(""));
});

it("says Send where a test recipient is sent to with it, and Continue where a last look always comes first", () => {
  const submitFor = (testRecipients: TestRecipient[]) => {
    const options = { rules: { ...rules, testRecipients }, words: en, mayAttach: true };
    return renderSendForm(emptyForm({ act: "act" }, {}), options).submit?.text;
  };
  expect(submitFor([{ to: "01012345678", country: "82", name: "joon" }])).toBe(en.send.submit.atOnce);
  expect(submitFor([])).toBe(en.send.submit.asksFirst);
});

it("says of an image that it is needed where the kind goes with none, and none is chosen", () => {
  const { hintForSome = "" } = en.send.fields.image;
  for (const id of ["MMS", "CTI"]) {
    expect(blockOf("image", { kind: toKind(id) }), id).toContain(hintForSome);
  }
  for (const change of [
    { kind: toKind("MMS"), values: { imageId: "ST01" } },
    { kind: toKind("chat"), hasMore: true },
  ])
    expect(blockOf("image", change)).toContain(en.send.thisOrNext);
});

it("leaves a text and buttons to the template once one is chosen, but for those that are there", () => {
  const shown = (change: Partial<SendForm>) => {
    const form = emptyForm({ act: "act" }, { kind: toKind("chat"), ...change });
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
