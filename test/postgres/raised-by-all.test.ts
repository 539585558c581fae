import pLimit from "p-limit";
import { expect, test } from "vitest";
import { aPostOf, renderedBy } from "../contract/notifications.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

test("a post's version counts every change that either of two instances makes", async () => {
  const database = await postgres.make();
  const stores = await Promise.all([database.open("first"), database.open("second")]);
  const subjects = ["s0", "s1", "s2"];
  await stores[0].posts.add({ posts: subjects.map((subject) => aPostOf(subject, {})) });
  const limit = pLimit(6);
  const all: Promise<unknown>[] = [];
  const times = 60;
  for (let n = 0; n < times; n += 1)
    for (const { posts } of stores) {
      const shuffled = n % 2 === 0 ? subjects : subjects.toReversed();
      const lines = [{ subject: shuffled[0]!, event: { n } }];
      const [one = "", ...rest] = shuffled;
      all.push(
        limit(() =>
          posts.add(
            n % 3 === 0
              ? { changed: shuffled, lines: [] }
              : n % 3 === 1
                ? { posts: shuffled.map((subject) => aPostOf(subject, {})), lines }
                : { posts: [aPostOf(one, {})], changed: rest, lines },
          ),
        ),
      );
    }
  await Promise.all(all);
  const found = await stores[0].posts.waiting([renderedBy], { limit: 10 });
  for (const { post } of found) expect(post.version).toBe(1 + 2 * times);
});
