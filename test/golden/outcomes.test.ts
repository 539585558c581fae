import { describeFile, uploadFollowUps } from "../../src/features/files/describe.view.ts";
import { messageLines } from "../../src/features/messages/confirm.view.ts";
import { ids } from "../../src/features/messages/ids.ts";
import { renderQuestions, renderReceiptForm } from "../../src/features/messages/receipts.view.ts";
import { readStored } from "../../src/features/messages/stored.ts";
import { messageBatchPresenter } from "../../src/features/messages/table.view.ts";
import { createCommentPresenter, createUpdatePresenter } from "../../src/features/templates/presenters.ts";
import type { Catalogue, Locale } from "../../src/locales/index.ts";
import type { Acknowledgement } from "../../src/operations/index.ts";
import {
  type NoticeOptions,
  renderNotice,
  toNotice,
  withNotice,
} from "../../src/outcomes/acknowledgement.view.ts";
import type { ReaderRole } from "../../src/outcomes/card.view.ts";
import { createPresenter, type Presenter, toViewer } from "../../src/outcomes/index.ts";
import { renderRepeatForm, renderRepeatNotice } from "../../src/outcomes/repeat.view.ts";
import { renderUnknownsForm } from "../../src/outcomes/rows.view.ts";
import type { Operation } from "../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary, resolvedAs, sentAgain } from "../support/operation.ts";
import { files as filesPresenter } from "../unit/outcomes/an-upload.ts";
import {
  aPresenter,
  corrected,
  listed,
  renderChange,
  renderEnd,
  type Told,
} from "../unit/outcomes/notifications.ts";
import { page, type Scene, scene } from "./page.ts";

type Change = Partial<Operation>;
type Json = Record<string, string | number | boolean>;
const reply = (own: Json) => ({ code: "2000", words: null, status: 200, reply: own });
const refusal = (code: string, words: string | null = null) => ({ code, words, status: 400, reply: null });
const open: Change = { state: "started", outcome: null, result: null, closedAt: null };

/** How an operation of any kind may stand; `known`: a code of that kind. */
const endsOf = (known: string, accepted: Change): [string, Change][] => [
  ["accepted", { outcome: "accepted", ...accepted }],
  ["refused by a known code", { outcome: "refused", result: refusal(known, "미등록 01012345678") }],
  ["refused by an unknown code", { outcome: "refused", result: refusal("Unheard", "Ask 01012345678") }],
  ["refused for want of a right", { outcome: "refused", result: { ...refusal("Forbidden"), status: 403 } }],
  ["not sent", { outcome: "not_sent", result: { ...refusal("ConnectionFailed"), status: null } }],
  ["unknown", {}],
  ["unknown, reported as arrived", resolvedAs("arrived")],
  ["unknown, reported as not arrived", resolvedAs("did_not_arrive")],
  ["unknown, sent again", sentAgain],
  ["unknown, sent again and accepted", { tries: [aTrySummary({ outcome: "accepted" })] }],
  ["refused, edited and sent", { outcome: "refused", result: refusal(known), ...sentAgain }],
  ["accepted late", { outcome: "accepted", ...accepted }],
  ["refused late", { outcome: "refused", result: refusal(known) }],
];
const isLate = ([name]: [string, Change]) => name.endsWith(" late");
const ends = endsOf("1062", { messageId: "M4V20261121000000BBBB" });
/** Where the newer try's result stands. */
const standing = { "act:act-2": "C1" };

const audiences: Record<string, string> = { result: "conversation", author: "author" };
const toScenes = (name: string, told: readonly Told[]): Scene[] =>
  told.map(({ audience, body }) => scene(name, body, audiences[audience] ?? audience));

/** The posts of an operation in each state, for each audience. */
async function cards(of: Change, presenter: Presenter, states: [string, Change][]): Promise<Scene[]> {
  const all = states.map(async ([name, change]) => {
    const drawing = { presenter, standing };
    const told = isLate([name, change])
      ? renderEnd(corrected({ ...of, ...change }), { ...drawing, transition: "corrected" })
      : renderEnd(listed({ ...of, ...change }), drawing);
    return toScenes(name, await told);
  });
  return (await Promise.all(all)).flat();
}

const prefixed = (kind: string, scenes: Scene[]): Scene[] =>
  scenes.map(([name, ...rest]) => [`${kind} ${name}`, ...rest]);

const inLanguage = (locale: Locale) => ({ teamLocale: locale });

page("outcomes-messages", async ({ locale }) => {
  const presenter = aPresenter({ ...inLanguage(locale) });
  const answers = ["arrived", "looks_wrong", "did_not_arrive", null] as const;
  const received = answers.map((as): [string, Change] => {
    const words = as === "looks_wrong" ? "The link is cut" : null;
    const receipt = aReceipt(as, { words, at: as === null ? null : new Date(Date.UTC(2026, 10, 21, 9, 20)) });
    return [`accepted, its phone owner: ${as ?? "asked"}`, { outcome: "accepted", receipt }];
  });
  return cards({ locale }, presenter, [...ends, ...received]);
});

page("outcomes-files", async ({ locale }) => {
  const uploads = { ...filesPresenter, ...inLanguage(locale) };
  const file = { file: { id: "F1", name: "menu.png" }, type: "MMS" };
  const upload: Change = { locale, kind: "files.upload", request: file };
  const size = { sizeBytes: 2048, width: 640, height: 480 };
  const accepted = reply({ fileId: "ST01", type: "MMS", ...size, sha256: "aa" });
  const uploadEnds = endsOf("InvalidInput", { result: accepted });
  const alone = (await cards(upload, uploads, uploadEnds)).filter(([name]) => !name.startsWith("accepted"));
  const stored = listed({ ...upload, outcome: "accepted", result: accepted });
  const whole = await renderEnd(stored, { presenter: uploads });
  const states: Change[] = [
    { outcome: "accepted", result: accepted },
    { outcome: "refused", result: refusal("InvalidInput") },
    { outcome: "not_sent", result: { ...refusal("ConnectionFailed"), status: null } },
    {},
    open,
  ];
  const several = states.map((change, index) => {
    const id = `act-1.${index}`;
    const request = { ...file, file: { id: `F${index}`, name: `menu-${index + 1}.png` } };
    return anUnknown({ ...upload, id, root: id, request, ...change });
  });
  const batch = uploads.batch?.render(several, toViewer(several[0] ?? anUnknown(), "C1", uploads), []);
  const gone = { fileId: "ST01", name: "menu.png", type: "MMS" };
  const removal: Change = { locale, kind: "files.delete", request: gone };
  const deletions = createPresenter({
    ...{ audiences: { results: "CR", onCall: ["CO"] }, ids: uploadFollowUps, describe: describeFile },
    ...inLanguage(locale),
  });
  const deletionEnds = endsOf("FileInUse", { result: reply({ wasThere: true }) });
  const removed = await cards(removal, deletions, deletionEnds);
  return [
    ...toScenes("upload accepted", whole),
    ...prefixed("upload", alone),
    ["several uploads", batch ?? null],
    ...prefixed("deletion", removed),
  ];
});

page("outcomes-templates", async ({ locale }) => {
  const options = { review: "CV", onCall: ["CO"], ...inLanguage(locale) };
  const comment: Change = {
    ...{ locale, kind: "templates.comment", conversation: null },
    request: { templateId: "KA01TP001", comment: "Which carrier do you mean?" },
  };
  const update: Change = {
    ...{ locale, kind: "templates.update", conversation: null },
    request: {
      ...{ templateId: "KA01TP001", proposal: "p-1", revision: 1, contentDigest: "seal-1" },
      body: { name: "Order placed", content: "Hello" },
    },
  };
  const states = endsOf("InvalidInput", {});
  // Only one that was unknown once has posts of its own.
  const isToldOf = (state: [string, Change]) => isLate(state) || state[0].startsWith("unknown");
  const { presenter } = createUpdatePresenter(options);
  const old = await renderEnd(listed({ ...update, request: { templateId: "KA01TP001" } }), { presenter });
  return [
    ...prefixed("comment", await cards(comment, createCommentPresenter(options).presenter, states)),
    ...prefixed("update", await cards(update, presenter, states.filter(isToldOf))),
    ...toScenes("update of another version", old),
  ];
});

page("outcomes-threads", async ({ locale }) => {
  const presenter = aPresenter(inLanguage(locale));
  const operation = "act-1";
  const by = "U2";
  const ended = ["accepted", "refused", "not_sent", "unknown"] as const;
  const received = ["arrived", "did_not_arrive", "looks_wrong"] as const;
  const refused = refusal("1061");
  const busy = { ...refusal("TooManyRequests"), status: 429 };
  const line = async (name: string, of: Operation, change: Parameters<typeof renderChange>[1]) =>
    toScenes(name, (await renderChange({ ...of, locale }, change, { presenter })).lines);
  const lines = [
    ...received.slice(0, 2).map((as) => {
      const said = as === "looks_wrong" ? "arrived" : as;
      return line(`reported: ${as}`, listed(resolvedAs(said)), { kind: "reported", operation, by, as: said });
    }),
    ...ended.slice(0, 3).map((outcome) => {
      const answered = corrected({ outcome, result: outcome === "refused" ? refused : busy });
      return line(`late: ${outcome}`, answered, { kind: "late", operation });
    }),
    ...ended.map((outcome) =>
      line(`sent again: ${outcome}`, listed({ tries: [aTrySummary({ outcome })] }), {
        ...{ kind: "sent_again", operation, by, outcome },
      }),
    ),
    ...received.map((as) => {
      const words = as === "looks_wrong" ? "Blurred" : null;
      const said = resolvedAs(as === "looks_wrong" ? "arrived" : as);
      const answered = listed({ ...said, resolvedBy: "U7", receipt: aReceipt(as) });
      return line(`phone owner: ${as}`, answered, { kind: "receipt", operation, as, words });
    }),
  ];
  return (await Promise.all(lines)).flat();
});

/** One phone of several. */
const phone = (index: number, change: Change = {}) => {
  const id = `act-1.0${index}`;
  const message = index % 2 === 0 ? "Login" : "Receipt";
  const snapshot = { recipient: `phone ${index}`, phoneOwner: "U7", message, suite: "release" };
  const request = { message: { to: `0100000000${index}`, from: "0212345678", text: "Hello" } };
  return anUnknown({ id, root: id, request, snapshot, ...change });
};

page("outcomes-several", ({ locale, words }) => {
  const presenter = aPresenter(inLanguage(locale));
  const accepted: Change = { outcome: "accepted", result: reply({ messageId: "M1", type: "SMS" }) };
  const runs: [string, Operation[]][] = [
    ["under way", [phone(1, { ...open, state: "stored" }), phone(2, open), phone(3, accepted)]],
    ["all accepted", [phone(1, accepted), phone(2, accepted)]],
    [
      "received",
      [
        phone(1, { ...accepted, receipt: aReceipt("arrived") }),
        phone(2, { ...accepted, receipt: aReceipt("looks_wrong", { words: "Cut" }) }),
        phone(3, { ...accepted, receipt: aReceipt(null) }),
      ],
    ],
    [
      "gone wrong",
      [
        phone(1, accepted),
        phone(2, { outcome: "refused", result: refusal("1062") }),
        phone(3, { outcome: "refused", result: refusal("1062") }),
        phone(4, { outcome: "not_sent", result: { ...refusal("ConnectionFailed"), status: null } }),
        phone(5),
        phone(6, resolvedAs("did_not_arrive")),
      ],
    ],
    ["gone wrong and sent again", [phone(1, accepted), phone(2, { outcome: "refused", ...sentAgain })]],
    ["unknown", [phone(1), phone(2)]],
  ];
  const readers: ReaderRole[] = ["author", "on-call", "anybody"];
  const { story = messageBatchPresenter.render } = messageBatchPresenter;
  return runs.flatMap(([name, operations]) => {
    const seen = toViewer(operations[0] ?? anUnknown(), "C1", presenter);
    return [
      scene(`a run: ${name}`, messageBatchPresenter.render(operations, seen, [])),
      ...readers.map((reader) =>
        scene(`details of a run: ${name}`, story(operations, { ...seen, words, reader }, []), reader),
      ),
    ];
  });
});

function acknowledgements(words: Catalogue): [string, Acknowledgement][] {
  const kinds: [string, Acknowledgement][] = (
    ["busy", "too_slow", "unsaved", "gone", "overtaken", "storing", "not_stored"] as const
  ).map((kind) => [kind, { kind }]);
  const all: [string, Change][] = [...ends.filter((state) => !isLate(state)), ["under way", open]];
  const before = all.map(([name, change]): [string, Acknowledgement] => [
    `before: ${name}`,
    { kind: "duplicate", operation: anUnknown(change) },
  ]);
  // Only these keep the first try from being sent again; a newer one does whatever came of it.
  const inTheWay = ["accepted", "unknown", "unknown, reported as arrived", "under way"];
  const newer = ["refused by a known code", "not sent", "unknown, reported as not arrived"];
  const sinceThen = (names: readonly string[], of: string, own: Change) =>
    all
      .filter(([name]) => names.includes(name))
      .map(([name, change]): [string, Acknowledgement] => [
        `since${of}: ${name}`,
        { kind: "not_again", operation: anUnknown({ ...change, ...own }) },
      ]);
  const since = [
    ...sinceThen(inTheWay, "", {}),
    ...sinceThen([...inTheWay, ...newer], ", a newer try", { id: "act-2" }),
  ];
  return [
    ...kinds,
    ["denied", { kind: "denied", why: words.issues.notAllowed }],
    ["over the limit", { kind: "over_limit", of: "messages.send", used: 7, limit: 7, asked: 1 }],
    ["several over the limit", { kind: "over_limit", of: "messages.send", used: 5, limit: 7, asked: 3 }],
    ...before,
    ...since,
  ];
}

page("acknowledgements", ({ words }) => {
  const kind = words.outcomes.message;
  const readers: [string, Partial<NoticeOptions>][] = [
    ["a command", {}],
    ["a form", { isForm: true }],
  ];
  return acknowledgements(words).flatMap(([name, one]) =>
    readers.map(([reader, own]) => {
      const notice = toNotice(one, { kind, ...own }, words);
      return scene(name, notice && renderNotice(notice), reader);
    }),
  );
});

page("settling", async ({ locale, words }) => {
  const presenter = aPresenter(inLanguage(locale));
  const unknownsCard = (...unresolved: Operation[]) => {
    const [first = null] = unresolved;
    return { id: "0", first, total: 3, left: unresolved.length, unresolved };
  };
  const form = (reader: string, ...unresolved: Operation[]) =>
    renderUnknownsForm(unknownsCard(...unresolved), { presenter, notice: null, reader }, words);
  const repetition = { facts: messageLines(readStored(anUnknown().request)!, words), text: "A secret text" };
  const again = (change: Change) =>
    renderRepeatForm({ id: ids.repeat, act: "act-2", operation: anUnknown(change), repetition }, words);
  const questions = (...operations: Operation[]) => {
    const reading = {
      receipts: { questionnaire: async () => operations },
      kindOf: () => "SMS",
      words,
    };
    return renderQuestions({ subject: "questions:act-1", destination: "U7" }, reading);
  };
  const asked = (as: "arrived" | "looks_wrong" | "did_not_arrive" | null, change: Change = {}) =>
    anUnknown({ receipt: aReceipt(as), ...change });
  const notice = toNotice({ kind: "busy" }, { kind: "" }, words);
  return [
    ["no unknown outcome is left", form("U1")],
    ["three unknown outcomes", form("U1", phone(1), phone(2), anUnknown({ author: "U2" })), "author"],
    ["three unknown outcomes", form("U9", phone(1), phone(2), anUnknown({ author: "U2" })), "operator"],
    ["send again", again({})],
    ["send again what is said not to have arrived", again(resolvedAs("did_not_arrive"))],
    ["send again once that failed", notice && withNotice(again({}), notice)],
    ["send again was submitted", renderRepeatNotice(ids.repeat, "nothing came", words)],
    ["the phone owner is asked of an unknown", await questions(asked(null))],
    [
      "the phone owner is asked of several",
      await questions(
        asked(null, { outcome: "accepted" }),
        asked(null, { id: "act-2", act: "act-2", outcome: "accepted" }),
      ),
    ],
    ...(await Promise.all(
      (["arrived", "looks_wrong", "did_not_arrive"] as const).map(async (as) =>
        scene(`the phone owner said: ${as}`, await questions(asked(as, { outcome: "accepted" }))),
      ),
    )),
    ["the phone owner is asked no more", await questions(asked(null, { outcome: "refused" }))],
    ["what looks wrong", renderReceiptForm({ operation: "act-1", kind: "SMS" }, words)],
  ];
});
