import { describe, expect, it } from "vitest";
import type { SlackOptions } from "../../../slack/types.ts";
import { outcome, startWithClient } from "./web-client.ts";

async function withClock(options: Partial<SlackOptions> = {}) {
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const { slack, client } = await startWithClient({ now: () => new Date(clock.ms), ...options });
  /** How many calls in a row Slack takes, and what it answers then. */
  const until = async (call: () => Promise<unknown>, most: number) => {
    for (let taken = 0; taken < most; taken += 1) {
      const answer = await outcome(call());
      if (answer !== "ok") return [taken, answer];
    }
    return [most, "ok"];
  };
  return { slack, client, clock, until };
}

const LIMITED = "slack_webapi_rate_limited_error";

describe("calls a minute", () => {
  it("are 20, 50 or 100 by the method's tier, each method's own", async () => {
    const { slack, client, until } = await withClock();
    const { ts = "" } = await client.chat.postMessage({ channel: "C0TESTS", text: "a" });
    const edit = () => client.chat.update({ channel: "C0TESTS", ts, text: "b" });
    expect(await until(() => client.usergroups.list(), 21)).toEqual([20, LIMITED]);
    expect(await until(edit, 51)).toEqual([50, LIMITED]);
    expect(await until(() => client.users.info({ user: "U0JOON" }), 101)).toEqual([100, LIMITED]);
    expect(slack.findings.map(({ method, rule }) => [method, rule])).toEqual([
      ["usergroups.list", "ratelimited"],
      ["chat.update", "ratelimited"],
      ["users.info", "ratelimited"],
    ]);
  });

  it("come back with the time that Retry-After named", async () => {
    const { client, clock, until } = await withClock();
    await until(() => client.usergroups.list(), 20);
    await expect(client.usergroups.list()).rejects.toMatchObject({ retryAfter: 3 });
    clock.ms += 3000;
    expect(await until(() => client.usergroups.list(), 2)).toEqual([1, LIMITED]);
  });

  it("can be left out where something else is measured", async () => {
    const { client, until } = await withClock({ methodLimits: false });
    expect(await until(() => client.usergroups.list(), 30)).toEqual([30, "ok"]);
  });
});
