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
  searchId: "Search ID",
  pfId: "ID",
  phone: "Phone",
  senderKeys: "Sender keys",
  created: "Created",
  updated: "Updated",
  none: "This account has no messenger channels. Connect one in the platform's console.",
  guide: {
    purpose: "shows the account's messenger channels with their IDs, numbers and sender keys.",
    all: "shows all of them.",
  },
};

const ko: ChannelWords = {
  title: "메신저 채널",
  searchId: "검색용 ID",
  pfId: "ID",
  phone: "전화번호",
  senderKeys: "발신 키",
  created: "등록일",
  updated: "수정일",
  none: "이 계정에 연결된 메신저 채널이 없습니다. 플랫폼 콘솔에서 채널을 연결해 주세요.",
  guide: {
    purpose: "계정의 메신저 채널을 ID, 전화번호, 발신 키와 함께 보여 줍니다.",
    all: "모두 보여 줍니다.",
  },
};

export const channels: { en: ChannelWords; ko: ChannelWords } = { en, ko };
