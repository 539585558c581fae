import type { Translated, Words } from "./words.ts";

const en = {
  openSince: "Open since {at}",
  /** Followed by a person's name. */
  owner: "on it:",
  take: "I'm on it",
  takeOver: "Take over",
  /** Replies in the thread; `took` and `nobody` follow a name. */
  lines: {
    took: " is on it.",
    tookOver: "{by} took it over from {other}.",
    nobody: ": nobody is on this yet.",
  },
  notAllowed: "Only operators can take this on.",
  yours: "You are on it already.",
  /** Follows the name of the person who pressed `take` first. */
  first: " is on it already",
  over: "This is over: there is nothing left to do.",
  links: { console: "Open the console", runbook: "Open the runbook" },
};

const ko: Words<typeof en> = {
  openSince: "{at} 발생",
  owner: "담당:",
  take: "담당하기",
  takeOver: "넘겨받기",
  lines: {
    took: " 님이 맡았습니다.",
    tookOver: "{by} 님이 {other} 님에게서 넘겨받았습니다.",
    nobody: ": 아직 맡은 사람이 없습니다.",
  },
  notAllowed: "운영자만 맡을 수 있습니다.",
  yours: "이미 담당하고 있습니다.",
  first: " 님이 이미 맡았습니다",
  over: "이미 해결되어 할 일이 없습니다.",
  links: { console: "콘솔 열기", runbook: "대응 절차 열기" },
};

export const oncall: Translated<typeof en> = { en, ko };
