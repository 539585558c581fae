import type { ChannelWords } from "./channels.ts";
import type { ConfirmWords } from "./confirm.ts";
import type { DeliveryWords } from "./delivery.ts";
import type { EdgeWords } from "./edge.ts";
import type { FileWords } from "./files.ts";
import type { FormWords } from "./forms.ts";
import type { HelpWords } from "./help.ts";
import type { HistoryWords } from "./history.ts";
import type { HomeWords } from "./home.ts";
import type { IssueWords } from "./issues.ts";
import type { ListWords } from "./lists.ts";
import type { OutcomeWords } from "./outcomes.ts";
import type { PaymentWords } from "./payments.ts";
import type { PlatformWords } from "./platform.ts";
import type { PriceWords } from "./prices.ts";
import type { ProposalWords } from "./proposals.ts";
import type { ProposeWords } from "./propose.ts";
import type { ReasonWords } from "./reasons.ts";
import type { ReceiptWords } from "./receipts.ts";
import type { SendWords } from "./send.ts";
import type { RepeatWords, SettleWords } from "./settle.ts";
import type { TemplateWords } from "./templates.ts";

/**
 * Every sentence a person reads, by name. One catalogue a language, each whole: the compiler finds what a
 * translation lacks. Foreign words go in as arguments and come out as they went in: who shows them escapes them.
 */
export type Catalogue = {
  edge: EdgeWords;
  delivery: DeliveryWords;
  common: FormWords;
  issues: IssueWords;
  send: SendWords;
  confirm: ConfirmWords;
  outcomes: OutcomeWords;
  settle: SettleWords;
  receipts: ReceiptWords;
  repeat: RepeatWords;
  help: HelpWords;
  history: HistoryWords;
  home: HomeWords;
  lists: ListWords;
  prices: PriceWords;
  payments: PaymentWords;
  files: FileWords;
  channels: ChannelWords;
  templates: TemplateWords;
  propose: ProposeWords;
  proposals: ProposalWords;
  platform: PlatformWords;
  reasons: ReasonWords;
};
