import { files } from "./files.ts";
import type { Row } from "./guard.ts";
import { money } from "./money.ts";
import { moneyRules } from "./money-rules.ts";
import { rights } from "./rights.ts";
import { secrets } from "./secrets.ts";
import { templates } from "./templates.ts";

export const rows: readonly Row[] = [...money, ...moneyRules, ...templates, ...files, ...rights, ...secrets];

/** Rows of which no guard is taken away yet, by their threats. */
export const open: readonly string[] = [
  "Something leaves that nobody was shown",
  "Somebody outside reads a result",
  "Somebody takes on, or is handed, what only operators deal with; of two who press at once both believe that it is theirs",
  "A conversation reads a recipient",
  "A conversation, or somebody else, reads what was sent",
  "The platform or a typed reason repeats the message",
  "The digest repeats what a message says",
  "A saved message's name tells a conversation what it says",
  "Somebody puts phones into a group that colleagues pay for",
  "Foreign words mention, link or format",
  "A payment method's description reaches a conversation",
  "Somebody else's message reaches who holds the phone",
  "Somebody else's history",
  "Numbers in the log",
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
