import type { KnownBlock, ModalView } from "@slack/types";
import { z } from "zod";
import type { Format } from "../../../locales/format.ts";
import type { Catalogue } from "../../../locales/index.ts";
import type { CountryPrice } from "../../../platform/index.ts";
import { banner, plain, renderModal, renderWhole } from "../../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../../slack/blocks/rich-text.ts";
import { fitsModal } from "../../../slack/blocks/size.ts";
import { kindWords, renderEach, told, toPlace } from "../confirm.view.ts";
import { costOf, sumCosts } from "../cost.ts";
import type { Named } from "../describe.view.ts";
import { ids } from "../ids.ts";
import { issueWords } from "../issues.view.ts";
import { nameOf } from "../recipients.input.ts";
import type { SendRules } from "../send.input.ts";
import { type Warning, warningLine } from "../warnings.ts";
import type { Whom } from "./again.ts";
import type { LeftOut, Plan } from "./plan.ts";

/** What a confirmation brings back: ids and what was shown, never authority. */
export const RunMetadata = z.object({
  act: z.string(),
  suite: z.string(),
  names: z.array(z.string()).readonly().optional(),
  stamp: z.string(),
  conversation: z.string().nullable(),
});
export type RunMetadata = z.infer<typeof RunMetadata>;

/** What is known of it within a moment. */
export type Known = {
  prices: readonly CountryPrice[];
  usedToday: number | null;
  limit: number;
  warnings: readonly { name: string; warning: Warning }[];
  /** What each message names by ids, in their order. */
  named: readonly Named[];
};

export type Asked = Known & { plan: Plan; metadata: RunMetadata };

/** The last look before a run costs money. */
export function renderRun({ metadata, ...asked }: Asked, options: RunWords): ModalView {
  const { title, submit } = options.words.runs.confirm;
  const { messages, recipients, operations } = asked.plan;
  const whom = [{ messages: messages.map(({ name }) => name), recipients: recipients.map(nameOf) }];
  const says = { title, submit: submit(operations.length), whom };
  const { conversation } = metadata;
  return renderLastLook({ ...asked, ...says, callbackId: ids.run, metadata, conversation }, options);
}

type LastLook = Known & {
  plan: Plan;
  callbackId: string;
  title: string;
  submit: string;
  metadata: object;
  whom: readonly Whom[];
  /** Where its result goes. */
  conversation: string | null;
  above?: readonly KnownBlock[];
  below?: readonly KnownBlock[];
};

/** How many messages to whom, for how much, what is in the way, and each message whole. */
export function renderLastLook(asked: LastLook, options: RunWords): ModalView {
  const { callbackId, title } = asked;
  const view = renderLook(asked, options);
  if (fitsModal(view)) return view;
  const { common, runs } = options.words;
  // Nothing is confirmed that can't be shown whole.
  return renderModal({ callbackId, title, close: common.cancel, blocks: [banner(runs.confirm.tooLarge)] });
}

function renderLook(asked: LastLook, { words, format, rules }: RunWords): ModalView {
  const {
    plan,
    callbackId,
    title,
    submit,
    metadata,
    whom,
    conversation,
    above = [],
    below = [],
    usedToday,
    limit,
    warnings,
    named,
  } = asked;
  const { messages, recipients, leftOut, operations, changedBy } = plan;
  const { runs, confirm } = words;
  const count = operations.length;
  const left = usedToday === null ? count : limit - usedToday;
  const costWords =
    whom.length === 1 && recipients.length > 1
      ? runs.confirm.costs(count, messages.length, recipients.length)
      : runs.confirm.costsSome(count, recipients.length);
  const kinds = new Set(messages.map(({ body }) => kindWords(body.message, words)));
  const used = usedToday === null ? null : confirm.usedToday(format.number(usedToday), format.number(limit));
  return renderModal({
    callbackId,
    title,
    submit,
    close: words.common.cancel,
    carries: metadata,
    blocks: [
      ...above,
      { type: "section", text: plain(costWords) },
      ...renderWhole([
        ...(plan.suite === null ? [] : [[{ bold: plan.suite }, ...changedWords(changedBy, words)]]),
        ...whomLines(plan, whom, words),
        told(confirm.kind, [...kinds].join(", ")),
        told(runs.confirm.price, priceWords(asked, words)),
        ...(used === null ? [] : [told(confirm.today, used)]),
        [{ bold: `${confirm.result}: ` }, toPlace(conversation, confirm)],
      ]),
      ...(left < count ? [banner(words.recipients.overLimitSoon(Math.max(0, left), count))] : []),
      ...leftOut.map((one) => banner(leftOutWords(one, rules, words))),
      ...renderWarnings(warnings, words),
      ...messages.flatMap(({ name, body, changedBy: changer }, index) => [
        { type: "divider" as const },
        ...renderEach([{ bold: name }, ...changedWords(changer, words)], body, named[index] ?? {}, words),
      ]),
      ...below,
    ],
  });
}

/** What a colleague made of it since this person last ran it. */
function changedWords(by: string | null, { runs }: Catalogue): Line {
  const { before, after } = runs.confirm.changedBy;
  return by === null ? [] : [before, { user: by }, after];
}

/** Where not everybody gets the same, a line for whoever does. */
function whomLines(
  { suite }: Pick<Plan, "suite">,
  whom: readonly Whom[],
  { runs, recipients }: Catalogue,
): Line[] {
  const [first] = whom;
  if (whom.length !== 1 || first === undefined)
    return whom.map((one) => told(one.recipients.join(", "), one.messages.join(", ")));
  return [
    ...(suite === null ? [] : [told(runs.kinds.message, first.messages.join(", "))]),
    told(recipients.label, first.recipients.join(", ")),
  ];
}

/** In one block: each message may have many, and a modal has room for a hundred blocks. */
function renderWarnings(warnings: Known["warnings"], words: Catalogue): KnownBlock[] {
  const { warns } = words.runs.confirm;
  const lines = warnings.map(
    ({ name, warning }): Line => ["⚠️ ", warns(name), ...warningLine(warning, words)],
  );
  return lines.length === 0 ? [] : [renderLines(lines).block];
}

export type RunWords = { words: Catalogue; format: Format; rules: SendRules };

/** In its place when it came to nothing. */
export function renderNotRun({ runs, common }: Catalogue): ModalView {
  return renderModal({ callbackId: ids.run, title: runs.confirm.title, close: common.cancel, blocks: [] });
}

function priceWords({ plan, prices }: Pick<LastLook, "plan" | "prices">, words: Catalogue): string {
  const costs = plan.operations.map(({ request }) => costOf(request.message, prices));
  const { price, unknown, most } = sumCosts(costs);
  if (unknown === costs.length) return words.confirm.priceUnknown;
  const { priceOf, upTo, orMore } = words.runs.confirm;
  const said = priceOf(words.common.won(price), unknown);
  if (most === null) return `${said}${orMore}`;
  return most > price ? `${said}${upTo(words.common.won(most))}` : said;
}

function leftOutWords({ name, why }: LeftOut, rules: SendRules, words: Catalogue): string {
  const { confirm } = words.runs;
  if (name === null) return confirm.deleted;
  if (why.problem === "retired_phone") return confirm.retired(name);
  return confirm.leftOut(name, why.problem === "gone" ? confirm.unreadable : issueWords(why, rules, words));
}
