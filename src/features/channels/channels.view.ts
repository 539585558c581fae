import { z } from "zod";
import { withoutInvisible } from "../../blank-text.ts";
import { formatDay, type ListButton, type PagedList, renderPagedList } from "../../lists/list.ts";
import type { PlatformList, Reading } from "../../lists/readings.ts";
import { PageNumber } from "../../lists/show-list.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Channel } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { type Column, emptyCellText, type Row } from "../../slack/blocks/table.ts";

/** Ids that Slack echoes; `page` is followed by `:` and the button's own suffix. */
export const ids = { command: "/msg-channels", page: "channels.page", open: "channels.open" } as const;

/** Limit of a search in characters; ids and numbers of channels are shorter. */
const maxSearchLength = 64;

export const ChannelListQuery = z.object({ search: z.string().max(2 * maxSearchLength), page: PageNumber });
export type ChannelListQuery = z.infer<typeof ChannelListQuery>;

export function parseChannelQuery(text: string): ChannelListQuery {
  return { search: [...withoutInvisible(text)].slice(0, maxSearchLength).join(""), page: 0 };
}

/** Finds channels by search ID, ID or number: exact matches, else partial ones; all for an empty search. */
export function searchChannels(search: string, channels: readonly Channel[]): readonly Channel[] {
  const wanted = plain(search);
  if (search === "") return channels;
  if (wanted === "") return [];
  const namesOf = ({ searchId, pfId, phoneNumber }: Channel) =>
    [searchId, pfId, phoneNumber].map((name) => plain(name ?? ""));
  const exact = channels.filter((channel) => namesOf(channel).includes(wanted));
  if (exact.length > 0) return exact;
  return channels.filter((channel) => namesOf(channel).some((name) => name.includes(wanted)));
}

/** Removes case, spaces and signs: numbers come with and without dashes, search IDs with and without `@`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Limit in characters of the cell with all sender keys: a page takes 3,000, a key about 40. */
const keyCharacters = 2000;

export function renderChannels(
  reading: Reading<PlatformList<Channel>>,
  query: ChannelListQuery,
  { words, format }: { words: Catalogue; format: Format },
): Answer {
  const { channels } = words;
  const { search, page } = query;
  const found = searchChannels(search, reading.value.items);
  const [only, ...others] = found;
  const isOne = only !== undefined && others.length === 0;
  return renderPagedList(
    {
      title: isOne ? `${channels.title} · ${nameOf(only) ?? emptyCellText}` : channels.title,
      reading,
      about: isOne || search === "" ? [] : [`“${search}”`],
      opens: others.length === 0 ? undefined : toOpening(found, channels),
      ...(isOne ? { layout: "lines" } : {}),
      columns: isOne
        ? detailColumns(channels)
        : [{ heading: channels.searchId }, { heading: channels.phone }],
      rows: isOne ? [toDetails(only, format)] : toNamed(found).map(toRow),
      page,
      empty: search === "" ? [[channels.none]] : [[channels.notFound(search)]],
      turn: { actionId: ids.page, valueFor: (to) => toValue({ search, page: to }) },
      buttons: search === "" ? [] : [allChannels(channels)],
    },
    { words, format },
  );
}

function toOpening(found: readonly Channel[], channels: Catalogue["channels"]): PagedList["opens"] {
  const named = toNamed(found).filter(({ search }) => search !== "");
  const choices = named.map(({ search, label }) => ({ value: toValue({ search, page: 0 }), label }));
  return {
    typed: [`${channels.opens} `, { code: `${ids.command} ${named[0]?.search ?? `<${channels.pfId}>`}` }],
    actionId: `${ids.page}:one`,
    placeholder: channels.choose,
    // Lists a channel once, even if the platform's list changed between two pages.
    choices: [...new Map(choices.map((choice) => [choice.value, choice])).values()],
  };
}

function allChannels({ showAll }: Catalogue["channels"]): ListButton {
  return { actionId: `${ids.page}:all`, text: showAll, value: toValue({ search: "", page: 0 }) };
}

function toValue(query: ChannelListQuery): string {
  return JSON.stringify(query);
}

type NamedChannel = { channel: Channel; search: string; label: string };

function toRow({ channel, label }: NamedChannel): Row {
  return [label, channel.phoneNumber ?? emptyCellText];
}

/** Channels with a search that finds each alone: its ID if several have its search ID, which the label then shows. */
function toNamed(found: readonly Channel[]): NamedChannel[] {
  const times = Map.groupBy(found, nameOf);
  return found.map((channel) => {
    const name = nameOf(channel) ?? "";
    const search = times.get(name)?.length === 1 ? name : (channel.pfId ?? name);
    return { channel, search, label: search === name ? name || emptyCellText : `${name} (${search})` };
  });
}

function nameOf(channel: Channel | undefined): string | null {
  return channel?.searchId ?? channel?.pfId ?? null;
}

function detailColumns(channels: Catalogue["channels"]): Column[] {
  const { searchId, phone, pfId, account, senderKeys, created, updated } = channels;
  return [
    { heading: searchId },
    { heading: phone },
    { heading: pfId, startsLine: true },
    { heading: account },
    { heading: senderKeys, longest: keyCharacters, startsLine: true },
    { heading: created, startsLine: true },
    { heading: updated },
  ];
}

function toDetails(channel: Channel, format: Format): Row {
  const { searchId, phoneNumber, pfId, accountId, senderKeys } = channel;
  const keys = (senderKeys ?? []).map(({ service, categoryCode, key }) =>
    [service, categoryCode, key].filter(Boolean).join(" "),
  );
  return [
    ...[searchId, phoneNumber, pfId, accountId].map((one) => one ?? emptyCellText),
    keys.join("; "),
    formatDay(channel.dateCreated, format),
    formatDay(channel.dateUpdated, format),
  ];
}
