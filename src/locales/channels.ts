import type { Translated, Words } from "./words.ts";

const en = {
  title: "Messenger channels",
  searchId: "Search ID",
  pfId: "ID",
  account: "Account",
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

const ko: Words<typeof en> = {
  title: "메신저 채널",
  searchId: "검색용 ID",
  pfId: "ID",
  account: "계정",
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

export const channels: Translated<typeof en> = { en, ko };
