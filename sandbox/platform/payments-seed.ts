import { toSeoulDigits } from "./ids.ts";
import type { StoredPayment } from "./state.ts";

/**
 * Three payment methods relative to the month of Seoul: one good for two years, one whose month ends within 30
 * days (the current month; on the first day of a long month no month does), one that expired last month.
 */
export function seedPayments(now: Date): StoredPayment[] {
  return [
    toPayment({ autoRecharge: 1, brand: "샌드박스카드", lastFour: "1024", expDate: toMonth(now, 24) }),
    toPayment({ autoRecharge: 2, brand: "연습카드", lastFour: "2048", expDate: toMonth(now, 0) }),
    toPayment({ autoRecharge: 0, brand: "지난카드", lastFour: "4096", expDate: toMonth(now, -1) }),
  ];
}

function toPayment(card: {
  autoRecharge: number;
  brand: string;
  lastFour: string;
  expDate: string;
}): StoredPayment {
  return {
    autoRecharge: card.autoRecharge,
    expDate: card.expDate,
    _id: `485568820106787400157228463${card.lastFour}`,
    description: `${card.brand} ****-****-****-${card.lastFour} ${card.expDate.slice(5)}/${card.expDate.slice(2, 4)}`,
  };
}

/** `YYYY/MM`, so many months from the current month of Seoul. */
function toMonth(now: Date, monthsFromNow: number): string {
  const digits = toSeoulDigits(now);
  const month = new Date(
    Date.UTC(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)) - 1 + monthsFromNow),
  );
  return month.toISOString().slice(0, 7).replace("-", "/");
}
