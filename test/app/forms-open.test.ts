import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

it("the send form cuts a message that is too long for its field, and says so", async () => {
  const { person } = await startChatops();
  const long = `${"가나다라마 ".repeat(520)}😀`;
  await person.messageShortcut("send_this_text", person.say(tests, long));
  const view = await person.hasOpen(1);
  expect(JSON.stringify(view)).toContain("the field holds no more");
  expect(JSON.stringify(view)).toContain(long.slice(0, 2999));
});

it("the send form opens from a command of 4,000 characters when no sender number is configured", async () => {
  const { person } = await startChatops({ env: { SENDER_NUMBERS: "" } });
  for (const words of [`joon ${"x".repeat(4000)}`, `${"1".repeat(4000)} text`]) {
    const view = await person.opens("/msg-send", words);
    expect(JSON.stringify(view)).toContain("the field holds no more");
    // The sender's field has nothing to choose from.
    expect(JSON.stringify(view)).toContain(en.issues.noSender);
    await person.closeView({ all: true });
  }
});

it("a form that Slack refuses to open is answered as a failure of the app, with a reference", async () => {
  const { slack, log } = await startChatops();
  slack.faults.webApi({ method: "views.open", kind: "error", error: "invalid_arguments", times: 1 });
  await slack.as(joon).command("/msg-send");
  const { text } = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
  const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
  expect(text).toBe(en.edge.failed(reference));
});

it("/msg-send sends &, < and > as typed, although Slack delivers them as entities", async () => {
  const { slack, platform } = await startChatops();
  const typed = await slack.as(joon).command("/msg-send", "joon AT&T <3 a>b");
  expect(typed.payload["text"]).toBe("joon AT&amp;T &lt;3 a&gt;b");
  await slack.post();
  expect(sends(platform).map(({ body }) => body)).toMatchObject([{ message: { text: "AT&T <3 a>b" } }]);
});

it.each([
  ["late", { kind: "late" }, 1],
  ["a connection reset", { kind: "reset" }, 0],
  ["internal_error", { kind: "error", error: "internal_error" }, 0],
  ["an HTML page", { kind: "error", error: "<html>busy</html>" }, 0],
] as const)(
  "a form is answered as perhaps open when Slack's reply to its opening is %s",
  async (_, fault, forms) => {
    const { slack } = await startChatops();
    slack.faults.webApi({ method: "views.open", ...fault, times: 1 });
    await slack.as(joon).command("/msg-send");
    const told = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
    expect(told.text).toBe(en.edge.modalNotKnown);
    expect(slack.as(joon).views()).toHaveLength(forms);
  },
);

it("a form is answered as not open when Slack's rate limit refuses its opening", async () => {
  const { slack } = await startChatops();
  slack.faults.webApi({ method: "views.open", kind: "ratelimited", retryAfterS: 1, times: 1 });
  await slack.as(joon).command("/msg-send");
  const told = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
  expect(told.text).toBe(en.edge.modalNotOpened);
  expect(slack.as(joon).views()).toEqual([]);
});
