import { z } from "zod";
import { type Caller, type CallOptions, parseInput } from "./call.ts";
import { listReplyOf } from "./reply.ts";
import { optionalId, optionalLine, optionalNumber, optionalText } from "./reply-fields.ts";

// The description returns startKey and nextKey but shows no query; the platform's public record has startKey.
const ChannelQuery = z.strictObject({ startKey: z.string().min(1).optional() });
export type ChannelQuery = z.infer<typeof ChannelQuery>;

export const Channel = z.looseObject({
  pfId: optionalId,
  searchId: optionalId,
  accountId: optionalLine,
  senderKeys: z
    .array(z.looseObject({ key: optionalId, service: optionalLine, categoryCode: optionalLine }))
    .nullish(),
  phoneNumber: optionalLine,
  dateCreated: optionalLine,
  dateUpdated: optionalLine,
});
export type Channel = z.infer<typeof Channel>;

export const ChannelPage = z.looseObject({
  limit: optionalNumber,
  friends: z.array(Channel),
  startKey: optionalText,
  /** null when no further page. */
  nextKey: optionalText,
});
export type ChannelPage = z.infer<typeof ChannelPage>;

export const listChannelsCall = {
  operation: "listChannels",
  method: "GET",
  path: "/chat/v1/plus-friends",
} as const;

export function listChannels(caller: Caller, query: ChannelQuery = {}, call?: CallOptions<ChannelPage>) {
  return caller(
    {
      ...listChannelsCall,
      query: parseInput(listChannelsCall, ChannelQuery, query),
      read: listReplyOf(ChannelPage, { name: "friends", told: ["pfId"] }),
    },
    call,
  );
}
