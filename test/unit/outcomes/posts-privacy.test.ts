import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { notificationOfEnd } from "../../../src/outcomes/notifications.ts";
import type { Operation } from "../../../src/store/index.ts";
import { aTrySummary, resolvedAs, sentAgain } from "../../support/operation.ts";
import { en, ko } from "../../support/words.ts";
import {
  aPresenter,
  listed,
  presenter,
  renderChange,
  renderEnd,
  renderLinesOf,
  type Told,
  textOf,
} from "./notifications.ts";

it.each([
  ["ko", "C1", en, ko],
  ["en", "C1", ko, en],
  ["ko", "D1", en, ko],
  [null, "C1", en, en],
] as const)(
  "posts are in the author's language (%s) in direct messages, else in the team's: command from %s",
  async (locale, conversation, team, author) => {
    const options = { presenter: aPresenter({ teamLocale: team === en ? "en" : "ko" }) };
    for (const post of await renderEnd(listed({ locale, conversation }), options)) {
      const { mayBeSent } = (post.destination === "U1" ? author : team).outcomes;
      expect(textOf(post)).toContain(mayBeSent);
    }
  },
);

describe("a post in a conversation", () => {
  const everything = async (operation: Operation): Promise<Told[]> => {
    const id = operation.id;
    const corrected = { ...operation, correctedAt: new Date(0) };
    const tries = [{ ...aTrySummary(), createdAt: new Date(0) }];
    const later = { ...operation, tries };
    const reported = { kind: "reported", operation: id, by: "U2", as: "arrived" } as const;
    const again = { kind: "sent_again", operation: id, by: "U1", outcome: "refused" } as const;
    const changed = await Promise.all([
      renderChange({ ...operation, ...resolvedAs("arrived") }, reported),
      renderChange({ ...operation, ...sentAgain }, again),
    ]);
    const all = await Promise.all([
      renderEnd(operation),
      renderEnd(corrected, { transition: "corrected" }),
      renderLinesOf(corrected, notificationOfEnd(corrected, "corrected", presenter)),
      renderLinesOf(later, notificationOfEnd(later, "closed", presenter), {
        others: [listed({ ...tries[0]! })],
      }),
      ...changed.flatMap(({ posts, lines }) => [posts, lines]),
    ]);
    return all.flat();
  };
  const outcomes = fc.constantFrom("accepted", "refused", "not_sent", "unknown");

  it("shows no phone number from a reason or from the platform, and no message text", async () => {
    const digits = fc.string({ unit: fc.constantFrom(..."0123456789 -.()"), maxLength: 60 });
    const said = fc.tuple(fc.string({ maxLength: 20 }), digits, fc.string({ maxLength: 20 }));
    await fc.assert(
      fc.asyncProperty(said, said, said, outcomes, async (typed, words, code, outcome) => {
        const operation = listed({
          outcome,
          reason: typed.join(""),
          root: "act-0",
          result: { code: code.join(""), words: words.join(""), status: 400, reply: null },
        });
        for (const { destination, body } of await everything(operation)) {
          const sent = JSON.stringify(body)
            .replace(/<!date\^\d+\^|"timestamp":\d+/g, "")
            .replaceAll("0212345678", "");
          expect(sent).not.toMatch(/\d{7}/);
          if (destination !== operation.author) expect(sent).not.toContain("secret");
        }
      }),
    );
  });

  it.each(["010~2345~6789", "010ㅡ2345ㅡ6789", "0️⃣1️⃣0️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣9️⃣", "[010] 2345 + 6789"])(
    "masks the recipient written as %s",
    async (written) => {
      const result = { code: "Odd", words: `Bad number ${written}.`, status: 400, reply: null };
      const operation = listed({ outcome: "refused", reason: `call ${written}`, root: "act-0", result });
      for (const told of await everything(operation)) {
        const digits = textOf(told)
          .replace(/[^\d…]/g, "")
          .replaceAll("0212345678", "");
        expect(digits).not.toContain("2345");
      }
    },
  );

  it("hides message text that the platform's words, its code or a typed reason repeat", async () => {
    const secrets = fc.string({ unit: fc.constantFrom(..."qxzjkv가나다라"), minLength: 8, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(secrets, fc.nat(), fc.boolean(), async (secret, at, isTitle) => {
        const start = at % (secret.length - 7);
        const run = secret.slice(start, start + 8);
        const message = { to: "01023456789", from: "0212345678", [isTitle ? "subject" : "text"]: secret };
        const operation = (code: string) =>
          listed({
            request: { message },
            outcome: "refused",
            result: { code, words: `Bad text: ${run}!`, status: 400, reply: null },
            reason: `she waits for ${run}`,
            root: "act-0",
          });
        for (const code of ["ValidationError", `Bad${run}`]) {
          const others = (await everything(operation(code))).filter(
            ({ destination }) => destination !== "U1",
          );
          for (const { body } of others) expect(JSON.stringify(body)).not.toContain(run);
        }
        const [post] = await renderEnd(operation("ValidationError"));
        expect(textOf(post!)).toContain(en.outcomes.details("act-1"));
        expect(textOf(post!)).toContain(en.outcomes.againKept);
      }),
    );
  });
});
