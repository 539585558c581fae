import { expect, test } from "vitest";
import {
  parsePeople,
  parseSenderNumbers,
  parseTestGroups,
  parseTestRecipients,
} from "../../../src/config/variables.ts";

test.each([
  [parsePeople, "U0JOON、S0QA；W0MINA"],
  [parseSenderNumbers, "02-930-2266；1588-1234\n0303·1234·5678"],
  [parseTestRecipients, "joon：01012345678，mina＠U0MINA：010-1234-5679 ; +1 202 555 0123"],
  [parseTestGroups, "qa＝joon＋mina；phones=joon+sora\n"],
])(
  "%o accepts full-width and Korean separators like commas and line breaks",
  (read: (text: string) => unknown, text) => {
    const plain = text.replace(/[、；;，\n]/g, ",").normalize("NFKC");
    expect(read(text)).toEqual(read(plain));
  },
);

test.each([
  [parsePeople, "@mina,U0AAA,U1,,joon", /^entries 1, 3, 5: not an id such as U012AB3CD/],
  [
    parseSenderNumbers,
    "1234567,office,02-930-2266,02-9302",
    /^entries 1, 4: not a phone number \(too short\); entry 2: not a phone number \(letters\)/,
  ],
  [
    parseTestRecipients,
    "mina@U1:01012345678,joon:0101234,help:01087654321",
    /^entry 1: .*\(such as U012AB3CD\) behind @; entry 2: not a phone number \(too short\); entry 3: me, help/,
  ],
  [parseTestGroups, "qa,phones=mina,ci", /^entries 1, 3: behind the name stand =/],
  [parseTestGroups, "qa:joon+mina, qa joon", /^entries 1, 2: behind the name stand =/],
])("%o names every wrong entry in one error", (read, text, complaint) => {
  expect(() => read(text)).toThrow(complaint);
});
