import type { Row } from "./guard.ts";

const contract = "test/contract/store.sqlite.test.ts";
const forgetting = "src/store/forget.ts";
const auditTest = "test/app/audit.test.ts";

export const whoDidWhat: readonly Row[] = [
  {
    threat: "An act on the platform leaves no trace, or a false one",
    guards: [
      {
        guard: "an entry commits with what is taken on",
        file: "src/store/operations/enqueue.ts",
        text: "return (await entries.execute(db)).rows;",
        instead: "return [];",
        test: contract,
        only: "has who did what",
      },
      {
        guard: "and with each change of it",
        file: "src/store/operations/finish.ts",
        text: "await recordEvents(context, trx, [toNewEntry(change)]);",
        instead: "void toNewEntry(change);",
        test: contract,
        only: "has who did what",
      },
      {
        guard: "with what is decided of a proposal",
        file: "src/store/proposals/proposals.ts",
        text: "...(event === undefined ? [] : [{ event, person: person ?? null, subject }]),",
        instead: "",
        test: contract,
        only: "has what people decided",
      },
      {
        guard: "and reported",
        file: "src/store/observations/observations.ts",
        text: '{ event: "reported", person: by, subject: subjectOf.report(id) }',
        instead: "",
        test: contract,
        only: "has what people decided",
      },
      {
        guard: "with what the holder of a phone said",
        file: "src/store/receipts.ts",
        text: '{ event: "received", person: by, subject: subjectOf.receipt(id), outcome: as },',
        instead: "",
        test: contract,
        only: "has what the owner of a phone",
      },
      {
        guard: "and with who takes care of a card",
        file: "src/store/monitors.ts",
        text: "entry === undefined ? [] : [entry]",
        instead: "[]",
        test: contract,
        only: "has who takes care",
      },
    ],
  },
  {
    threat: "A database administrator changes entries",
    guards: [
      {
        guard: "each has left as a log line, whatever the level is",
        file: "src/log.ts",
        text: '{ level: "info" });\n  const audit',
        instead: "{ level });\n  const audit",
        test: auditTest,
        only: "each audit entry is logged",
      },
      {
        guard: "with its id, whose and of what",
        file: "src/app.ts",
        text: "options.log.audit({ entry, what, person, subject, outcome });",
        instead: "options.log.audit({ what, person, subject, outcome, entry: what.length });",
        test: auditTest,
        only: "each audit entry is logged",
      },
      {
        guard: "and only once it is committed",
        file: "src/store/open-store.ts",
        text: "if (isCommitted && recorded.length > 0)",
        instead: "if (recorded.length > 0)",
        test: contract,
        only: "notifies its listener",
      },
    ],
  },
  {
    threat: "An export shows texts and recipients",
    guards: [
      {
        guard: "it has them only with --clear",
        file: "src/ops/audit.ts",
        text: "isClear ? contents : toRecipient(contents);",
        instead: "contents;",
        test: auditTest,
        only: "says who did what",
      },
    ],
  },
  {
    threat: "A forgotten number stands somewhere else, or in another form",
    guards: [
      {
        guard: "every column with words is looked at",
        file: "src/store/database/columns.ts",
        text: "words: { isJson: false, isName: false, by },",
        instead: "",
        test: contract,
        only: "forgetting",
      },
      {
        guard: "digits are compared, however they are written",
        file: "src/store/forget.ts",
        text: 'const plain = text.normalize("NFKC");',
        instead: "const plain = text;",
        test: "test/unit/store/forget/number.test.ts",
      },
      {
        guard: "whatever stands between them",
        file: "src/store/forget.ts",
        text: "|[\\\\p{Lm}ㆍᆞㅡᅳㅣᅵ一])*",
        instead: ")*",
        test: "test/unit/store/forget/number.test.ts",
      },
      {
        guard: "what goes as a whole goes",
        file: forgetting,
        text: "columns: goes ? null : columns, isWhole }",
        instead: "columns, isWhole }",
        test: contract,
        only: "forgetting",
      },
      {
        guard: "whoever read a document before doesn't write it back",
        file: forgetting,
        text: 'if (table === "documents") set.push(sql`version = version + 1`);',
        instead: "",
        test: contract,
        only: "undone by somebody who read",
      },
      {
        guard: "the SQLite file is written anew",
        file: forgetting,
        text: 'if (engine === "sqlite") await sql`vacuum`',
        instead: 'if (engine === "postgres") await sql`vacuum`',
        test: auditTest,
        only: "audit forget removes a number",
      },
    ],
  },
  {
    threat: "Forgetting loses what is needed, or another's",
    guards: [
      {
        guard: "what is open is refused before anything is changed",
        file: forgetting,
        text: 'if (open.length > 0) return { kind: "open", subjects: subjectsIn(open) };',
        instead: "",
        test: contract,
        only: "something of the number is open",
      },
      {
        guard: "a person's own goes, and nobody else's",
        file: forgetting,
        text: "person !== null && who === person;",
        instead: "person !== null && who !== null;",
        test: contract,
        only: "forgetting",
      },
      {
        guard: "of words beside their author's name, that person's alone",
        file: "src/store/forget.ts",
        text: '(value["by"] === person ||',
        instead: '(value["by"] !== undefined ||',
        test: contract,
        only: "wrote about a proposal",
      },
      {
        guard: "only columns that have it are written",
        file: forgetting,
        text: "const left = isOwn ? forgottenAs",
        instead: "const left = isOwn || !words.isJson ? forgottenAs",
        test: contract,
        only: "forgetting",
      },
      {
        guard: "what a phone's owner said stays when the author is forgotten",
        file: forgetting,
        text: "number === null ? words.by !== null && isBy(row[words.by]) : isWhole;",
        instead: "isWhole || (words.by !== null && isBy(row[words.by]));",
        test: contract,
        only: "forgetting",
      },
    ],
  },
];
