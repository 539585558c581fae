import type { Row } from "./guard.ts";

export const secrets: readonly Row[] = [
  {
    threat: "A key in the log or in an error",
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
    threat: "The platform, or a gateway before it, repeats what a request was signed with",
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
];
