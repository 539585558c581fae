import { expect, it } from "vitest";
import { toToldLine } from "../../log-line.ts";

it.each([
  ['{"level":"info","time":"2026-11-22T05:00:00.000Z","port":1,"msg":"ready"}', null],
  ['{"level":"warn","msg":"slow"}', "bot, warn: slow"],
  [
    '{"level":"error","err":{"message":"disk full"},"msg":"not stored"}',
    "bot, error: not stored (disk full)",
  ],
  ["TIME_ZONE is none", "bot: TIME_ZONE is none"],
  ["{half", "bot: {half"],
])("the sandbox prints the bot's log line %s as %s", (line, told) => {
  expect(toToldLine(line)).toBe(told);
});
