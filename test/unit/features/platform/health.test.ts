import { describe, expect, it } from "vitest";
import {
  type Contact,
  type Health,
  learn,
  readHealth,
  type Streak,
  toStreak,
} from "../../../../src/features/platform/health.ts";
import { notificationOfHealth, toAlert } from "../../../../src/features/platform/health.view.ts";
import { en } from "../../../support/words.ts";

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 10, 22, 3);
const { title, over } = en.platform;

const accepted = { end: "accepted", status: null, code: "", words: "" } as const;
const ended = (end: Contact["end"], code: string, status: number | null = null, words = "") => ({
  end,
  code,
  status,
  words,
});
const timedOut = ended("unknown", "TimedOut");
const unreachable = ended("not_sent", "ConnectionFailed");
const key = ended("refused", "Unauthorized", 401);
const permission = ended("refused", "Forbidden", 403);
const clock = ended("refused", "RequestTimeTooSkewed", 403);
const balance = ended("refused", "NotEnoughBalance", 402);

type Step = [
  minute: number,
  operation: string,
  what: Omit<Contact, "at" | "operation" | "isSigned">,
  isSigned?: boolean,
];

/** What on-call reads, told once for each change, by its title. */
function told(...steps: Step[]): string[] {
  let health: Health = readHealth(null);
  let streak: Streak = null;
  return steps.flatMap(([minute, operation, what, isSigned = true]) => {
    const contact = { ...what, operation, isSigned, at: startMs + minute * minuteMs };
    streak = toStreak(streak, contact);
    const before = health;
    health = readHealth(JSON.parse(JSON.stringify(learn(before, contact, streak))));
    const { posts = [] } = notificationOfHealth(before, health, { at: new Date(contact.at), onCall: ["C1"] });
    return posts.map(({ facts }) => toAlert(JSON.parse(JSON.stringify(facts)), en.platform).title);
  });
}

describe("what on-call is told of the platform", () => {
  it.each<[string, Step[], string[]]>([
    [
      "nothing while it answers",
      [
        [0, "sendMessage", accepted],
        [9, "listPrices", accepted],
      ],
      [],
    ],
    ["nothing of one failure", [[0, "sendMessage", timedOut]], []],
    [
      "nothing before five minutes",
      [
        [0, "sendMessage", timedOut],
        [4.9, "sendMessage", timedOut],
      ],
      [],
    ],
    [
      "that it fails, once",
      [
        [0, "sendMessage", timedOut],
        [5, "listPrices", unreachable],
        [6, "sendMessage", timedOut],
      ],
      [title.failing],
    ],
    [
      "that it is over",
      [
        [0, "sendMessage", timedOut],
        [5, "sendMessage", timedOut],
        [7, "sendMessage", accepted],
        [8, "sendMessage", accepted],
      ],
      [title.failing, over.failing],
    ],
    [
      "that it fails, though an answer was noted by a clock that was a day ahead",
      [
        [1440, "sendMessage", accepted],
        [0, "sendMessage", timedOut],
        [5, "sendMessage", timedOut],
      ],
      [title.failing],
    ],
    [
      "that it fails, five minutes after the clock was set back between failures",
      [
        [20, "sendMessage", timedOut],
        [0, "sendMessage", timedOut],
        [4.9, "sendMessage", timedOut],
        [5, "sendMessage", timedOut],
      ],
      [title.failing],
    ],
    [
      "nothing of a list that it answers with and that can't be read",
      [
        [0, "listPayments", ended("unknown", "ReplyUseless", 200)],
        [6, "listPayments", ended("unknown", "ReplyUseless", 200)],
      ],
      [],
    ],
    [
      "a refusal is an answer",
      [
        [0, "sendMessage", timedOut],
        [3, "sendMessage", ended("refused", "1062", 200)],
        [6, "sendMessage", timedOut],
      ],
      [],
    ],
    [
      "nothing of two failures with a long pause between",
      [
        [0, "sendMessage", timedOut],
        [31, "sendMessage", timedOut],
      ],
      [],
    ],
    [
      "nothing of its rate limit, a local check and our own stop",
      [
        [0, "sendMessage", ended("not_sent", "TooManyRequests", 429)],
        [6, "sendMessage", ended("not_sent", "InvalidInput")],
        [12, "sendMessage", ended("unknown", "Aborted")],
      ],
      [],
    ],
    [
      "a refused key, and its end",
      [
        [0, "listPayments", key],
        [1, "sendMessage", key],
        [2, "listPayments", accepted],
      ],
      [title.key, title.key, over.key],
    ],
    [
      "a missing permission, until that very call works",
      [
        [0, "listPayments", permission],
        [1, "sendMessage", accepted],
        [2, "listPayments", accepted],
      ],
      [title.key, over.key],
    ],
    [
      "a wrong clock by that name, until a request is accepted by it",
      [
        [0, "sendMessage", clock],
        [1, "listPayments", clock],
        [2, "listPrices", accepted, false],
        [3, "sendMessage", ended("refused", "1062", 200)],
      ],
      [title.clock, over.clock],
    ],
    [
      "that the key is still refused behind a wrong clock",
      [
        [0, "sendMessage", key],
        [1, "sendMessage", clock],
        [2, "sendMessage", key],
        [3, "sendMessage", accepted],
      ],
      [title.key, title.clock, over.key, over.clock],
    ],
    [
      "nothing of a signature seen twice, nor of a 403 that gives another reason",
      [
        [0, "sendMessage", ended("refused", "DuplicatedSignature", 403)],
        [1, "sendMessage", ended("refused", "UnregisteredSender", 403)],
      ],
      [],
    ],
    [
      "a refused key by the status alone",
      [[0, "sendMessage", ended("refused", "HTTP_403", 403)]],
      [title.key],
    ],
    [
      "a refused key by a 401, whatever it is called",
      [[0, "sendMessage", ended("refused", "BlockedApp", 401)]],
      [title.key],
    ],
    [
      "nothing of the key by a call without it",
      [
        [0, "listPayments", key],
        [1, "listPrices", accepted, false],
      ],
      [title.key],
    ],
    [
      "an empty balance, until something is sent",
      [
        [0, "sendMessage", balance],
        [1, "sendMessage", balance],
        [2, "listPrices", accepted],
        [3, "sendMessage", accepted],
      ],
      [title.balance, over.balance],
    ],
    [
      "an empty balance within other words",
      [[0, "sendMessage", ended("refused", "FailedToAddMessage", 400, "no (statusCode: 1030)")]],
      [title.balance],
    ],
    [
      "no balance in a number that holds its code",
      [[0, "sendMessage", ended("refused", "FailedToAddMessage", 400, "to 01010301030")]],
      [],
    ],
  ])("%s", (_, steps, expected) => {
    expect(told(...steps)).toEqual(expected);
  });

  it("stands on one post while it lasts, and on a new one when it comes again", () => {
    const [down, up] = [readHealth({ ...readHealth(null), balanceSince: 1 }), readHealth(null)];
    const tell = (before: Health, after: Health) =>
      notificationOfHealth(before, after, { at: new Date(2), onCall: ["C1"] });
    const [begun, ended] = [tell(up, down), tell(down, up)];
    const again = tell(up, { ...down, balanceSince: 3 });
    const [post] = begun.posts ?? [];
    expect(begun.lines).toEqual([]);
    expect(ended.posts).toMatchObject([{ subject: post?.subject, isKept: false }]);
    expect(ended.lines).toMatchObject([{ subject: post?.subject }]);
    expect(again.posts).toMatchObject([{ isKept: true }]);
    expect(again.posts?.[0]?.subject).not.toBe(post?.subject);
  });

  it("stands on one post however many calls the key is refused for", () => {
    const contact = { ...permission, operation: "sendMessage", isSigned: true };
    const one = learn(readHealth(null), { ...contact, at: 1 }, null);
    const both = learn(one, { ...contact, operation: "listPrices", at: 2 }, null);
    const other = learn(both, { ...accepted, operation: "sendMessage", isSigned: true, at: 3 }, null);
    const subjects = [[readHealth(null), one] as const, [one, both] as const, [both, other] as const].map(
      ([before, after]) =>
        notificationOfHealth(before, after, { at: new Date(3), onCall: [] }).posts?.map(
          ({ subject }) => subject,
        ),
    );
    expect(subjects).toEqual([subjects[0], subjects[0], subjects[0]]);
    expect(subjects[0]).toHaveLength(1);
  });

  it("is nothing that a store of another version could break", () => {
    expect(readHealth({ answeredAt: "yesterday" })).toEqual(readHealth(null));
  });
});
