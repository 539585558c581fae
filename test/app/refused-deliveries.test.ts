import { expect, it } from "vitest";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { joon } from "../support/names.ts";
import { sends } from "../support/sends.ts";
import { en } from "../support/words.ts";

const nobodyKnown = { method: "users.info", kind: "error", error: "internal_error" } as const;

const env = { TEST_RECIPIENTS: "joon:01000000001" };

it("a command refused because Slack didn't name its person stays refused when it is delivered again", async () => {
  const chatops = await startChatops({ env });
  await chatops.app.stop();
  chatops.slack.faults.webApi(nobodyKnown);
  await startAppOn(chatops, { env });
  const { slack, platform } = chatops;
  const first = await slack.as(joon).command("/msg-send", "joon Only once");
  expect(JSON.stringify(first.ack?.body)).toContain(en.edge.notRecognised);
  slack.faults.clear();
  const again = await slack.redeliver(first.id, { newEnvelope: true });
  expect(JSON.stringify(again.ack?.body)).toContain(en.edge.notRecognised);
  await slack.as(joon).command("/msg-send", "joon Typed again");
  await slack.waitFor(() => sends(platform)[0], { what: "what was typed again" });
  expect(JSON.stringify(sends(platform).map(({ body }) => body))).not.toContain("Only once");
});
