import { expect, it, onTestFinished } from "vitest";
import type { Fault } from "../../sandbox/platform/index.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { patientPeople } from "../support/patient.ts";

const tests = "C0TESTS";
const joon = "U0JOON";
const conversations = [tests, "C0REVIEWS", "C0GENERAL"];

it("logs no secret, no token, no recipient in full and no text, from start to stop, whatever fails", async () => {
  const sandbox = await startSandbox({
    env: { LOG_LEVEL: "trace", PLATFORM_TIMEOUT_MS: "500", DAILY_SEND_LIMIT: "1000" },
  });
  onTestFinished(() => sandbox.close());
  const { slack, platform, bot } = sandbox;
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
  const person = patientPeople(slack)(joon);
  for (const [index, fault] of failures.entries()) {
    if (fault !== null) platform.faults.next(fault);
    // In turn, since each takes one post a second.
    const conversation = conversations[index % conversations.length]!;
    await person.command("/msg-send", `010-2345-6789 ${text}`, { conversation });
    await slack.waitFor(() => person.views().length === 1);
    const before = slack.messages(conversation).length;
    await person.submit();
    await slack.waitFor(() => slack.messages(conversation).length > before);
  }
  platform.faults.release();
  slack.faults.webApi({ method: "chat.postMessage", kind: "status", status: 503, times: 2 });
  slack.faults.webApi({ method: "views.open", kind: "error", error: "invalid_trigger", times: 1 });
  await person.command("/msg-send", "", { conversation: tests });
  await person.command("/msg-send", `joon ${text}`, { conversation: tests });
  await slack.waitFor(() => slack.messages(tests).find(({ text: post }) => post.includes("· joon")));
  expect(await bot.stop()).toEqual({ code: 0, signal: null });

  const log = bot.lines.join("\n");
  const ended = bot.lines.filter((line) => line.includes('"operation ended"'));
  // Some twice: the reply that came late, and any that a busy machine had after half a second.
  expect(new Set(ended.map((line) => /"operation":"([^"]+)"/.exec(line)?.[1])).size).toBe(
    failures.length + 1,
  );
  const secrets = [platform.apiSecret, platform.apiKey, slack.botToken, slack.appToken, slack.signingSecret];
  for (const secret of [...secrets, "01023456789", "010-2345-6789", text]) {
    expect(log.includes(secret), "a secret, a number or a text is in the log").toBe(false);
  }
});
