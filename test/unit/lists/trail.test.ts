import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Cursors, encodePosition, parseValue } from "../../../src/lists/show-list.ts";

const Position = z.object({ isOwn: z.boolean(), cursors: Cursors });

describe("a button's position in a list", () => {
  it("is read back whole, or without its oldest steps if Slack's limit needs it", () => {
    const audiences = fc.record({
      isOwn: fc.boolean(),
      cursors: fc.array(fc.string({ maxLength: 120 }), { maxLength: 60 }),
    });
    fc.assert(
      fc.property(audiences, (position) => {
        const value = encodePosition(position);
        expect(value.length).toBeLessThanOrEqual(2000);
        const back = parseValue(Position, value)!;
        expect({ ...back, cursors: [] }).toEqual({ ...position, cursors: [] });
        expect(position.cursors.slice(position.cursors.length - back.cursors.length)).toEqual(back.cursors);
        if (JSON.stringify(position).length <= 2000) expect(back).toEqual(position);
      }),
    );
  });

  it.each(["", "{}", "null", "[", '{"isOwn":"yes","trail":[]}'])("is not read from %j", (value) => {
    expect(parseValue(Position, value)).toBeNull();
  });
});
