import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sendGuide } from "../../../../src/features/messages/guide.view.ts";
import { toKind } from "../../../../src/features/messages/kinds/index.ts";
import { parseQuickCommand } from "../../../../src/features/messages/quick-command.input.ts";
import { parseFieldForm } from "../../../../src/features/messages/send.input.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { deps } from "./some-deps.ts";

const person = { id: "U1", locale: "en", standing: "member" } as const;
const rules = fc.record({
  senderNumbers: fc.constant(["0212345678"]),
  recipientPolicy: fc.constantFrom("confirm" as const, "test-only" as const),
  quietAdverts: fc.constantFrom("on" as const, "off" as const),
  testRecipients: fc.array(
    fc.record({
      to: fc.constant("01000000001"),
      country: fc.constant("82"),
      name: fc.constantFrom(null, "joon", "민지", "two words", "QA-1"),
    }),
    { maxLength: 3 },
  ),
});

describe("the example in the help of /msg-send", () => {
  it("is a command that the app accepts under any configuration", () => {
    fc.assert(
      fc.property(rules, fc.constantFrom("en" as const, "ko" as const), (rules, locale) => {
        const guide = sendGuide({ ...person, locale }, { ...deps, rules });
        const examples = guide.uses.flatMap(({ example }) => (example === undefined ? [] : [example]));
        const canSend =
          rules.recipientPolicy === "confirm" ||
          rules.testRecipients.some(({ name }) => /^\S+$/.test(name ?? " "));
        expect(examples).toHaveLength(canSend ? 1 : 0);
        for (const example of examples) {
          const { to, text } = parseQuickCommand(example)!;
          const parsed = parseFieldForm(
            {
              kind: toKind("auto"),
              values: { to, text, from: "0212345678" },
              conversation: null,
            },
            rules,
          );
          expect(parsed).toMatchObject({ ok: true });
        }
      }),
    );
  });

  it("says that it opens the form if no sender is registered", () => {
    const rules = { recipientPolicy: "confirm", quietAdverts: "on", testRecipients: [] } as const;
    const does = (senderNumbers: string[]) =>
      sendGuide(person, { ...deps, rules: { ...rules, senderNumbers } }).uses[2]?.does;
    const { guide } = wordsOf("en").send;
    expect(does([])).toBe(guide.quickForm);
    expect(does(["0212345678"])).toBe(guide.quick.confirm);
  });

  it("is missing for a person without the right to send, who reads why", () => {
    const guide = sendGuide(person, { ...deps, maySend: () => false });
    expect(guide.denied).toBe(wordsOf("en").issues.notAllowed);
  });
});
