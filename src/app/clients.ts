import type { Config } from "../config.ts";
import { createSlackLogger, type Log } from "../log.ts";
import { type CallRecord, createPlatformClient } from "../platform/index.ts";
import { createSlackClient } from "../slack/edge/edge.ts";

/** What talks to the platform and to Slack's Web API. */
export function createClients(
  config: Config,
  { log, now }: { log: Log; now: () => Date },
  onCall: (call: CallRecord) => void,
) {
  const { platform, slack } = config;
  return {
    platform: createPlatformClient({
      baseUrl: platform.baseUrl,
      apiKey: platform.apiKey.reveal(),
      apiSecret: platform.apiSecret.reveal(),
      timeoutMs: platform.timeoutMs,
      now,
      onDeviation: (deviation) => log.warn({ deviation }, "the platform departs from its description"),
      onCall,
    }),
    slack: createSlackClient({
      botToken: slack.botToken.reveal(),
      apiUrl: slack.apiUrl,
      logger: createSlackLogger(log),
    }),
  };
}
