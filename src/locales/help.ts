/** What help says itself; what a command does is said by the feature behind it. */
export type HelpWords = {
  example: string;
  unknownWords: (command: string, words: string) => string;
  purpose: string;
  shows: string;
  heading: string;
  barredHeading: string;
  eachCommand: string;
  greeting: string;
  greetingMore: string;
};

const en: HelpWords = {
  example: "For example",
  unknownWords: (command, words) => `${command} knows nothing to do with “${words}”. Nothing was done.`,
  purpose: "shows what you may do here.",
  shows: "shows this list, with examples.",
  heading: "What you may do here",
  barredHeading: "Not open to you",
  eachCommand: "Every command tells more about itself with help behind it, such as",
  greeting: "Hello! With this app you work on the messaging platform without leaving Slack.",
  greetingMore: "Type a command in any conversation. All of it, with examples, is behind",
};

const ko: HelpWords = {
  example: "예:",
  unknownWords: (command, words) =>
    `${command} 뒤의 “${words}”는 알 수 없는 말입니다. 아무 일도 하지 않았습니다.`,
  purpose: "여기서 할 수 있는 일을 보여 줍니다.",
  shows: "이 목록을 예와 함께 보여 줍니다.",
  heading: "여기서 할 수 있는 일",
  barredHeading: "권한이 없는 기능",
  eachCommand: "명령 뒤에 help를 붙이면 그 명령을 더 자세히 볼 수 있습니다. 예:",
  greeting: "안녕하세요! 이 앱을 쓰면 Slack 안에서 메시징 플랫폼 일을 할 수 있습니다.",
  greetingMore: "어느 대화에서나 명령을 입력하면 됩니다. 예와 함께 모두 보려면",
};

export const help = { en, ko };
