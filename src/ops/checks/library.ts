import { z } from "zod";
import type { Config } from "../../config.ts";
import { inspectLibrary, type LibraryEntry } from "../../store/index.ts";
import { type Finding, warning } from "./finding.ts";

/** As much of a suite and of a group as names somebody. */
const Named = z.object({
  members: z.array(z.string()).catch([]),
  recipients: z.array(z.string()).catch([]),
});

/** Whether what people keep for their tests names test recipients and groups that there still are. */
export async function* checkLibrary({ databaseUrl, messages }: Config): AsyncGenerator<Finding> {
  const { testRecipients } = messages;
  const entries = await readEntries(databaseUrl.reveal());
  const recipients = testRecipients.map(({ name, country, to }) => name ?? `+${country} ${to}`);
  const groups = messages.groups.map(({ name }) => name);
  const made = entries.filter(({ kind }) => kind === "group").map(({ name }) => name);
  const known = { members: toKeys(recipients), recipients: toKeys([...recipients, ...groups, ...made]) };
  const operators = toKeys([...recipients, ...groups]);
  for (const { kind, name, author, body } of entries) {
    const about = `${kind} “${name}”`;
    const named = Named.safeParse(body).data ?? { members: [], recipients: [] };
    const unknown = [
      ...named.members.filter((one) => !known.members.has(toKey(one))),
      ...named.recipients.filter((one) => !known.recipients.has(toKey(one))),
    ];
    if (unknown.length > 0) {
      yield warning(
        about,
        `names what is no test recipient or group any more (${unknown.map(toShown).join(", ")}): its author ${author} or an operator has to change it in /msg-test`,
      );
    }
    if (kind === "group" && operators.has(toKey(name))) {
      yield warning(
        about,
        `has a name of TEST_RECIPIENTS or TEST_GROUPS, which comes first: its author ${author} or an operator has to rename it`,
      );
    }
  }
}

/** What keeps the store from being read is said of the store. */
async function readEntries(url: string): Promise<LibraryEntry[]> {
  return await inspectLibrary(url).catch(() => []);
}

function toKeys(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(toKey));
}

function toKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** A recipient without a name is kept by its number. */
function toShown(name: string): string {
  return /^\p{L}/u.test(name) ? name : "a number";
}
