import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Catalogue } from "../../../locales/index.ts";
import { renderReason } from "../../../outcomes/repeat.slack.ts";
import { groupDigits } from "../../../phone-number.ts";
import type { CountryPrice, SendBody } from "../../../platform/index.ts";
import { fitsModal } from "../../../slack/blocks/limits.ts";
import { banner, plainText, renderModal, renderUncut } from "../../../slack/blocks/modal.ts";
import { fillLine, type Line, renderLines, toLineText } from "../../../slack/blocks/rich-text.ts";
import {
  conversationPiece,
  formatMessageKind,
  labelled,
  overLimit,
  renderRunMessage,
} from "../confirm.view.ts";
import { costOf, sumCosts } from "../cost.ts";
import type { IdNames } from "../describe.view.ts";
import { ids } from "../ids.ts";
import { formatIssue } from "../issues.view.ts";
import { recipientNameOf } from "../recipients.input.ts";
import type { SendRules } from "../send.input.ts";
import { type Warning, warningLine } from "../warnings.ts";
import { formatAttentionCounts } from "../wrong.view.ts";
import type { Omission, RunPlan } from "./plan.ts";

/** Metadata of the confirmation: ids and a digest of its content. Rights are checked again at submission. */
export const RunMetadata = z.object({
  act: z.string(),
  /** Suite, for all its recipients or those in `names`; or act of an earlier run, to send failures or all again. */
  what: z.union([
    z.object({ suite: z.string(), names: z.array(z.string()).optional() }),
    z.object({ again: z.string(), isAll: z.boolean().optional() }),
  ]),
  stamp: z.string(),
  needsReason: z.boolean(),
  conversation: z.string().nullable(),
});
export type RunMetadata = z.infer<typeof RunMetadata>;

/** Facts shown with a plan; `usedToday` is null if the store didn't answer in time. */
export type RunContext = {
  prices: readonly CountryPrice[];
  usedToday: number | null;
  limit: number;
  warnings: readonly { name: string; warning: Warning }[];
  /** Names for the ids in each message, in the plan's order. */
  named: readonly IdNames[];
};

export type RunConfirmation = RunContext & {
  plan: RunPlan;
  metadata: Omit<RunMetadata, "stamp" | "needsReason">;
};

type RunWords = { words: Catalogue; rules: SendRules };

/** Confirmation before a run costs money: count, recipients, price, obstacles, and each message in full. */
export function renderRunConfirmation(asked: RunConfirmation, options: RunWords): ModalView {
  const view = renderLook(asked, options);
  if (fitsModal(view)) return view;
  // A run too large to be shown in full can't be confirmed.
  const { common, runs } = options.words;
  const blocks = [banner(runs.confirm.tooLarge)];
  return renderModal({ callbackId: ids.run, title: runs.confirm.title, close: common.cancel, blocks });
}

function renderLook(asked: RunConfirmation, { words, rules }: RunWords): ModalView {
  const { plan, metadata, warnings, named } = asked;
  const { messages, recipients, leftOut, operations, changedBy, failed, doubtful, stamp } = plan;
  const { runs, confirm } = words;
  const count = operations.length;
  const names = recipients.map(recipientNameOf);
  const over = overLimit(asked, count, words);
  const costs = runs.confirm.costs(count, recipients.length);
  const all = (label: string, say: (message: SendBody["message"]) => string) =>
    labelled(label, [...new Set(messages.map(({ body }) => say(body.message)))].join(", "));
  const kinds = all(confirm.kind, (message) => formatMessageKind(message, words));
  const senders = all(confirm.sender, ({ from }) => groupDigits({ to: from }));
  // Lines common to all messages are shown once, above the messages.
  const said = new Set([kinds, senders].map(toLineText));
  const isAgain = "again" in metadata.what;
  const submit = isAgain ? runs.again.submit(count) : runs.confirm.submit(count);
  const before =
    failed.length === 0
      ? runs.again.accepted
      : runs.again.before(formatAttentionCounts(failed, words).join(", "));
  return renderModal({
    callbackId: ids.run,
    title: over !== null ? confirm.over : isAgain ? runs.again.title(count) : runs.confirm.title,
    ...(over === null ? { submit: warnings.length === 0 || isAgain ? submit : confirm.submitAnyway } : {}),
    close: words.common.cancel,
    carries: { ...metadata, stamp, needsReason: doubtful > 0 } satisfies RunMetadata,
    blocks: [
      ...(doubtful > 0 ? [banner(runs.again.risk(doubtful))] : []),
      ...(over === null ? [] : [banner(over)]),
      ...leftOut.map((one) => banner(leftOutWords(one, rules, words))),
      ...renderWarnings(warnings, words),
      ...(isAgain ? [renderLines([[before]]).block] : []),
      ...(over === null ? [{ type: "section" as const, text: plainText(costs) }] : []),
      ...renderUncut([
        ...(plan.suite === null ? [] : [[{ bold: plan.suite }, ...changedWords(changedBy, words)]]),
        labelled(words.recipients.label, names.join(", ")),
        kinds,
        senders,
        labelled(runs.confirm.price, priceWords(asked, words)),
        [{ bold: `${confirm.result}: ` }, conversationPiece(metadata.conversation, confirm)],
      ]),
      ...messages.flatMap(({ name, body, to, changedBy: changer }, index) => [
        { type: "divider" as const },
        ...renderRunMessage(
          [
            { bold: name },
            // Names recipients unless each gets the message exactly once.
            ...(to.join() === names.join()
              ? []
              : [` → ${[...Map.groupBy(to, String)].map(timesWords).join(", ")}`]),
            ...changedWords(changer, words),
          ],
          body,
          { ...named[index], said },
          words,
        ),
      ]),
      ...(doubtful > 0 && over === null ? [renderReason(words)] : []),
    ],
  });
}

function timesWords([name, { length }]: [string, readonly string[]]): string {
  return length === 1 ? name : `${name} (${length}×)`;
}

export function renderUnsentRun({ runs, common }: Catalogue): ModalView {
  return renderModal({ callbackId: ids.run, title: runs.title, close: common.cancel, blocks: [] });
}

function changedWords(by: string | null, { runs }: Catalogue): Line {
  return by === null ? [] : fillLine(runs.confirm.changedBy, { by: { user: by } });
}

/** Joins all warnings in one block, since a modal takes 100 blocks. */
function renderWarnings(warnings: RunContext["warnings"], words: Catalogue): KnownBlock[] {
  const { warns } = words.runs.confirm;
  const lines = warnings.map(
    ({ name, warning }): Line => ["⚠️ ", warns(name), ...warningLine(warning, words)],
  );
  return lines.length === 0 ? [] : [renderLines(lines).block];
}

function priceWords({ plan, prices }: Pick<RunConfirmation, "plan" | "prices">, words: Catalogue): string {
  const costs = plan.operations.map(({ request }) => costOf(request.message, prices));
  const { price, unknown, most } = sumCosts(costs);
  if (unknown === costs.length) return words.confirm.priceUnknown;
  const { priceOf, upTo, orMore } = words.runs.confirm;
  const said = priceOf(words.common.won(price), unknown);
  if (most === null) return `${said}${orMore}`;
  return most > price ? `${said}${upTo(words.common.won(most))}` : said;
}

function leftOutWords({ name, why }: Omission, rules: SendRules, words: Catalogue): string {
  const { confirm } = words.runs;
  if (name === null) return confirm.deleted;
  if (why.problem === "retired_phone") return confirm.retired(name);
  return confirm.leftOut(name, why.problem === "gone" ? confirm.unreadable : formatIssue(why, rules, words));
}
