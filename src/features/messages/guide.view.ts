import type { Catalogue } from "../../locales/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { SendRules } from "./send.input.ts";

export type SendGuide = { rules: SendRules; maySend: boolean; dailyLimit: number };

/** What `/msg-send` is to this person under these rules. */
export function sendGuide(
  { rules, maySend, dailyLimit }: SendGuide,
  { issues, send, recipients }: Catalogue,
): Guide {
  const { guide } = send;
  const names = rules.testRecipients.flatMap(({ name }) => (name === null ? [] : [name]));
  const groups = (rules.groups ?? []).map(({ name, members }) => `${name} (${members.join(", ")})`);
  const recipient = exampleRecipient(names, rules);
  const severalNames = exampleNames(names, rules);
  return {
    purpose: guide.purpose,
    barred: maySend ? null : issues.notAllowed,
    uses: [
      { words: "", does: guide.form },
      { words: guide.recipientWords, does: guide.formFilled },
      {
        words: guide.quickWords,
        does: rules.senderNumbers.length === 0 ? guide.quickForm : guide.quick[rules.recipientPolicy],
        ...(recipient === undefined ? {} : { example: `${recipient} ${guide.exampleText}` }),
      },
      ...(severalNames === undefined
        ? []
        : [{ words: `${severalNames} ${guide.exampleText}`, does: guide.quickSeveral }]),
    ],
    notes: [
      ...(names.length === 0 ? [] : [guide.testRecipients(names.join(", "))]),
      ...(groups.length === 0 ? [] : [recipients.groups(groups.join(", "))]),
      guide.dailyLimit(dailyLimit),
      guide.shortcuts,
    ],
  };
}

/** Two as they are typed; none where the quick command opens the form. */
function exampleNames(names: readonly string[], { senderNumbers }: SendRules): string | undefined {
  const words = names.filter(isWord);
  return senderNumbers.length === 0 || words.length < 2 ? undefined : words.slice(0, 2).join(",");
}

function isWord(name: string): boolean {
  return /^\S+$/.test(name);
}

/** Not in use by anybody; the confirmation comes first for it. */
const anyNumber = "010-1234-5678";

/** One that the quick command takes: its first word is the recipient, so a name of two words isn't. */
function exampleRecipient(names: readonly string[], { recipientPolicy }: SendRules): string | undefined {
  const name = names.find(isWord);
  return name ?? (recipientPolicy === "confirm" ? anyNumber : undefined);
}
