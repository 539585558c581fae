import { describe, expect, it } from "vitest";
import {
  type FinishedCall,
  type Health,
  readHealth,
  type Streak,
  updateHealth,
  updateStreak,
} from "../../../../src/features/platform/health.ts";
import { notificationOfHealth, toAlert } from "../../../../src/features/platform/index.ts";
import { en } from "../../../support/words.ts";

const { title, over } = en.platform;
const ended = (end: FinishedCall["end"], code: string, status: number | null = null, words = "") => ({
  ...{ end, code, status, words },
});
const ends = {
  accepted: ended("accepted", ""),
  "not accepted": ended("refused", "1062", 200),
  "timed out": ended("unknown", "TimedOut"),
  unreachable: ended("not_sent", "ConnectionFailed"),
  unreadable: ended("unknown", "ReplyUseless", 200),
  "over the rate limit": ended("not_sent", "TooManyRequests", 429),
  "not sent by us": ended("not_sent", "InvalidInput"),
  stopped: ended("unknown", "Aborted"),
  "wrong key": ended("refused", "Unauthorized", 401),
  "blocked app": ended("refused", "BlockedApp", 401),
  "no permission": ended("refused", "Forbidden", 403),
  "a bare 403": ended("refused", "HTTP_403", 403),
  "same signature": ended("refused", "DuplicatedSignature", 403),
  "unknown sender": ended("refused", "UnregisteredSender", 403),
  "wrong clock": ended("refused", "RequestTimeTooSkewed", 403),
  "no balance": ended("refused", "NotEnoughBalance", 402),
  "no balance by its text": ended("refused", "FailedToAddMessage", 400, "no (statusCode: 1030)"),
  "a number like that": ended("refused", "FailedToAddMessage", 400, "to 01010301030"),
};
const operations = { send: "sendMessage", prices: "listPrices", payments: "listPayments" };

const isIn = <T extends object>(names: T, name: string): name is keyof T & string => name in names;

/** Finished calls: each with its minute, what was called, and how it ended. Prices are listed without a key. */
const toContacts = (calls: string) =>
  calls.split(", ").map((call) => {
    const [, minute, operation = "", end = ""] = /^(\S+) (\S+) (.+)$/.exec(call) ?? [];
    if (!isIn(operations, operation) || !isIn(ends, end)) throw new Error(`there is no call "${call}"`);
    const at = Date.UTC(2026, 10, 22, 3) + Number(minute) * 60_000;
    return { ...ends[end], operation: operations[operation], isSigned: operation !== "prices", at };
  });

/** The titles of all alerts to on-call. */
function told(calls: string): string[] {
  let health: Health = readHealth(null);
  let streak: Streak = null;
  return toContacts(calls).flatMap((contact) => {
    streak = updateStreak(streak, contact);
    const before = health;
    health = readHealth(JSON.parse(JSON.stringify(updateHealth(before, contact, streak))));
    const { posts = [] } = notificationOfHealth(before, health, { at: new Date(contact.at), onCall: ["C1"] });
    return posts.map(({ facts }) => toAlert(JSON.parse(JSON.stringify(facts)), en.platform).title);
  });
}

describe("on-call's alerts about the platform", () => {
  it.each<[string, string, string[]]>([
    ["are not posted while the platform answers", "0 send accepted, 9 prices accepted", []],
    ["are not posted for a single failure", "0 send timed out", []],
    ["are not posted before it has failed for five minutes", "0 send timed out, 4.9 send timed out", []],
    [
      "say once that the platform fails",
      "0 send timed out, 5 prices unreachable, 6 send timed out",
      [title.failing],
    ],
    [
      "say that the platform answers again",
      "0 send timed out, 5 send timed out, 7 send accepted, 8 send accepted",
      [title.failing, over.failing],
    ],
    [
      "say that it fails, even if the last answer's stored time is a day ahead",
      "1440 send accepted, 0 send timed out, 5 send timed out",
      [title.failing],
    ],
    [
      "say that it fails five minutes after the clock was set back",
      "20 send timed out, 0 send timed out, 4.9 send timed out, 5 send timed out",
      [title.failing],
    ],
    ["are not posted for answers that can't be read", "0 payments unreadable, 6 payments unreadable", []],
    [
      "are not posted if a refusal came in between, which is an answer",
      "0 send timed out, 3 send not accepted, 6 send timed out",
      [],
    ],
    [
      "are not posted for two failures with a long pause between them",
      "0 send timed out, 31 send timed out",
      [],
    ],
    [
      "are not posted for a rate limit, a failed local check or the app's stop",
      "0 send over the rate limit, 6 send not sent by us, 12 send stopped",
      [],
    ],
    [
      "report that the key is refused, and that it is accepted again",
      "0 payments wrong key, 1 send wrong key, 2 payments accepted",
      [title.key, title.key, over.key],
    ],
    [
      "report a missing permission until the same call works",
      "0 payments no permission, 1 send accepted, 2 payments accepted",
      [title.key, over.key],
    ],
    [
      "report a wrong clock until a signed request gets another answer",
      "0 send wrong clock, 1 payments wrong clock, 2 prices accepted, 3 send not accepted",
      [title.clock, over.clock],
    ],
    [
      "keep a refused key's alert while the clock is wrong too",
      "0 send wrong key, 1 send wrong clock, 2 send wrong key, 3 send accepted",
      [title.key, title.clock, over.key, over.clock],
    ],
    [
      "are not posted for a duplicate signature or a 403 with another reason",
      "0 send same signature, 1 send unknown sender",
      [],
    ],
    ["report a refused key by the status 403 alone", "0 send a bare 403", [title.key]],
    ["report a refused key by a 401 with any code", "0 send blocked app", [title.key]],
    [
      "keep a refused key's alert after a call that needs no key",
      "0 payments wrong key, 1 prices accepted",
      [title.key],
    ],
    [
      "report an empty balance until a message is accepted",
      "0 send no balance, 1 send no balance, 2 payments accepted, 3 send accepted",
      [title.balance, over.balance],
    ],
    [
      "report an empty balance if its code is only in the text",
      "0 send no balance by its text",
      [title.balance],
    ],
    ["ignore the balance's code inside a longer number", "0 send a number like that", []],
  ])("%s", (_, calls, expected) => {
    expect(told(calls)).toEqual(expected);
  });

  const tell = (before: Health, after: Health) =>
    notificationOfHealth(before, after, { at: new Date(2), onCall: ["C1"] });

  it("keep one post while a trouble lasts, and start a new post when the trouble comes back", () => {
    const [down, up] = [readHealth({ ...readHealth(null), balanceSince: 1 }), readHealth(null)];
    const begun = tell(up, down);
    const subject = begun.posts?.[0]?.subject;
    expect(begun.lines).toEqual([]);
    expect(tell(down, up)).toMatchObject({ posts: [{ subject, isKept: false }], lines: [{ subject }] });
    const again = tell(up, { ...down, balanceSince: 3 });
    expect(again.posts).toMatchObject([{ isKept: true }]);
    expect(again.posts?.[0]?.subject).not.toBe(subject);
  });

  it("keep one post for a refused key, however many calls it affects", () => {
    let health = readHealth(null);
    const contacts = toContacts("1 send no permission, 2 payments no permission, 3 send accepted");
    const subjects = contacts.map((contact) => {
      const before = health;
      health = updateHealth(before, contact, null);
      return tell(before, health).posts?.map(({ subject }) => subject);
    });
    expect(subjects[0]).toHaveLength(1);
    expect(subjects).toEqual([subjects[0], subjects[0], subjects[0]]);
  });

  it("start from an empty state if the stored one can't be read", () => {
    expect(readHealth({ answeredAt: "yesterday" })).toEqual(readHealth(null));
  });
});
