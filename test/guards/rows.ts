import { files } from "./files.ts";
import type { Row } from "./guard.ts";
import { money } from "./money.ts";
import { moneyRules } from "./money-rules.ts";
import { numbersAndTexts } from "./numbers-and-texts.ts";
import { rights } from "./rights.ts";
import { secrets } from "./secrets.ts";
import { templates } from "./templates.ts";

export const rows: readonly Row[] = [
  ...money,
  ...moneyRules,
  ...templates,
  ...numbersAndTexts,
  ...files,
  ...rights,
  ...secrets,
];

/** Rows of which no guard is taken away yet, by their threats. */
export const open: readonly string[] = [
  "An act leaves no trace, or a trace that never was",
  "Somebody changes, removes or puts in an entry or an operation",
  "Two instances seal at once, or one is killed while it does",
  "Retention looks like tampering, or hides it",
  "A digest is tried against all numbers there are",
  "A number that was forgotten stands somewhere else, or in another form",
  "Forgetting loses what is still needed, or somebody else's",
];
