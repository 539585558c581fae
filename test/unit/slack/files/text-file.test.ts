import { expect, it } from "vitest";
import { toFileText } from "../../../../src/slack/files/text-file.ts";

it.each([
  ["not UTF-8", Buffer.from("caf\u00e9", "latin1"), { problem: "not_utf8" }],
  ["cut within a character", Buffer.from("\u00e9").subarray(0, 1), { problem: "not_utf8" }],
  ["blank", Buffer.from(" \n\u200b"), { problem: "empty" }],
  ["too long", Buffer.from("12345678901"), { problem: "too_long", size: 11 }],
  ["UTF-8 with a byte order mark", Buffer.from("\ufeffcaf\u00e9"), { text: "caf\u00e9" }],
])("toFileText returns the text or the problem of a file that is %s", (_, bytes, read) => {
  expect(toFileText(bytes, 10)).toEqual(read);
});
