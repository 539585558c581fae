import { expect, it } from "vitest";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import { ids } from "../../../../src/features/messages/ids.ts";
import { collectContents, readSendBody, readStored } from "../../../../src/features/messages/stored.ts";
import { wordsOf } from "../../../../src/locales/index.ts";
import { createPresenter } from "../../../../src/outcomes/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { renderEnd } from "../../outcomes/notifications.ts";

const words = wordsOf("en");
const presenter = createPresenter({
  audiences: { results: null, onCall: [] },
  teamLocale: "en",
  describe: describeMessage,
  ids,
});
const message = { to: "01023456789", from: "0212345678", text: "A secret text" };

it("a message that another version stored is shown, and can't be sent again", async () => {
  for (const request of [
    { message: { ...message, future: { a: 1 } } },
    { message, scheduledAt: "2030" },
    { message: { ...message, text: 5, subject: null, chatOptions: "odd" } },
    { message: { to: message.to } },
  ]) {
    const operation = anUnknown({ request, result: { code: 5, reply: "odd" } });
    expect(readStored(request)?.to).toBe(message.to);
    expect(readSendBody(request)).toBeNull();
    expect(describeMessage(operation, words)?.subject.masked).toBe("010-****-6789");
    expect(JSON.stringify(await renderEnd(operation, { presenter }))).toContain("010-****-6789");
  }
  expect(readSendBody({ message })).toEqual({ message });
});

it.each([null, "text", 5, [], {}, { message: null }, { message: { text: "no number" } }])(
  "the unreadable message %j has a card with its outcome all the same",
  async (request) => {
    const operation = anUnknown({ request });
    expect(describeMessage(operation, words)).toBeNull();
    const told = JSON.stringify(await renderEnd(operation, { presenter }));
    expect(told).toContain(words.outcomes.title.unknown(words.outcomes.message));
    expect(told).toContain(words.history.unreadable);
    // The form to edit it couldn't be filled.
    const refused = anUnknown({ request, outcome: "refused" });
    expect(JSON.stringify(await renderEnd(refused, { presenter }))).not.toContain(ids.edit);
    expect(told).not.toContain(ids.repeat);
    expect(told).toContain(ids.resolve);
  },
);

it("contentsOf has the texts and values of a message, but no numbers and kinds", () => {
  const request = {
    message: {
      ...message,
      type: "LMS",
      subject: "Title",
      chatOptions: {
        pfId: "PF1",
        templateId: "T1",
        variables: { "#{name}": "Mina", orderId: "A-77", type: "gold" },
        buttons: [{ buttonName: "Go" }],
      },
      customFields: { order: "4711", to: "Mr Kim" },
    },
  };
  expect(collectContents(request)).toEqual([
    "A secret text",
    "Title",
    ...["Mina", "A-77", "gold"],
    "Go",
    ...["4711", "Mr Kim"],
  ]);
});
