import { describe, expect, it } from "vitest";
import {
  type FinishedCall,
  type Health,
  readHealth,
  type Streak,
  updateHealth,
  updateStreak,
} from "../../../../src/features/platform/health.ts";
import { notificationOfHealth, toAlert } from "../../../../src/features/platform/health.view.ts";
import { en } from "../../../support/words.ts";

const minuteMs = 60_000;
const startMs = Date.UTC(2026, 10, 22, 3);
const { title, over } = en.platform;

const accepted = { end: "accepted", status: null, code: "", words: "" } as const;
const ended = (end: FinishedCall["end"], code: string, status: number | null = null, words = "") => ({
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
  what: Omit<FinishedCall, "at" | "operation" | "isSigned">,
  isSigned?: boolean,
];

/** The titles of all alerts to on-call. */
function told(...steps: Step[]): string[] {
  let health: Health = readHealth(null);
  let streak: Streak = null;
  return steps.flatMap(([minute, operation, what, isSigned = true]) => {
    const contact = { ...what, operation, isSigned, at: startMs + minute * minuteMs };
    streak = updateStreak(streak, contact);
    const before = health;
    health = readHealth(JSON.parse(JSON.stringify(updateHealth(before, contact, streak))));
    const { posts = [] } = notificationOfHealth(before, health, { at: new Date(contact.at), onCall: ["C1"] });
    return posts.map(({ facts }) => toAlert(JSON.parse(JSON.stringify(facts)), en.platform).title);
  });
}

describe("alerts about the platform", () => {
  it.each<[string, Step[], string[]]>([
    [
      "are not posted while it answers",
      [
        [0, "sendMessage", accepted],
        [9, "listPrices", accepted],
      ],
      [],
    ],
    ["are not posted for a single failure", [[0, "sendMessage", timedOut]], []],
    [
      "are not posted before it has failed for five minutes",
      [
        [0, "sendMessage", timedOut],
        [4.9, "sendMessage", timedOut],
      ],
      [],
    ],
    [
      "say once that it fails",
      [
        [0, "sendMessage", timedOut],
        [5, "listPrices", unreachable],
        [6, "sendMessage", timedOut],
      ],
      [title.failing],
    ],
    [
      "say that it answers again",
      [
        [0, "sendMessage", timedOut],
        [5, "sendMessage", timedOut],
        [7, "sendMessage", accepted],
        [8, "sendMessage", accepted],
      ],
      [title.failing, over.failing],
    ],
    [
      "say that it fails, even if the last answer's stored time is a day ahead",
      [
        [1440, "sendMessage", accepted],
        [0, "sendMessage", timedOut],
        [5, "sendMessage", timedOut],
      ],
      [title.failing],
    ],
    [
      "say that it fails five minutes after the clock was set back",
      [
        [20, "sendMessage", timedOut],
        [0, "sendMessage", timedOut],
        [4.9, "sendMessage", timedOut],
        [5, "sendMessage", timedOut],
      ],
      [title.failing],
    ],
    [
      "are not posted for answers that can't be read",
      [
        [0, "listPayments", ended("unknown", "ReplyUseless", 200)],
        [6, "listPayments", ended("unknown", "ReplyUseless", 200)],
      ],
      [],
    ],
    [
      "count a refusal as an answer",
      [
        [0, "sendMessage", timedOut],
        [3, "sendMessage", ended("refused", "1062", 200)],
        [6, "sendMessage", timedOut],
      ],
      [],
    ],
    [
      "are not posted for two failures with a long pause between them",
      [
        [0, "sendMessage", timedOut],
        [31, "sendMessage", timedOut],
      ],
      [],
    ],
    [
      "are not posted for a rate limit, a failed local check or the app's stop",
      [
        [0, "sendMessage", ended("not_sent", "TooManyRequests", 429)],
        [6, "sendMessage", ended("not_sent", "InvalidInput")],
        [12, "sendMessage", ended("unknown", "Aborted")],
      ],
      [],
    ],
    [
      "report that the key is refused, and that it is accepted again",
      [
        [0, "listPayments", key],
        [1, "sendMessage", key],
        [2, "listPayments", accepted],
      ],
      [title.key, title.key, over.key],
    ],
    [
      "report a missing permission until the same call works",
      [
        [0, "listPayments", permission],
        [1, "sendMessage", accepted],
        [2, "listPayments", accepted],
      ],
      [title.key, over.key],
    ],
    [
      "report a wrong clock until a signed request gets another answer",
      [
        [0, "sendMessage", clock],
        [1, "listPayments", clock],
        [2, "listPrices", accepted, false],
        [3, "sendMessage", ended("refused", "1062", 200)],
      ],
      [title.clock, over.clock],
    ],
    [
      "keep a refused key's alert while the clock is wrong too",
      [
        [0, "sendMessage", key],
        [1, "sendMessage", clock],
        [2, "sendMessage", key],
        [3, "sendMessage", accepted],
      ],
      [title.key, title.clock, over.key, over.clock],
    ],
    [
      "are not posted for a duplicate signature or a 403 with another reason",
      [
        [0, "sendMessage", ended("refused", "DuplicatedSignature", 403)],
        [1, "sendMessage", ended("refused", "UnregisteredSender", 403)],
      ],
      [],
    ],
    [
      "report a refused key by the status 403 alone",
      [[0, "sendMessage", ended("refused", "HTTP_403", 403)]],
      [title.key],
    ],
    [
      "report a refused key by a 401 with any code",
      [[0, "sendMessage", ended("refused", "BlockedApp", 401)]],
      [title.key],
    ],
    [
      "keep a refused key's alert after a call that needs no key",
      [
        [0, "listPayments", key],
        [1, "listPrices", accepted, false],
      ],
      [title.key],
    ],
    [
      "report an empty balance until a message is accepted",
      [
        [0, "sendMessage", balance],
        [1, "sendMessage", balance],
        [2, "listPrices", accepted],
        [3, "sendMessage", accepted],
      ],
      [title.balance, over.balance],
    ],
    [
      "report an empty balance if its code is only in the text",
      [[0, "sendMessage", ended("refused", "FailedToAddMessage", 400, "no (statusCode: 1030)")]],
      [title.balance],
    ],
    [
      "ignore the balance's code inside a longer number",
      [[0, "sendMessage", ended("refused", "FailedToAddMessage", 400, "to 01010301030")]],
      [],
    ],
  ])("%s", (_, steps, expected) => {
    expect(told(...steps)).toEqual(expected);
  });

  it("use one post while a trouble lasts, and another when it comes again", () => {
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

  it("use one post for a refused key, however many calls it affects", () => {
    const contact = { ...permission, operation: "sendMessage", isSigned: true };
    const one = updateHealth(readHealth(null), { ...contact, at: 1 }, null);
    const both = updateHealth(one, { ...contact, operation: "listPrices", at: 2 }, null);
    const other = updateHealth(both, { ...accepted, operation: "sendMessage", isSigned: true, at: 3 }, null);
    const subjects = [[readHealth(null), one] as const, [one, both] as const, [both, other] as const].map(
      ([before, after]) =>
        notificationOfHealth(before, after, { at: new Date(3), onCall: [] }).posts?.map(
          ({ subject }) => subject,
        ),
    );
    expect(subjects).toEqual([subjects[0], subjects[0], subjects[0]]);
    expect(subjects[0]).toHaveLength(1);
  });

  it("start afresh if the stored state can't be read", () => {
    expect(readHealth({ answeredAt: "yesterday" })).toEqual(readHealth(null));
  });
});
