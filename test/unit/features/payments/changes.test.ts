import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare, type KnownMethod, readKnown } from "../../../../src/features/payments/monitor.view.ts";

const timeZone = "Asia/Seoul";
const day = (text: string) => new Date(`${text}T03:00:00Z`);

/** A method in one reading, and in the next: what has to be told then. */
const good = { _id: "id-1", expDate: "2028/05", autoRecharge: 1 };
const soon = { ...good, expDate: "2026/11" };
const past = { ...good, expDate: "2026/10" };

type Method = { _id?: string | null; expDate?: string | null; autoRecharge?: number | null };

function read(
  before: readonly KnownMethod[] | null,
  methods: Method[],
  options: { at?: string; isPart?: boolean } = {},
) {
  const { at = "2026-11-22", isPart = false } = options;
  return compare(before, { methods, isPart, now: day(at), timeZone });
}

function after(first: Method[], second: Method[], options: { at?: string; isPart?: boolean } = {}) {
  const { methods } = read(null, first);
  return read(methods, second, options).changes.map((change) =>
    change.kind === "begun" || change.kind === "moved" ? `${change.kind} ${change.alerted}` : change.kind,
  );
}

describe("what a reading of payment methods tells", () => {
  it.each([
    ["nothing of what is in order", [good], []],
    ["what ends soon", [soon], ["expiring"]],
    ["what is past", [past], ["expired"]],
    ["nothing of an expiry that can't be read", [{ ...good, expDate: "13/2026" }, { expDate: null }, {}], []],
    ["the same method once", [soon, soon], ["expiring"]],
    ["a method without an ID", [{ expDate: "2026/10" }], ["expired"]],
  ])("at first: %s", (_, methods, alerted) => {
    const { changes } = read(null, methods);
    expect(changes.map((change) => ("alerted" in change ? change.alerted : change.kind))).toEqual(alerted);
  });

  it.each<[string, Method[], Method[], string[], { at?: string; isPart?: boolean }?]>([
    ["nothing twice", [soon, past], [soon, past], []],
    [
      "that its month has come near",
      [{ ...good, expDate: "2026/12" }],
      [{ ...good, expDate: "2026/12" }],
      ["begun expiring"],
      { at: "2026-12-02" },
    ],
    ["that its month is over", [soon], [soon], ["moved expired"], { at: "2026-12-01" }],
    ["that it was replaced in time", [soon], [good], ["over"]],
    ["that another month ends it", [past], [soon], ["moved expiring"]],
    ["that it is gone", [good, { ...soon, _id: "id-2" }], [{ ...soon, _id: "id-2" }], ["begun gone"]],
    ["that what was told of was removed", [past], [], ["removed"]],
    ["nothing of what may stand behind a cut", [good], [], [], { isPart: true }],
    ["nothing of an ID that a part can't read", [soon], [{ ...soon, _id: null }], [], { isPart: true }],
    [
      "nothing of a recharge that a part can't read",
      [good],
      [{ ...good, autoRecharge: null }],
      [],
      { isPart: true },
    ],
    ["that automatic recharge changed", [good], [{ ...good, autoRecharge: 0 }], ["recharge"]],
    ["that it was taken from automatic recharge", [good], [{ ...good, autoRecharge: null }], ["recharge"]],
    ["nothing of an expiry that can't be read any more", [past], [{ ...past, expDate: "?" }], []],
    ["nothing of a description", [{ ...good }], [{ ...good, description: "another" } as Method], []],
  ])("afterwards: %s", (...[_, first, second, alerted, options]) => {
    expect(after(first, second, options)).toEqual(alerted);
  });

  it("tells when what was gone is there again, in order or not", () => {
    const gone = read(read(null, [good]).methods, []).methods;
    expect(read(gone, []).changes).toEqual([]);
    expect(read(gone, [good]).changes).toMatchObject([{ kind: "over" }]);
    expect(read(gone, [past]).changes).toMatchObject([{ kind: "moved", alerted: "expired" }]);
  });

  it("keeps what it knows readable, and nothing of a description", () => {
    const methods = fc.array(
      fc.record(
        {
          _id: fc.option(fc.string()),
          expDate: fc.option(fc.oneof(fc.string(), fc.constantFrom("2026/11", "2026/10", "2030/01"))),
          autoRecharge: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
          description: fc.constant("A CARD OF MINE"),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(methods, methods, fc.boolean(), (first, second, isPart) => {
        const { methods: known } = read(null, first);
        const stored = JSON.parse(JSON.stringify({ methods: known }));
        expect(JSON.stringify(stored)).not.toContain("A CARD OF MINE");
        const next = read(readKnown(stored), second, { isPart });
        // Whatever came between: the same reading twice has no news.
        expect(read(next.methods, second, { isPart }).changes).toEqual([]);
      }),
    );
  });
});
