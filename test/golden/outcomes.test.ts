import { describeFile, uploadFollowUps } from "../../src/features/files/describe.view.ts";
import { messageBatchPresenter } from "../../src/features/messages/table.view.ts";
import { createCommentPresenter, createUpdatePresenter } from "../../src/features/templates/presenters.ts";
import type { Locale } from "../../src/locales/index.ts";
import type { ReaderRole } from "../../src/outcomes/card.view.ts";
import { createPresenter, type Presenter, toViewer } from "../../src/outcomes/index.ts";
import type { Operation, TrySummary } from "../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary, resolvedAs, sentAgain } from "../support/operation.ts";
import { files as filesPresenter } from "../unit/outcomes/an-upload.ts";
import {
  aPresenter,
  corrected,
  listed,
  renderChange,
  renderEnd,
  renderLinesOf,
  type Told,
} from "../unit/outcomes/notifications.ts";
import { page, type Scene, scene } from "./page.ts";
import { type Change, ends, endsOf, isLate, open, phone, refusal, reply } from "./states.ts";

const nextTry = (change: Partial<TrySummary>): Change => ({ tries: [aTrySummary(change)] });
const looksWrong = aReceipt("looks_wrong");
const isWaiting = { state: "stored", outcome: null, startedAt: null } as const;
/** What few messages come to: tries and reports in a row. */
const seldom: [string, Change][] = [
  ["unknown, asked for in a direct message", { conversation: "D1" }],
  ["unknown, its author says it arrived", { ...resolvedAs("arrived"), resolvedBy: "U1" }],
  [
    "unknown, its phone owner: arrived",
    { ...resolvedAs("arrived"), receipt: aReceipt("arrived", { phoneOwner: "U2" }) },
  ],
  ["unknown, sent again and under way", nextTry({ state: "started", outcome: null })],
  ["unknown, sent again and waiting", nextTry(isWaiting)],
  ["unknown, sent again, its phone owner: looks wrong", { ...sentAgain, receipt: looksWrong }],
  [
    "refused, edited and accepted",
    { outcome: "refused", result: refusal("1062"), ...nextTry({ outcome: "accepted" }) },
  ],
  ["accepted late, reported as not arrived", { outcome: "accepted", ...resolvedAs("did_not_arrive") }],
  ["accepted late, sent again", { outcome: "accepted", ...sentAgain }],
  ["accepted late, sent again and waiting", { outcome: "accepted", ...nextTry(isWaiting) }],
  [
    "refused late, reported as arrived",
    { outcome: "refused", result: refusal("1062"), ...resolvedAs("arrived") },
  ],
  ["refused late, sent again", { outcome: "refused", result: refusal("1061"), ...sentAgain }],
  ["not sent late, its phone owner: looks wrong", { outcome: "not_sent", receipt: looksWrong }],
];
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
  return cards({ locale }, presenter, [...ends, ...received, ...seldom]);
});

/** The post of an upload and of the message that needed it, where the upload wasn't plainly accepted. */
async function uploadsOfMessages(upload: Change, presenter: Presenter): Promise<Scene[]> {
  const aside = { act: "act-1", siblings: [] };
  const presenters = { "files.upload": presenter };
  const siblings = [aTrySummary({ ...aside, id: "act-1:send", step: 1 })];
  const message = anUnknown({
    ...{ id: "act-1:send", step: 1, root: "act-1:send", startedAt: null, locale: upload.locale ?? null },
    ...{ outcome: "not_sent", result: { ...refusal("NotReached"), status: null } },
    siblings: [aTrySummary({ ...aside, id: "act-1", kind: "files.upload" })],
  });
  const drawing = { presenter: aPresenter({ teamLocale: presenter.teamLocale }), presenters };
  const first = listed({ ...upload, siblings });
  const late = corrected({ ...upload, siblings, outcome: "accepted" });
  return [
    ...toScenes(
      "upload unknown, its message not sent",
      await renderEnd(first, { ...drawing, others: [message] }),
    ),
    ...toScenes(
      "upload accepted late, its message not sent",
      await renderEnd(late, { ...drawing, others: [message], transition: "corrected" }),
    ),
  ];
}

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
  const several = (of: Change[], destination: string) => {
    const all = of.map((change, index) => {
      const id = `act-1.${index}`;
      const request = { ...file, file: { id: `F${index}`, name: `menu-${index + 1}.png` } };
      return anUnknown({ ...upload, id, root: id, request, ...change });
    });
    return uploads.batch?.render(all, toViewer(all[0] ?? anUnknown(), destination, uploads), []) ?? null;
  };
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
    scene("several uploads", several(states, "C1"), "conversation"),
    scene("several uploads", several(states, "U1"), "author"),
    scene("several uploads, two unknown", several([{}, {}, resolvedAs("arrived")], "C1"), "conversation"),
    scene("several uploads, two unknown", several([{}, {}, resolvedAs("arrived")], "U1"), "author"),
    ...(await uploadsOfMessages(upload, uploads)),
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
  const ended = ["accepted", "refused", "not_sent", "unknown"] as const;
  const result = { accepted: null, refused: refusal("1061"), not_sent: refusal("TooManyRequests") };
  const answered = (outcome: keyof typeof result, change: Change = {}) =>
    corrected({ outcome, result: result[outcome], ...change });
  const late = { kind: "late", operation } as const;
  const reported = (as: "arrived" | "did_not_arrive", by: string) =>
    ({ kind: "reported", operation, by, as }) as const;
  const received = (as: "arrived" | "did_not_arrive" | "looks_wrong") =>
    ({ kind: "receipt", operation, as, words: as === "looks_wrong" ? "Blurred" : null }) as const;
  const asked = listed({ receipt: aReceipt(null) });
  const changes: [string, Operation, Parameters<typeof renderChange>[1]][] = [
    ["reported: arrived", listed(), reported("arrived", "U2")],
    ["reported: did_not_arrive", listed(), reported("did_not_arrive", "U2")],
    ["reported by the author", listed(), reported("arrived", "U1")],
    ["late: accepted", answered("accepted"), late],
    ["late: refused", answered("refused"), late],
    ["late: not_sent", answered("not_sent"), late],
    ["late: accepted, as was reported", answered("accepted", resolvedAs("arrived")), late],
    ["late: accepted, not as was reported", answered("accepted", resolvedAs("did_not_arrive")), late],
    ["late: refused, as was reported", answered("refused", resolvedAs("did_not_arrive")), late],
    ["late: refused, not as was reported", answered("refused", resolvedAs("arrived")), late],
    ["late: accepted, sent again", answered("accepted", sentAgain), late],
    ["late: accepted, sent again and waiting", answered("accepted", nextTry(isWaiting)), late],
    ["late: refused, sent again", answered("refused", sentAgain), late],
    // Told as it was then, whatever became of that try since.
    ...ended.map((outcome): (typeof changes)[number] => [
      ...([`sent again: ${outcome}`, listed(sentAgain)] as const),
      { kind: "sent_again", operation, by: "U2", outcome },
    ]),
    ["phone owner: arrived", asked, received("arrived")],
    ["phone owner: did_not_arrive", asked, received("did_not_arrive")],
    ["phone owner: looks_wrong", asked, received("looks_wrong")],
    [
      "phone owner, who sent it: looks_wrong",
      listed({ receipt: aReceipt(null, { phoneOwner: "U1" }) }),
      received("looks_wrong"),
    ],
  ];
  const told = changes.map(async ([name, of, change]) =>
    toScenes(name, (await renderChange({ ...of, locale }, change, { presenter })).lines),
  );
  const lines = [
    { subject: "act:act-1", audience: "result", event: { kind: "ended", operation } },
    { subject: "unknowns:act-1", event: { kind: "listed", operation } },
  ].map(async (line) =>
    toScenes(line.event.kind, await renderLinesOf(listed({ locale }), { lines: [line] }, { presenter })),
  );
  return (await Promise.all([...told, ...lines])).flat();
});

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
