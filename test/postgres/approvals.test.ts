import { expect, onTestFinished, test } from "vitest";
import { startOutside } from "../../sandbox/sandbox.ts";
import { proposeMany, raceApprovals } from "../support/approvals.ts";
import { startAppOn } from "../support/chatops.ts";
import { timesInARow } from "../support/races.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

const times = timesInARow(20);
const pace = { postMs: 2, editMs: 2, editBurst: 100 };

test("two approvals at two instances at the same moment make one template update", async () => {
  const outside = await startOutside({
    slack: { postLimit: { perSecond: 500, burst: 5 }, methodLimits: false },
  });
  onTestFinished(() => outside.close());
  const url = await postgres.createStore();
  await proposeMany(outside, { url, times });
  // Slack spreads deliveries over all connections.
  for (const _ of ["first", "second"]) await startAppOn(outside, { env: { DATABASE_URL: url }, pace });
  await raceApprovals(outside, { times });
  expect(outside.slack.findings.filter(({ rule }) => rule !== "ratelimited")).toEqual([]);
}, 240_000);
