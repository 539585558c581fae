import { files } from "./files.ts";
import type { Row } from "./guard.ts";
import { money } from "./money.ts";
import { moneyRules } from "./money-rules.ts";
import { namesAndHistories } from "./names-and-histories.ts";
import { numbersAndTexts } from "./numbers-and-texts.ts";
import { rights } from "./rights.ts";
import { secrets } from "./secrets.ts";
import { standing } from "./standing.ts";
import { templates } from "./templates.ts";
import { whoDidWhat } from "./who-did-what.ts";

export const rows: readonly Row[] = [
  ...money,
  ...moneyRules,
  ...templates,
  ...numbersAndTexts,
  ...namesAndHistories,
  ...files,
  ...rights,
  ...standing,
  ...secrets,
  ...whoDidWhat,
];

/** Rows of which no guard is taken away yet, by their threats. */
export const open: readonly string[] = [];
