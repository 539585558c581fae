import { expect, it } from "vitest";
import { startChatops } from "../support/chatops.ts";
import { joon, tests } from "../support/uploads.ts";
import { en } from "../support/words.ts";

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
    await slack.as(joon).command("/msg-send", "", { conversation: tests });
    const told = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
    expect(told.text).toBe(en.edge.modalNotKnown);
    expect(slack.as(joon).views()).toHaveLength(forms);
  },
);

it("a form that Slack's rate limit refused didn't open, and the answer says so", async () => {
  const { slack } = await startChatops();
  slack.faults.webApi({ method: "views.open", kind: "ratelimited", retryAfterS: 1, times: 1 });
  await slack.as(joon).command("/msg-send", "", { conversation: tests });
  const told = await slack.waitFor(() => slack.ephemerals(joon)[0], { what: "the answer" });
  expect(told.text).toBe(en.edge.modalNotOpened);
  expect(slack.as(joon).views()).toEqual([]);
});
