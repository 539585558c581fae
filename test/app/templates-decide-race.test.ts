import { expect, it } from "vitest";
import { proposeMany, raceApprovals } from "../support/approvals.ts";
import { startChatops } from "../support/chatops.ts";

const times = 100;

it.each(["socket", "http"] as const)(
  "two approvals at the same instant are one update, a hundred times in a row, over %s",
  async (mode) => {
    const chatops = await startChatops({
      mode,
      pace: { postMs: 2, editMs: 2, editBurst: 100 },
      before: (outside) => proposeMany(outside, outside.env["DATABASE_URL"] ?? "", times),
    });
    await raceApprovals(chatops, times);
    expect(chatops.slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
  },
  120_000,
);
