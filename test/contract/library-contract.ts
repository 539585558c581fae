import { describe, expect, test } from "vitest";
import { createLibrary, maxEntries } from "../../src/store/library.ts";
import { store } from "./given.ts";

/** What people keep for their tests under a name. */
export function libraryContract(): void {
  describe("the library of saved messages and suites", () => {
    const open = () => store.open(createLibrary);
    const one = { id: "m1", kind: "message" as const, name: "Login", author: "U1", body: { text: "a" } };

    test("stores a name once per kind, ignoring case, and a form once", async () => {
      const library = open();
      expect(await library.add(one)).toBe("saved");
      expect(await library.add(one)).toBe("saved");
      expect(await library.add({ ...one, author: "U2" })).toBe("changed");
      // Submitted again with other contents, which are not stored.
      expect(await library.add({ ...one, name: "Sign in" })).toBe("changed");
      expect(await library.add({ ...one, body: { text: "b" } })).toBe("changed");
      expect(await library.add({ ...one, id: "m2", name: "LOGIN" })).toBe("taken");
      expect(await library.add({ ...one, id: "s1", kind: "suite" })).toBe("saved");
      expect(await library.add({ ...one, id: "m3", name: "고지".normalize("NFD") })).toBe("saved");
      expect((await library.list("message")).map(({ name }) => name)).toEqual(["Login", "고지"]);
      expect(await library.find("message", "login")).toMatchObject({ ...one, revision: 1 });
      expect(await library.find("suite", "고지")).toBeNull();
    });

    test("changes an entry only when the revision that was shown is still the newest", async () => {
      const library = open();
      await library.add(one);
      await library.add({ ...one, id: "m2", name: "OTP" });
      const change = { name: "Log-in", body: { text: "b" }, revision: 1, by: "U2" };
      expect(await library.change("m1", { ...change, name: "otp" })).toBe("taken");
      expect(await library.change("m1", change)).toBe("saved");
      // The same form delivered again.
      expect(await library.change("m1", change)).toBe("saved");
      expect(await library.change("m1", { ...change, body: { text: "c" } })).toBe("changed");
      expect(await library.get("m1")).toMatchObject({
        ...{ name: "Log-in", body: { text: "b" }, revision: 2, author: "U1", changedBy: "U2" },
      });
      await library.remove("m1");
      expect(await library.change("m1", { ...change, revision: 2 })).toBe("changed");
      expect(await library.add({ ...one, id: "m4", name: "log-in" })).toBe("saved");
    });

    test("refuses more than a limited number of entries per kind", async () => {
      const library = open();
      for (let index = 0; index < maxEntries.message; index += 1) {
        await library.add({ ...one, id: `m${index}`, name: `n${index}` });
      }
      expect(await library.add({ ...one, id: "more", name: "more" })).toBe("full");
      expect(await library.add({ ...one, id: "suite", kind: "suite" })).toBe("saved");
    });

    test("stores one of two entries that get the same name at once", async () => {
      const library = open();
      const results = await Promise.all(["a", "b"].map((id) => library.add({ ...one, id })));
      expect(results.toSorted()).toEqual(["saved", "taken"]);
    });
  });
}
