import { messageLines } from "../../src/features/messages/confirm.view.ts";
import { ids } from "../../src/features/messages/ids.ts";
import { renderQuestions, renderReceiptForm } from "../../src/features/messages/receipts.slack.ts";
import { readStored } from "../../src/features/messages/stored.ts";
import type { Catalogue } from "../../src/locales/index.ts";
import type { Acknowledgement } from "../../src/operations/index.ts";
import {
  type NoticeOptions,
  renderNotice,
  toNotice,
  withNotice,
} from "../../src/outcomes/acknowledgement.view.ts";
import { renderRepeatForm, renderRepeatNotice } from "../../src/outcomes/repeat.slack.ts";
import { renderUnknownsCard, renderUnknownsForm } from "../../src/outcomes/rows.view.ts";
import type { Operation, TrySummary } from "../../src/store/index.ts";
import { anUnknown, aReceipt, aTrySummary, resolvedAs, sentAgain } from "../support/operation.ts";
import { aPresenter } from "../unit/outcomes/notifications.ts";
import { page, scene } from "./page.ts";
import { type Change, ends, isLate, open, phone } from "./states.ts";

function acknowledgements(words: Catalogue): [string, Acknowledgement][] {
  const kinds: [string, Acknowledgement][] = (
    ["stored", "alone", "busy", "too_slow", "unsaved", "gone", "overtaken", "storing", "not_stored"] as const
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
  const beside = (change: Partial<TrySummary>) =>
    aTrySummary({ act: "act-1", root: change.id ?? "act-2", ...change });
  const ofThree = anUnknown({ siblings: [beside({}), beside({ id: "act-3", outcome: "refused" })] });
  const images: [upload: Operation["outcome"], message: Partial<TrySummary>][] = [
    ["accepted", { outcome: "accepted" }],
    ["accepted", { outcome: "refused" }],
    ["accepted", { outcome: "unknown" }],
    ["accepted", { outcome: null }],
    ["accepted", { resolvedAs: "arrived" }],
    ["refused", { outcome: "not_sent" }],
    ["unknown", { outcome: "not_sent" }],
    [null, { outcome: null }],
  ];
  const withImage = images.map(([upload, message]): [string, Acknowledgement] => {
    const operation = anUnknown({
      outcome: upload,
      siblings: [beside({ id: "act-1:send", step: 1, ...message })],
    });
    const became = message.resolvedAs ?? message.outcome ?? "under way";
    return [`before: image ${upload ?? "under way"}, message ${became}`, { kind: "duplicate", operation }];
  });
  return [
    ...kinds,
    ["denied", { kind: "denied", why: words.issues.notAllowed }],
    ["over the limit", { kind: "over_limit", of: "messages.send", used: 7, limit: 7, asked: 1 }],
    ["several over the limit", { kind: "over_limit", of: "messages.send", used: 5, limit: 7, asked: 3 }],
    ...before,
    ["before: two unknown, one refused", { kind: "duplicate", operation: ofThree }],
    ...withImage,
    ...since,
    ["since: gone", { kind: "not_again", operation: null }],
    [
      "since, a newer try: two unknown, one refused",
      { kind: "not_again", operation: { ...ofThree, root: "act-0" } },
    ],
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
  const presenter = aPresenter({ teamLocale: locale });
  const unknownsCard = (...unresolved: Operation[]) => {
    const [first = null] = unresolved;
    return { id: "0", first, total: 3, left: unresolved.length, unresolved };
  };
  const card = (total: number, left: number) => {
    const unresolved = Array.from({ length: left }, (_, index) => anUnknown({ id: `act-${index}` }));
    const all = { ...unknownsCard(...unresolved), total };
    return renderUnknownsCard(all, { presenter, words, reader: "on-call" });
  };
  const form = (reader: string, ...unresolved: Operation[]) =>
    renderUnknownsForm(unknownsCard(...unresolved), { presenter, notice: null, reader }, words);
  const [recipient = [], ...facts] = messageLines(readStored(anUnknown().request)!, words);
  const repetition = { head: [recipient], facts, text: "A secret text" };
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
    ["on-call's card, one is left", card(3, 1)],
    ["on-call's card, none is left", card(3, 0)],
    ["no unknown outcome is left", form("U1")],
    ["an unknown outcome, sent again", form("U1", anUnknown(sentAgain))],
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
