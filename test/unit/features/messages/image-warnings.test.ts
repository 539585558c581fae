import { expect, it } from "vitest";
import { findWarnings } from "../../../../src/features/messages/warnings.ts";
import { en } from "../../../support/words.ts";

const { to, from } = { to: "01000000001", from: "0212345678" };
const pfId = "PF1";

it.each<[string, object, string, [string, string] | null]>([
  ["an MMS's own", { type: "MMS", imageId: "F1" }, "DOCUMENT", ["imageId", "MMS"]],
  ["an MMS's own, of its type", { type: "mms", imageId: "F1" }, "MMS", null],
  ["a text's, whatever it becomes", { text: "x", imageId: "F1" }, "CHAT", ["imageId", "MMS"]],
  ["a chat message's", { chatOptions: { pfId, imageId: "F1" } }, "MMS", ["chat.imageId", "CHAT"]],
  ["a chat message's, of its type", { type: "CTI", chatOptions: { pfId, imageId: "F1" } }, "CHAT", null],
  ["the text's instead of a chat message", { imageId: "F1", chatOptions: { pfId } }, "MMS", null],
  [
    "an RCS card's",
    { rcsOptions: { brandId: "B", additionalBody: [{ title: "a", description: "b", imageId: "F1" }] } },
    "DOCUMENT",
    null,
  ],
])("an image of %s", (_, message, type, warned) => {
  const uploaded = [{ fileId: "F1", name: "a.png", type, deletedAt: null }];
  const body = { message: { to, from, ...message } };
  const found = findWarnings(body, { template: undefined, uploaded, at: undefined });
  const told = found.map(({ field, says }) => `${field}: ${says(en)}`);
  const [on, wanted] = warned ?? [];
  const says = (wanted: string) => en.warnings.imageType({ name: "a.png", type, wanted });
  expect(told).toEqual(wanted === undefined ? [] : [`${on}: ${says(wanted)}`]);
});
