import { WebClient } from "@slack/web-api";
import { onTestFinished } from "vitest";
import type { SlackWorkspace } from "../../../slack/index.ts";
import type { SlackOptions } from "../../../slack/types.ts";
import { startSlack } from "../../../slack/workspace.ts";
import { SILENT, TEST_MANIFEST } from "../../support/bolt-app.ts";

/** A workspace of its own for one test, and Slack's client talking to it without a second try. */
export async function startWithClient(
  options: Partial<SlackOptions> = {},
): Promise<{ readonly slack: SlackWorkspace; readonly client: WebClient }> {
  const slack = await startSlack({ manifest: TEST_MANIFEST, delivery: { kind: "http" }, ...options });
  onTestFinished(async () => await slack.close());
  const client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: SILENT,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  return { slack, client };
}

/** The error code, or "ok". */
export async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return "ok";
  } catch (error) {
    if (error instanceof Error && "data" in error && typeof error.data === "object" && error.data !== null) {
      return "error" in error.data ? String(error.data.error) : "no error";
    }
    return String(error instanceof Error && "code" in error ? error.code : error);
  }
}

/** The rules that Slack found broken. */
export function rules(slack: SlackWorkspace): string[] {
  return slack.findings.map(({ rule }) => rule);
}

/** A trigger as a person's act makes one; nobody listens, so the delivery itself fails. */
export async function aTrigger(slack: SlackWorkspace, userId = "U0JOON"): Promise<string> {
  const delivery = await slack.as(userId).command("/form", "", { conversation: "C0TESTS" });
  return String(delivery.payload["trigger_id"]);
}
