import type { Translated, Words } from "./words.ts";

const en = {
  loading: (title: string) => `${title}: the platform is slow right now. Its answer follows here.`,
  asOf: "As of {at}",
  /** Rows on this page: `1–20 of 57`. */
  part: (from: string, to: string, total: string) =>
    from === to ? `${from} of ${total}` : `${from}–${to} of ${total}`,
  more: (count: number) => `and ${count} more`,
  back: "Back",
  next: "Next",
  first: "First page",
  /** Buttons of a list that begins with the newest row. */
  newer: "Newer",
  older: "Older",
  newest: "Newest",
  retry: "Try again",
  /** Shown if reading stopped before the list's end. */
  cut: (count: string) => `Only the first ${count} are shown: the platform's list does not end.`,
  /** Shown if entries, or their IDs, can't be read. */
  gaps: "Part of the platform's list can't be read and is missing here.",
  notRead: "The list could not be read. Try again in a minute.",
  tookTooLong: "Reading it took too long.",
  endless: "The platform's list does not end.",
};

const ko: Words<typeof en> = {
  loading: (title) => `${title}: 플랫폼 응답이 늦어지고 있습니다. 결과는 여기에 곧 표시합니다.`,
  asOf: "{at} 기준",
  part: (from, to, total) => (from === to ? `${total}개 중 ${from}` : `${total}개 중 ${from}–${to}`),
  more: (count) => `외 ${count}건`,
  back: "이전",
  next: "다음",
  first: "처음으로",
  newer: "더 최근 항목",
  older: "더 오래된 항목",
  newest: "최신으로",
  retry: "다시 시도",
  cut: (count) => `플랫폼이 목록의 끝을 알려 주지 않아 처음 ${count}개만 표시합니다.`,
  gaps: "플랫폼의 목록 중 일부는 읽을 수 없어 여기에 없습니다.",
  notRead: "목록을 읽지 못했습니다. 잠시 후 다시 시도해 주세요.",
  tookTooLong: "읽는 데 시간이 너무 오래 걸렸습니다.",
  endless: "플랫폼이 목록의 끝을 알려 주지 않습니다.",
};

export const lists: Translated<typeof en> = { en, ko };
