import fc from "fast-check";
import { expect, it } from "vitest";
import { readMessageFiles } from "../../../../src/slack/files/slack-file.ts";

const file = (id: string) => ({ id, name: `${id}.png` });
const attached = (...shared: object[]) => ({
  attachments: shared.map((one) => ({ is_share: true, ...one })),
});

it.each([
  ["a message's own files", { files: [file("F1"), file("F2")] }, ["F1", "F2"]],
  ["a forwarded message's files", attached({ files: [file("F1")] }), ["F1"]],
  [
    "a message's own files and those of two forwarded ones, each once",
    { files: [file("F1")], ...attached({ files: [file("F2"), file("F1")] }, { files: [file("F3")] }) },
    ["F1", "F2", "F3"],
  ],
  [
    "the files in a forwarded message's blocks",
    attached({ message_blocks: [{ team: "T1", message: { files: [file("F1")] } }] }),
    ["F1"],
  ],
  ["the files of a message that was forwarded twice", attached(attached({ files: [file("F1")] })), ["F1"]],
  ["no files in a link's preview", { attachments: [{ from_url: "https://a.b", files: [file("F1")] }] }, []],
  ["no files in an empty message", {}, []],
])("readMessageFiles finds %s", (_, message, found) => {
  expect(readMessageFiles(message).map(({ id }) => id)).toEqual(found);
});

it("readMessageFiles never throws an error, whatever is attached", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) =>
      Array.isArray(readMessageFiles({ files: value, attachments: value })),
    ),
  );
});
