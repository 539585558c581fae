import { wordsOf } from "../../locales/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Person } from "../../slack/people/people.ts";
import type { SendRules } from "./send.input.ts";
import type { SendDeps } from "./send-deps.ts";

export function sendGuide(person: Person, { rules, maySend, quota }: SendDeps): Guide {
  const { issues, send, recipients } = wordsOf(person.locale);
  const { guide } = send;
  const names = rules.testRecipients.flatMap(({ name }) => (name === null ? [] : [name]));
  const groups = (rules.groups ?? []).map(({ name, members }) => `${name} (${members.join(", ")})`);
  const recipient = exampleRecipient(names, rules);
  return {
    purpose: guide.purpose,
    denied: maySend(person) ? null : issues.notAllowed,
    uses: [
      { words: "", does: guide.form },
      { words: guide.recipientWords, does: guide.formFilled },
      {
        words: guide.quickWords,
        does: rules.senderNumbers.length === 0 ? guide.quickForm : guide.quick[rules.recipientPolicy],
        ...(recipient === undefined ? {} : { example: `${recipient} ${guide.exampleText}` }),
      },
    ],
    notes: [
      ...(names.length === 0 ? [] : [guide.testRecipients(names.join(", "))]),
      ...(groups.length === 0 ? [] : [recipients.groups(groups.join(", "))]),
      guide.dailyLimit(quota().limit),
      guide.shortcuts,
    ],
  };
}

export function testGuide(person: Person, { maySend }: SendDeps): Guide {
  const { runs, issues } = wordsOf(person.locale);
  const { purpose, list, words, run, save, again } = runs.guide;
  return {
    purpose,
    denied: maySend(person) ? null : issues.notAllowed,
    uses: [
      { words: "", does: list },
      { words, does: run },
    ],
    notes: [save, again],
  };
}

/** Example of a number without a test recipient; the app asks for confirmation before sending to it. */
const anyNumber = "010-1234-5678";

/** Name without spaces: the quick command takes its first word as the recipient. */
function exampleRecipient(names: readonly string[], { recipientPolicy }: SendRules): string | undefined {
  const name = names.find((one) => /^\S+$/.test(one));
  return name ?? (recipientPolicy === "confirm" ? anyNumber : undefined);
}
