import fc from "fast-check";
import { expect, it } from "vitest";
import { readFilesOf } from "../../../../src/slack/files/slack-file.ts";

const file = (id: string) => ({ id, name: `${id}.png` });
const shared = { is_share: true };

it.each([
  ["its own", { files: [file("F1"), file("F2")] }, ["F1", "F2"]],
  ["a forwarded message's", { attachments: [{ ...shared, files: [file("F1")] }] }, ["F1"]],
  [
    "its own and those of two forwarded messages, each once",
    {
      files: [file("F1")],
      attachments: [
        { ...shared, files: [file("F2"), file("F1")] },
        { ...shared, files: [file("F3")] },
      ],
    },
    ["F1", "F2", "F3"],
  ],
  [
    "those in a forwarded message's blocks",
    { attachments: [{ ...shared, message_blocks: [{ team: "T1", message: { files: [file("F1")] } }] }] },
    ["F1"],
  ],
  [
    "those of what was forwarded twice",
    { attachments: [{ ...shared, attachments: [{ ...shared, files: [file("F1")] }] }] },
    ["F1"],
  ],
  ["none of a link's preview", { attachments: [{ from_url: "https://a.b", files: [file("F1")] }] }, []],
  ["none", {}, []],
])("a message's files are %s", (_, message, found) => {
  expect(readFilesOf(message).map(({ id }) => id)).toEqual(found);
});

it("whatever is attached, reading it never fails", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => Array.isArray(readFilesOf({ files: value, attachments: value }))),
  );
});
