import { z } from "zod";
import type { Config } from "../../config.ts";
import { inspectLibrary, type LibraryEntry } from "../../store/index.ts";
import { type Finding, warning } from "./finding.ts";

/** As much of a suite as names somebody. */
const Named = z.object({ recipients: z.array(z.string()) });

/** Whether the suites that people made name test recipients and groups that there still are. */
export async function* checkLibrary({ databaseUrl, messages }: Config): AsyncGenerator<Finding> {
  const { testRecipients, groups } = messages;
  const recipients = testRecipients.map(({ name, country, to }) => name ?? `+${country} ${to}`);
  const known = new Set([...recipients, ...groups.map(({ name }) => name)].map(toKey));
  for (const { name, author, body } of await readEntries(databaseUrl.reveal())) {
    const named = Named.safeParse(body).data?.recipients ?? [];
    const unknown = named.filter((one) => !known.has(toKey(one)));
    if (unknown.length === 0) continue;
    yield warning(
      `suite “${name}”`,
      `names what is no test recipient or group any more (${unknown.map(toShown).join(", ")}): its author ${author} or an operator has to change it in /msg-test`,
    );
  }
}

/** What keeps the store from being read is said of the store. */
async function readEntries(url: string): Promise<LibraryEntry[]> {
  return await inspectLibrary(url).catch(() => []);
}

function toKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** A recipient without a name is kept by its number. */
function toShown(name: string): string {
  return /^\p{L}/u.test(name) ? name : "a number";
}
