import type { Translated, Words } from "./words.ts";

const en = {
  title: "Messenger channels",
  searchId: "Search ID",
  pfId: "ID",
  account: "Account",
  phone: "Phone number",
  senderKeys: "Sender keys (vendor, category, key)",
  created: "Created",
  updated: "Updated",
  none: "This account has no messenger channels. Connect one in the platform's console.",
  notFound: (search: string) => `No channel has “${search}” in its search ID, ID or number.`,
  choose: "Choose a channel",
  /** Followed by `/msg-channels @shop`; replaces the menu if that can't hold all channels. */
  opens: "For one channel's ID, keys and dates:",
  showAll: "All channels",
  guide: {
    purpose: "shows messenger channels.",
    uses: [
      { words: "", does: "shows all of them." },
      {
        words: "<search ID, ID or number>",
        does: "finds channels. A single match shows its details.",
      },
    ],
  },
};

const ko: Words<typeof en> = {
  title: "메신저 채널",
  searchId: "검색용 ID",
  pfId: "ID",
  account: "계정",
  phone: "전화번호",
  senderKeys: "발신 키(벤더, 카테고리, 키)",
  created: "등록일",
  updated: "수정일",
  none: "이 계정에 연결된 메신저 채널이 없습니다. 플랫폼 콘솔에서 채널을 연결해 주세요.",
  notFound: (search) => `“${search}” 검색 결과가 없습니다. 검색용 ID, ID, 전화번호로 찾을 수 있습니다.`,
  choose: "채널 선택",
  opens: "채널 하나의 ID, 발신 키, 날짜 보기:",
  showAll: "전체 채널",
  guide: {
    purpose: "메신저 채널을 보여 줍니다.",
    uses: [
      { words: "", does: "모두 보여 줍니다." },
      {
        words: "<검색용 ID, ID나 전화번호>",
        does: "일치하는 채널을 보여 줍니다. 하나뿐이면 자세히 보여 줍니다.",
      },
    ],
  },
};

export const channels: Translated<typeof en> = { en, ko };
