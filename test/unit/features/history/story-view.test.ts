import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderOperationDetails } from "../../../../src/features/history/story.view.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import type { ReaderRole } from "../../../../src/outcomes/card.view.ts";
import type { Operation, PostState } from "../../../../src/store/index.ts";
import { anUnknown, aTrySummary } from "../../../support/operation.ts";
import { around } from "../../../support/words.ts";

const en = wordsOf("en");
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute));

const operation = anUnknown({ request: {}, outcome: "accepted", result: null, messageId: "M1" });

const post: PostState = {
  ...{ subject: "act:act-1", audience: "result", destination: "C1" },
  message: { channel: "C1", ts: `${at(3).getTime() / 1000}.000100` },
  ...{ waits: false, mayRepeat: false, error: null },
};

const elsewhere: PostState = { ...post, destination: "C2" };

const description = {
  kind: "SMS",
  subject: { inFull: "01012345678", masked: "010-****-5678" },
  facts: [],
  contents: ["A secret text"],
  ids: [
    { name: "message", id: "M1" },
    { name: "group", id: "G4V1" },
  ],
};

function story(own: Partial<Operation>, posts: PostState[] = [], isOwn = true): string {
  const reader = isOwn ? "author" : "on-call";
  return renderOperationDetails({ operation: { ...operation, ...own }, description, posts, reader }, en).text;
}

/** The events' lines without their times. */
function events(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) => /^• <!date[^>|]*{time_secs}\|[^>]*> · (.*)$/.exec(line)?.[1] ?? []);
}

const { story: words } = en.history;
const asked = `${words.asked}<@U1>${words.askedEnd}${words.resultTo}<#C1>`;
/** Appended to “Accepted”: the platform doesn't say whether a message arrived. */
const caveat = ", delivery not confirmed";

describe("an operation's history entry", () => {
  it("shows the platform's details to its author alone", () => {
    const details = [{ name: "Address", value: "https://files.example/F1.png" }];
    const told = { operation, description: { ...description, details }, posts: [] };
    const line = "Address: https://files.example/F1.png";
    expect(renderOperationDetails({ ...told, reader: "author" }, en).text).toContain(line);
    expect(renderOperationDetails({ ...told, reader: "on-call" }, en).text).not.toContain(line);
  });

  it("says once, after “Accepted”, why no phone owner is asked", () => {
    const unasked = en.receipts.noPhoneOwner;
    const told = { description: { ...description, unasked }, posts: [] };
    const tell = (own: Partial<Operation>) =>
      renderOperationDetails({ ...told, reader: "author", operation: { ...operation, ...own } }, en).text;
    expect(events(tell({}))).toContainEqual(`Accepted${caveat} (${unasked})`);
    expect(tell({}).split(unasked)).toHaveLength(2);
    expect(tell({ outcome: "refused" })).not.toContain(unasked);
  });

  it("lists the events from request to post, and every ID", () => {
    const text = story({}, [post, elsewhere]);
    expect(events(text)).toEqual([
      asked,
      words.started,
      `Accepted${caveat}`,
      // Where it was asked for, it stands as said.
      `${around(words.posted).before}<#C2>`,
    ]);
    expect(text.split("\n").at(-1)).toBe(`Message M1 · Group G4V1 · ${en.outcomes.operationId} act-1`);
    for (const position of ["<@U1>", "<#C1>"]) expect(text).toContain(position);
    expect(text).not.toContain(words.neverStarted);
  });

  it("lists the request first, even if a post has an earlier time", () => {
    const before = { ...elsewhere, message: { channel: "C2", ts: `${at(-9).getTime() / 1000}.000100` } };
    expect(events(story({}, [before])).slice(0, 2)).toEqual([asked, `${around(words.posted).before}<#C2>`]);
  });

  it("shows the day with its first time, and again when the day may have changed", () => {
    const formats = (own: Partial<Operation>) =>
      story(own).match(/{date_short_pretty} {time_secs}|{time_secs}/g);
    const [withDay, time] = ["{date_short_pretty} {time_secs}", "{time_secs}"];
    expect(formats({ createdAt: at(0), startedAt: at(1), closedAt: at(11 * 60) })).toEqual([
      ...[withDay, time, withDay],
    ]);
    expect(formats({ createdAt: at(0), startedAt: at(11 * 60), closedAt: at(22 * 60) })).toEqual([
      ...[withDay, withDay, withDay],
    ]);
  });

  it("has a line for each event, even if all happened in the same second", () => {
    const then = { createdAt: at(0), startedAt: at(0), closedAt: at(0) };
    expect(events(story(then))).toEqual([asked, words.started, `Accepted${caveat}`]);
  });

  it("begins with the sent text and fields for its author, and for nobody else", () => {
    const sent = { lines: [{ name: "Name", value: "Kim" }], text: "A secret text" };
    const facts = [{ name: "Sender", value: "02-1234-5678" }];
    const told = { operation, description: { ...description, facts, sent }, posts: [] };
    const own = renderOperationDetails({ ...told, reader: "author" }, en).text;
    expect(own.split("\n").slice(1, 4)).toEqual(["Sender: 02-1234-5678", "Name: Kim", "“A secret text”"]);
    for (const reader of ["on-call", "anybody"] as const) {
      const { text } = renderOperationDetails({ ...told, reader }, en);
      expect(text).toContain("Sender: 02-1234-5678");
      expect(text).not.toMatch(/Kim|secret/);
    }
  });

  it("shows an operation that has not ended with ⏳, and says that it has no posts", () => {
    const text = story({ state: "started", outcome: null, closedAt: null, messageId: null });
    expect(text).toContain("⏳");
    expect(events(text)).toEqual([asked, words.started]);
  });

  it("says that the operation never started if it did not", () => {
    const text = story({ outcome: "not_sent", startedAt: null, messageId: null });
    expect(text).toContain(words.neverStarted);
  });

  it("says “tried”, and not “sent”, if the message was not sent", () => {
    const text = story({ outcome: "not_sent", messageId: null });
    expect(events(text)).toEqual([asked, words.tried, "Not sent"]);
    expect(text).not.toContain(words.started);
  });

  it("lists a late answer after the person's report that it corrects", () => {
    const text = story({
      resolvedBy: "U2",
      resolvedAs: "did_not_arrive",
      resolvedAt: at(5),
      correctedAt: at(9),
    });
    expect(events(text)).toEqual([
      asked,
      words.started,
      "Outcome unknown",
      `<@U2>${en.outcomes.says.did_not_arrive}`,
      `${words.late(en.outcomes.states.accepted)}${caveat}`,
    ]);
  });

  it("keeps who reported an unknown outcome that was then sent again", () => {
    const reported = { resolvedBy: "U2", resolvedAs: "did_not_arrive", resolvedAt: at(5) } as const;
    const text = story({
      outcome: "unknown",
      messageId: null,
      ...reported,
      tries: [aTrySummary({ id: "act-9", createdAt: at(120) })],
    });
    expect(events(text)).toContain(`<@U2>${en.outcomes.says.did_not_arrive}`);
  });

  const earlier = aTrySummary({ id: "act-0", createdAt: at(-9) });
  /** An earlier and two later tries, of which the entry names the nearer one. */
  const tries = {
    tries: [earlier, aTrySummary({ author: "U7" }), aTrySummary({ id: "act-9", createdAt: at(120) })],
  };
  const waited = { step: 1, act: "act-3", siblings: [aTrySummary({ id: "act-3", act: "act-3" })] };
  const isWaitedFor = { siblings: [aTrySummary({ id: "act-4", act: "act-1", step: 1 })] };

  it("leads to what it is tied to, and says who sent it again, with the reason", () => {
    const reason = "asked 01012345678, <!here> too";
    const others = (own: Partial<Operation>, reader: ReaderRole = "author") =>
      renderOperationDetails({ operation: { ...operation, ...own }, description, posts: [], reader }, en)
        .blocks.flatMap((block) => (block.type === "actions" ? block.elements : []))
        .flatMap((one) => (one.type === "button" ? [[one.action_id, one.text.text, one.value]] : []))
        .filter(([id]) => id === "history.open");
    const second = { ...tries, ...waited, reason };
    for (const reader of ["author", "on-call", "anybody"] as const) {
      expect(others(second, reader)).toEqual([
        ["history.open", words.follows, "act-3"],
        ["history.open", words.earlier, "act-0"],
        ["history.open", words.newer, "act-2"],
      ]);
    }
    expect(story(second).split("\n")).toContain(`${words.try(2, 4)} · ${words.repeatedBy} <@U7>`);
    expect(story(second)).toContain("asked 01012345678, &lt;!here&gt; too");
    expect(others(isWaitedFor)).toEqual([["history.open", words.followedBy, "act-4"]]);
    expect(story(isWaitedFor)).not.toContain(words.try(1, 1));
  });

  it("masks the recipient and the numbers in a typed reason for all but the author", () => {
    const own = { tries: [earlier], reason: "asked 01012345678, <!here> too" };
    expect(story(own)).toContain("asked 01012345678");
    const text = story(own, [], false);
    expect(text).toContain("asked …5678");
    expect(text).toContain("010-****-5678");
    expect(text).not.toMatch(/010-?1234-?5678/);
  });

  it("has buttons to report an unknown outcome for on-call, and for no other reader", () => {
    const resolve = {
      resolve: "x.settle",
      repeat: null,
      edit: null,
      another: null,
      unresolved: "x.unsettled",
    };
    const told = { operation: { ...operation, outcome: "unknown" as const }, posts: [] };
    const blocksFor = (reader: "on-call" | "anybody") =>
      JSON.stringify(
        renderOperationDetails({ ...told, description: { ...description, ways: resolve }, reader }, en)
          .blocks,
      );
    expect(blocksFor("on-call")).toContain("x.settle");
    expect(blocksFor("anybody")).not.toContain("x.settle");
  });

  it("explains a refusal with the platform's own text and code", () => {
    const result = { code: "1062", words: "미등록 01012345678", status: 200, reply: null };
    for (const isOwn of [true, false]) {
      const text = story({ outcome: "refused", result }, [], isOwn);
      const { says, remedy } = en.reasons.byCode["1062"]!;
      expect(text).toContain(
        `${says} (${en.outcomes.code("1062")})\n${remedy}\n${en.outcomes.platformSays("미등록 …5678")}`,
      );
    }
    const unlisted = { ...result, code: "Unheard" };
    const quoted = story({ outcome: "refused", result: unlisted }).split(
      en.outcomes.platformSays("미등록 …5678"),
    );
    expect(quoted).toHaveLength(2);
    expect(story({})).not.toContain("(");
  });

  it("hides the message's text from others, even if the platform or a reason quotes it", () => {
    const secrets = fc.string({ unit: fc.constantFrom(..."qxzjkv가나다라"), minLength: 8, maxLength: 80 });
    fc.assert(
      fc.property(secrets, fc.nat(), (secret, at) => {
        const start = at % (secret.length - 7);
        const run = secret.slice(start, start + 8);
        const told = (isOwn: boolean) =>
          renderOperationDetails(
            {
              operation: {
                ...operation,
                outcome: "refused",
                result: { code: "ValidationError", words: `Bad text: ${run}!`, status: 400, reply: null },
                reason: `she waits for ${run}`,
                tries: [earlier],
              },
              description: { ...description, contents: [secret] },
              posts: [],
              reader: isOwn ? "author" : "anybody",
            },
            en,
          );
        expect(JSON.stringify(told(false))).not.toContain(run);
        expect(told(true).text).toContain(`Bad text: ${run}!`);
        expect(told(true).text).toContain(`she waits for ${run}`);
      }),
    );
  });

  it("says of each post where it went and whether it was delivered", () => {
    const text = story({}, [
      { ...post, destination: "U1", mayRepeat: true },
      { ...post, message: null, error: "is_archived" },
      { ...post, message: null, waits: true, error: "ratelimited" },
      // The post exists, and an edit of it waits.
      { ...post, destination: "C2", waits: true, error: "ratelimited" },
    ]);
    expect(text).toContain(
      `${around(words.posted).before}<@U1>${words.directMessageOf} (${words.mayRepeat})`,
    );
    expect(text).toContain(`<#C1>: ${words.undeliverable("is_archived")}`);
    expect(text).toContain(`<#C1>: ${words.waiting}, ${words.lastFailure("ratelimited")}`);
    expect(text).toContain(`${around(words.posted).before}<#C2>`);
  });

  it("shows the time at which a post appeared", () => {
    expect(story({}, [elsewhere])).toMatch(
      new RegExp(`<!date\\^${at(3).getTime() / 1000}\\^[^>]*> · ${around(words.posted).before}<#C2>`),
    );
  });
});

it("a history entry shows this app's own error codes to on-call, not to the author", () => {
  const timedOut = { code: "TimedOut", words: null, status: null, reply: null };
  const told = (isOwn: boolean, result: Operation["result"]) =>
    story({ outcome: "unknown", result }, [], isOwn);
  const says = en.reasons.byCode["TimedOut"]?.says ?? "";
  expect(told(true, timedOut)).toContain(says);
  expect(told(true, timedOut)).not.toContain("TimedOut");
  expect(told(false, timedOut)).toContain(`${says} (${en.outcomes.code("TimedOut")})`);
  expect(told(true, { ...timedOut, code: "2230", status: 400 })).toContain(`(${en.outcomes.code("2230")})`);
});
