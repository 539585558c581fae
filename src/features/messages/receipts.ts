import { z } from "zod";
import { every, type Job } from "../../jobs/index.ts";
import type { People } from "../../slack/people/people.ts";
import type { Also, Silence, Store } from "../../store/index.ts";
import { readAbout } from "./stored.ts";

/** Who draws the direct messages that ask. */
export const questionsKind = "questions";

type Asking = { store: Pick<Store, "receipts">; people: Pick<People, "isKnownOutsider"> };

/** Asks who holds the phone whether it arrived, with the end of it or of its run; no guest, who could not answer. */
export function askPhoneOwners({ store, people }: Asking): Also {
  return async (trx, operation) => {
    const asked = await store.receipts.ask(trx, operation, ({ about }) => {
      const { holder } = readAbout(about);
      return holder === null || people.isKnownOutsider(holder) ? null : holder;
    });
    return {
      posts: asked.map(({ subject, phoneOwner }) => ({
        subject,
        place: "holder",
        kind: questionsKind,
        destinations: [phoneOwner],
      })),
    };
  };
}

/** That so many are asked once more, as a line under the questions. */
export const AskedAgain = z.object({ kind: z.literal("asked_again"), count: z.number() });
export type AskedAgain = z.infer<typeof AskedAgain>;

const minuteMs = 60_000;
const silence: Silence = {
  againMs: 15 * minuteMs,
  overMs: 60 * minuteMs,
  tells: ({ subject, count }) => ({
    lines: [{ subject, event: { kind: "asked_again", count } satisfies AskedAgain }],
  }),
};

/** Whoever said nothing of a run is asked once more, and then nobody waits for them. */
export function receiptJob({ store }: Pick<Asking, "store">): Job {
  return {
    name: "messages.receipts",
    dueSince: every(minuteMs),
    run: () => store.receipts.goAfter(silence),
  };
}
