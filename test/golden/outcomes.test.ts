import { describeFile, uploadWays } from "../../src/features/files/describe.view.ts";
import { renderFacts } from "../../src/features/messages/confirm.view.ts";
import { ids } from "../../src/features/messages/ids.ts";
import { renderQuestions, renderReceiptForm } from "../../src/features/messages/receipts.view.ts";
import { readStored } from "../../src/features/messages/stored.ts";
import { messageTable } from "../../src/features/messages/table.view.ts";
import { createCommentPresenter, createUpdatePresenter } from "../../src/features/templates/presenters.ts";
import type { Catalogue, Locale } from "../../src/locales/index.ts";
import type { Acknowledgement } from "../../src/operations/index.ts";
import {
  type NoticeOptions,
  renderNotice,
  toNotice,
  withNotice,
} from "../../src/outcomes/acknowledgement.view.ts";
import type { Reader } from "../../src/outcomes/card.view.ts";
import { createPresenter, type Presenter, viewerAt } from "../../src/outcomes/index.ts";
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

/** The states that an operation of any kind can have. */
const ends: [string, Change][] = [
  ["accepted", { outcome: "accepted", messageId: "M4V20261121000000BBBB" }],
  ["refused by a known code", { outcome: "refused", result: refusal("1062", "미등록 01012345678") }],
  ["refused by an unknown code", { outcome: "refused", result: refusal("Unheard", "Ask 01012345678") }],
  ["refused for want of a right", { outcome: "refused", result: { ...refusal("Forbidden"), status: 403 } }],
  ["not sent", { outcome: "not_sent", result: { ...refusal("ConnectionFailed"), status: null } }],
  ["unknown", {}],
  ["unknown, reported as arrived", resolvedAs("arrived")],
  ["unknown, reported as not arrived", resolvedAs("did_not_arrive")],
  ["unknown, sent again", sentAgain],
  ["unknown, sent again and accepted", { tries: [aTrySummary({ outcome: "accepted" })] }],
  ["refused, edited and sent", { outcome: "refused", result: refusal("1062"), ...sentAgain }],
];
const late: [string, Change][] = [
  ["accepted late", { outcome: "accepted" }],
  ["refused late", { outcome: "refused", result: refusal("1062") }],
];

const audiences: Record<string, string> = { result: "conversation", author: "author" };
const toScenes = (name: string, told: readonly Told[]): Scene[] =>
  told.map(({ audience, body }) => scene(name, body, audiences[audience] ?? audience));

/** The posts of an operation in each state, for each audience. */
async function cards(of: Change, presenter: Presenter, states = ends): Promise<Scene[]> {
  const all = states.map(async ([name, change]) =>
    toScenes(name, await renderEnd(listed({ ...of, ...change }), { presenter })),
  );
  const later = late.map(async ([name, change]) =>
    toScenes(name, await renderEnd(corrected({ ...of, ...change }), { presenter, transition: "corrected" })),
  );
  return (await Promise.all([...all, ...later])).flat();
}

const prefixed = (kind: string, scenes: Scene[]): Scene[] =>
  scenes.map(([name, ...rest]) => [`${kind} ${name}`, ...rest]);

const inLanguage = (locale: Locale) => ({ teamLocale: locale });

page("outcomes-messages", async ({ locale }) => {
  const presenter = aPresenter({ ...inLanguage(locale) });
  const answers = ["arrived", "looks_wrong", "did_not_arrive", null] as const;
  const received = answers.map((as): [string, Change] => {
    const receipt = aReceipt(as, { words: as === "looks_wrong" ? "The link is cut" : null });
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
  const alone = (await cards(upload, uploads)).filter(([name]) => !name.startsWith("accepted"));
  const stored = listed({ ...upload, outcome: "accepted", result: accepted });
  const whole = await renderEnd(stored, { presenter: uploads });
  const several = (["accepted", "refused", "not_sent", "unknown", null] as const).map((outcome, index) =>
    anUnknown({
      ...{ ...upload, ...(outcome === null ? open : {}) },
      ...{ id: `act-1.${index}`, root: `act-1.${index}`, outcome },
    }),
  );
  const batch = uploads.batch?.render(several, viewerAt(several[0] ?? anUnknown(), "C1", uploads), []);
  const gone = { fileId: "ST01", name: "menu.png", type: "MMS" };
  const removal: Change = { locale, kind: "files.delete", request: gone };
  const deletions = createPresenter({
    ...{ audiences: { results: "CR", onCall: ["CO"] }, ids: uploadWays, describe: describeFile },
    ...inLanguage(locale),
  });
  const removed = await cards({ ...removal, result: reply({ wasThere: true }) }, deletions);
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
    request: { templateId: "KA01TP001", name: "Order placed", content: "Hello", proposal: "p-1" },
  };
  return [
    ...prefixed("comment", await cards(comment, createCommentPresenter(options).presenter)),
    ...prefixed("update", await cards(update, createUpdatePresenter(options).presenter)),
  ];
});

page("outcomes-threads", async ({ locale }) => {
  const presenter = aPresenter(inLanguage(locale));
  const operation = "act-1";
  const by = "U2";
  const ended = ["accepted", "refused", "not_sent", "unknown"] as const;
  const received = ["arrived", "did_not_arrive", "looks_wrong"] as const;
  const line = async (name: string, of: Operation, change: Parameters<typeof renderChange>[1]) =>
    toScenes(name, (await renderChange({ ...of, locale }, change, { presenter })).lines);
  const lines = [
    ...received.slice(0, 2).map((as) => {
      const said = as === "looks_wrong" ? "arrived" : as;
      return line(`reported: ${as}`, listed(resolvedAs(said)), { kind: "reported", operation, by, as: said });
    }),
    ...ended.slice(0, 3).map((outcome) => {
      const answered = corrected({ outcome, result: refusal("1061") });
      return line(`late: ${outcome}`, answered, { kind: "late", operation });
    }),
    ...ended.map((outcome) =>
      line(`sent again: ${outcome}`, listed(sentAgain), { kind: "sent_again", operation, by, outcome }),
    ),
    ...received.map((as) => {
      const words = as === "looks_wrong" ? "Blurred" : null;
      const answered = listed({ receipt: aReceipt(as) });
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
  const readers: Reader[] = ["author", "on-call", "anybody"];
  const { story = messageTable.render } = messageTable;
  return runs.flatMap(([name, operations]) => {
    const seen = viewerAt(operations[0] ?? anUnknown(), "C1", presenter);
    return [
      scene(`a run: ${name}`, messageTable.render(operations, seen, [])),
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
  const before = [...ends, ["under way", open] as const].map(([name, change]): [string, Acknowledgement] => [
    `before: ${name}`,
    { kind: "duplicate", operation: anUnknown(change) },
  ]);
  const since = ends.map(([name, change]): [string, Acknowledgement] => [
    `since: ${name}`,
    { kind: "not_again", operation: anUnknown(change) },
  ]);
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
  const repetition = { facts: renderFacts(readStored(anUnknown().request)!, words), text: "A secret text" };
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
