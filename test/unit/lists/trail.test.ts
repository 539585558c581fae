import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseValue, renderPlace, Trail } from "../../../src/lists/show-list.ts";

const Place = z.object({ isOwn: z.boolean(), trail: Trail });

describe("the place in a list that a button carries", () => {
  it("comes back as it was, or with its oldest steps forgotten, within Slack's limit", () => {
    const places = fc.record({
      isOwn: fc.boolean(),
      trail: fc.array(fc.string({ maxLength: 120 }), { maxLength: 60 }),
    });
    fc.assert(
      fc.property(places, (place) => {
        const value = renderPlace(place);
        expect(value.length).toBeLessThanOrEqual(2000);
        const back = parseValue(Place, value)!;
        expect({ ...back, trail: [] }).toEqual({ ...place, trail: [] });
        expect(place.trail.slice(place.trail.length - back.trail.length)).toEqual(back.trail);
        if (JSON.stringify(place).length <= 2000) expect(back).toEqual(place);
      }),
    );
  });

  it.each(["", "{}", "null", "[", '{"isOwn":"yes","trail":[]}'])("is not %j", (value) => {
    expect(parseValue(Place, value)).toBeNull();
  });
});
