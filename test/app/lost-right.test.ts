import { expect, it } from "vitest";
import { type Chatops, startChatops } from "../support/chatops.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const dana = "U0DANA";

async function startOnCallOnly() {
  const recipients = "joon:01000000001,refused:01000000003,reset:01000000010";
  return startChatops({ env: { SENDERS: "S0ONCALL", TEST_RECIPIENTS: recipients } });
}

/** Dana is no longer on call, and the app knows. */
async function takeRight({ slack }: Chatops): Promise<void> {
  await slack.setUserGroupMembers("S0ONCALL", []);
  const typed = () => slack.as(dana).command("/msg-send", "help", { conversation: tests });
  const said = async () => JSON.stringify((await typed()).ack?.body);
  await expect.poll(said).toContain(en.issues.notAllowed);
}

it("opens no form to edit and send for somebody who may not send any more", async () => {
  const chatops = await startOnCallOnly();
  const { slack, platform } = chatops;
  const person = slack.as(dana);
  await person.command("/msg-send", "refused Hello", { conversation: tests });
  const post = await slack.waitFor(() => slack.messages(tests)[0], { what: "the refusal" });
  await takeRight(chatops);
  const before = slack.ephemerals(dana).length;
  await person.click({ message: { conversation: tests, ts: post.ts } }, "messages.edit");
  const answer = await slack.waitFor(() => slack.ephemerals(dana)[before], { what: "the answer" });
  expect(answer.text).toContain(en.issues.notAllowed);
  expect(person.views()).toEqual([]);
  expect(sends(platform)).toHaveLength(1);
});

it("sends nothing again from a form that was open before its author lost the right", async () => {
  const chatops = await startOnCallOnly();
  const { slack, platform } = chatops;
  const person = slack.as(dana);
  await person.command("/msg-send", "reset Hello", { conversation: tests });
  const { conversation, ts } = await slack.waitFor(() => slack.dm(dana)[0], { what: "the unknown outcome" });
  await person.click({ message: { conversation, ts } }, "messages.repeat");
  await slack.waitFor(() => person.views().length === 1, { what: "the form" });
  await takeRight(chatops);
  await person.fill("reason", "nothing came");
  expect(await person.submit()).toMatchObject({
    kind: "errors",
    errors: { reason: en.issues.notAllowed },
  });
  expect(sends(platform)).toHaveLength(1);
});
