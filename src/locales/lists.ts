/** What every list says, whatever is in it. */
export type ListWords = {
  loading: (title: string) => string;
  asOf: (time: string) => string;
  /** Which rows of how many, counted from 1. */
  part: (from: string, to: string, total: string) => string;
  back: string;
  next: string;
  retry: string;
  /** A list that was given up before its end. */
  cut: (count: string) => string;
  notRead: string;
  tookTooLong: string;
  endless: string;
};

export const lists: { en: ListWords; ko: ListWords } = {
  en: {
    loading: (title) => `${title}: the platform takes a moment. The list will follow here.`,
    asOf: (time) => `As of ${time}`,
    part: (from, to, total) => (from === to ? `${from} of ${total}` : `${from}–${to} of ${total}`),
    back: "Back",
    next: "Next",
    retry: "Try again",
    cut: (count) => `The platform's list went on and on: only the first ${count} were read.`,
    notRead: "The list could not be read, so nothing is known.",
    tookTooLong: "Reading the list took too long.",
    endless: "The platform's list has no end.",
  },
  ko: {
    loading: (title) => `${title}: 플랫폼이 응답하는 데 시간이 조금 걸립니다. 목록은 곧 여기에 나옵니다.`,
    asOf: (time) => `${time} 기준`,
    part: (from, to, total) =>
      from === to ? `${total}개 중 ${from}번째` : `${total}개 중 ${from}–${to}번째`,
    back: "이전",
    next: "다음",
    retry: "다시 시도",
    cut: (count) => `플랫폼의 목록이 끝없이 이어져 처음 ${count}개만 읽었습니다.`,
    notRead: "목록을 읽지 못해 알 수 있는 것이 없습니다.",
    tookTooLong: "목록을 읽는 데 너무 오래 걸렸습니다.",
    endless: "플랫폼의 목록에 끝이 없습니다.",
  },
};
