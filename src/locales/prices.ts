/** What the list of prices says, and how its command is explained. */
export type PriceWords = {
  title: string;
  country: string;
  number: string;
  basis: { account: string; default: string };
  showBasis: { account: string; default: string };
  kinds: string;
  /** `example`: what a text message costs if the public record is right. */
  unit: (example: { country: string; price: string } | null) => string;
  none: string;
  unlisted: (typed: string) => string;
  unknown: (typed: string) => string;
  hint: string;
  post: string;
  postedFor: string;
  /** In a conversation, where the app may turn out to be no member. */
  willBePosted: string;
  willComeDirect: string;
  alreadyPosted: string;
  /** Instead of posting what nobody looked at. */
  changed: string;
  guide: {
    purpose: string;
    all: string;
    countryWords: string;
    one: string;
    example: string;
    post: string;
  };
};

const en: PriceWords = {
  title: "Message prices",
  country: "Country",
  number: "Number",
  basis: { account: "prices of this account", default: "the platform's default prices" },
  showBasis: { account: "This account's prices", default: "Default prices" },
  kinds:
    "SMS: short text. LMS: long text. MMS: with an image. By the platform's public record ATA is a template notice, CTA a free text and CTI one with an image, all three through the messenger channel.",
  unit: (example) =>
    `The platform's description gives neither unit nor currency. By its public record it is won per message${example === null ? "" : `: an SMS to ${example.country} for ${example.price}`}.`,
  none: "The platform lists no prices.",
  unlisted: (typed) => `The platform lists no price for “${typed}”.`,
  unknown: (typed) => `No country is called “${typed}”.`,
  hint: "A country is its number (82), its two letters (KR) or its name in English or Korean.",
  post: "Post to conversation",
  postedFor: "Asked for by",
  willBePosted:
    "These prices will be posted here, or come to you as a direct message if the app can't post here.",
  willComeDirect: "These prices will come to you as a direct message.",
  alreadyPosted: "These prices were posted already.",
  changed: "Nothing was posted: the list was read again and has changed. Please look before you post it.",
  guide: {
    purpose: "shows what a message costs, by country and kind.",
    all: "shows all countries, page by page.",
    countryWords: "<country>",
    one: "shows one country, by its number, its two letters or its name in English or Korean.",
    example: "Japan",
    post: "The list is for you alone; its button posts a page of it to the conversation.",
  },
};

const ko: PriceWords = {
  title: "메시지 단가",
  country: "국가",
  number: "국가 번호",
  basis: { account: "이 계정의 단가", default: "플랫폼의 기본 단가" },
  showBasis: { account: "이 계정의 단가", default: "기본 단가" },
  kinds:
    "SMS: 단문. LMS: 장문. MMS: 이미지 포함. 공개 자료에 따르면 메신저 채널로 보내는 것 가운데 ATA는 템플릿 알림, CTA는 자유 문구, CTI는 이미지가 있는 자유 문구입니다.",
  unit: (example) =>
    `플랫폼 설명서에는 단위도 통화도 없습니다. 공개 자료에 따르면 건당 원화입니다${example === null ? "" : `: ${example.country} SMS 1건 ${example.price}`}.`,
  none: "플랫폼에 등록된 단가가 없습니다.",
  unlisted: (typed) => `플랫폼의 단가 목록에 “${typed}” 항목이 없습니다.`,
  unknown: (typed) => `“${typed}”에 해당하는 국가를 찾지 못했습니다.`,
  hint: "국가는 국가 번호(82), 두 글자 코드(KR), 한국어나 영어 이름으로 찾습니다.",
  post: "대화에 올리기",
  postedFor: "요청한 사람",
  willBePosted: "이 단가를 이 대화에 올립니다. 앱이 여기에 올릴 수 없으면 DM으로 보냅니다.",
  willComeDirect: "이 단가를 DM으로 보냅니다.",
  alreadyPosted: "이 단가는 이미 올렸습니다.",
  changed: "올리지 않았습니다. 목록을 다시 읽었더니 내용이 바뀌었습니다. 확인한 뒤 다시 올려 주세요.",
  guide: {
    purpose: "국가와 종류별 메시지 단가를 보여 줍니다.",
    all: "모든 국가를 한 쪽씩 보여 줍니다.",
    countryWords: "<국가>",
    one: "국가 번호, 두 글자 코드, 한국어나 영어 이름으로 한 국가를 찾아 보여 줍니다.",
    example: "일본",
    post: "목록은 나에게만 보입니다. 버튼을 누르면 보고 있는 쪽을 대화에 올립니다.",
  },
};

export const prices: { en: PriceWords; ko: PriceWords } = { en, ko };
