import type { Row } from "./guard.ts";

const naming = "src/features/messages/runs/library.ts";
const libraryTest = "test/app/library.test.ts";
const wordsTest = "test/unit/outcomes/card-words.test.ts";
const history = "src/features/history/history.slack.ts";
const historyTest = "test/app/history.test.ts";
const log = "src/log.ts";
const logTest = "test/unit/log.test.ts";
const runViewTest = "test/unit/features/messages/run-view.test.ts";
const chosenTest = "test/app/chosen-conversation.test.ts";
const readers = "src/slack/posts/publisher.ts";

export const namesAndHistories: readonly Row[] = [
  {
    threat: "A colleague's words leave in another's name with a suite",
    guards: [
      {
        guard: "the last look shows each message whole",
        file: "src/features/messages/runs/run.view.ts",
        text: "...messages.flatMap(({ name, body, to, changedBy: changer }, index) => [",
        instead: "...messages.slice(0, 0).flatMap(({ name, body, to, changedBy: changer }, index) => [",
        test: runViewTest,
      },
      {
        guard: "what Slack can't show whole is not confirmed",
        file: "src/features/messages/runs/run.view.ts",
        text: "if (fitsModal(view)) return view;",
        instead: "if (fitsModal(view) || options !== undefined) return view;",
        test: runViewTest,
      },
      {
        guard: "it says who changed it since that person's last run",
        file: "src/features/messages/runs/plan.ts",
        text: "ranAt !== null && changedAt >= ranAt && changedBy !== me ? changedBy : null",
        instead: "ranAt !== null && changedAt >= ranAt && changedBy === me ? changedBy : null",
        test: runViewTest,
      },
      {
        guard: "under whichever name the suite ran",
        file: "src/features/messages/runs/past.ts",
        text: "(suiteId === id || suite === name)",
        instead: "suite === name",
        test: "test/app/runs.test.ts",
        only: "since this person's last run",
      },
    ],
  },
  {
    threat: "A result goes to somebody else's direct message or private conversation",
    guards: [
      {
        guard: "all but a channel's id means one's own direct message",
        file: "src/slack/posts/queue.ts",
        text: "!/^[CG][A-Z0-9]+$/.test(conversation)",
        instead: 'conversation.startsWith("D")',
        test: chosenTest,
        only: "a forged send form",
      },
      {
        guard: "a private conversation takes the posts of its members alone",
        file: readers,
        text: "if (isPrivate && ",
        instead: 'if (isPrivate && conversation === "" && ',
        test: "test/unit/slack/posts/publisher.test.ts",
      },
      {
        guard: "what the configuration names is trusted for what it names it for",
        file: "src/app/delivery.ts",
        text: "named.get(audience)?.includes(conversation) === true",
        instead: "[...named.values()].flat().includes(conversation)",
        test: chosenTest,
        only: "a forged send form",
      },
    ],
  },
  {
    threat: "A saved message's name says what the message says",
    guards: [
      {
        guard: "a name that repeats the message is refused",
        file: naming,
        text: 'repeatsSecret(name, collectContents(of.text)) ? "repeats_text" : null',
        instead: 'collectContents(of.text).includes(name) ? "repeats_text" : null',
        test: libraryTest,
        only: "refuses the name",
      },
      {
        guard: "and one with seven digits",
        file: naming,
        text: 'if (name.normalize("NFKC").replace(/\\P{Nd}/gu, "").length >= 7) return "digits";\n',
        instead: "",
        test: libraryTest,
        only: "refuses the name",
      },
      {
        guard: "invisible characters in it are left out",
        file: naming,
        text: "return withoutInvisible(typed)",
        instead: "return (withoutInvisible.length > 1 ? withoutInvisible(typed) : typed)",
        test: libraryTest,
        only: "has a name of its own",
      },
    ],
  },
  {
    threat: "Foreign words mention, link or format",
    guards: [
      {
        guard: "they are text leaves in blocks",
        file: "src/slack/blocks/rich-text.ts",
        text: 'if (typeof piece === "string") return { type: "text", text: toShown(piece) };',
        instead: 'if (typeof piece === "string") return { type: "link", url: piece };',
        test: wordsTest,
      },
      {
        guard: "or plain text in which no name of an emoji is drawn",
        file: "src/slack/blocks/modal.ts",
        text: 'return { type: "plain_text", text: shown, emoji: false };',
        instead: 'return { type: "plain_text", text: shown, emoji: true };',
        test: wordsTest,
      },
      {
        guard: "escaped in the top-level text",
        file: "src/slack/blocks/rich-text.ts",
        text: '.replaceAll("<", "&lt;")',
        instead: "",
        test: wordsTest,
      },
    ],
  },
  {
    threat: "A payment method's description reaches a conversation",
    guards: [
      {
        guard: "it isn't kept",
        file: "src/features/payments/monitor.view.ts",
        text: "autoRecharge = null } of listed.methods) {\n    const read = { id,",
        instead: "autoRecharge = null, ...more } of listed.methods) {\n    const read = { ...more, id,",
        test: "test/unit/features/payments/changes.test.ts",
      },
      {
        guard: "a finding names the last four characters of the ID",
        file: "src/features/payments/monitor.view.ts",
        text: "end: toIdEnding(method.id),\n    month,\n    seenAt",
        instead: "end: method.id,\n    month,\n    seenAt",
        test: "test/unit/features/payments/monitor-view.test.ts",
      },
      {
        guard: "and no subject has it whole",
        file: "src/features/payments/monitor.view.ts",
        text: 'createHash("sha256").update(keyOf(method)).digest("base64url")',
        instead: "keyOf(method)",
        test: "test/unit/features/payments/monitor-view.test.ts",
      },
    ],
  },
  {
    threat: "A phone's owner reads somebody else's message",
    guards: [
      {
        guard: "the question says kind, sender and time",
        file: "src/features/messages/index.ts",
        text: "kindOf: (operation, words) => describe(operation, words).kind,",
        instead:
          "kindOf: (operation, words) => describe(operation, words).kind + JSON.stringify(operation.request),",
        test: "test/app/home-rows.test.ts",
        only: "while the platform dies",
      },
      {
        guard: "the answer's words that repeat the message stay out of conversations",
        file: "src/outcomes/card.view.ts",
        text: "words === null || repeatsSecret(words, contents) ?",
        instead: "words === null ?",
        test: "test/app/receipts.test.ts",
        only: "takes what looks wrong",
      },
    ],
  },
  {
    threat: "Somebody reads another's history",
    guards: [
      {
        guard: "one's own only",
        file: history,
        text: "...(everybody ? {} : { author: person.id }),",
        instead: "",
        test: historyTest,
        only: "history over",
      },
      {
        guard: "others for operators",
        file: history,
        text: "if (position.everybody && !isOperator(person, app)) {",
        instead: 'if (position.everybody && person.id === "") {',
        test: historyTest,
        only: "to operators alone",
      },
      {
        guard: "and masked",
        file: "src/outcomes/card.view.ts",
        text: "const { inFull, masked } = description.subject;",
        instead: "const { inFull, inFull: masked } = description.subject;",
        test: historyTest,
        only: "to operators alone",
      },
      {
        guard: "in the story too",
        file: "src/outcomes/card.view.ts",
        text: 'reader === "author" ? inFull : masked',
        instead: 'masked === "" ? masked : inFull',
        test: historyTest,
        only: "details to its author and to operators",
      },
      {
        guard: "any other id is not found",
        file: history,
        text: 'return isOperator(person, app) ? "on-call" : null;',
        instead: 'return isOperator(person, app) ? "on-call" : "anybody";',
        test: historyTest,
        only: "details to its author and to operators",
      },
      {
        guard: "a template's update is for who had a part in it",
        file: "src/features/templates/index.ts",
        text: "isAuthor || context.toActor(person).isReviewer;",
        instead: 'isAuthor || person.id !== "";',
        test: "test/app/templates-unknown.test.ts",
        only: "and nobody else",
      },
    ],
  },
  {
    threat: "Numbers in the log",
    guards: [
      {
        guard: "masked before a line is written",
        file: log,
        text: "maskWords(strike(shorten(text, longestChars)));",
        instead: "strike(shorten(text, longestChars));",
        test: logTest,
      },
      {
        guard: "also in an id's field",
        file: log,
        text: " && !nothingButANumber.test(value)",
        instead: "",
        test: logTest,
      },
      {
        guard: "no field is written that isn't allowed",
        file: log,
        text: ".filter(([name]) => allowedFields.has(name))",
        instead: "",
        test: logTest,
      },
    ],
  },
];
