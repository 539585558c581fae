import { enAccess, koAccess } from "./forms.ts";
import type { Translated, Words } from "./words.ts";

function toOrdinal(place: number): string {
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" };
  return `${place}${endings[ordinals.select(place)] ?? "th"}`;
}
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

const en = {
  title: "Payment methods",
  method: "Payment method",
  /** `end`: last characters of the id. */
  id: (end: string) => `ID …${end}`,
  expired: (ago: string, month: string) => `Expired ${ago} (end of ${month})`,
  expires: (left: string, month: string) => `Expires ${left} (end of ${month})`,
  unreadable: (raw: string) => `Last month not readable: “${raw}”`,
  noExpiry: "Last month not given",
  recharge: {
    never: "not used",
    place: (place: number) => `usually ${toOrdinal(place)} in line`,
    is: (value: string) => `automatic recharge: ${value}`,
  },
  /** Parts of the list's first line, each with its count; `replace` comes last, with the sum. */
  urgent: {
    expired: (count: number) => `${count === 1 ? "1 has" : `${count} have`} expired`,
    expiring: (count: number) => `${count === 1 ? "1 expires" : `${count} expire`} within 30 days`,
    replace: (count: number) => `: replace ${count === 1 ? "it" : "them"} in the platform's console.`,
  },
  none: "This account has no payment methods. Add one in the platform's console.",
  notAllowed: `You can't see payment methods. ${enAccess.anybody}`,
  guide: {
    purpose: "shows payment methods.",
    uses: [{ words: "", does: "shows all of them, those that expire soonest first." }],
    notes: ["Only you see the answer, and it can't be posted."],
  },
  /** Posts of on-call; `name` omits the description of the method. */
  monitor: {
    name: (month: string | null, end: string | null) =>
      [
        "Payment method",
        end === null ? "" : ` …${end}`,
        month === null ? "" : ` (valid until ${month})`,
      ].join(""),
    title: {
      expiring: (name: string, day: string) => `⚠️ ${name} expires on ${day}`,
      expired: (name: string, day: string) => `❌ ${name} expired on ${day}`,
      gone: (name: string) => `⚠️ ${name} is no longer listed`,
    },
    says: {
      expiring: "Replace it in the platform's console by then.",
      expired: "Replace it in the platform's console.",
      gone: "If nobody removed it, check it in the platform's console.",
    },
    /** Separates title and `says` on Home. */
    joint: ". ",
    over: (name: string) => `☑️ ${name} is fine again`,
    removed: (name: string) => `☑️ ${name} was removed`,
    recharge: (name: string, before: string, after: string) =>
      `ℹ️ ${name} · automatic recharge: ${before} → ${after}`,
    seen: "Seen",
  },
};

const ko: Words<typeof en> = {
  title: "결제 수단",
  method: "결제 수단",
  id: (end) => `ID …${end}`,
  expired: (ago, month) => `${ago} 만료(${month} 말)`,
  expires: (left, month) => `${left} 만료(${month} 말)`,
  unreadable: (raw) => `유효기간을 읽을 수 없음: “${raw}”`,
  noExpiry: "유효기간 값 없음",
  recharge: {
    never: "사용 안 함",
    place: (place) => `보통 ${place}순위`,
    is: (value) => `자동 충전: ${value}`,
  },
  urgent: {
    expired: (count) => `${count}개 만료됨`,
    expiring: (count) => `${count}개 30일 안에 만료`,
    replace: () => ": 플랫폼 콘솔에서 교체해 주세요.",
  },
  none: "이 계정에 등록된 결제 수단이 없습니다. 플랫폼 콘솔에서 등록해 주세요.",
  notAllowed: `결제 수단을 볼 권한이 없습니다. ${koAccess.anybody}`,
  guide: {
    purpose: "결제 수단을 보여 줍니다.",
    uses: [{ words: "", does: "만료가 가까운 것부터 모두 보여 줍니다." }],
    notes: ["조회 결과는 나에게만 보이며 대화에 올릴 수 없습니다."],
  },
  monitor: {
    name: (month, end) =>
      ["결제 수단", end === null ? "" : ` …${end}`, month === null ? "" : ` (유효기간 ${month})`].join(""),
    title: {
      expiring: (name, day) => `⚠️ ${name} 만료 예정(${day})`,
      expired: (name, day) => `❌ ${name} 만료됨(${day})`,
      gone: (name) => `⚠️ ${name}: 목록에서 사라짐`,
    },
    says: {
      expiring: "그날까지 플랫폼 콘솔에서 교체해 주세요.",
      expired: "플랫폼 콘솔에서 교체해 주세요.",
      gone: "삭제한 사람이 없다면 플랫폼 콘솔을 확인해 주세요.",
    },
    joint: " · ",
    over: (name) => `☑️ ${name} 다시 정상`,
    removed: (name) => `☑️ ${name} 삭제됨`,
    recharge: (name, before, after) => `ℹ️ ${name} · 자동 충전: ${before} → ${after}`,
    seen: "확인 시각",
  },
};

export const payments: Translated<typeof en> = { en, ko };
