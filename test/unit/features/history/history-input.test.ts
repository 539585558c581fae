import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAsked, parsePlace, renderPlace } from "../../../../src/features/history/history.input.ts";

describe("what is typed behind /msg-history", () => {
  it.each([
    ["", false, false],
    ["failed", false, true],
    ["ALL", true, false],
    ["all  failed", true, true],
    ["failed all", true, true],
  ])("%j selects a list", (text, everybody, failed) => {
    expect(parseAsked(text)).toEqual({ kind: "list", selection: { everybody, failed } });
  });

  it.each([
    ["M4V20261121100000ABCDEFGHIJKLMNOPQ", "M4V20261121100000ABCDEFGHIJKLMNOPQ"],
    ["`M4V1`", "M4V1"],
    ["“M4V1”", "M4V1"],
    ["'13345224609.738474920.8088930838d8'", "13345224609.738474920.8088930838d8"],
  ])("%j is one id", (text, id) => {
    expect(parseAsked(text)).toEqual({ kind: "one", id });
  });

  it.each(["M4V1 M4V2", "all of them", "실패", "M4V1\u0000", "x".repeat(201)])("%j is unknown", (text) => {
    expect(parseAsked(text)).toEqual({ kind: "unknown_words" });
  });
});

describe("the place in a list that a button carries", () => {
  it("comes back as it was, or with its oldest steps forgotten, within Slack's limit", () => {
    const places = fc.record({
      everybody: fc.boolean(),
      failed: fc.boolean(),
      trail: fc.array(fc.string({ maxLength: 120 }), { maxLength: 60 }),
    });
    fc.assert(
      fc.property(places, (place) => {
        const value = renderPlace(place);
        expect(value.length).toBeLessThanOrEqual(2000);
        const back = parsePlace(value)!;
        expect({ ...back, trail: [] }).toEqual({ ...place, trail: [] });
        expect(place.trail.slice(place.trail.length - back.trail.length)).toEqual(back.trail);
        if (JSON.stringify(place).length <= 2000) expect(back).toEqual(place);
      }),
    );
  });

  it.each(["", "{}", "null", "[", '{"everybody":"yes","failed":false,"trail":[]}'])("is not %j", (value) => {
    expect(parsePlace(value)).toBeNull();
  });
});
