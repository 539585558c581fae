import { shortenId } from "../../foreign-id.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { formatNumber } from "../../phone-number.ts";
import { maxRecipients } from "../../recipient-names.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import { type Choice, multiSelect } from "../../slack/blocks/modal.ts";
import type { Search } from "../../slack/edge/interaction.ts";
import { fields, ids } from "./ids.ts";
import { type FieldInput, type ImageType, messageKinds } from "./kinds/index.ts";
import {
  callingCode,
  type NameSources,
  splitRecipientKeys,
  type TestRecipient,
  toGroupKey,
  toRecipientKey,
} from "./recipients.input.ts";
import { formOptions, type SendDeps } from "./send-deps.ts";

/** Time limit of suggestions, below Slack's 3 s. */
const suggestionsMs = 2000;
/** Limit of suggestions, which leaves one of Slack's 100 options for the typed text. */
const maxFound = slackLimits.options - 1;

type Suggest = (search: Search, deps: SendDeps) => Promise<readonly Choice[]>;

export const suggestions: Readonly<Record<string, Suggest>> = Object.fromEntries([
  ...[ids.sendForm, ids.suite].map(
    (form) => [`${form}/${fields.recipients}`, forSenders(suggestRecipients)] as const,
  ),
  ...messageKinds.flatMap(({ fields: all, lists = [] }) => {
    const inRows = lists.flatMap(({ id, fields: own }) =>
      own.map(({ name, input }) => ({ id: `${id}.${name}`, input })),
    );
    return [...all, ...inRows].flatMap(({ id, input }) =>
      input.as === "open" ? [[`${ids.sendForm}/${id}`, forSenders(suggestFrom(input))] as const] : [],
    );
  }),
]);

function forSenders(suggest: Suggest): Suggest {
  return async (search, deps) => (deps.maySend(search.person) ? suggest(search, deps) : []);
}

async function suggestRecipients({ person, typed }: Search, deps: SendDeps): Promise<Choice[]> {
  const { rules, words } = formOptions(person, deps);
  return matching(toRecipientChoices(rules, words), typed);
}

function suggestFrom({ from }: Extract<FieldInput, { as: "open" }>): Suggest {
  if (from === "countries") return suggestCountries;
  return async ({ typed, words: { send } }, deps) => {
    const found = await find(from, typed, { deps, send });
    return [...found, ...asTyped(typed, found, send)];
  };
}

type Offered = Exclude<Extract<FieldInput, { as: "open" }>["from"], "countries">;

async function find(
  from: Offered,
  typed: string,
  { deps, send }: { deps: SendDeps; send: Catalogue["send"] },
): Promise<Choice[]> {
  switch (from) {
    case "channels":
      return matching(await readChannels(deps), typed);
    case "templates":
      return findTemplates(typed, deps);
    case "MMS":
    case "CHAT":
      return findImages(from, typed, deps);
    default:
      return matching(
        from.map((value) => ({ value, label: entryFor(send.buttonTypes, value) ?? value })),
        typed,
      );
  }
}

async function findTemplates(search: string, { templates, within }: SendDeps): Promise<Choice[]> {
  const list = await within(suggestionsMs, templates.list({ search, limit: maxFound }));
  return (list ?? []).map(({ templateId, content }) => ({
    value: templateId,
    label: content?.name ? `${content.name} (${shortenId(templateId)})` : templateId,
  }));
}

/** Finds images uploaded for this kind of message, then other images; the newest first. */
async function findImages(own: ImageType, search: string, { files, within }: SendDeps): Promise<Choice[]> {
  const lists = [{ type: own }, {}].map((of) => files.list({ ...of, search, limit: maxFound }));
  const [first = [], all = []] = (await within(suggestionsMs, Promise.all(lists))) ?? [];
  const others = all.filter(({ type, width }) => type !== own && (type !== "DOCUMENT" || width !== null));
  return [...first, ...others].slice(0, maxFound).map(({ fileId, name, type }) => ({
    value: fileId,
    label: `${name}${type === own ? "" : ` · ${type}`} (${shortenId(fileId)})`,
  }));
}

async function readChannels({ channels }: SendDeps): Promise<Choice[]> {
  const list = await channels("", suggestionsMs);
  return (list?.items ?? []).flatMap(({ pfId, searchId }) =>
    pfId ? [{ value: pfId, label: searchId ? `${searchId} (${pfId})` : pfId }] : [],
  );
}

async function suggestCountries(
  { person, typed, words: { send } }: Search,
  deps: SendDeps,
): Promise<Choice[]> {
  const list = await deps.prices("", suggestionsMs);
  const found = deps.lists.searchCountries(typed, list?.items ?? []);
  const choices = ("prices" in found ? found.prices : []).map((price) => {
    const { countryId } = price;
    const name = deps.lists.nameCountry(price, person.locale) ?? "";
    return { value: countryId ?? "", label: `${name} (${countryId ?? ""})` };
  });
  return callingCode.test(typed) ? [...choices, ...asTyped(typed, choices, send)] : choices;
}

function matching(known: readonly Choice[], typed: string): Choice[] {
  const wanted = typed.toLowerCase();
  const found = known.filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(wanted));
  return found.slice(0, maxFound);
}

function asTyped(typed: string, known: readonly Choice[], send: Catalogue["send"]): Choice[] {
  return typed === "" || known.some(({ value }) => value === typed)
    ? []
    : [{ value: typed, label: send.asTyped(typed) }];
}

export function recipientSelect(value: string, rules: NameSources, words: Catalogue, placeholder?: string) {
  const choices = toRecipientChoices(rules, words);
  const keys = splitRecipientKeys(value);
  const chosen = choices.filter((one) => keys.includes(one.value));
  return choices.length === 0 ? null : multiSelect(choices, chosen, maxRecipients, placeholder);
}

/** Options in this order: the reader's own phones, groups, other test recipients. */
function toRecipientChoices({ testRecipients, groups = [], me }: NameSources, { send }: Catalogue): Choice[] {
  const toChoice = (one: TestRecipient): Choice => {
    const number = formatNumber(one);
    return { value: toRecipientKey(one), label: one.name === null ? number : `${one.name} (${number})` };
  };
  const isMine = ({ phoneOwner }: TestRecipient) => phoneOwner != null && phoneOwner === me;
  return [
    ...testRecipients
      .filter(isMine)
      .map(toChoice)
      .map(({ value, label }) => ({ value, label: send.me(label) })),
    ...groups.map((group) => ({
      value: toGroupKey(group),
      label: `${group.name} (${group.members.join(", ")})`,
    })),
    ...testRecipients.filter((one) => !isMine(one)).map(toChoice),
  ];
}
