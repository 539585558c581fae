import type { Translated, Words } from "./words.ts";

/** What help says itself; what a command does is said by the feature behind it. */
const en = {
  example: "Example:",
  unknownWords: (command: string, words: string) => `${command} does not know “${words}”. Nothing was done.`,
  purpose: "shows all that you can do here.",
  shows: "shows this list, with examples.",
  heading: "What you can do here",
  /** `to` before the commands; then whom to ask, between `ask` and `them` where anybody is named. */
  noAccess: { to: "No access:", ask: "Ask ", them: ".", askAnybody: "Ask an operator." },
  eachCommand: "For more on one, add help:",
  /** Before the commands used most. */
  greeting: "Hello! This is the messaging platform in Slack. Type one of these in any conversation:",
  /** Under them. */
  home: "The Home tab has buttons for these and shows what's waiting for you.",
};

const ko: Words<typeof en> = {
  example: "예:",
  unknownWords: (command, words) =>
    `${command} 뒤에 “${words}” 같은 말은 쓸 수 없습니다. 아무 작업도 하지 않았습니다.`,
  purpose: "할 수 있는 일을 모두 보여 줍니다.",
  shows: "이 목록을 예와 함께 보여 줍니다.",
  heading: "여기서 할 수 있는 일",
  noAccess: {
    to: "권한 없음:",
    ask: "",
    them: " 님에게 문의해 주세요.",
    askAnybody: "운영자에게 문의해 주세요.",
  },
  eachCommand: "명령별 도움말:",
  greeting:
    "안녕하세요! Slack에서 바로 메시징 플랫폼을 쓸 수 있습니다. 아무 대화에서나 아래 명령을 입력해 보세요.",
  home: "위의 홈 탭에 버튼과 내가 처리할 일이 있습니다.",
};

export const help: Translated<typeof en> = { en, ko };
