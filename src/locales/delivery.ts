import type { Translated, Words } from "./words.ts";

/** What is said under a post that isn't where it was meant to be. */
const en = {
  /** Why, before the name of the conversation it was meant for and behind it. */
  moved: {
    shared: {
      before: "Shown here because people outside the organization can read ",
      after: " or are invited to it.",
    },
    archived: { before: "Shown here because ", after: " is archived." },
    notInvited: {
      before: "Shown here because the app, or whoever did this, isn't in ",
      after: ". Invite them there.",
    },
    other: { before: "Shown here because the app couldn't post in ", after: "." },
  },
  /** On a link from one post to another, where a result stands. */
  link: "Go to result",
  newer: "Go to newer result",
};

const ko: Words<typeof en> = {
  moved: {
    shared: {
      before: "외부 사람이 ",
      after: " 대화를 볼 수 있거나 그 대화에 초대되어 있어 여기에 표시합니다.",
    },
    archived: { before: "", after: " 대화가 보관되어 여기에 표시합니다." },
    notInvited: {
      before: "앱 또는 작업한 사람이 ",
      after: " 대화에 없어 여기에 표시합니다. 그 대화에 초대해 주세요.",
    },
    other: { before: "앱이 ", after: " 대화에 게시하지 못해 여기에 표시합니다." },
  },
  link: "결과로 이동",
  newer: "새 결과로 이동",
};

export const delivery: Translated<typeof en> = { en, ko };
