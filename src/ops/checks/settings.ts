import type { Config } from "../../config.ts";
import type { PeopleList } from "../../people-list.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** What is left out, when it is, and what the bot then doesn't do. */
const optionals: readonly [variable: string, isLeftOut: (config: Config) => boolean, words: string][] = [
  [
    "RESULTS_CHANNEL",
    ({ conversations }) => conversations.results === null,
    "not set: results that have no conversation of their own go to the author",
  ],
  [
    "REVIEW_CHANNEL",
    ({ conversations }) => conversations.review === null,
    "not set: no template change can be proposed",
  ],
  [
    "SLACK_APP_TOKEN",
    ({ slack }) => slack.appToken === null,
    "not set, so Slack reaches the bot over HTTP: the app's Options Load URL (message_menu_options_url) has to be /slack/events too, or templates, countries and channels can't be searched",
  ],
  [
    "ONCALL_CHANNEL",
    ({ conversations }) => conversations.onCall.length === 0,
    "not set: watches and digest are off, and unknown outcomes are told to the author alone",
  ],
  [
    "ONCALL_CHANNEL",
    ({ conversations: { results, onCall } }) => results !== null && results === onCall[0],
    "is RESULTS_CHANNEL too: what becomes unknown of a result told there has no owner and reminds nobody, as it would in a conversation of its own",
  ],
  [
    "OPERATORS",
    ({ conversations }) => conversations.onCall.length === 1,
    "names no person: what can't be posted to ONCALL_CHANNEL (archived, without the app) is told to nobody",
  ],
  [
    "ONCALL_MENTION",
    ({ conversations, oncall }) =>
      conversations.onCall.length > 0 && oncall.reminderMinutes > 0 && oncall.mention === null,
    "not set: what waits for on-call and nobody takes on reminds nobody",
  ],
  [
    "REVIEWERS",
    ({ people }) => isNobody(people.reviewers),
    "nobody: proposed template changes can't be approved",
  ],
  [
    "BILLING_VIEWERS",
    ({ people }) => isNobody(people.billingViewers),
    "nobody: payment methods are shown to no one",
  ],
  [
    "OPERATORS",
    ({ people }) => isNobody(people.operators),
    "nobody: everyone sees and settles their own operations only",
  ],
  [
    "SENDER_NUMBERS",
    ({ messages }) => messages.senderNumbers.length === 0,
    "not set: the sender has to be typed each time, and the platform refuses wrong ones",
  ],
  [
    "TEST_RECIPIENTS",
    ({ messages }) => messages.testRecipients.length === 0,
    "not set: every send needs the confirmation step",
  ],
];

export function* checkSettings(config: Config): Generator<Finding> {
  yield ok("configuration", "every variable that is set can be read");
  for (const [variable, isLeftOut, words] of optionals) {
    if (isLeftOut(config)) yield warning(variable, words);
  }
}

export function isNobody({ everyone, users, groups }: PeopleList): boolean {
  return !everyone && users.length + groups.length === 0;
}
