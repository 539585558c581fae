import { expect, it } from "vitest";
import { aPost, isPost, startDelivery } from "../../../support/delivery.ts";
import { eventually } from "../../../support/eventually.ts";

it("shows a post once though the store could not note at once that Slack has it", async () => {
  let failures = 2;
  const { slack, store, errors, settle } = await startDelivery((posts) => ({
    ...posts,
    delivered: async (...receipt) => {
      failures -= 1;
      if (failures >= 0) throw new Error("the database is locked");
      return await posts.delivered(...receipt);
    },
  }));
  await store.posts.add({ posts: [aPost("once")] });
  await settle();
  expect(slack.messages("C0TESTS").map(({ text }) => text)).toEqual(["once"]);
  const cause = new Error("the database is locked");
  expect(errors).toEqual([cause, cause]);
});

const answered = [
  { to: "does not take it there", error: "is_archived", write: "readdress", channel: "C0REVIEWS" },
  { to: "asks to wait", error: "ratelimited", write: "retryAt", channel: "C0TESTS" },
] as const;

it.each(answered)(
  "calls no post a repeat that Slack $to, though that could not be noted at once",
  async (slackDoes) => {
    const { error, write, channel } = slackDoes;
    let failures = 2;
    const failing = <T extends unknown[]>(note: (...parts: T) => Promise<boolean>) => {
      return async (...parts: T) => {
        failures -= 1;
        if (failures >= 0) throw new Error("the database is locked");
        return await note(...parts);
      };
    };
    const { slack, store } = await startDelivery((posts) => ({
      ...posts,
      readdress: write === "readdress" ? failing(posts.readdress) : posts.readdress,
      retryAt: write === "retryAt" ? failing(posts.retryAt) : posts.retryAt,
    }));
    slack.faults.webApi(
      error === "ratelimited"
        ? { method: "chat.postMessage", kind: "ratelimited", retryAfterS: 1, times: 1 }
        : { method: "chat.postMessage", kind: "error", error, times: 1 },
    );
    await store.posts.add({ posts: [aPost("once", "once", ["C0TESTS", "C0REVIEWS"])] });
    const post = await slack.waitFor(() => slack.messages(channel)[0]);
    expect(post.text).not.toContain("may repeat");
    expect(failures).toBeLessThan(0);
  },
);

/** The first time it is done, and whoever asked isn't told. */
const unheard = <A extends unknown[], T>(write: (...parts: A) => Promise<T>) => {
  let isHeard = false;
  return async (...parts: A) => {
    const done = await write(...parts);
    if (!isHeard) {
      isHeard = true;
      throw new Error("the connection was cut");
    }
    return done;
  };
};

it("doesn't tell a post as given up that has moved on, though nobody heard that it has", async () => {
  const { slack, store, givenUp, settle } = await startDelivery((posts) => ({
    ...posts,
    readdress: unheard(posts.readdress),
  }));
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "is_archived", times: 1 });
  await store.posts.add({ posts: [aPost("once", "once", ["C0TESTS", "C0REVIEWS"])] });
  await slack.waitFor(() => slack.messages("C0REVIEWS")[0], { what: "the post" });
  await settle();
  expect(givenUp).toEqual([]);
});

it("tells a post as given up that is, though nobody heard it at once", async () => {
  const { slack, store, givenUp } = await startDelivery((posts) => ({
    ...posts,
    giveUp: unheard(posts.giveUp),
  }));
  slack.faults.webApi({ method: "chat.postMessage", kind: "error", error: "is_archived", times: 1 });
  await store.posts.add({ posts: [aPost("once", "once", ["C0TESTS"])] });
  await eventually(() => expect(givenUp).toEqual(["is_archived"]));
});

it.each(answered)(
  "shows a post once that Slack $to, though the answer to that note was lost",
  async (slackDoes) => {
    const { error, write } = slackDoes;
    const noted: boolean[] = [];
    let anew: () => Promise<void> = async () => {};
    /** Its first answer is lost, and before it is noted once more the post is claimed again and under way. */
    const losing = <T extends unknown[]>(note: (...parts: T) => Promise<boolean>) => {
      return async (...parts: T) => {
        if (noted.length > 0) await anew();
        noted.push(await note(...parts));
        if (noted.length === 1) throw new Error("the connection died");
        return noted.at(-1) === true;
      };
    };
    const { slack, store, settle } = await startDelivery((posts) => ({
      ...posts,
      readdress: write === "readdress" ? losing(posts.readdress) : posts.readdress,
      retryAt: write === "retryAt" ? losing(posts.retryAt) : posts.retryAt,
    }));
    slack.faults.webApi(
      error === "ratelimited"
        ? { method: "chat.postMessage", kind: "ratelimited", retryAfterS: 0, times: 1 }
        : { method: "chat.postMessage", kind: "error", error, times: 1 },
    );
    slack.faults.webApi({ method: "chat.postMessage", kind: "hang", times: 1 });
    anew = async () => {
      await store.posts.add({ posts: [aPost("another", "another", ["C0GENERAL"])] });
      await slack.waitFor(() => slack.traffic.filter(isPost).length >= 2, { what: "the post once more" });
    };
    await store.posts.add({ posts: [aPost("once", "once", ["C0TESTS", "C0REVIEWS", "U0JOON"])] });
    await eventually(() => expect(noted.length).toBeGreaterThan(1));
    // A move that was made is one still; a wait has passed.
    expect(noted.slice(0, 2)).toEqual([true, write === "readdress"]);
    slack.faults.releaseHangs();
    await settle();
    const told = [...slack.messages("C0TESTS"), ...slack.messages("C0REVIEWS"), ...slack.dm("U0JOON")];
    expect(told.map(({ text }) => text).filter((text) => text.startsWith("once"))).toHaveLength(1);
  },
);
