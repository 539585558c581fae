import fc from "fast-check";
import { expect, it } from "vitest";
import { splitText } from "../../../../src/slack/posts/publisher.ts";

it("splits a text that is too long without losing or breaking a character", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.integer({ min: 1, max: 200 }),
      (piece, times) => {
        const text = piece.repeat(times);
        const parts = splitText(text);
        expect(parts.join("")).toBe(text);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(4000);
          if (piece.isWellFormed()) expect(part.isWellFormed()).toBe(true);
        }
      },
    ),
  );
});
