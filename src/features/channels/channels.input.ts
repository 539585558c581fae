import { z } from "zod";
import { withoutInvisible } from "../../blank-text.ts";
import { Page } from "../../lists/show-list.ts";
import type { Channel } from "../../platform/index.ts";

/** In characters; longer than any id, name or number of a channel. */
const longestSearch = 64;

/** A page of all channels, or of a search. */
export const ChannelQuery = z.object({ search: z.string().max(2 * longestSearch), page: Page });
export type ChannelQuery = z.infer<typeof ChannelQuery>;

export function parseSearch(text: string): ChannelQuery {
  return { search: [...withoutInvisible(text)].slice(0, longestSearch).join(""), page: 0 };
}

/** Exact matches of search ID, ID or number, else partial ones; all without a search. */
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

/** Without case, spaces and signs: numbers come with and without dashes, search IDs with and without `@`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
