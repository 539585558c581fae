import type { Catalogue } from "../../locales/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import { importWord } from "./ids.ts";

type Here = {
  required: number;
  reviewReminderDays: number;
  isReviewed: boolean;
  mayPropose: boolean;
  dailyLimit: number;
};

/** What `/msg-template` is to this person here. */
export function templateGuide(
  { required, reviewReminderDays, isReviewed, mayPropose, dailyLimit }: Here,
  { templates }: Catalogue,
): Guide {
  const { guide } = templates;
  return {
    purpose: guide.purpose(mayPropose),
    barred: null,
    uses: [
      { words: "", does: guide.list(mayPropose) },
      ...(mayPropose ? [{ words: importWord, does: guide.import }] : []),
      { words: guide.idWords, does: guide.one(mayPropose), example: "KA01TP260201010000000ORDERPLACED" },
    ],
    notes: [
      mayPropose ? guide.dailyComments(dailyLimit) : templates.notAllowed,
      isReviewed ? guide.approvals(required) : guide.noReviewChannel,
      ...(isReviewed && reviewReminderDays > 0 ? [guide.asks(reviewReminderDays)] : []),
    ],
  };
}
