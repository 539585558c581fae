import { noFilters } from "../../src/features/history/history.input.ts";
import { type HistoryPage, renderHistory } from "../../src/features/history/history.view.ts";
import { renderOperationDetails } from "../../src/features/history/story.view.ts";
import { type HomeContent, renderHome, renderHomeNotice } from "../../src/features/home/home.view.ts";
import type { Catalogue } from "../../src/locales/index.ts";
import type { ReaderRole } from "../../src/outcomes/card.view.ts";
import { toDescribedOperation } from "../../src/outcomes/index.ts";
import { button } from "../../src/slack/blocks/buttons.ts";
import type { Operation, PostState } from "../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary, resolvedAs, sentAgain } from "../support/operation.ts";
import { aDescription } from "../unit/outcomes/a-card.ts";
import { presenter } from "../unit/outcomes/notifications.ts";
import { page, type Scene, scene } from "./page.ts";

const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 10, 22, hour, minute));
const result = (code: string, status: number | null = 200) => ({ code, status, words: null, reply: null });
/** Without a description where no feature here knows the kind. */
const entryOf = (words: Catalogue) => (change: Partial<Operation>) => {
  const operation = anUnknown(change);
  const isKnown = operation.kind === "messages.send";
  return toDescribedOperation(operation, words, {
    describe: () => (isKnown ? presenter.describe(operation, words) : null),
  });
};

const states: [string, Partial<Operation>][] = [
  ["accepted", { outcome: "accepted", messageId: "M4V20261121000000BBBB", result: result("2000") }],
  ["refused", { outcome: "refused", result: { ...result("1062"), words: "미등록 01012345678" } }],
  ["not sent", { outcome: "not_sent", startedAt: null, result: result("ConnectionFailed", null) }],
  ["unknown", {}],
  ["under way", { state: "started", outcome: null, result: null, closedAt: null }],
  ["arrived", resolvedAs("arrived")],
  ["corrected after a report", { outcome: "accepted", ...resolvedAs("did_not_arrive"), correctedAt: at(9) }],
  ["sent again", sentAgain],
  ["received", { outcome: "accepted", receipt: aReceipt("looks_wrong", { at: at(9), words: "Cut" }) }],
  ["of another version", { kind: "messages.sing", request: {} }],
];

page("history-story", ({ words }) => {
  const entry = entryOf(words);
  const post: PostState = {
    ...{ subject: "act:act-1", audience: "result", destination: "C1" },
    ...{ message: { channel: "C1", ts: "1795251720.000100" }, waits: false, mayRepeat: false, error: null },
  };
  const readers: ReaderRole[] = ["author", "on-call", "anybody"];
  const told = (name: string, change: Partial<Operation>, posts = [post]): Scene[] =>
    readers.map((reader) =>
      scene(name, renderOperationDetails({ ...entry(change), posts, reader }, words), reader),
    );
  const first = new Date(Date.UTC(2026, 10, 21, 9));
  const description = aDescription({
    facts: [
      { name: "From", value: "0212345678" },
      { name: "Terms", value: "one\ntwo" },
      { name: "Link", value: "x".repeat(250) },
    ],
    sent: { lines: [{ name: "Name", value: "Kim" }], text: "Hello,\nyour table" },
    details: [{ name: "Address", value: "https://files.example/F1.png" }],
    unasked: words.receipts.noPhoneOwner,
    ways: { ...aDescription().ways!, use: { id: "files.use", label: "Use", value: "F1" } },
  });
  const upload = (reader: ReaderRole, mayUse = true) =>
    renderOperationDetails(
      { operation: anUnknown({ outcome: "accepted" }), description, posts: [], reader, mayUse },
      words,
    );
  const earlier = aTrySummary({ id: "act-0", createdAt: new Date(Date.UTC(2026, 10, 21, 8)) });
  const posts: PostState[] = [
    { ...post, destination: "U1", mayRepeat: true },
    { ...post, message: null, error: "is_archived" },
    { ...post, message: null, waits: true, error: "ratelimited" },
  ];
  return [
    ...states.flatMap(([name, change]) => told(name, change)),
    ...told("one of three tries", {
      tries: [earlier, aTrySummary({ author: "U7" })],
      reason: "she waits, ask 01012345678",
    }),
    ...told("an image and its message", {
      step: 1,
      act: "act-3",
      siblings: [aTrySummary({ id: "act-3", act: "act-3" })],
    }),
    ...told("posts that did not get there", { outcome: "accepted" }, posts),
    ...told("no posts", { outcome: "accepted" }, []),
    ...told("never started", { outcome: "not_sent", startedAt: null, result: result("NotReached", null) }),
    ...told("all in the same second", { outcome: "accepted", startedAt: first, closedAt: first }),
    ...told("ended on another day", { outcome: "accepted", closedAt: at(22) }),
    ...told("reported, and sent again", { ...resolvedAs("did_not_arrive"), ...sentAgain }),
    ...told("an upload and its message", { siblings: [aTrySummary({ id: "act-4", act: "act-1", step: 1 })] }),
    ...told("refused by an unknown code", {
      outcome: "refused",
      result: { ...result("Unheard"), words: "미등록 01012345678" },
    }),
    ...told("posted in an edit that waits", { outcome: "accepted" }, [
      { ...post, destination: "C2", waits: true, error: "ratelimited" },
    ]),
    ...told("posted before it was asked for", { outcome: "accepted" }, [
      { ...post, destination: "C2", message: { channel: "C2", ts: "1795251500.000100" } },
    ]),
    ...readers.map((reader) => scene("an upload whose file can be used", upload(reader), reader)),
    scene("an upload whose author may not send", upload("author", false)),
  ];
});

page("history-list", ({ words }) => {
  const entry = entryOf(words);
  const rest = {
    next: null,
    elsewhere: null,
    begin: [button("messages.open", words.send.title)],
  };
  const entries = states.map(([, change], index) =>
    entry({ id: `act-${index}`, createdAt: at(9, 59 - index), ...change }),
  );
  const named = (masked: string) => ({
    operation: anUnknown({ author: "U7" }),
    description: aDescription({ subject: { inFull: `in full ${masked}`, masked } }),
  });
  const odd = named("*b* <!here> `x` :tada:");
  const list = ({
    position,
    ...own
  }: Omit<Partial<HistoryPage>, "position"> & { position?: Partial<HistoryPage["position"]> }) =>
    renderHistory({ ...rest, entries, ...own, position: { ...noFilters, cursors: [], ...position } }, words);
  return [
    ["one's own", list({})],
    ["everybody's", list({ position: { everybody: true } })],
    ["what failed", list({ position: { failed: true }, entries: entries.slice(1, 4) })],
    ["what was looked for", list({ position: { words: ["joon"] }, entries: entries.slice(0, 1) })],
    ["pages", list({ next: "9", position: { cursors: ["8"] }, entries: entries.slice(0, 1) })],
    ["several at once", list({ entries: [{ ...entry({}), title: "✅ 3 accepted" }] })],
    ["names that nobody can trust", list({ entries: [odd] })],
    [
      "names that nobody can trust, in everybody's",
      list({
        entries: [odd, named("Joon (010-****-0001)"), named("report (1)")],
        position: { everybody: true },
      }),
    ],
    [
      "everybody's that failed",
      list({ position: { everybody: true, failed: true }, entries: entries.slice(1, 2) }),
    ],
    ["nothing", list({ entries: [] })],
    ["nothing was found", list({ entries: [], position: { words: ["joon"] } })],
    ["nothing failed", list({ entries: [], position: { failed: true } })],
  ];
});

page("home", ({ words }) => {
  const entry = entryOf(words);
  const operators = { everyone: false, users: ["U9"], groups: ["S1"] };
  const home = (own: Partial<HomeContent>) =>
    renderHome(
      {
        reader: "U1",
        sections: [],
        unknown: [],
        done: [],
        isOnCall: false,
        operators,
        at: at(10),
        ...own,
      },
      words,
    );
  const send = {
    buttons: [{ actionId: "messages.open", text: words.send.title, style: "primary" as const }],
  };
  const step = button("templates.open", "Open", "KA01TP001");
  const sections: HomeContent["sections"] = [
    { ...send, today: ["3 of 100"], firstSteps: ["Send a message to yourself"] },
    {
      waiting: [
        { about: "p-1", since: at(8), says: [{ bold: "Order placed" }, " waits"], steps: [step] },
        { about: "act-9", since: at(7), isLast: true, says: ["SMS, did it arrive?"], steps: [step] },
      ],
      did: [{ about: "p-2", at: at(9, 58), title: "⏳ Proposed · Order placed", step }],
      alerts: [["The platform fails"]],
    },
  ];
  const done = [...states, ...states.slice(0, 2)].map(([, change], index) =>
    entry({ id: `act-${index}`, createdAt: at(9, 59 - index), ...change }),
  );
  const asks = (about: string, hour: number, isLast?: true) => ({
    ...{ about, since: at(hour), says: [about], steps: [{ ...step, style: "primary" as const }] },
    ...(isLast && { isLast }),
  });
  const many = [
    asks("old question", 1, true),
    asks("new question", 9, true),
    ...[2, 4, 3, 5].map((hour) => asks(`of ${hour}`, hour)),
  ];
  const others = (count: number, author: string) =>
    Array.from({ length: count }, (_, index) => {
      const own = { id: `act-${index}`, startedAt: at(index), author };
      return entry({
        ...own,
        request: { message: { to: `0102345678${index}`, from: "0212345678", text: "Hello,\nKim" } },
      });
    });
  const twice = [
    { waiting: [asks("act-1", 3, true), asks("p-3", 2)] },
    { did: [{ about: "p-3", at: at(2), title: "proposed", step }] },
  ];
  const usable = aDescription({
    sent: { lines: [{ name: "Name", value: "Kim" }], text: null },
    ways: { ...aDescription().ways!, use: { id: "files.use", label: "Use", value: "F1" } },
  });
  const unknown = [entry({}), entry({ id: "act-5", act: "act-5", author: "U2" })];
  return [
    ["somebody new", home({ sections: [sections[0] ?? {}] })],
    ["somebody who may nothing", home({ sections: [{ denied: words.issues.notAllowed }] })],
    [
      "somebody who may not send",
      home({
        sections: [{ buttons: [{ actionId: "prices.open", text: "Prices" }] }, { denied: "No sending." }],
      }),
    ],
    ["a group is not known", home({ sections: [{ ...send, notKnown: "S1" }] })],
    ["all of it", home({ sections, unknown: unknown.slice(0, 1), done }), "member"],
    ["all of it", home({ sections, unknown, done, isOnCall: true }), "on-call"],
    [
      "more than there is room for",
      home({ sections: [{ waiting: many }], unknown: others(3, "U1"), isOnCall: false }),
    ],
    ["more of others' than there is room for", home({ unknown: others(7, "U2"), isOnCall: true })],
    [
      "what waits is not listed twice",
      home({ sections: [send, ...twice], unknown: unknown.slice(0, 1), done: [entry({})] }),
    ],
    [
      "an upload of theirs",
      home({ done: [{ operation: anUnknown({ outcome: "accepted" }), description: usable }] }),
    ],
    ["on-call, and nothing waits", home({ sections: [send], isOnCall: true, done: done.slice(0, 1) })],
    ["it could not be read", renderHomeNotice(words.home.unread)],
  ];
});
