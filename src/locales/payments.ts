/** What the list of payment methods says, and how its command is explained. */
export type PaymentWords = {
  title: string;
  method: string;
  expiry: string;
  recharge: string;
  id: string;
  expired: (month: string, ago: string) => string;
  expiring: (month: string, left: string) => string;
  good: (month: string, left: string) => string;
  unreadable: (raw: string) => string;
  noExpiry: string;
  /** In which order automatic recharge uses it. */
  rechargeOf: (number: string, place: "unused" | "first" | "later") => string;
  calendarNote: (timeZone: string) => string;
  counts: Record<"expired" | "expiring", (count: string) => string>;
  none: string;
  notAllowed: string;
  guide: { purpose: string; all: string; personal: string };
};

const en: PaymentWords = {
  title: "Payment methods",
  method: "Payment method",
  expiry: "Valid until",
  recharge: "Automatic recharge",
  id: "ID",
  expired: (month, ago) => `❌ ${month}: expired ${ago}`,
  expiring: (month, left) => `⚠️ ${month}: ends ${left}`,
  good: (month, left) => `${month}: ends ${left}`,
  unreadable: (raw) => `⚠️ not readable: “${raw}”`,
  noExpiry: "⚠️ not given",
  rechargeOf: (number, place) => ({ unused: "not used", first: "first", later: `number ${number}` })[place],
  calendarNote: (timeZone) => `A method can be used until the last day of its month ends (${timeZone}).`,
  counts: { expired: (count) => `${count} expired`, expiring: (count) => `${count} within 30 days` },
  none: "This account has no payment methods. Add one in the platform's console.",
  notAllowed: "You don't have access to payment methods. Ask an operator.",
  guide: {
    purpose: "shows the account's payment methods and when they expire.",
    all: "shows all of them, those that expire soonest first.",
    personal: "Only you see the answer, and it can't be posted.",
  },
};

const ko: PaymentWords = {
  title: "결제 수단",
  method: "결제 수단",
  expiry: "유효기간",
  recharge: "자동 충전",
  id: "ID",
  expired: (month, ago) => `❌ ${month}: ${ago} 만료됨`,
  expiring: (month, left) => `⚠️ ${month}: ${left} 만료`,
  good: (month, left) => `${month}: ${left} 만료`,
  unreadable: (raw) => `⚠️ 읽을 수 없는 값: “${raw}”`,
  noExpiry: "⚠️ 값 없음",
  rechargeOf: (number, place) => ({ unused: "사용 안 함", first: "1순위", later: `${number}순위` })[place],
  calendarNote: (timeZone) => `유효기간은 해당 월의 마지막 날까지입니다(${timeZone}).`,
  counts: { expired: (count) => `만료 ${count}개`, expiring: (count) => `30일 이내 만료 ${count}개` },
  none: "이 계정에 등록된 결제 수단이 없습니다. 플랫폼 콘솔에서 등록해 주세요.",
  notAllowed: "결제 수단을 볼 권한이 없습니다. 운영자에게 문의해 주세요.",
  guide: {
    purpose: "계정의 결제 수단과 유효기간을 보여 줍니다.",
    all: "만료가 가까운 것부터 모두 보여 줍니다.",
    personal: "답은 나에게만 보이며 대화에 올릴 수 없습니다.",
  },
};

export const payments: { en: PaymentWords; ko: PaymentWords } = { en, ko };
