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
  "Something leaves that nobody was shown",
  "Somebody deletes another one's file, or one that messages show",
  "A message goes out without the image that it needs",
  "A message in a file is sent unseen, or altered by its encoding",
  "A right taken away meanwhile",
  "Findings on a stranger's Home",
  "Somebody else's button or form",
  "A form says that it sends again what somebody else sent, or what is of another kind",
  "The platform's words, or what was sent, in an error that is logged",
  "A row of another version breaks what is shown",
  "An act leaves no trace, or a trace that never was",
  "Somebody changes, removes or puts in an entry or an operation",
  "Two instances seal at once, or one is killed while it does",
  "Retention looks like tampering, or hides it",
  "A digest is tried against all numbers there are",
  "A number that was forgotten stands somewhere else, or in another form",
  "Forgetting loses what is still needed, or somebody else's",
];
