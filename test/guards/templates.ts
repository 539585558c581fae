import type { Row } from "./guard.ts";

export const templates: readonly Row[] = [
  {
    threat: "Somebody approves what they wrote",
    guards: [
      {
        guard: "the proposer doesn't approve",
        file: "src/features/templates/proposal.ts",
        text: '  if (id === proposer) return { kind: "own" };\n',
        instead: "",
        test: "test/unit/features/templates/proposal.test.ts",
      },
      {
        guard: "nor who edited any revision",
        file: "src/features/templates/proposal.ts",
        text: 'revisions.some(({ by }) => by === id) ? { kind: "edited" } : null',
        instead: 'revisions.some(({ by }) => by === id && by === proposer) ? { kind: "edited" } : null',
        test: "test/unit/features/templates/proposal.test.ts",
      },
      {
        guard: "nor who edited the reason alone",
        file: "src/store/proposals/proposals.ts",
        text: "approvals: approvals.filter((approval) => approval.by !== by) };",
        instead: "approvals };",
        test: "test/contract/store.sqlite.test.ts",
        only: "in their reason alone",
      },
      {
        guard: "whoever looked at it before has read another reason",
        file: "src/store/proposals/proposals.ts",
        text: "...toRevisionFields([...revisions, newest]),",
        instead: "...(isSame ? {} : toRevisionFields([...revisions, newest])),",
        test: "test/contract/store.sqlite.test.ts",
        only: "in their reason alone",
      },
    ],
  },
  {
    threat: "Somebody approves over what they never saw",
    guards: [
      {
        guard: "a template that was seen to change is asked about, and again when it changed once more",
        file: "src/features/templates/approve.slack.ts",
        text: "hasChangedSince(proposal.basis, seen) && !wasShown(seen)",
        instead: 'hasChangedSince(proposal.basis, seen) && !wasShown(seen) && proposalId === ""',
        test: "test/app/templates-decide.test.ts",
      },
      {
        guard: "an update that was refused since the form was opened is shown first",
        file: "src/features/templates/approve.slack.ts",
        text: "operation !== null && !sawUpdate(operation.id)",
        instead: 'operation !== null && !sawUpdate(operation.id) && proposalId === ""',
        test: "test/app/templates-denied.test.ts",
        only: "opened before an update was refused",
      },
    ],
  },
  {
    threat: "Something else goes out than was approved",
    guards: [
      {
        guard: "an approval is of the revision that was read",
        file: "src/store/proposals/proposals.ts",
        text: "!isAsRead(proposal, revision, now)) return null;\n    const given",
        instead: "!isAsRead(proposal, proposal.revision, now)) return null;\n    const given",
        test: "test/contract/store.sqlite.test.ts",
        only: "proposal",
      },
      {
        guard: "the body is held against what was approved",
        file: "src/features/templates/update.ts",
        text: "if (digestOfChange(body) !== contentDigest)",
        instead: 'if (digestOfChange(body) !== contentDigest && contentDigest === "")',
        test: "test/unit/features/templates/calls.test.ts",
      },
    ],
  },
  {
    threat: "A reviewer can't see what changed",
    guards: [
      {
        guard: "characters that are not drawn are named",
        file: "src/blank-text.ts",
        text: "return belongs ||",
        instead: "return belongs || index >= 0 ||",
        test: "test/unit/features/templates/difference.test.ts",
      },
      {
        guard: "what doesn't fit a card is refused",
        file: "src/features/templates/propose.input.ts",
        text: "...(shown > longest.shown\n",
        instead: "...(shown > Number.MAX_SAFE_INTEGER\n",
        test: "test/unit/features/templates/propose-input.test.ts",
      },
    ],
  },
  {
    threat: "A person's report passes for the platform's word",
    guards: [
      {
        guard: "a card names all from whom its texts are",
        file: "src/features/templates/status.view.ts",
        text: "[from, nameFrom, buttonsFrom].map(",
        instead: "[from, nameFrom, buttonsFrom].slice(0, 1).map(",
        test: "test/app/templates-report.test.ts",
      },
      {
        guard: "a vendor's code says from whom it is",
        file: "src/store/observations/observations.ts",
        text: "return [coded === undefined || coded === shown ? said : { ...said, codeFrom: coded.from }];",
        instead: "return [said];",
        test: "test/contract/store.sqlite.test.ts",
        only: "observations",
      },
    ],
  },
  {
    threat: "An old record takes the place of a newer observation",
    guards: [
      {
        guard: "one of which anything was seen since it was shown is left out",
        file: "src/store/imports.ts",
        text: "{ templateId, seen, version }",
        instead: "{ templateId, seen }",
        test: "test/contract/store.sqlite.test.ts",
        only: "imports",
      },
      {
        guard: "and one that is older by the platform's date",
        file: "src/features/templates/import.ts",
        text: "return given !== null && known !== null && given < known;",
        instead: "return given !== null && known !== null && given === known;",
        test: "test/unit/features/templates/import-records.test.ts",
      },
    ],
  },
  {
    threat: "Somebody imports records that another person looked at",
    guards: [
      {
        guard: "only who gave them confirms them",
        file: "src/store/imports.ts",
        text: "if (document.author !== by || ",
        instead: "if (",
        test: "test/contract/store.sqlite.test.ts",
        only: "imports",
      },
      {
        guard: "within a day",
        file: "src/store/imports.ts",
        text: " || document.dueAt <= context.now()) return null;",
        instead: ") return null;",
        test: "test/contract/store.sqlite.test.ts",
        only: "imports",
      },
    ],
  },
  {
    threat: "A killed process leaves half an import, or imports twice",
    guards: [
      {
        guard: "pressed again, it says what it said then",
        file: "src/store/imports.ts",
        text: '  if (document.state === "done") return entries;\n',
        instead: "",
        test: "test/contract/store.sqlite.test.ts",
        only: "imports",
      },
    ],
  },
  {
    threat: "A huge file holds up acknowledgements",
    guards: [
      {
        guard: "512 KB at most",
        file: "src/features/templates/import.slack.ts",
        text: "if ((file?.size ?? 0) > maxImportBytes)",
        instead: "if ((file?.size ?? 0) > 20 * maxImportBytes)",
        test: "test/app/templates-import.test.ts",
        only: "if nothing can be read",
      },
      {
        guard: "100 records at most",
        file: "src/features/templates/import.ts",
        text: "return records.length > maxRecords ?",
        instead: "return records.length > 2 * maxRecords ?",
        test: "test/unit/features/templates/import-records.test.ts",
      },
      {
        guard: "what has too many values is not parsed",
        file: "src/features/templates/import.ts",
        text: "isRawJsonTooLarge({ values: maxValues }",
        instead: "isRawJsonTooLarge({ values: 100 * maxValues }",
        test: "test/unit/features/templates/import-records.test.ts",
      },
      {
        guard: "one record with too many values isn't read",
        file: "src/features/templates/import.ts",
        text: "if (isJsonTooLarge(recordLimits, json))",
        instead: "if (isJsonTooLarge(recordLimits, null))",
        test: "test/unit/features/templates/import-records.test.ts",
      },
    ],
  },
  {
    threat: "A name, content or comment mentions, links or formats",
    guards: [
      {
        guard: "foreign words in a text are escaped",
        file: "src/slack/blocks/rich-text.ts",
        text: '.replaceAll("<", "&lt;")',
        instead: "",
        test: "test/unit/features/templates/escaping.test.ts",
      },
    ],
  },
  {
    threat: "Somebody without the right reports",
    guards: [
      {
        guard: "from who may report",
        file: "src/features/templates/report.slack.ts",
        text: "  if (!context.mayPropose(person)) return submission.refuse(words.templates.notAllowed);\n",
        instead: "",
        test: "test/app/lost-right.test.ts",
      },
    ],
  },
  {
    threat: "What is meant for the team reaches the vendor",
    guards: [
      {
        guard: "a comment asks before it goes",
        file: "src/features/templates/comment.slack.ts",
        text: '  if (form.isAsked !== true) return submission.ack({ response_action: "update", view: asked });\n',
        instead: "",
        test: "test/app/templates-comment.test.ts",
      },
    ],
  },
];
