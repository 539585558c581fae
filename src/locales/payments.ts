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
  /** A number's meaning by the public record. */
  rechargeOf: (number: string, place: "unused" | "first" | "later") => string;
  rechargeNote: string;
  calendarNote: (timeZone: string) => string;
  counts: Record<"expired" | "expiring", (count: string) => string>;
  none: string;
  notAllowed: string;
  guide: { purpose: string; all: string; personal: string };
};

const en: PaymentWords = {
  title: "Payment methods",
  method: "Payment method",
  expiry: "Expiry",
  recharge: "Automatic recharge",
  id: "Id",
  expired: (month, ago) => `❌ expired at the end of ${month}, ${ago}`,
  expiring: (month, left) => `⚠️ the end of ${month}, ${left}`,
  good: (month, left) => `the end of ${month}, ${left}`,
  unreadable: (raw) => `⚠️ not readable: “${raw}”`,
  noExpiry: "⚠️ not given",
  rechargeOf: (number, place) => {
    const meaning = { unused: "not used", first: "charged first", later: `charged as number ${number}` };
    return `${number} (${meaning[place]})`;
  },
  rechargeNote:
    "What the number of the automatic recharge means is by the platform's public record: 0 is not used, 1 is charged first, and so on.",
  calendarNote: (timeZone) => `A method is good until its month has ended (${timeZone}).`,
  counts: { expired: (count) => `${count} expired`, expiring: (count) => `${count} within 30 days` },
  none: "The account has no payment methods.",
  notAllowed: "You may not see payment methods. The app's operators decide who may (BILLING_VIEWERS).",
  guide: {
    purpose: "shows the account's payment methods and when they expire.",
    all: "shows them, expired and expiring ones first.",
    personal: "Only you see the answer, and it can't be posted.",
  },
};

const ko: PaymentWords = {
  title: "결제 수단",
  method: "결제 수단",
  expiry: "유효기간",
  recharge: "자동 충전",
  id: "아이디",
  expired: (month, ago) => `❌ ${month} 말 만료됨, ${ago}`,
  expiring: (month, left) => `⚠️ ${month} 말까지, ${left}`,
  good: (month, left) => `${month} 말까지, ${left}`,
  unreadable: (raw) => `⚠️ 읽을 수 없음: “${raw}”`,
  noExpiry: "⚠️ 값이 없음",
  rechargeOf: (number, place) => {
    const meaning = { unused: "사용 안 함", first: "가장 먼저 결제", later: `${number}번째로 결제` };
    return `${number} (${meaning[place]})`;
  },
  rechargeNote:
    "자동 충전 숫자의 뜻은 공개 자료에 따른 것입니다: 0은 사용 안 함, 1은 가장 먼저 결제, 그다음은 순서대로입니다.",
  calendarNote: (timeZone) => `유효기간은 해당 월의 마지막 날이 끝날 때까지입니다(${timeZone}).`,
  counts: { expired: (count) => `만료 ${count}개`, expiring: (count) => `30일 이내 만료 ${count}개` },
  none: "계정에 등록된 결제 수단이 없습니다.",
  notAllowed: "결제 수단을 볼 권한이 없습니다. 권한은 앱 운영자가 정합니다(BILLING_VIEWERS).",
  guide: {
    purpose: "계정의 결제 수단과 유효기간을 보여 줍니다.",
    all: "만료되었거나 곧 만료될 것부터 보여 줍니다.",
    personal: "답은 나에게만 보이며 대화에 올릴 수 없습니다.",
  },
};

export const payments: { en: PaymentWords; ko: PaymentWords } = { en, ko };
