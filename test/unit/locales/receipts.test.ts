import { expect, it } from "vitest";
import { en, ko } from "../../support/words.ts";

it.each([
  [0, "0 s", "0초"],
  [59, "59 s", "59초"],
  [60, "1 min 0 s", "1분 0초"],
  [3599, "59 min 59 s", "59분 59초"],
  [3600, "1 h 0 min", "1시간 0분"],
  [2880 * 60, "2 d 0 h", "2일 0시간"],
])("how long an answer took is read at a glance: %s s", (seconds, english, korean) => {
  expect(en.receipts.after(seconds)).toContain(`${english} after`);
  expect(ko.receipts.after(seconds)).toContain(`${korean} 뒤`);
});
