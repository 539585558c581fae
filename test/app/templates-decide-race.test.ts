import { it } from "vitest";
import { raceOver } from "../support/approvals.ts";

/** Hundreds in a row: `test/long`. */
const times = 5;

it.each([
  { mode: "socket", required: 1 },
  { mode: "http", required: 2 },
] as const)(
  "two approvals at the same instant are one update where it takes $required, over $mode",
  ({ mode, required }) => raceOver(mode, { required, times }),
);
