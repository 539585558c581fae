import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import { TZDate } from "@date-fns/tz";
import { z } from "zod";
import type { AuditConfig } from "../config.ts";
import {
  isSameNumber,
  maskDigits,
  minShownLength,
  normalizeDigits,
  parsePhoneNumber,
} from "../phone-number.ts";
import { type ForgetResult, type ForgetTarget, forget } from "../store/forget.ts";
import {
  type AuditEntry,
  type AuditFilter,
  inspectStore,
  openStore,
  type Store,
  StoreInUseError,
} from "../store/index.ts";

type AuditCommand = {
  args: readonly string[];
  now: () => Date;
  print: (line: string) => void;
  /** Prints why a command was refused, apart from the output that programs read. */
  refuse: (line: string) => void;
};

const usage = `npm run audit -- export [--since <day>] [--until <day>] [--person <user id>] [--clear]
    who did what, one JSON document a line; --clear: with recipients and texts
npm run audit -- forget <number or user id> [--yes]
    shows how much is stored of a number, or was written by a person; with --yes it is taken out for good

A day is like 2026-11-21, or a time like 2026-11-21T09:00:00Z; --until is not a part of it.
With SQLite the bot has to be stopped meanwhile.`;

/** Required to open the store, but unused: the audit closes no operations. */
const leaseMs = 60_000;

/** Names the store without its password, so that an operator who forgot DATABASE_URL sees that the file is used. */
export function nameStore({ databaseUrl }: AuditConfig): string {
  const url = databaseUrl.reveal();
  if (url.startsWith("file:")) return url.slice("file:".length);
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

type Task = (store: Store, print: AuditCommand["print"]) => Promise<boolean>;

/** Runs an operator's command; resolves with false if it was refused. */
export async function runAudit(config: AuditConfig, command: AuditCommand): Promise<boolean> {
  const { args, now, print, refuse } = command;
  const task = parseTask(args, config);
  if (typeof task === "string") {
    refuse(task);
    return false;
  }
  const url = config.databaseUrl.reveal();
  try {
    const age = await inspectStore(url);
    if (age !== "current") {
      refuse(
        age === "none" ? "There is no store yet." : "The store is of an older version. Start the bot first.",
      );
      return false;
    }
    const store = await openStore({ url, owner: randomUUID(), leaseMs, now });
    return await task(store, print).finally(() => store.close());
  } catch (error) {
    if (!(error instanceof StoreInUseError)) throw error;
    refuse("The bot is running on this store. Stop it, try again, and start it.");
    return false;
  }
}

function parseTask(args: readonly string[], config: AuditConfig): Task | string {
  const parsed = parse(args);
  if (parsed === null) return usage;
  const [name, whom, ...others] = parsed.positionals;
  const { clear = false, person, yes, ...times } = parsed.values;
  const isPlain = Object.keys(parsed.values).every((option) => option === "yes" && name === "forget");
  if (name === "export" && whom === undefined && yes === undefined) {
    const [since, until] = [times.since, times.until].map((text) => toTime(text, config.timeZone));
    if (since === null || until === null)
      return `“${since === null ? times.since : times.until}” is neither a day like 2026-11-21 nor a time like 2026-11-21T09:00:00Z.`;
    if (person !== undefined && !memberId.test(person)) return `“${person}” is no Slack member's ID.`;
    const filter = { ...(since && { since }), ...(until && { until }), ...(person && { person }) };
    return exportAll(filter, clear);
  }
  if (name !== "forget" || whom === undefined || others.length > 0 || !isPlain) return usage;
  const known = toWhom(whom);
  return typeof known === "string" ? known : forgetAll(known, { config, isConfirmed: yes === true });
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    since: text,
    until: text,
    person: text,
    clear: { type: "boolean" },
    yes: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return null;
  }
}

function toTime(text: string | undefined, timeZone: string): Date | null | undefined {
  if (text === undefined) return undefined;
  const [date = ""] = text.split("T");
  // JavaScript reads 31 February as a day of March.
  if (new Date(date).toJSON()?.startsWith(date) !== true) return null;
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const at =
    day === undefined
      ? new Date(isTime ? text : Number.NaN)
      : new Date(new TZDate(Number(year), Number(month) - 1, Number(day), timeZone).getTime());
  return Number.isNaN(at.getTime()) ? null : at;
}

function exportAll(filter: AuditFilter, isClear: boolean): Task {
  return async ({ audit }, print) => {
    for await (const entry of audit.read(filter)) print(JSON.stringify(toExported(entry, isClear)));
    return true;
  };
}

const memberId = /^[UW][A-Z0-9]{2,}$/;

function toWhom(text: string): ForgetTarget | string {
  if (memberId.test(text)) return { person: text };
  const number = parsePhoneNumber(text);
  if ("problem" in number) return `“${text}” is neither a phone number nor a Slack member's ID.`;
  if (normalizeDigits(number.to).length < minShownLength)
    return "So short a number can't be told from other figures.";
  return { number };
}

function forgetAll(
  whom: ForgetTarget,
  { config, isConfirmed }: { config: AuditConfig; isConfirmed: boolean },
): Task {
  return async (store, print) => {
    const result = await store.open((context) => forget(context, whom, { isConfirmed }));
    const isNamed =
      "number" in whom && config.messages.testRecipients.some(({ to }) => isSameNumber(to, whom.number));
    for (const line of forgottenLines(result, { isNamed })) print(line);
    return result.kind !== "open";
  };
}

/** Formats an entry for export, with all contents if `isClear`, else with the masked recipient only. */
function toExported({ record, contents, at, ...entry }: AuditEntry, isClear: boolean): object {
  const shown = isClear ? contents : toRecipient(contents);
  return { ...entry, at: at.toISOString(), record: record && { ...record, ...shown } };
}

function toRecipient({ request }: AuditEntry["contents"]): { to?: string } {
  const { data } = z.object({ message: z.object({ to: z.string() }) }).safeParse(request);
  return data === undefined ? {} : { to: maskDigits(data.message.to) };
}

/** `isNamed`: the configuration has the number too. */
function forgottenLines(result: ForgetResult, { isNamed }: { isNamed: boolean }): string[] {
  if (result.kind === "open") {
    return [
      "Nothing was changed: somebody may still have to act on these:",
      ...result.subjects.map((subject) => `  ${subject}`),
      "Wait until they end, resolve or withdraw them, then try again.",
    ];
  }
  const { changed, removed } = result.count;
  if (result.kind === "preview") {
    return [
      `Nothing was changed. ${changed} stored rows would lose a part, and ${removed} would be removed.`,
      "--yes does it. It can't be undone.",
    ];
  }
  const conversations = [...result.outdatedPosts].map(
    ([conversation, count]) => `  ${conversation}: ${count}`,
  );
  return [
    `${changed} stored rows lost a part, and ${removed} were removed (drafts, saved messages, search words).`,
    ...(conversations.length === 0
      ? []
      : ["Posts that a running bot will update, by conversation:", ...conversations]),
    "Slack keeps: replies below these posts, answers and open forms, what people wrote, and posts older than RETENTION_DAYS.",
    "Backups of the store keep everything.",
    ...(isNamed ? ["TEST_RECIPIENTS has this number: remove it there too."] : []),
  ];
}
