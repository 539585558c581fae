import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";

it("the send form opens on a message longer than its field, and says that it was cut", async () => {
  const { slack } = await startChatops();
  const person = slack.as(joon);
  const long = `${"가나다라마 ".repeat(520)}😀`;
  await person.messageShortcut("send_this_text", person.say(tests, long));
  const view = await slack.waitFor(() => person.views()[0], { what: "the form" });
  expect(JSON.stringify(view)).toContain("the field holds no more");
  expect(JSON.stringify(view)).toContain(long.slice(0, 2999));
});

it("the send form opens for a long command without sender numbers", async () => {
  const { slack } = await startChatops({ env: { SENDER_NUMBERS: "" } });
  const person = slack.as(joon);
  for (const words of [`joon ${"x".repeat(4000)}`, `${"1".repeat(4000)} text`]) {
    await person.command("/msg-send", words, { conversation: tests });
    const view = await slack.waitFor(() => person.views()[0], { what: "the form" });
    expect(JSON.stringify(view)).toContain("the field holds no more");
    // The sender's field has nothing to choose from.
    expect(JSON.stringify(view)).toContain(en.issues.noSender);
    await person.closeView({ all: true });
  }
});

it("a form that Slack refuses is reported as the app's own failure", async () => {
  const { slack, log } = await startChatops();
  slack.faults.webApi({ method: "views.open", kind: "error", error: "invalid_arguments", times: 1 });
  await slack.as(joon).command("/msg-send", "", { conversation: tests });
  const { text } = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
  const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
  expect(text).toBe(en.edge.failed(reference));
});

it("/msg-send sends &, < and > as typed, though Slack delivers them as entities", async () => {
  const { slack, platform } = await startChatops();
  const typed = await slack.as(joon).command("/msg-send", "joon AT&T <3 a>b", { conversation: tests });
  expect(typed.payload["text"]).toBe("joon AT&amp;T &lt;3 a&gt;b");
  await slack.waitFor(() => slack.messages(tests)[0]);
  expect(sends(platform).map(({ body }) => body)).toMatchObject([{ message: { text: "AT&T <3 a>b" } }]);
});
