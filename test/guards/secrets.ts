import type { Row } from "./guard.ts";

export const secrets: readonly Row[] = [
  {
    threat: "A key in the log or an error",
    guards: [
      {
        guard: "secrets are struck out of every line",
        file: "src/log.ts",
        text: "hooks: { streamWrite: strike },",
        instead: "",
        test: "test/unit/log.test.ts",
      },
      {
        guard: "and out of each text before it is masked",
        file: "src/log.ts",
        text: "maskWords(strike(shorten(text, longestChars)))",
        instead: "maskWords(shorten(text, longestChars))",
        test: "test/unit/log.test.ts",
      },
    ],
  },
  {
    threat: "The platform's words, or the message, in a logged error",
    guards: [
      {
        guard: "the platform's words are not enumerable",
        file: "src/platform/errors.ts",
        text: "this.#platformMessage = details.platformMessage;",
        instead:
          "this.#platformMessage = details.platformMessage;\n    Object.assign(this, { words: details.platformMessage });",
        test: "test/unit/platform/certainty.test.ts",
        only: "a PlatformError",
      },
      {
        guard: "nor is its reply",
        file: "src/platform/errors.ts",
        text: "this.#reply = details.reply;",
        instead: "this.#reply = details.reply;\n    Object.assign(this, { answer: details.reply });",
        test: "test/unit/platform/certainty.test.ts",
        only: "a PlatformError",
      },
      {
        guard: "of a failed check the fields' first names",
        file: "src/platform/errors.ts",
        text: 'issue.field.split(".")[0]',
        instead: "issue.field",
        test: "test/unit/platform/certainty.test.ts",
      },
    ],
  },
  {
    threat: "A reply repeats what the request was signed with",
    guards: [
      {
        guard: "key and secret are struck out of each reply's JSON",
        file: "src/platform/signature.ts",
        text: "return (json, body) => (mayRepeat(body) ? conceal(json) : json);",
        instead: "return (json, body) => (mayRepeat(body) ? json : conceal(json));",
        test: "test/unit/platform/signature.test.ts",
      },
      {
        guard: "and the signature",
        file: "src/platform/signature.ts",
        text: ".replace(writtenSignature,",
        instead: ".replace(/$^/,",
        test: "test/unit/platform/replies.test.ts",
      },
    ],
  },
  {
    threat: "Other users of the machine read the store",
    guards: [
      {
        guard: "the SQLite file is made with mode 0600",
        file: "src/store/database/sqlite.ts",
        text: 'openSync(path, "wx", 0o600)',
        instead: 'openSync(path, "wx", 0o644)',
        test: "test/unit/store/database/sqlite.test.ts",
      },
      {
        guard: "one that was there is given it at the start",
        file: "src/store/database/sqlite.ts",
        text: "    chmodSync(path, 0o600);",
        instead: "    statSync(path);",
        test: "test/unit/store/database/sqlite.test.ts",
      },
    ],
  },
  {
    threat: "Two processes on one SQLite file",
    guards: [
      {
        guard: "the second is refused",
        file: "src/store/database/sqlite.ts",
        text: 'lock.exec("BEGIN EXCLUSIVE");',
        instead: 'lock.exec("BEGIN");',
        test: "test/unit/store/database/sqlite.test.ts",
      },
    ],
  },
  {
    threat: "A row of another version breaks what is shown",
    guards: [
      {
        guard: "stored requests are read loosely",
        file: "src/features/messages/stored.ts",
        text: "const text = z.string().optional().catch(undefined);",
        instead: "const text = z.string().optional();",
        test: "test/unit/features/messages/stored.test.ts",
      },
      {
        guard: "what can't be read is shown as that",
        file: "src/outcomes/index.ts",
        text: "return { ...describeUnread(operation, words), ways };",
        instead: 'return { ...describeUnread({ ...operation, kind: "" }, words), ways };',
        test: "test/unit/features/messages/stored.test.ts",
      },
    ],
  },
];
