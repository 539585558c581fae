import { renderPagedList } from "../../lists/paged-list.ts";
import type { PlatformList } from "../../lists/read-list.ts";
import type { Reading } from "../../lists/recent.ts";
import { dayWords } from "../../lists/row-lines.ts";
import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Channel } from "../../platform/index.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { type Column, noValue, type Row } from "../../slack/blocks/table.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import { ids } from "./ids.ts";

/** A cell's share of a page, which holds 3,000; a key has about 40. */
const keyCharacters = 2000;

/** In the platform's own order: newest first, as far as is known. */
export function renderChannels(
  reading: Reading<PlatformList<Channel>>,
  page: number,
  { words, format }: { words: Catalogue; format: Format },
): Answer {
  return renderPagedList(
    {
      title: words.channels.title,
      readAt: reading.at,
      isCut: reading.value.isCut,
      hasGaps: reading.value.hasGaps,
      about: [],
      layout: "lines",
      columns: toColumns(words),
      rows: reading.value.items.flatMap((channel) => toRows(channel, format)),
      page,
      empty: [[words.channels.none]],
      notes: [],
      turn: { actionId: ids.page, valueFor: String },
      buttons: [],
    },
    { words: words.lists, format },
  );
}

/** What `/msg-channels` is to anybody. */
export function channelGuide({ channels: { guide } }: Catalogue): Guide {
  return { purpose: guide.purpose, barred: null, uses: [{ words: "", does: guide.all }], notes: [] };
}

function toColumns({ channels }: Catalogue): Column[] {
  const { searchId, pfId, account, phone, senderKeys, created, updated } = channels;
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

/** One row; more of them where a channel's keys would be too much for a message. */
function toRows(channel: Channel, format: Format): Row[] {
  return toKeyCells(channel).map((keys) => [
    channel.searchId ?? noValue,
    channel.phoneNumber ?? noValue,
    channel.pfId ?? noValue,
    channel.accountId ?? noValue,
    keys,
    dayWords(channel.dateCreated, format),
    dayWords(channel.dateUpdated, format),
  ]);
}

/** All keys, as many in a cell as it holds: a key in part is none. */
function toKeyCells({ senderKeys }: Channel): string[] {
  const cells: string[] = [];
  let cell = "";
  for (const { service, categoryCode, key } of senderKeys ?? []) {
    const told = [service, categoryCode, key].filter(Boolean).join(" ");
    const longer = cell === "" ? told : `${cell}; ${told}`;
    if (longer.length > keyCharacters && cell !== "") {
      cells.push(cell);
      cell = told;
    } else cell = longer;
  }
  return [...cells, cell];
}
