import type { Row } from "./guard.ts";

const readers = "src/slack/posts/publisher.ts";
const publisherTest = "test/unit/slack/posts/publisher.test.ts";
const oncallTest = "test/app/oncall.test.ts";
const describeView = "src/features/messages/describe.view.ts";
const describeTest = "test/unit/features/messages/describe-view.test.ts";
const sentView = "src/outcomes/sent.view.ts";
const cardView = "src/outcomes/card.view.ts";
const reasons = "src/outcomes/reasons.ts";
const reasonsTest = "test/unit/outcomes/reasons.test.ts";
const privacyTest = "test/unit/outcomes/posts-privacy.test.ts";
const foreignWords = "src/foreign-words.ts";
const foreignTest = "test/unit/foreign-words.test.ts";
const historyTest = "test/app/history.test.ts";

export const numbersAndTexts: readonly Row[] = [
  {
    threat: "Somebody outside reads a result",
    guards: [
      {
        guard: "sharing is asked for before a post",
        file: "src/slack/posts/delivery.ts",
        text: "if (bar !== null) return this.#elsewhere(task, post, bar);",
        instead: 'if (bar === "not_member") return this.#elsewhere(task, post, bar);',
        test: "test/unit/slack/posts/living.test.ts",
        only: "people outside can read",
      },
      {
        guard: "open invitations count",
        file: readers,
        text: " || channel?.is_pending_ext_shared === true",
        instead: "",
        test: publisherTest,
      },
      {
        guard: "what Slack said is believed for a minute",
        file: readers,
        text: "readClocks(clocks)) < believedForMs",
        instead: "readClocks(clocks)) < 10 * believedForMs",
        test: publisherTest,
      },
      {
        guard: "the next place is taken where a missing scope keeps Slack from saying",
        file: "src/slack/posts/post-failure.ts",
        text: 'if (verdict.reason === "missing_scope") return',
        instead: 'if (verdict.reason === "") return',
        test: "test/unit/slack/posts/delivery.test.ts",
        only: "a scope is missing",
      },
      {
        guard: "doctor looks at what the configuration names",
        file: "src/ops/slack-checks.ts",
        text: "if (channel.is_ext_shared === true || channel.is_pending_ext_shared === true) {",
        instead: "if (channel.is_ext_shared === null) {",
        test: "test/app/doctor-checks.test.ts",
        only: "a conversation shared with others",
      },
    ],
  },
  {
    threat: "Somebody takes what only operators deal with, or two believe it is theirs",
    guards: [
      {
        guard: "who presses is held against OPERATORS",
        file: "src/features/oncall/index.ts",
        text: "if (!people.isOn(operators, person)) {",
        instead: "if (people === undefined) {",
        test: "test/app/lost-right.test.ts",
        only: "each button asks again",
      },
      {
        guard: "the owner changes by version",
        file: "src/store/documents.ts",
        text: '.where("version", "=", version)',
        instead: '.where("version", ">=", version)',
        test: "test/contract/store.sqlite.test.ts",
        only: "the state of a monitor",
      },
      {
        guard: "whoever was second is told who it is",
        file: "src/features/oncall/owners.ts",
        text: "owner.person === by || owner.person !== shown",
        instead: "owner.person === by",
        test: oncallTest,
        only: "when two press at once",
      },
    ],
  },
  {
    threat: "A conversation reads a recipient",
    guards: [
      {
        guard: "masked where it is rendered",
        file: describeView,
        text: "masked: named(maskNumber(to, country)),",
        instead: "masked: named(groupNumber({ to, country })),",
        test: describeTest,
      },
      {
        guard: "also as its own sender, however written",
        file: describeView,
        text: "isSameNumber(from, { to, country }) ?",
        instead: "from === to ?",
        test: describeTest,
      },
      {
        guard: "foreign words with a short recipient are kept",
        file: describeView,
        text: "contents: bare.length < minShownLength ? secrets : contents,",
        instead: "contents,",
        test: describeTest,
      },
      {
        guard: "long digit runs in foreign words",
        file: reasons,
        text: "shorten(maskNumbers(said, request).replace(",
        instead: "shorten(said.replace(",
        test: reasonsTest,
      },
      {
        guard: "and groups of the recipient's digits far apart",
        file: reasons,
        text: "return own.includes(group) && ",
        instead: "return own === group && ",
        test: reasonsTest,
      },
      {
        guard: "and in a code",
        file: reasons,
        text: "shorten(maskDigits(code), 64)",
        instead: "shorten(code, 64)",
        test: reasonsTest,
      },
      {
        guard: "and in typed reasons",
        file: cardView,
        text: "outcomes.again(maskDigits(reason))",
        instead: "outcomes.again(reason)",
        test: privacyTest,
      },
      {
        guard: "and in a template's statuses and comments",
        file: "src/features/templates/status.view.ts",
        text: "shorten(maskDigits(said), longest)",
        instead: "shorten(said, longest)",
        test: "test/unit/features/templates/status-view.test.ts",
      },
      {
        guard: "a typed kind is shown when it looks like one",
        file: "src/features/messages/stored.ts",
        text: "&& kindName.test(type) ? type : null",
        instead: "? type : null",
        test: describeTest,
      },
    ],
  },
  {
    threat: "A conversation, or somebody else, reads what was sent",
    guards: [
      {
        guard: "a card shows it to its author alone",
        file: sentView,
        text: 'renderSummary({ facts, sent }: SentParts, reader: ReaderRole): Sent {\n  const { lines = [], text = null } = (reader === "author" ? sent : undefined) ?? {};',
        instead:
          "renderSummary({ facts, sent }: SentParts, _: ReaderRole): Sent {\n  const { lines = [], text = null } = sent ?? {};",
        test: privacyTest,
      },
      {
        guard: "and so does its story",
        file: sentView,
        text: 'reader: ReaderRole): Sent {\n  const { lines = [], text = null } = (reader === "author" ? sent : undefined) ?? {};\n  const isShort',
        instead:
          "reader: ReaderRole): Sent {\n  const { lines = [], text = null } = sent ?? {};\n  const isShort",
        test: historyTest,
        only: "details to its author and to operators",
      },
      {
        guard: "its author reads in their own direct message",
        file: "src/outcomes/index.ts",
        text: "const isOwn = destination === author;",
        instead: 'const isOwn = destination !== "";',
        test: privacyTest,
        only: "a post in a conversation",
      },
      {
        guard: "on Home stands what one did oneself",
        file: "src/features/home/index.ts",
        text: "operations.list({ author: person.id, limit: recent, isOnceAnAct: true })",
        instead: "operations.list({ limit: recent, isOnceAnAct: true })",
        test: "test/app/home-rows.test.ts",
        only: "while the platform dies",
      },
    ],
  },
  {
    threat: "The platform or a typed reason repeats the message",
    guards: [
      {
        guard: "the platform's words that do are its author's alone",
        file: reasons,
        text: " || repeatsSecret(said, contents)) return null;",
        instead: ") return null;",
        test: reasonsTest,
      },
      {
        guard: "and a typed reason",
        file: cardView,
        text: "repeatsSecret(reason, contents) ? outcomes.againKept : ",
        instead: "",
        test: privacyTest,
      },
      {
        guard: "in a story too",
        file: "src/features/history/story.view.ts",
        text: "return repeatsSecret(reason, contents) ? null : maskDigits(reason);",
        instead: "return maskDigits(reason);",
        test: "test/unit/features/history/story-view.test.ts",
      },
      {
        guard: "an id that does is not shown",
        file: describeView,
        text: "shown === null || repeatsSecret(shown, secrets) ? []",
        instead: "shown === null ? []",
        test: describeTest,
      },
      {
        guard: "nor a code",
        file: reasons,
        text: 'repeatsSecret(code, contents) ? "…" : ',
        instead: "",
        test: reasonsTest,
      },
      {
        guard: "nor is it logged",
        file: "src/operations/runner.ts",
        text: 'return repeatsSecret(code, contents ?? []) ? "…" : code;',
        instead: 'return contents === null ? "…" : code;',
        test: "test/unit/operations/ends.test.ts",
        only: "writes the platform's code",
      },
      {
        guard: "a run is eight letters or four syllables",
        file: foreignWords,
        text: "if (weight >= runWeight) return [points",
        instead: "if (weight > runWeight) return [points",
        test: foreignTest,
      },
      {
        guard: "or the digits of a code",
        file: foreignWords,
        text: "    if (wanted.some((number) => numbers.some((digits) => digits.includes(number)))) return true;\n",
        instead: "",
        test: foreignTest,
      },
    ],
  },
];
