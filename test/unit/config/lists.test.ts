import { expect, test } from "vitest";
import { toPeople, toSenderNumbers, toTestGroups, toTestRecipients } from "../../../src/config/lists.ts";

test.each([
  [toPeople, "@mina,U0AAA,U1,,joon", /^entries 1, 3, 5: not an id such as U012AB3CD/],
  [
    toSenderNumbers,
    "1234567,office,02-930-2266,02-9302",
    /^entries 1, 4: too few digits in its number; entry 2: letters in its number/,
  ],
  [
    toTestRecipients,
    "mina@U1:01012345678,joon:0101234,help:01087654321",
    /^entry 1: .*\(such as U012AB3CD\) behind @; entry 2: too few digits in its number; entry 3: me, help/,
  ],
  [toTestGroups, "qa,phones=mina,ci", /^entries 1, 3: behind the name stand =/],
])("%o names each wrong entry in its one complaint", (read, text, complaint) => {
  expect(() => read(text)).toThrow(complaint);
});
