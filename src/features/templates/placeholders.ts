/** `#{name}` stands for what each recipient's message has in its place. */
const placeholder = /#\{([^{}\n]+)\}/gu;

/** Each once, in the order of their first place. */
export function placeholdersOf(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(placeholder) ?? []))];
}

/** What came and what went; a renamed one is both. */
export function comparePlaceholders(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((one) => !before.includes(one)),
    lost: before.filter((one) => !after.includes(one)),
  };
}

/** Text and placeholders by turns, for marking the latter. */
export function splitPlaceholders(text: string): { text: string; isPlaceholder: boolean }[] {
  return (text.match(/#\{[^{}\n]+\}|(?:(?!#\{[^{}\n]+\}).)+/gsu) ?? []).map((part) => ({
    text: part,
    isPlaceholder: /^#\{[^{}\n]+\}$/u.test(part),
  }));
}

export type SampleSize = "usual" | "longest";
type Sample = { of: RegExp } & Record<SampleSize, string>;

/** What stands in a real message, by what people call the placeholder; the first that fits counts. */
const samples: readonly Sample[] = [
  {
    of: /url|link|주소|링크/i,
    usual: "https://shop.example/1",
    longest: "https://shop.example/orders/2026-11-21/0001234567890",
  },
  { of: /금액|가격|단가|합계|요금|price|amount|total|sum/i, usual: "12,000", longest: "9,999,999,999" },
  { of: /전화|연락처|phone|tel/i, usual: "010-0000-0000", longest: "+82 10-0000-0000" },
  { of: /일시|시각|시간|time/i, usual: "14:00", longest: "2026년 11월 21일 토요일 23시 59분" },
  { of: /날짜|일자|기한|기간|일$|date|day|until/i, usual: "11월 21일", longest: "2026년 11월 21일 토요일" },
  { of: /번호|코드|number|code|no$|id$/i, usual: "12345", longest: "20261121-0001234567890" },
  {
    of: /택배|배송사|운송사|carrier|courier/i,
    usual: "한빛택배",
    longest: "주식회사 한빛 새벽배송 물류",
  },
  {
    of: /상품|제품|품목|product|item/i,
    usual: "무선 이어폰",
    longest: "노이즈 캔슬링 무선 이어폰 2세대 블랙 외 12건",
  },
  {
    of: /회사|업체|매장|상점|쇼핑몰|지점|브랜드|shop|store|brand|company/i,
    usual: "한빛상점",
    longest: "한빛상점 서울 강남역 지하상가 2호점",
  },
  {
    of: /이름|성함|성명|고객|회원|주문자|예약자|신청자|담당자|수신|수령|name|customer|user/i,
    usual: "김하나",
    longest: "알렉산드라 몽고메리 스미스",
  },
];

/** Beyond it nobody makes a value. */
const longestOther = "가나다라마바사아자차카타파하가나다라마바사아자차카타파하가나";

/** The text as a recipient would read it, with values made up by the placeholders' names. */
export function fillSamples(text: string, size: SampleSize): string {
  return text.replace(placeholder, (_, name: string) => sampleFor(name, size));
}

function sampleFor(name: string, size: SampleSize): string {
  const known = samples.find(({ of }) => of.test(name.trim()));
  if (known !== undefined) return known[size];
  return size === "usual" ? name : longestOther;
}
