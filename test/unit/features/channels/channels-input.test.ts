import { expect, it } from "vitest";
import { searchChannels } from "../../../../src/features/channels/channels.view.ts";

const channels = [
  { pfId: "PF1", searchId: "@shop", phoneNumber: "02-1234-5678" },
  { pfId: "PF2", searchId: "@shop-2", phoneNumber: null },
  { pfId: "PF3", searchId: "@other", phoneNumber: "010-0000-0045" },
];

it.each([
  ["", ["PF1", "PF2", "PF3"]],
  ["shop", ["PF1"]],
  ["Shop2", ["PF2"]],
  ["0212345678", ["PF1"]],
  ["0045", ["PF3"]],
  // Signs alone match no channel, not even one without a phone number.
  ["@@", []],
  ["-", []],
])("a channel search for %j finds %j", (search, found) => {
  expect(searchChannels(search, channels as never).map(({ pfId }) => pfId)).toEqual(found);
});
