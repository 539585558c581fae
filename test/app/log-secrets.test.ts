import { expect, it } from "vitest";
import type { Fault } from "../../sandbox/platform/index.ts";
import { startChatops } from "../support/chatops.ts";
import { joon, tests } from "../support/names.ts";

it("the log has no secret, token, full phone number or message text, whatever fails", async () => {
  const { slack, platform, app, ...chatops } = await startChatops({
    ...{ env: { LOG_LEVEL: "trace", DAILY_SEND_LIMIT: "1000" }, endsSilence: true },
  });
  const text = "Zaubertrank";
  const failures: (Fault | null)[] = [
    null,
    { kind: "refuse", errorCode: "FailedToAddMessage", errorMessage: `no 01023456789 ${text}` },
    { kind: "statusCode", statusCode: "1062", statusMessage: `01023456789 ${text}` },
    { kind: "refuse", status: 403, errorCode: "SignatureDoesNotMatch" },
    { kind: "html500" },
    { kind: "cut" },
    { kind: "garbage" },
    { kind: "useless" },
    { kind: "reset", when: "after" },
    { kind: "reset", when: "before" },
    { kind: "silence" },
  ];
  const person = slack.as(joon);
  for (const fault of failures) {
    if (fault !== null) platform.faults.next(fault, { path: "/messages" });
    await person.opens("/msg-send", `010-2345-6789 ${text}`);
    const before = slack.messages(tests).length;
    await person.submit();
    await slack.waitFor(() => slack.messages(tests).length > before);
  }
  platform.faults.release();
  slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 503, times: 2 });
  slack.faults.webApi({ method: "views.open", kind: "error", error: "invalid_trigger", times: 1 });
  await person.command("/msg-send");
  await person.command("/msg-send", `joon ${text}`);
  await slack.waitFor(() => slack.messages(tests).find(({ text: post }) => post.includes("· joon")));
  await app.stop();

  const log = chatops.log();
  const ended = log.split("\n").filter((line) => line.includes('"operation ended"'));
  // One ended twice: its reply came late.
  expect(new Set(ended.map((line) => /"operation":"([^"]+)"/.exec(line)?.[1])).size).toBe(
    failures.length + 1,
  );
  const secrets = [platform.apiSecret, platform.apiKey, slack.botToken, slack.appToken, slack.signingSecret];
  for (const secret of [...secrets, "01023456789", "010-2345-6789", text]) {
    expect(log.includes(secret), "a secret, a number or a text is in the log").toBe(false);
  }
});
