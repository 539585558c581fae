import type { Translated, Words } from "./words.ts";

const en = {
  example: "Example:",
  unknownWords: (command: string, words: string) => `${command} does not know “${words}”. Nothing was done.`,
  purpose: "shows all that you can do here.",
  shows: "shows this list, with examples.",
  heading: "What you can do here",
  noAccess: "No access:",
  eachCommand: "Help on one command:",
  greeting:
    "Hello! Send test messages and see their results without leaving Slack. Type one of these in any conversation:",
  home: "The Home tab shows what's waiting for you, with buttons for all of this.",
};

const ko: Words<typeof en> = {
  example: "예:",
  unknownWords: (command, words) =>
    `${command} 뒤에 쓸 수 없는 말입니다: “${words}”. 아무 작업도 하지 않았습니다.`,
  purpose: "할 수 있는 일을 모두 보여 줍니다.",
  shows: "이 목록을 예와 함께 보여 줍니다.",
  heading: "여기서 할 수 있는 일",
  noAccess: "권한 없음:",
  eachCommand: "명령별 도움말:",
  greeting:
    "안녕하세요! Slack에서 바로 테스트 메시지를 보내고 결과를 볼 수 있습니다. 아무 대화에서나 아래 명령을 입력해 보세요.",
  home: "홈 탭에서 확인할 일을 보고, 같은 기능을 버튼으로도 쓸 수 있습니다.",
};

export const help: Translated<typeof en> = { en, ko };
