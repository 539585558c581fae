import { z } from "zod";
import { SendBody } from "../../../platform/index.ts";
import type { LibraryEntry } from "../../../store/index.ts";

/** A whole message without its recipient, as a run sends it to each. */
const Saved = z.object({ message: z.looseObject({ from: z.string() }) }).loose();

/** A saved message; null of what this version can't send. */
export function readSaved(
  { body }: Pick<LibraryEntry, "body">,
  to = { to: "0", country: "82" },
): SendBody | null {
  const saved = Saved.safeParse(body).data;
  if (saved === undefined) return null;
  const country = to.country === "82" ? {} : { country: to.country };
  return SendBody.safeParse({ ...saved, message: { to: to.to, ...saved.message, ...country } }).data ?? null;
}

export function toSaved({ message, agent: _agent, ...beside }: SendBody): object {
  const { to: _to, country: _country, ...rest } = message;
  return { ...beside, message: rest };
}

/** Saved messages by their ids, and recipients and groups by the names that the operator gave them. */
const Suite = z.object({
  messages: z.array(z.string()).readonly(),
  recipients: z.array(z.string()).readonly(),
});
export type Suite = z.infer<typeof Suite>;

export function readSuite({ body }: Pick<LibraryEntry, "body">): Suite | null {
  return Suite.safeParse(body).data ?? null;
}

export const mostMessages = 10;
export const mostOperations = 100;
