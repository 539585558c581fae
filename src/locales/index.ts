import { type Locale, memoizeByLocale } from "../languages.ts";
import { channels } from "./channels.ts";
import { confirm } from "./confirm.ts";
import { delivery } from "./delivery.ts";
import { digest } from "./digest.ts";
import { edge } from "./edge.ts";
import { files } from "./files.ts";
import { forms } from "./forms.ts";
import { help } from "./help.ts";
import { history } from "./history.ts";
import { home } from "./home.ts";
import { issues } from "./issues.ts";
import { lists } from "./lists.ts";
import { oncall } from "./oncall.ts";
import { outcomes } from "./outcomes.ts";
import { payments } from "./payments.ts";
import { platform } from "./platform.ts";
import { prices } from "./prices.ts";
import { proposals } from "./proposals.ts";
import { propose } from "./propose.ts";
import { reasons } from "./reasons.ts";
import { receipts } from "./receipts.ts";
import { recipients } from "./recipients.ts";
import { repeat, resolve } from "./resolve.ts";
import { runs } from "./runs.ts";
import { send } from "./send.ts";
import { templates } from "./templates.ts";
import { terms } from "./terms.ts";
import { warnings } from "./warnings.ts";

export type { Locale } from "../languages.ts";

const gather = (locale: Locale) => ({
  edge: edge[locale],
  delivery: delivery[locale],
  common: forms[locale],
  issues: issues[locale],
  send: send[locale],
  recipients: recipients[locale],
  runs: runs[locale],
  confirm: confirm[locale],
  warnings: warnings[locale],
  outcomes: outcomes[locale],
  resolve: resolve[locale],
  receipts: receipts[locale],
  repeat: repeat[locale],
  help: help[locale],
  history: history[locale],
  home: home[locale],
  lists: lists[locale],
  prices: prices[locale],
  payments: payments[locale],
  files: files[locale],
  channels: channels[locale],
  templates: templates[locale],
  propose: propose[locale],
  proposals: proposals[locale],
  platform: platform[locale],
  oncall: oncall[locale],
  digest: digest[locale],
  reasons: reasons[locale],
  terms: terms[locale],
});

/** Sentences of all subjects. Arguments are not escaped: the code that shows a sentence has to escape them. */
export type Catalogue = ReturnType<typeof gather>;

export const wordsOf = memoizeByLocale(gather);
