import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderChange, renderEnd } from "../../../src/outcomes/posts.view.ts";
import type { Operation } from "../../../src/store/index.ts";
import { anUnknown, sentAgain, settledAs } from "../../support/operation.ts";
import { en, ko } from "../../support/words.ts";
import { aTeller, teller, textOf } from "./telling.ts";

describe("the author's own messages", () => {
  const tell = (change: Partial<Operation>) => {
    const posts = renderEnd(anUnknown(change), "closed", teller);
    return Object.fromEntries(posts.map((post) => [post.destinations[0], textOf(post)]));
  };

  it("are in the author's language, and conversations in the team's", () => {
    const texts = tell({ locale: "ko" });
    expect(texts["U1"]).toContain(ko.outcomes.mayBeSent);
    for (const where of ["C1", "CO"]) expect(texts[where]).toContain(en.outcomes.mayBeSent);
    expect(tell({ locale: "ko", conversation: "D1" })["U1"]).toContain(ko.outcomes.mayBeSent);
    const korean = renderEnd(anUnknown({ locale: "en" }), "closed", aTeller({ teamLocale: "ko" }));
    expect(korean.map((post) => textOf(post).includes(en.outcomes.mayBeSent))).toEqual([false, true, false]);
  });

  it("are in the team's where nobody knows the author's", () => {
    expect(tell({ locale: null })["U1"]).toContain(en.outcomes.mayBeSent);
  });
});

describe("in conversations", () => {
  const everything = (operation: Operation) => {
    const report = { by: "U2", as: "arrived", at: new Date(0) } as const;
    return [
      ...renderEnd(operation, "closed", teller),
      ...renderEnd({ ...operation, correctedAt: new Date(0) }, "corrected", teller),
      ...renderChange({ ...operation, ...settledAs("arrived") }, { kind: "reported", report }, teller),
      ...renderChange({ ...operation, ...sentAgain }, { kind: "sent_again", by: operation }, teller),
    ];
  };
  const outcomes = fc.constantFrom("accepted", "refused", "not_sent", "unknown");

  it("nobody reads a number, whatever the reason or the platform says, nor the text", () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789 -.()"), maxLength: 60 });
    const said = fc.tuple(fc.string({ maxLength: 20 }), digits, fc.string({ maxLength: 20 }));
    fc.assert(
      fc.property(said, said, said, outcomes, (typed, words, code, outcome) => {
        const operation = anUnknown({
          outcome,
          reason: typed.join(""),
          root: "act-0",
          result: { code: code.join(""), words: words.join(""), status: 400, reply: null },
        });
        for (const { body } of everything(operation)) {
          const sent = JSON.stringify(body)
            .replace(/<!date\^\d+\^|"timestamp":\d+/g, "")
            .replaceAll("0212345678", "");
          expect(sent).not.toMatch(/\d{7}/);
          expect(sent).not.toContain("secret");
        }
      }),
    );
  });

  it.each(["010~2345~6789", "010ㅡ2345ㅡ6789", "0️⃣1️⃣0️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣", "[010] 2345 + 6789"])(
    "nobody reads the recipient as %s",
    (written) => {
      const result = { code: "Odd", words: `Bad number ${written}.`, status: 400, reply: null };
      const operation = anUnknown({
        outcome: "refused",
        reason: `call ${written}`,
        root: "act-0",
        result,
      });
      for (const { body } of everything(operation)) {
        const digits = textOf({ body })
          .replace(/[^\d…]/g, "")
          .replaceAll("0212345678", "");
        expect(digits).not.toContain("2345");
      }
    },
  );

  it("nobody reads what the message says from the platform's words, its code or a typed reason", () => {
    const secrets = fc.string({ unit: fc.constantFrom(..."qxzjkv가나다라"), minLength: 8, maxLength: 80 });
    fc.assert(
      fc.property(secrets, fc.nat(), fc.boolean(), (secret, at, isTitle) => {
        const start = at % (secret.length - 7);
        const run = secret.slice(start, start + 8);
        const message = { to: "01023456789", from: "0212345678", [isTitle ? "subject" : "text"]: secret };
        const operation = (code: string) =>
          anUnknown({
            request: { message },
            outcome: "refused",
            result: { code, words: `Bad text: ${run}!`, status: 400, reply: null },
            reason: `she waits for ${run}`,
            root: "act-0",
          });
        for (const code of ["ValidationError", `Bad${run}`]) {
          for (const { body } of everything(operation(code))) expect(JSON.stringify(body)).not.toContain(run);
        }
        const [post] = renderEnd(operation("ValidationError"), "closed", teller);
        expect(textOf(post!)).toContain(en.outcomes.details("act-1"));
        expect(textOf(post!)).toContain(en.outcomes.againKept);
      }),
    );
  });
});
