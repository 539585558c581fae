import type { Catalogue } from "../../locales/index.ts";
import { inFull } from "../../phone-number.ts";
import { mostRecipients } from "../../recipient-names.ts";
import type { Choice } from "../../slack/blocks/choices.ts";
import { multiSelect } from "../../slack/blocks/modal.ts";
import {
  groupKey,
  type NameSources,
  recipientKey,
  splitChosen,
  type TestRecipient,
} from "./recipients.input.ts";

/** Null where there is nobody to choose. */
export function recipientSelect(value: string, rules: NameSources, words: Catalogue, placeholder?: string) {
  const choices = toRecipientChoices(rules, words);
  const keys = splitChosen(value);
  const chosen = choices.filter((one) => keys.includes(one.value));
  return choices.length === 0 ? null : multiSelect(choices, chosen, mostRecipients, placeholder);
}

/** The reader's own phones first, then groups: there are few, and who picks one picks nobody else. */
export function toRecipientChoices(
  { testRecipients, groups = [], me }: NameSources,
  { send }: Catalogue,
): Choice[] {
  const toChoice = (one: TestRecipient): Choice => {
    const number = inFull(one);
    return { value: recipientKey(one), label: one.name === null ? number : `${one.name} (${number})` };
  };
  const isMine = ({ holder }: TestRecipient) => holder != null && holder === me;
  return [
    ...testRecipients
      .filter(isMine)
      .map(toChoice)
      .map(({ value, label }) => ({ value, label: send.me(label) })),
    ...groups.map((group) => ({
      value: groupKey(group),
      label: `${group.name} (${group.members.join(", ")})`,
    })),
    ...testRecipients.filter((one) => !isMine(one)).map(toChoice),
  ];
}
