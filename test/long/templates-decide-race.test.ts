import { it } from "vitest";
import { raceOver } from "../support/approvals.ts";

const races = (["socket", "http"] as const).flatMap((mode) => [
  { mode, required: 1 as const, times: 60 },
  { mode, required: 2 as const, times: 20 },
]);

it.each(races)(
  "two approvals at the same moment make one template update, $times times ($required required), over $mode",
  ({ mode, ...race }) => raceOver(mode, race),
  120_000,
);
