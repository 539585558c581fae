import { expect, it } from "vitest";
import { proposeMany, raceApprovals } from "../support/approvals.ts";
import { startChatops } from "../support/chatops.ts";

const races = (["socket", "http"] as const).flatMap((mode) => [
  { mode, required: 1 as const, times: 200 },
  { mode, required: 2 as const, times: 50 },
]);

it.each(races)(
  "two approvals at the same instant are one update, $times times in a row where it takes $required, over $mode",
  async ({ mode, required, times }) => {
    const chatops = await startChatops({
      mode,
      env: { REQUIRED_APPROVALS: `${required}` },
      pace: { postMs: 2, editMs: 2, editBurst: 100 },
      before: (outside) => proposeMany(outside, { url: outside.env["DATABASE_URL"] ?? "", times, required }),
    });
    await raceApprovals(chatops, { times, required });
    expect(chatops.slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
  },
  120_000,
);
