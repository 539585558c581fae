import type { ChannelWords } from "./channels.ts";
import type { EdgeWords } from "./edge.ts";
import type { FormWords } from "./forms.ts";
import type { HelpWords } from "./help.ts";
import type { HistoryWords } from "./history.ts";
import type { ListWords } from "./lists.ts";
import type { OutcomeWords } from "./outcomes.ts";
import type { PaymentWords } from "./payments.ts";
import type { PriceWords } from "./prices.ts";
import type { ReasonWords } from "./reasons.ts";
import type { RepeatWords, SettleWords } from "./settle.ts";

/**
 * Every sentence a person reads, by name. One catalogue a language, each whole: the compiler finds what a
 * translation lacks. Foreign words go in as arguments and come out as they went in: who shows them escapes them.
 */
export type Catalogue = {
  edge: EdgeWords;
  common: FormWords;
  issues: {
    missing: string;
    malformed: string;
    tooLong: (size: string, limit: string) => string;
    letters: string;
    notANumber: string;
    tooShort: string;
    tooLongNumber: string;
    noSuchCountry: string;
    unknownSender: string;
    testOnly: (names: string) => string;
    notAllowed: string;
    country: string;
    overLimit: (limit: number) => string;
  };
  send: {
    title: string;
    submit: string;
    kind: string;
    kinds: { auto: string; SMS: string; LMS: string };
    kindHint: string;
    to: string;
    toHint: string;
    country: string;
    countryHint: string;
    from: string;
    fromHint: string;
    text: string;
    textHint: string;
    subject: string;
    subjectHint: string;
    channel: string;
    channelHint: string;
    guide: {
      purpose: string;
      form: string;
      /** Placeholders for what is typed behind the command. */
      quickWords: string;
      quick: Record<"confirm" | "test-only", string>;
      exampleText: string;
      testRecipients: (names: string) => string;
      dailyLimit: (limit: number) => string;
      shortcuts: string;
    };
    quickNoText: string;
    quickSending: (recipient: string, place: "conversation" | "direct_message") => string;
    /** Above a form that was filled with more than a field holds. */
    cut: (longest: number) => string;
  };
  confirm: {
    title: string;
    submit: string;
    kind: string;
    autoKind: (kind: string) => string;
    size: string;
    sender: string;
    recipient: string;
    country: string;
    subject: string;
    text: string;
    result: string;
    resultUsual: string;
    resultDirect: string;
    smsTooLong: (size: string) => string;
    costs: string;
  };
  outcomes: OutcomeWords;
  settle: SettleWords;
  repeat: RepeatWords;
  help: HelpWords;
  history: HistoryWords;
  lists: ListWords;
  prices: PriceWords;
  payments: PaymentWords;
  channels: ChannelWords;
  reasons: ReasonWords;
};
