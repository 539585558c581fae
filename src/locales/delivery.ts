import type { Translated, Words } from "./words.ts";

const en = {
  moved:
    "Shown here because the app couldn't post in {conversation}. If it isn't archived or shared outside the organization, invite the app and whoever did this.",
  link: "Go to result",
  newer: "Go to newer result",
};

const ko: Words<typeof en> = {
  moved:
    "앱이 {conversation} 대화에 게시하지 못해 여기에 표시합니다. 보관되거나 외부와 공유된 대화가 아니라면 그 대화에 앱을 초대하고, 요청한 사람도 초대해 주세요.",
  link: "결과로 이동",
  newer: "새 결과로 이동",
};

export const delivery: Translated<typeof en> = { en, ko };
