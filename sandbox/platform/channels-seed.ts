import { toRecordId } from "./ids.ts";
import type { StoredChannel } from "./state.ts";

/** Enough for three pages of 20. */
const channelCount = 45;

/** 45 messenger channels, newest id first, as the platform lists them. */
export function seedChannels(accountId: string): StoredChannel[] {
  const channels = Array.from({ length: channelCount }, (_, index) => {
    const number = index + 1;
    const created = new Date(Date.UTC(2026, 0, 1, 9, number));
    const dateCreated = created.toISOString();
    return {
      pfId: toRecordId("KA01PF", created, number),
      searchId: `@sandbox-shop-${String(number).padStart(2, "0")}`,
      accountId,
      senderKeys: [
        { key: number.toString(16).padStart(40, "0"), service: "vendorA", categoryCode: "00100010001" },
      ],
      phoneNumber: `010-2600-${String(number).padStart(4, "0")}`,
      dateCreated,
      dateUpdated: dateCreated,
    };
  });
  return channels.reverse();
}
