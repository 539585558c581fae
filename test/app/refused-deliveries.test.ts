import { expect, it } from "vitest";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
const nobodyKnown = { method: "users.info", kind: "error", error: "internal_error" } as const;

const env = { TEST_RECIPIENTS: "joon:01000000001" };

async function refuseOne() {
  const chatops = await startChatops({ env });
  await chatops.app.stop();
  chatops.slack.faults.webApi(nobodyKnown);
  const { app } = await startAppOn(chatops, { env });
  const first = await chatops.slack.as(joon).command("/msg-send", "joon Only once", { conversation: tests });
  expect(JSON.stringify(first.ack?.body)).toContain(en.edge.notRecognised);
  chatops.slack.faults.clear();
  return { ...chatops, app, id: first.id };
}

async function sendAnother({ slack, platform }: Awaited<ReturnType<typeof refuseOne>>) {
  await slack.as(joon).command("/msg-send", "joon Typed again", { conversation: tests });
  await slack.waitFor(() => sends(platform)[0], { what: "what was typed again" });
  expect(JSON.stringify(sends(platform).map(({ body }) => body))).not.toContain("Only once");
}

it("a command that was told as not done, since nobody knew whose it is, does nothing when it comes again", async () => {
  const story = await refuseOne();
  const again = await story.slack.redeliver(story.id, { newEnvelope: true });
  expect(JSON.stringify(again.ack?.body)).toContain(en.edge.notRecognised);
  await sendAnother(story);
});

it("nor does it at another instance, or after a restart", async () => {
  const story = await refuseOne();
  await story.app.stop();
  await startAppOn(story, { env });
  const again = await story.slack.redeliver(story.id, { newEnvelope: true });
  expect(JSON.stringify(again.ack?.body)).toContain(en.common.tooSlow);
  await sendAnother(story);
});
