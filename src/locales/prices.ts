import type { Translated, Words } from "./words.ts";

const en = {
  title: "Message prices",
  country: "Country",
  basis: { account: "this account's prices", default: "the platform's default prices" },
  showBasis: { account: "This account's prices", default: "Platform's default prices" },
  kind: "Message type",
  kinds: {
    sms: "short text",
    lms: "long text",
    mms: "with an image",
    ata: "messenger, from a template",
    cta: "messenger, free text",
    cti: "messenger, with an image",
  },
  each: "Price",
  unit: "usually in won per\u00a0message",
  /** Grey line below one country's prices. */
  dates: (created: string, updated: string) =>
    created === updated
      ? `Listed ${created}, not changed since`
      : `Last changed ${updated} · listed ${created}`,
  choose: "Choose a country",
  /** Followed by an example command; replaces the menu if that can't hold all countries. */
  opens: "One country:",
  showAll: "All countries",
  none: "The platform lists no prices for this account. See the other list:",
  unlisted: (typed: string) => `The platform has no price for “${typed}”.`,
  unknown: (typed: string) => `No country found for “${typed}”.`,
  hint: "Try a calling code (82), two letters (KR) or a name.",
  guide: {
    purpose: "shows what a message costs.",
    uses: [
      { words: "", does: "shows all countries, Korea first." },
      {
        words: "<country>",
        does: "shows one country, by its calling code, its two letters or its name.",
        example: "Japan",
      },
    ],
  },
  example: "Japan",
  monitor: {
    title: "💱 This account's prices have changed",
    new: (country: string) => `${country}: newly listed`,
    gone: (country: string) => `${country}: no longer listed`,
    more: (count: string) => `and ${count} more; /msg-prices shows today's prices.`,
    seen: "seen",
  },
};

const ko: Words<typeof en> = {
  title: "메시지 단가",
  country: "국가",
  basis: { account: "이 계정의 단가", default: "플랫폼 기본 단가" },
  showBasis: { account: "이 계정의 단가", default: "플랫폼 기본 단가" },
  kind: "메시지 종류",
  kinds: {
    sms: "단문",
    lms: "장문",
    mms: "이미지 포함",
    ata: "메신저, 템플릿",
    cta: "메신저, 자유 문구",
    cti: "메신저, 이미지 포함",
  },
  each: "단가",
  unit: "보통 건당 원화",
  dates: (created, updated) =>
    created === updated ? `${created} 등록, 이후 변경 없음` : `마지막 변경 ${updated} · 등록 ${created}`,
  choose: "국가 선택",
  opens: "한 국가만 보기:",
  showAll: "전체 국가",
  none: "플랫폼에 등록된 단가가 없습니다. 다른 단가표를 확인해 보세요:",
  unlisted: (typed) => `“${typed}” 단가는 플랫폼에 없습니다.`,
  unknown: (typed) => `“${typed}”에 맞는 국가가 없습니다.`,
  hint: "국가 번호(82), 두 글자 코드(KR)나 국가 이름을 입력해 주세요.",
  guide: {
    purpose: "메시지 단가를 보여 줍니다.",
    uses: [
      { words: "", does: "모든 국가의 단가를 한국부터 보여 줍니다." },
      {
        words: "<국가>",
        does: "국가 번호, 두 글자 코드나 국가 이름으로 한 국가의 단가를 보여 줍니다.",
        example: "일본",
      },
    ],
  },
  example: "일본",
  monitor: {
    title: "💱 이 계정의 단가가 바뀌었습니다",
    new: (country) => `${country}: 새로 추가됨`,
    gone: (country) => `${country}: 목록에서 사라짐`,
    more: (count) => `외 ${count}건. 현재 단가는 /msg-prices에서 볼 수 있습니다.`,
    seen: "확인 시각",
  },
};

export const prices: Translated<typeof en> = { en, ko };
