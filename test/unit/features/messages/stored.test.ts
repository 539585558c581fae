import { expect, it } from "vitest";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import { renderResultPosts, renderUsedPost } from "../../../../src/features/messages/posts.view.ts";
import { contentsOf, readSendable, readStored } from "../../../../src/features/messages/stored.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { anUnknown } from "../../../support/operation.ts";

const words = wordsOf("en");
const options = { words, places: { results: null, onCall: null }, testRecipients: [] };
const message = { to: "01023456789", from: "0212345678", text: "A secret text" };

it("tells of what another version stored as far as it can, and sends none of it again", () => {
  for (const request of [
    { message: { ...message, future: { a: 1 } } },
    { message, scheduledAt: "2030" },
    { message: { ...message, text: 5, subject: null, chatOptions: "odd" } },
    { message: { to: message.to } },
  ]) {
    const operation = anUnknown({ request, result: { code: 5, reply: "odd" } });
    expect(readStored(request)?.to).toBe(message.to);
    expect(readSendable(request)).toBeNull();
    expect(describeMessage(operation, words, [])?.subject.masked).toBe("010-****-6789");
    expect(JSON.stringify(renderResultPosts(operation, "closed", options))).toContain("010-****-6789");
  }
  expect(readSendable({ message })).toEqual({ message });
});

it.each([null, "text", 5, [], {}, { message: null }, { message: { text: "no number" } }])(
  "says that %j can't be read, and its end is told all the same",
  (request) => {
    const operation = anUnknown({ request });
    expect(describeMessage(operation, words, [])).toBeNull();
    expect(renderResultPosts(operation, "closed", options)).not.toEqual([]);
    expect(renderUsedPost(operation, options).text).toContain("Unknown outcome");
  },
);

it("knows all that a message says from what names numbers and kinds", () => {
  const request = {
    message: {
      ...message,
      type: "LMS",
      subject: "Title",
      chatOptions: {
        pfId: "PF1",
        templateId: "T1",
        variables: { "#{name}": "Mina" },
        buttons: [{ buttonName: "Go" }],
      },
      customFields: { order: "4711" },
    },
  };
  expect(contentsOf(request)).toEqual(["A secret text", "Title", "Mina", "Go", "4711"]);
});
