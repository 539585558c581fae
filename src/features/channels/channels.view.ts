import type { Format } from "../../locales/format.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Channel } from "../../platform/index.ts";
import type { PlatformList } from "../../platform-list.ts";
import type { Reading } from "../../recent.ts";
import type { Answer } from "../../slack/answer.ts";
import type { Guide } from "../../slack/guide.ts";
import { renderPagedList } from "../../slack/paged-list.ts";
import { type Column, noValue, type Row } from "../../slack/table.ts";
import { ids } from "./ids.ts";

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
      about: [],
      columns: toColumns(words),
      rows: reading.value.items.map((channel) => toRow(channel, format)),
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
  const { searchId, pfId, phone, senderKeys, created, updated } = channels;
  return [searchId, pfId, phone, senderKeys, created, updated].map((heading) => ({ heading }));
}

function toRow(channel: Channel, format: Format): Row {
  const keys = channel.senderKeys ?? [];
  return [
    channel.searchId ?? noValue,
    channel.pfId ?? noValue,
    channel.phoneNumber ?? noValue,
    keys
      .map(({ service, categoryCode, key }) => [service, categoryCode, key].filter(Boolean).join(" "))
      .join("; "),
    toDay(channel.dateCreated, format),
    toDay(channel.dateUpdated, format),
  ];
}

/** A date that isn't one is shown as it came. */
function toDay(text: string | null | undefined, format: Format): string {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? (text ?? noValue) : format.date(date);
}
