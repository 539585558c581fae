import type { Config } from "../../config.ts";
import type { PeopleList } from "../../people-list.ts";
import { type Finding, ok, warning } from "./finding.ts";

/** What may be left out, and what the bot then doesn't do. */
export function* checkSettings(config: Config): Generator<Finding> {
  const { conversations, people, messages } = config;
  yield ok("configuration", "every variable that is set can be read");
  if (conversations.results === null) {
    yield warning(
      "RESULTS_CHANNEL",
      "not set: results that have no conversation of their own go to the author",
    );
  }
  if (conversations.review === null) {
    yield warning("REVIEW_CHANNEL", "not set: no template change can be proposed");
  }
  if (config.slack.appToken === null) {
    yield warning(
      "SLACK_APP_TOKEN",
      "not set, so Slack reaches the bot over HTTP: the app's Options Load URL (message_menu_options_url) has to be /slack/events too, or templates, countries and channels can't be searched",
    );
  }
  if (conversations.onCall.length === 0) {
    yield warning(
      "ONCALL_CHANNEL",
      "not set: the watch is off, and unknown outcomes are told to the author alone",
    );
  }
  if (conversations.onCall.length === 1) {
    yield warning(
      "OPERATORS",
      "names no person: what can't be posted to ONCALL_CHANNEL (archived, without the app) is told to nobody",
    );
  }
  if (isNobody(people.reviewers)) {
    yield warning("REVIEWERS", "nobody: proposed template changes can't be approved");
  }
  if (isNobody(people.billingViewers)) {
    yield warning("BILLING_VIEWERS", "nobody: payment methods are shown to no one");
  }
  if (isNobody(people.operators)) {
    yield warning("OPERATORS", "nobody: everyone sees and settles their own operations only");
  }
  if (messages.senderNumbers.length === 0) {
    yield warning(
      "SENDER_NUMBERS",
      "not set: the sender has to be typed each time, and the platform refuses wrong ones",
    );
  }
  if (messages.testRecipients.length === 0) {
    yield warning("TEST_RECIPIENTS", "not set: every send needs the confirmation step");
  }
}

export function isNobody({ everyone, users, groups }: PeopleList): boolean {
  return !everyone && users.length + groups.length === 0;
}
