import { describe, expect, test } from "vitest";
import { change, claims, database, later, store } from "./given.ts";
import { said, toAsked, toStanding } from "./post-claims.ts";
import { leaseMs } from "./store-database.ts";
import { aPostOf } from "./telling.ts";

/** Posts that are drawn anew as what they show changes, with lines under them. */
export function livingContract(): void {
  describe("living posts", () => {
    test("an edit and a line know their post as Slack's reply named it", async () => {
      await store.posts.add({ posts: [aPostOf("a", { destinations: ["U1"] })] });
      await store.posts.delivered(await claims.one(), { channel: "D\u00001", ts: "17.1" });
      expect(await store.posts.find("a", "result")).toEqual({ channel: "D1", ts: "17.1" });
      await store.posts.add({ changed: ["a"], lines: [said("a", "reported")] });
      const edit = await claims.one();
      const message = { channel: "D1", ts: "17.1" };
      expect(edit).toMatchObject({ message, line: null, destination: "U1", mayRepeat: false });
      await store.posts.delivered(edit, message);
      expect(await claims.one()).toMatchObject({ message, line: { event: { said: "reported" } } });
    });

    test("ten changes are one edit, and one that comes while it is drawn is another", async () => {
      await claims.stand();
      for (let changes = 0; changes < 10; changes += 1) await change("a");
      const edit = await claims.one();
      await change("a");
      await store.posts.delivered(edit, edit.message);
      expect(await claims.deliver()).toEqual(["edit a"]);
      await claims.nothingIsLeft();
    });

    test("changes before it was ever seen are one new message", async () => {
      await store.posts.add({ posts: [aPostOf("a")] });
      await store.posts.add({ posts: [aPostOf("a")], changed: ["a"] });
      expect(await claims.deliver()).toEqual(["new a"]);
      await claims.nothingIsLeft();
    });

    test("lines follow their post and its edit, in their order, and other posts have their turn between", async () => {
      await store.posts.add({ posts: [aPostOf("a")], lines: [said("a", "1"), said("a", "2")] });
      await store.posts.add({ posts: [aPostOf("b")] });
      await store.posts.add({ lines: [said("a", "3")] });
      const all: string[] = [];
      for (let left = 5; left > 0; left -= 1) all.push(...(await claims.deliver()));
      expect(all.filter((asked) => asked.endsWith("b"))).toEqual(["new b"]);
      expect(all.filter((asked) => !asked.endsWith("b"))).toEqual([
        "new a",
        "line a: 1",
        "line a: 2",
        "line a: 3",
      ]);
      await claims.nothingIsLeft();
    });

    test("a line is told under each place of its subject, or under the one that it names", async () => {
      const places = [aPostOf("a"), aPostOf("a", { place: "author", destinations: ["U1"] })];
      const one = { ...said("a", "the author's"), place: "author" };
      await store.posts.add({ posts: places, lines: [said("a", "both"), one, said("none", "nowhere")] });
      const told = [...(await claims.claim())];
      for (const claimed of told) await store.posts.delivered(claimed, toStanding(claimed));
      const lines: string[] = [];
      for (let turn = 0; turn < 2; turn += 1) {
        for (const claimed of await claims.claim()) {
          lines.push(`${claimed.place} ${toAsked(claimed)}`);
          await store.posts.delivered(claimed, toStanding(claimed));
        }
      }
      expect(lines.toSorted()).toEqual([
        "author line a: both",
        "author line a: the author's",
        "result line a: both",
      ]);
      await claims.nothingIsLeft();
    });

    test("of what is told again only the facts count, and whether it is kept", async () => {
      await store.posts.add({ posts: [aPostOf("a", { facts: { found: 1 } })] });
      const again = { destinations: ["C9"], kind: "other", facts: { found: 2 } };
      await store.posts.add({ posts: [aPostOf("a", again)] });
      await store.posts.add({ posts: [aPostOf("a")] });
      expect(await claims.one()).toMatchObject({ facts: { found: 2 }, destination: "C1" });
    });

    test("places that come later have posts of their own, of one telling too that names one twice", async () => {
      await claims.stand();
      const onCall = aPostOf("a", { place: "on-call", destinations: ["C2"] });
      await store.posts.add({ posts: [aPostOf("a"), onCall, onCall] });
      expect((await claims.deliver()).toSorted()).toEqual(["edit a", "new a"]);
      await claims.nothingIsLeft();
    });

    test("where there is nothing to show, nothing is posted until something changes", async () => {
      await store.posts.add({ posts: [aPostOf("a")], lines: [said("a", "1")] });
      await store.posts.delivered(await claims.one(), null);
      expect(await store.posts.find("a", "result")).toBeNull();
      // There is nothing for its line to stand under, and nobody looks again.
      await claims.nothingIsLeft();
      expect(await store.posts.countQueued()).toBe(0);
      await change("a");
      expect(await claims.deliver()).toEqual(["new a"]);
      await claims.nothingIsLeft();
    });

    test("an edit that ran out is no repeat, a line is one, and its post isn't", async () => {
      await claims.stand();
      await change("a");
      await claims.one();
      database.clock.advance(leaseMs);
      const again = await claims.one();
      expect(again).toMatchObject({ line: null, mayRepeat: false });
      await store.posts.delivered(again, again.message);
      await store.posts.add({ lines: [said("a", "1")] });
      expect(await claims.deliver()).toEqual(["edit a"]);
      await claims.one();
      database.clock.advance(leaseMs);
      const line = await claims.one();
      expect(line).toMatchObject({ line: { event: { said: "1" } }, mayRepeat: true });
      await store.posts.delivered(line, line.message);
      await change("a");
      expect(await claims.one()).toMatchObject({ line: null, mayRepeat: false });
    });

    test("a line that failed unseen may repeat, and its post doesn't say so", async () => {
      await claims.stand();
      await store.posts.add({ lines: [said("a", "1")] });
      await claims.deliver();
      const line = await claims.one();
      const failure = { error: "cut off", mayRepeat: true };
      await store.posts.retryAt(line, database.clock.now(), failure);
      expect(await claims.one()).toMatchObject({ line: { id: line.line?.id }, mayRepeat: true });
      expect(await store.posts.list(["a"])).toMatchObject([{ mayRepeat: false }]);
    });

    test.each(["delivered", "failed"])("a late edit that was %s is followed by the newest", async (how) => {
      const message = await claims.stand();
      await change("a");
      const late = await claims.one();
      database.clock.advance(leaseMs);
      expect(await claims.deliver()).toEqual(["edit a"]);
      await claims.nothingIsLeft();
      if (how === "delivered") await store.posts.delivered(late, message);
      else await store.posts.retryAt(late, database.clock.now(), { error: "cut off" });
      expect(await claims.deliver()).toEqual(["edit a"]);
      await claims.nothingIsLeft();
    });

    test.each([
      ["failed, perhaps seen", true, 1],
      ["ran out", null, 1],
      ["surely failed", false, 0],
    ])("an edit that %s is sent again when it can't land any more: %s", async (_, mayRepeat, times) => {
      await claims.stand();
      await change("a");
      const edit = await claims.one();
      if (mayRepeat === null) database.clock.advance(leaseMs);
      else await store.posts.retryAt(edit, database.clock.now(), { error: "cut off", mayRepeat });
      expect(await claims.deliver()).toEqual(["edit a"]);
      await claims.nothingIsLeft();
      const dueAt = await store.posts.nextDueAt();
      if (times === 1) expect(dueAt).toEqual(later(60_000));
      database.clock.advance(59_999);
      await claims.nothingIsLeft();
      database.clock.advance(1);
      expect(await claims.deliver()).toEqual(times === 1 ? ["edit a"] : []);
      await store.posts.nextDueAt();
      database.clock.advance(120_000);
      await claims.nothingIsLeft();
    });

    test("a late edit beside the newest one under way makes that come once more", async () => {
      const message = await claims.stand();
      await change("a");
      const late = await claims.one();
      database.clock.advance(leaseMs);
      const newest = await claims.one();
      await store.posts.delivered(late, message);
      await store.posts.delivered(newest, message);
      expect(await claims.deliver()).toEqual(["edit a"]);
      await claims.nothingIsLeft();
    });

    test("a new message is noted by whoever posted it, and a second one of it is left alone", async () => {
      await store.posts.add({ posts: [aPostOf("a")] });
      const late = await claims.one();
      database.clock.advance(leaseMs);
      await change("a");
      const second = await claims.one();
      expect(second).toMatchObject({ message: null, mayRepeat: true });
      await store.posts.delivered(late, { channel: "C1", ts: "17.1" });
      await store.posts.delivered(second, { channel: "C1", ts: "17.2" });
      expect(await store.posts.find("a", "result")).toEqual({ channel: "C1", ts: "17.1" });
      // The first shows what was before the change.
      expect(await claims.one()).toMatchObject({ message: { ts: "17.1" }, mayRepeat: true });
    });

    test("a line is noted by whoever sent it, whoever has its conversation by then", async () => {
      await claims.stand();
      await store.posts.add({ lines: [said("a", "1"), said("a", "2")] });
      await claims.deliver();
      const late = await claims.one();
      database.clock.advance(leaseMs);
      const again = await claims.one();
      expect(again.line).toEqual(late.line);
      await store.posts.delivered(late, late.message);
      await store.posts.delivered(again, again.message);
      expect(await claims.deliver()).toEqual(["line a: 2"]);
      await claims.nothingIsLeft();
    });

    test("what appears late after it was given up shows the newest, also in a quiet conversation", async () => {
      await store.posts.add({ posts: [aPostOf("a")] });
      const late = await claims.one();
      database.clock.advance(leaseMs);
      await change("a");
      await store.posts.giveUp(await claims.one(), "is_archived");
      await claims.nothingIsLeft();
      await store.posts.delivered(late, { channel: "C1", ts: "17.1" });
      expect(await claims.deliver()).toEqual(["edit a"]);
      await claims.nothingIsLeft();
    });

    test("what can't be changed is posted anew at the same place, and its lines go there", async () => {
      await claims.stand("a", "A", "B");
      await store.posts.add({ changed: ["a"], lines: [said("a", "told")] });
      const edit = await claims.one();
      await store.posts.postAnew(edit, "message_not_found");
      await store.posts.postAnew(edit, "message_not_found");
      expect(await store.posts.find("a", "result")).toBeNull();
      const anew = await claims.one();
      expect(anew).toMatchObject({ message: null, destination: "A", attempts: 0, mayRepeat: false });
      const message = { channel: "A", ts: "17.5" };
      await store.posts.delivered(anew, message);
      expect(await claims.one()).toMatchObject({ message, line: { event: { said: "told" } } });
    });

    test("what may stand unseen is said by whatever takes its place", async () => {
      await store.posts.add({ posts: [aPostOf("a", { destinations: ["A", "B"] })] });
      const failure = { error: "cut off", mayRepeat: true };
      await store.posts.retryAt(await claims.one(), database.clock.now(), failure);
      await store.posts.readdress(await claims.one(), "is_archived");
      const moved = await claims.one();
      expect(moved).toMatchObject({ destination: "B", mayRepeat: true });
      await store.posts.delivered(moved, toStanding(moved));
      await change("a");
      await store.posts.postAnew(await claims.one(), "message_not_found");
      expect(await claims.one()).toMatchObject({ message: null, mayRepeat: true });
    });

    test("what nobody can answer any more is posted anew for its line", async () => {
      await claims.stand();
      await store.posts.add({ lines: [said("a", "told")] });
      await claims.deliver();
      await store.posts.postAnew(await claims.one(), "thread_not_found");
      expect([await claims.deliver(), await claims.deliver()]).toEqual([["new a"], ["line a: told"]]);
      await claims.nothingIsLeft();
    });

    test("what is elsewhere by now is a new message there, with what waits for it", async () => {
      await claims.stand("a", "A", "B");
      await store.posts.add({ changed: ["a"], lines: [said("a", "told")] });
      expect(await store.posts.readdress(await claims.one(), "externally_shared")).toBe(true);
      const moved = await claims.one();
      expect(moved).toMatchObject({ message: null, destination: "B", mayRepeat: false });
      const message = { channel: "B", ts: "17.5" };
      await store.posts.delivered(moved, message);
      expect(await claims.one()).toMatchObject({ message, destination: "B", line: { event: {} } });
    });

    test("what a late poster posted stands there, wherever its post has gone, and is not posted anew", async () => {
      await store.posts.add({ posts: [aPostOf("a", { destinations: ["A", "B"] })] });
      const late = await claims.one();
      database.clock.advance(leaseMs);
      const moved = await claims.one();
      expect(await store.posts.readdress(moved, "is_archived")).toBe(true);
      await store.posts.delivered(late, { channel: "A", ts: "17.1" });
      await change("a");
      const message = { channel: "A", ts: "17.1" };
      expect(await claims.one()).toMatchObject({ destination: "A", message });
    });

    test("a message that was noted meanwhile is not given up for another", async () => {
      await store.posts.add({ posts: [aPostOf("a", { destinations: ["A", "B"] })] });
      const late = await claims.one();
      database.clock.advance(leaseMs);
      const taken = await claims.one();
      await store.posts.delivered(late, { channel: "A", ts: "17.1" });
      expect(await store.posts.readdress(taken, "is_archived")).toBe(true);
      expect(await store.posts.find("a", "result")).toEqual({ channel: "A", ts: "17.1" });
      expect(await claims.asked()).toEqual([]);
    });

    test("what changed while a post was given up is tried once more", async () => {
      await store.posts.add({ posts: [aPostOf("a")] });
      const refused = await claims.one();
      await store.posts.add({ changed: ["a"], lines: [said("a", "1")] });
      await store.posts.giveUp(refused, "is_archived");
      expect(await claims.deliver()).toEqual(["new a"]);
      expect(await claims.deliver()).toEqual(["line a: 1"]);
      expect(await claims.asked()).toEqual([]);
    });

    test("a message of which nothing is known is posted anew when something changes", async () => {
      await store.posts.add({ posts: [aPostOf("a")] });
      await store.posts.delivered(await claims.one(), { channel: "C1", ts: "" });
      await claims.nothingIsLeft();
      await change("a");
      expect(await claims.deliver()).toEqual(["new a"]);
    });
  });
}
