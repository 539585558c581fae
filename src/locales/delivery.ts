/** What is said under a post that isn't where it was meant to be. */
export type DeliveryWords = {
  /** Before the name of the conversation it was meant for, and behind it. */
  moved: { before: string; after: string };
  /** On a link from one post to another, where a result stands. */
  link: string;
};

const en: DeliveryWords = {
  moved: { before: "Shown here because the app can't post in ", after: ". Invite it there." },
  link: "Go to result",
};

const ko: DeliveryWords = {
  moved: {
    before: "앱이 ",
    after: " 대화에 게시할 수 없어 여기에 표시합니다. 그 대화에 앱을 초대해 주세요.",
  },
  link: "결과로 이동",
};

export const delivery = { en, ko };
