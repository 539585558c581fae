/** What the list of messenger channels says, and how its command is explained. */
export type ChannelWords = {
  title: string;
  searchId: string;
  pfId: string;
  phone: string;
  senderKeys: string;
  created: string;
  updated: string;
  none: string;
  guide: { purpose: string; all: string };
};

const en: ChannelWords = {
  title: "Messenger channels",
  searchId: "Search id",
  pfId: "Channel id (pfId)",
  phone: "Phone",
  senderKeys: "Sender keys (service, category, key)",
  created: "Created",
  updated: "Updated",
  none: "The account has no messenger channels.",
  guide: {
    purpose: "shows the account's messenger channels with their ids, numbers and sender keys.",
    all: "shows them page by page.",
  },
};

const ko: ChannelWords = {
  title: "메신저 채널",
  searchId: "검색용 아이디",
  pfId: "채널 아이디(pfId)",
  phone: "전화번호",
  senderKeys: "발신 키(서비스, 카테고리, 키)",
  created: "등록일",
  updated: "수정일",
  none: "계정에 등록된 메신저 채널이 없습니다.",
  guide: {
    purpose: "계정의 메신저 채널과 그 아이디, 전화번호, 발신 키를 보여 줍니다.",
    all: "한 쪽씩 보여 줍니다.",
  },
};

export const channels: { en: ChannelWords; ko: ChannelWords } = { en, ko };
