import { expect, it, onTestFinished } from "vitest";
import { describeMessage } from "../../../../src/features/messages/describe.view.ts";
import { renderResultPosts } from "../../../../src/features/messages/posts.view.ts";
import { sendOperation } from "../../../../src/features/messages/send.ts";
import { createPlatformClient } from "../../../../src/platform/index.ts";
import { anUnknown } from "../../../support/operation.ts";
import { acceptedMessage, credentials, json, startPlatformServer } from "../../../support/platform-server.ts";
import { en } from "../../../support/words.ts";

const options = {
  words: en,
  places: { results: null, onCall: null },
  testRecipients: [],
};

/** What a conversation reads, and what lists say, of a message to which the platform answers like this. */
async function answered(reply: object) {
  const server = await startPlatformServer();
  server.next(json(200, { ...acceptedMessage, ...reply }));
  const platform = createPlatformClient({
    ...credentials,
    baseUrl: server.url,
    timeoutMs: 5000,
    now: () => new Date(),
    onDeviation: () => {},
  });
  onTestFinished(async () => {
    await platform.close();
    await server.close();
  });
  const kind = sendOperation(platform, {
    posts: () => [],
    describe: (operation, words) => describeMessage(operation, words, []),
  });
  const { request } = anUnknown();
  const call = { signal: new AbortController().signal, onLateReply: () => {} };
  const { outcome, result, messageId } = kind.toEnd(
    await (await kind.ready(kind.read(request)!, call.signal))(call),
  );
  const operation = anUnknown({ outcome, result, messageId });
  const [post] = renderResultPosts(operation, "closed", options);
  const text = JSON.stringify(post?.body);
  return { text, messageId, description: kind.describe(operation, options.words)! };
}

it("names the platform's kind and ids where they look like some", async () => {
  const { text, description } = await answered({});
  expect(text).toContain(en.result.heading.accepted("SMS", "010-****-6789"));
  expect(text).toContain(acceptedMessage.messageId);
  expect(text).toContain(acceptedMessage.groupId);
  expect(description).toMatchObject({ kind: "SMS", ids: [{ id: acceptedMessage.groupId }] });
});

it.each(["to 01023456789", "sms", "A".repeat(21), "<!channel>", "SMS\n01023456789", ""])(
  "doesn't take %j for a kind",
  async (type) => {
    const { text, description } = await answered({ type });
    expect(text).toContain(en.result.heading.accepted(en.result.automatic, "010-****-6789"));
    expect(text).not.toMatch(/01023456789|<!channel>/);
    expect(description.kind).toBe(en.result.automatic);
  },
);

it("shows of an endless id its beginning, and keeps a bounded part of it", async () => {
  const endless = "M".repeat(100_000);
  const { text, messageId, description } = await answered({ messageId: endless, groupId: `${endless}!` });
  expect(text.length).toBeLessThan(3000);
  expect(text).toContain(`${"M".repeat(64)}…`);
  expect(messageId?.length).toBeLessThan(1000);
  expect(endless.startsWith(messageId?.replace("…", "") ?? "-")).toBe(true);
  expect(description.ids).toEqual([{ name: en.result.group, id: `${"M".repeat(64)}…` }]);
});

it("shows no id that is a number, and nothing where none of it looks like an id", async () => {
  const { text, description } = await answered({ messageId: "010-2345-6789", groupId: "<!channel>" });
  expect(text).not.toMatch(/-2345-|channel/);
  expect(description.ids).toEqual([]);
});
