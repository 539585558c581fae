import { describe, expect, test } from "vitest";
import type { ClaimedPost } from "../../src/store/index.ts";
import { claims, database, openSecond, store } from "./given.ts";
import { claimsOf } from "./post-claims.ts";
import { leaseMs } from "./store-database.ts";
import { aPostOf } from "./telling.ts";

const result = { channel: "C1", ts: "17.1" };
const copy = { channel: "C9", ts: "99.1" };

/** Posts that lead to another post, whose place nobody knows before Slack has it. */
export function leadingContract(): void {
  describe("a post that leads to another", () => {
    const aResult = aPostOf("result");
    const aCopy = aPostOf("copy", { destinations: ["C9"], linksTo: "result" });
    const claim = async () => {
      const claimed = await claims.claim();
      return (subject: string): ClaimedPost => claimed.find((one) => one.subject === subject)!;
    };
    const nothingIsLeft = async () => expect(await claims.asked()).toEqual([]);

    test("waits for nothing, and is drawn once more when the other is there", async () => {
      await store.posts.add({ posts: [aResult, aCopy] });
      const of = await claim();
      await store.posts.delivered(of("copy"), copy);
      await nothingIsLeft();
      await store.posts.delivered(of("result"), result);
      expect(await claims.one()).toMatchObject({ subject: "copy", message: copy, mayRepeat: false });
    });

    test("is drawn once more too when it was under way just then", async () => {
      await store.posts.add({ posts: [aResult, aCopy] });
      const of = await claim();
      await store.posts.delivered(of("result"), result);
      await nothingIsLeft();
      await store.posts.delivered(of("copy"), copy);
      expect(await claims.deliver()).toEqual(["edit copy"]);
      await nothingIsLeft();
    });

    test("is left alone when it comes later, and when the other one only changes", async () => {
      await store.posts.add({ posts: [aResult] });
      await claims.deliver();
      await store.posts.add({ posts: [aCopy] });
      expect(await claims.deliver()).toEqual(["new copy"]);
      await store.posts.add({ changed: ["result"] });
      expect(await claims.deliver()).toEqual(["edit result"]);
      await nothingIsLeft();
    });

    test("follows the other to where it is posted anew", async () => {
      await store.posts.add({ posts: [aResult, aCopy] });
      for (let turns = 0; turns < 2; turns += 1) await claims.deliver();
      await store.posts.add({ changed: ["result"] });
      await store.posts.postAnew(await claims.one(), "edit_window_closed");
      expect(await claims.deliver()).toEqual(["new result"]);
      expect(await claims.deliver()).toEqual(["edit copy"]);
      await nothingIsLeft();
    });

    test("is posted anew where it can't be edited only once it says something older in more than its link", async () => {
      await store.posts.add({ posts: [aResult, aCopy] });
      for (let turns = 0; turns < 2; turns += 1) await claims.deliver();
      const refuse = async (subject: string) => {
        const claimed = await claims.one();
        expect(claimed).toMatchObject({ subject, message: expect.anything() });
        await store.posts.postAnew(claimed, "edit_window_closed");
      };
      await store.posts.add({ changed: ["result"] });
      await refuse("result");
      expect(await claims.deliver()).toEqual(["new result"]);
      await refuse("copy");
      await nothingIsLeft();
      await store.posts.add({ changed: ["copy"] });
      await refuse("copy");
      expect(await claims.deliver()).toEqual(["new copy"]);
      await nothingIsLeft();
    });

    test.for([
      ["could not be drawn", (post: ClaimedPost) => store.posts.leaveUndrawn(post)],
      ["was given up", (post: ClaimedPost) => store.posts.giveUp(post, "externally_shared")],
    ] as const)("is posted anew for a link where the change before it %s", async ([, leave]) => {
      await store.posts.add({ posts: [aResult, aCopy] });
      for (let turns = 0; turns < 2; turns += 1) await claims.deliver();
      await store.posts.add({ changed: ["copy"] });
      await leave(await claims.one());
      await store.posts.add({ changed: ["result"] });
      await store.posts.postAnew(await claims.one(), "edit_window_closed");
      expect(await claims.deliver()).toEqual(["new result"]);
      await store.posts.postAnew(await claims.one(), "edit_window_closed");
      expect(await claims.deliver()).toEqual(["new copy"]);
      await nothingIsLeft();
    });

    test("knows of one that stands in plain words", async () => {
      await store.posts.add({ posts: [aResult, aCopy] });
      const of = await claim();
      await store.posts.delivered(of("copy"), copy);
      await store.posts.leaveUndrawn({ ...of("result"), message: result });
      expect(await claims.deliver()).toEqual(["edit copy"]);
      await nothingIsLeft();
    });

    test("knows of one that is noted late", async () => {
      await store.posts.add({ posts: [aResult, aCopy] });
      const of = await claim();
      await store.posts.delivered(of("copy"), copy);
      database.clock.advance(leaseMs);
      const again = await claims.one();
      await store.posts.delivered(of("result"), result);
      expect(await claims.deliver()).toEqual(["edit copy"]);
      await store.posts.leaveUndrawn({ ...again, message: { channel: "C1", ts: "17.2" } });
      expect(await store.posts.find("result", "result")).toEqual(result);
      await nothingIsLeft();
    });

    test("is drawn once more when one appears that names it, and not when that one changes", async () => {
      await store.posts.add({ posts: [aPostOf("unknown")] });
      await claims.deliver();
      await store.posts.add({ posts: [aPostOf("finding", { destinations: ["C9"] })] });
      await store.posts.delivered(await claims.one(), copy, ["unknown", "gone"]);
      const back = await claims.one();
      expect(back).toMatchObject({ subject: "unknown", message: { channel: "C1" } });
      await store.posts.delivered(back, back.message, ["finding"]);
      await nothingIsLeft();
    });

    test("has its link when both are told and delivered at the same moment", async () => {
      const other = await openSecond();
      for (let index = 0; index < 20; index += 1) {
        const subject = `r${index}`;
        await store.posts.add({ posts: [aPostOf(subject)] });
        const claimed = await claims.one();
        const leading = aPostOf(`c${index}`, { destinations: [`D${index}`], linksTo: subject });
        let shown: unknown = null;
        const drawing = other.posts.add({ posts: [leading] }).then(async () => {
          let one: ClaimedPost | undefined;
          // Passed by while the other one is noted.
          while (one === undefined) [one] = await claimsOf(other).claim(1);
          shown = await other.posts.find(subject, "result");
          await other.posts.delivered(one, { channel: `D${index}`, ts: "99.1" });
        });
        await Promise.all([drawing, store.posts.delivered(claimed, { channel: "C1", ts: "17.1" })]);
        const edits = await claims.deliver();
        if (shown === null) expect(edits).toEqual([`edit c${index}`]);
      }
    });
  });
}
