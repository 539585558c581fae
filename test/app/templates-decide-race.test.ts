import { it } from "vitest";
import { raceOver } from "../support/approvals.ts";

/** `test/long` runs hundreds. */
const times = 5;

it.each([
  { mode: "socket", required: 1 },
  { mode: "http", required: 2 },
] as const)(
  "two approvals at the same moment make one template update ($required required), over $mode",
  ({ mode, required }) => raceOver(mode, { required, times }),
);
