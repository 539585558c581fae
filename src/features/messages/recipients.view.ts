import { mostRecipients } from "../../recipient-names.ts";
import type { Choice } from "../../slack/blocks/choices.ts";
import { multiSelect } from "../../slack/blocks/modal.ts";
import { groupKey, recipientKey, splitChosen } from "./address.input.ts";
import type { NameSources } from "./recipients.input.ts";

/** Null where there is nobody to choose. */
export function recipientSelect(value: string, rules: NameSources) {
  const choices = toRecipientChoices(rules);
  const keys = splitChosen(value);
  const chosen = choices.filter((one) => keys.includes(one.value));
  return choices.length === 0 ? null : multiSelect(choices, chosen, mostRecipients);
}

/** Groups first: there are few, and who picks one picks nobody else. */
export function toRecipientChoices({ testRecipients, groups = [] }: NameSources): Choice[] {
  return [
    ...groups.map((group) => ({
      value: groupKey(group),
      label: `${group.name} (${group.members.join(", ")})`,
    })),
    ...testRecipients.map((one) => {
      const value = recipientKey(one);
      return { value, label: one.name === null ? value : `${one.name} (${value})` };
    }),
  ];
}
