import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { joon, tests } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

it("the send form opens on a message longer than its field, and says that it was cut", async () => {
  const { person } = await startChatops();
  const long = `${"가나다라마 ".repeat(520)}😀`;
  await person.messageShortcut("send_this_text", person.say(tests, long));
  const view = await person.hasOpen(1);
  expect(JSON.stringify(view)).toContain("the field holds no more");
  expect(JSON.stringify(view)).toContain(long.slice(0, 2999));
});

it("the send form opens for a long command without sender numbers", async () => {
  const { person } = await startChatops({ env: { SENDER_NUMBERS: "" } });
  for (const words of [`joon ${"x".repeat(4000)}`, `${"1".repeat(4000)} text`]) {
    const view = await person.opens("/msg-send", words);
    expect(JSON.stringify(view)).toContain("the field holds no more");
    // The sender's field has nothing to choose from.
    expect(JSON.stringify(view)).toContain(en.issues.noSender);
    await person.closeView({ all: true });
  }
});

it("a form that Slack refuses is reported as the app's own failure", async () => {
  const { slack, log } = await startChatops();
  slack.faults.webApi({ method: "views.open", kind: "error", error: "invalid_arguments", times: 1 });
  await slack.as(joon).command("/msg-send");
  const { text } = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
  const reference = /"reference":"(\w+)"/.exec(log())?.[1] ?? "";
  expect(text).toBe(en.edge.failed(reference));
});

it("/msg-send sends &, < and > as typed, though Slack delivers them as entities", async () => {
  const { slack, platform } = await startChatops();
  const typed = await slack.as(joon).command("/msg-send", "joon AT&T <3 a>b");
  expect(typed.payload["text"]).toBe("joon AT&amp;T &lt;3 a&gt;b");
  await slack.post();
  expect(sends(platform).map(({ body }) => body)).toMatchObject([{ message: { text: "AT&T <3 a>b" } }]);
});

it.each([
  ["late", { kind: "late" }, 1],
  ["reset", { kind: "reset" }, 0],
  ["a failure that may come behind it", { kind: "error", error: "internal_error" }, 0],
  ["a page in the place of a code", { kind: "error", error: "<html>busy</html>" }, 0],
] as const)(
  "a form whose opening Slack didn't confirm (%s) may be open, and the answer says so",
  async (_, fault, forms) => {
    const { slack } = await startChatops();
    slack.faults.webApi({ method: "views.open", ...fault, times: 1 });
    await slack.as(joon).command("/msg-send");
    const told = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
    expect(told.text).toBe(en.edge.modalNotKnown);
    expect(slack.as(joon).views()).toHaveLength(forms);
  },
);

it("a form that Slack's rate limit refused didn't open, and the answer says so", async () => {
  const { slack } = await startChatops();
  slack.faults.webApi({ method: "views.open", kind: "ratelimited", retryAfterS: 1, times: 1 });
  await slack.as(joon).command("/msg-send");
  const told = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
  expect(told.text).toBe(en.edge.modalNotOpened);
  expect(slack.as(joon).views()).toEqual([]);
});
