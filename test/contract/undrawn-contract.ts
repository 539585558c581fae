import { describe, expect, test } from "vitest";
import { change, claims, database, store } from "./given.ts";
import { said } from "./post-claims.ts";
import { aPostOf } from "./telling.ts";

/** Posts and lines that can't be drawn, until the next start. */
export function undrawnContract(): void {
  describe("living posts", () => {
    test("what can't be drawn stays as it is, and is tried again at the next start", async () => {
      await claims.stand();
      await change("a");
      await store.posts.leaveUndrawn(await claims.one());
      await claims.nothingIsLeft();
      expect(await store.posts.list(["a"])).toMatchObject([{ waits: false, error: "not drawn" }]);
      await store.posts.drawAgain();
      expect(await claims.deliver()).toEqual(["edit a"]);
      expect(await store.posts.list(["a"])).toMatchObject([{ error: null }]);
      await store.posts.drawAgain();
      await claims.nothingIsLeft();
    });

    test("plain words in the place of what can't be drawn are its message, and no picture", async () => {
      await store.posts.add({ posts: [aPostOf("a")] });
      const message = { channel: "C1", ts: "17.1" };
      await store.posts.leaveUndrawn({ ...(await claims.one()), message });
      expect(await store.posts.find("a", "result")).toEqual(message);
      await claims.nothingIsLeft();
      await store.posts.drawAgain();
      expect(await claims.one()).toMatchObject({ message, line: null });
    });

    test("what can't be drawn is tried again whatever became of the lines under it", async () => {
      await store.posts.add({ posts: [aPostOf("a")], lines: [said("a", "1")] });
      const message = { channel: "C1", ts: "17.1" };
      await store.posts.leaveUndrawn({ ...(await claims.one()), message });
      await store.posts.retryAt(await claims.one(), database.clock.now(), { error: "HTTP 503" });
      expect(await claims.deliver()).toEqual(["line a: 1"]);
      await claims.nothingIsLeft();
      await store.posts.drawAgain();
      expect(await claims.deliver()).toEqual(["edit a"]);
    });

    test("a line that can't be drawn is passed by, and told after the next start", async () => {
      await claims.stand();
      await store.posts.add({ lines: [said("a", "1"), said("a", "2")] });
      await claims.deliver();
      await store.posts.leaveUndrawn(await claims.one());
      expect(await claims.deliver()).toEqual(["line a: 2"]);
      await claims.nothingIsLeft();
      await change("a");
      expect(await claims.deliver()).toEqual(["edit a"]);
      await claims.nothingIsLeft();
      await store.posts.drawAgain();
      expect(await claims.deliver()).toEqual(["edit a"]);
      expect(await claims.deliver()).toEqual(["line a: 1"]);
      await claims.nothingIsLeft();
    });
  });
}
