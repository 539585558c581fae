import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareMethods,
  type KnownMethod,
  readKnownMethods,
} from "../../../../src/features/payments/monitor.view.ts";

const timeZone = "Asia/Seoul";
const day = (text: string) => new Date(`${text}T03:00:00Z`);

/** One method on 22 November 2026: valid, expiring soon, and expired. */
const good = { _id: "id-1", expDate: "2028/05", autoRecharge: 1 };
const soon = { ...good, expDate: "2026/11" };
const past = { ...good, expDate: "2026/10" };
const later = { ...good, expDate: "2026/12" };
const unread = { ...good, autoRecharge: null };

type Method = { _id?: string | null; expDate?: string | null; autoRecharge?: number | null };

function read(
  before: readonly KnownMethod[] | null,
  methods: Method[],
  options: { at?: string; isPart?: boolean } = {},
) {
  const { at = "2026-11-22", isPart = false } = options;
  return compareMethods(before, { methods, isPart, now: day(at), timeZone });
}

function after(first: Method[], second: Method[], options: { at?: string; isPart?: boolean } = {}) {
  const { methods } = read(null, first);
  return read(methods, second, options).changes.map((change) =>
    change.kind === "begun" || change.kind === "moved" ? `${change.kind} ${change.alerted}` : change.kind,
  );
}

describe("the payment method monitor", () => {
  it.each([
    ["nothing if all are in order", [good], []],
    ["a method that expires soon", [soon], ["expiring"]],
    ["an expired method", [past], ["expired"]],
    ["nothing for an unreadable expiry", [{ ...good, expDate: "13/2026" }, { expDate: null }, {}], []],
    ["a method once that is listed twice", [soon, soon], ["expiring"]],
    ["a method without an ID", [{ expDate: "2026/10" }], ["expired"]],
  ])("at its first reading reports %s", (_, methods, alerted) => {
    const { changes } = read(null, methods);
    expect(changes.map((change) => ("alerted" in change ? change.alerted : change.kind))).toEqual(alerted);
  });

  it.each<[string, Method[], Method[], string[], { at?: string; isPart?: boolean }?]>([
    ["nothing if nothing changed", [soon, past], [soon, past], []],
    ["that a method now expires soon", [later], [later], ["begun expiring"], { at: "2026-12-02" }],
    ["that a method has now expired", [soon], [soon], ["moved expired"], { at: "2026-12-01" }],
    ["that a method was renewed in time", [soon], [good], ["over"]],
    ["that an expired method now expires soon", [past], [soon], ["moved expiring"]],
    ["that a method is gone", [good, { ...soon, _id: "id-2" }], [{ ...soon, _id: "id-2" }], ["begun gone"]],
    ["that a reported method was removed", [past], [], ["removed"]],
    ["nothing for a method that a partial list lacks", [good], [], [], { isPart: true }],
    [
      "nothing for an unreadable ID in a partial list",
      [soon],
      [{ ...soon, _id: null }],
      [],
      { isPart: true },
    ],
    [
      "nothing for an unreadable automatic recharge in a partial list",
      [good],
      [unread],
      [],
      { isPart: true },
    ],
    ["that automatic recharge changed", [good], [{ ...good, autoRecharge: 0 }], ["recharge"]],
    ["that automatic recharge is no longer listed", [good], [unread], ["recharge"]],
    ["nothing for an expiry that has become unreadable", [past], [{ ...past, expDate: "?" }], []],
    ["nothing for a changed description", [{ ...good }], [{ ...good, description: "another" } as Method], []],
  ])("at a later reading reports %s", (...[_, first, second, alerted, options]) => {
    expect(after(first, second, options)).toEqual(alerted);
  });

  it("reports that a missing method is listed again, whether valid or expired", () => {
    const gone = read(read(null, [good]).methods, []).methods;
    expect(read(gone, []).changes).toEqual([]);
    expect(read(gone, [good]).changes).toMatchObject([{ kind: "over" }]);
    expect(read(gone, [past]).changes).toMatchObject([{ kind: "moved", alerted: "expired" }]);
  });

  it("stores no description, and reports nothing if the same list is read twice", () => {
    const dates = fc.oneof(fc.string(), fc.constantFrom("2026/11", "2026/10", "2030/01"));
    const number = fc.double({ noNaN: true, noDefaultInfinity: true });
    const given = {
      ...{ _id: fc.option(fc.string()), expDate: fc.option(dates), autoRecharge: fc.option(number) },
      description: fc.constant("A CARD OF MINE"),
    };
    const methods = fc.array(fc.record(given, { requiredKeys: [] }));
    fc.assert(
      fc.property(methods, methods, fc.boolean(), (first, second, isPart) => {
        const { methods: known } = read(null, first);
        const stored = JSON.parse(JSON.stringify({ methods: known }));
        expect(JSON.stringify(stored)).not.toContain("A CARD OF MINE");
        const next = read(readKnownMethods(stored), second, { isPart });
        expect(read(next.methods, second, { isPart }).changes).toEqual([]);
      }),
    );
  });
});
