export type HistoryWords = {
  guide: {
    purpose: string;
    own: string;
    failed: string;
    all: string;
    idWords: string;
    one: string;
    kept: (days: number) => string;
  };
  title: Record<"own" | "ownFailed" | "all" | "allFailed", string>;
  when: string;
  by: string;
  what: string;
  subject: string;
  outcome: string;
  id: string;
  outcomes: Record<"accepted" | "refused" | "not_sent" | "unknown" | "under_way", string>;
  settledAs: Record<"arrived" | "did_not_arrive", string>;
  masked: string;
  /** In the place of what an operation is about. */
  unreadable: string;
  empty: string;
  emptyFailed: string;
  more: (command: string) => string;
  loading: string;
  back: string;
  next: string;
  operatorsOnly: string;
  notFound: (id: string) => string;
  story: {
    askedBy: string;
    resultTo: string;
    stored: string;
    started: string;
    neverStarted: string;
    ended: (outcome: string) => string;
    corrected: (outcome: string) => string;
    settled: string;
    takenOver: (times: number) => string;
    message: string;
    operation: string;
    repeats: string;
    repeatedBy: string;
    reason: string;
    posts: string;
    noPosts: string;
    posted: string;
    waiting: string;
    undeliverable: (error: string) => string;
    lastFailure: (error: string) => string;
    mayRepeat: string;
    directMessageTo: string;
    directMessage: string;
  };
};

const en: HistoryWords = {
  guide: {
    purpose: "shows what you sent, uploaded and changed, newest first.",
    own: "shows your own.",
    failed: "shows those that were refused, not sent, or of unknown outcome.",
    all: "shows everybody's, with recipients masked; “all failed” those that failed.",
    idWords: "<message id>",
    one: "tells the whole story of one, by the id in its result or in this list.",
    kept: (days) => (days === 1 ? "It is kept for 1 day." : `It is kept for ${days} days.`),
  },
  title: {
    own: "Your history",
    ownFailed: "Your history: what failed",
    all: "Everybody's history",
    allFailed: "Everybody's history: what failed",
  },
  when: "When",
  by: "By",
  what: "Kind",
  subject: "To",
  outcome: "Outcome",
  id: "Id",
  outcomes: {
    accepted: "accepted",
    refused: "refused",
    not_sent: "not sent",
    unknown: "unknown",
    under_way: "under way",
  },
  settledAs: { arrived: "it arrived", did_not_arrive: "it did not arrive" },
  masked: "Newest first, recipients masked.",
  unreadable: "(this version of the app can't read it)",
  empty: "Nothing yet. /msg-help shows what there is to do.",
  emptyFailed: "Nothing failed.",
  more: (command) => `${command} with an id behind it tells the whole story of one.`,
  loading: "Reading the history…",
  back: "Newer",
  next: "Older",
  operatorsOnly: "Only operators may see everybody's history (OPERATORS).",
  notFound: (id) => `Nothing that you may see here has the id “${id}”.`,
  story: {
    askedBy: "Asked by",
    resultTo: "Result to",
    stored: "stored",
    started: "request to the platform",
    neverStarted: "No request left for the platform.",
    ended: (outcome) => `ended: ${outcome}`,
    corrected: (outcome) => `corrected by the platform's late answer: ${outcome}`,
    settled: "settled by",
    takenOver: (times) =>
      times === 1
        ? "Taken over once after the app was interrupted."
        : `Taken over ${times} times after the app was interrupted.`,
    message: "Message",
    operation: "Operation",
    repeats: "Sends again",
    repeatedBy: "Sent again as",
    reason: "Reason given",
    posts: "Posts that told of it",
    noPosts: "No post has told of it.",
    posted: "posted",
    waiting: "waiting to be posted",
    undeliverable: (error) => `could not be delivered (${error})`,
    lastFailure: (error) => `last failure: ${error}`,
    mayRepeat: "may have appeared twice",
    directMessageTo: "direct message to",
    directMessage: "a direct message",
  },
};

const ko: HistoryWords = {
  guide: {
    purpose: "보내고 올리고 바꾼 일을 최근 것부터 보여 줍니다.",
    own: "내 기록을 보여 줍니다.",
    failed: "거절되었거나, 보내지 않았거나, 결과를 알 수 없는 것만 보여 줍니다.",
    all: "모두의 기록을 수신자를 가리고 보여 줍니다. “all failed”는 그중 실패한 것만 보여 줍니다.",
    idWords: "<메시지 ID>",
    one: "결과나 이 목록에 있는 ID로 한 건의 경과를 모두 보여 줍니다.",
    kept: (days) => `기록은 ${days}일 동안 보관합니다.`,
  },
  title: {
    own: "내 기록",
    ownFailed: "내 기록: 실패한 것",
    all: "모두의 기록",
    allFailed: "모두의 기록: 실패한 것",
  },
  when: "시각",
  by: "요청한 사람",
  what: "종류",
  subject: "대상",
  outcome: "결과",
  id: "ID",
  outcomes: {
    accepted: "접수됨",
    refused: "거절됨",
    not_sent: "보내지 않음",
    unknown: "알 수 없음",
    under_way: "진행 중",
  },
  settledAs: { arrived: "도착함", did_not_arrive: "도착하지 않음" },
  masked: "최근 것부터이며 수신자는 가렸습니다.",
  unreadable: "(이 버전의 앱에서 읽을 수 없음)",
  empty: "아직 아무것도 없습니다. 할 수 있는 일은 /msg-help 에서 볼 수 있습니다.",
  emptyFailed: "실패한 것이 없습니다.",
  more: (command) => `${command} 뒤에 ID를 쓰면 그 한 건의 경과를 모두 볼 수 있습니다.`,
  loading: "기록을 읽고 있습니다…",
  back: "더 최근",
  next: "더 이전",
  operatorsOnly: "모두의 기록은 운영자만 볼 수 있습니다(OPERATORS).",
  notFound: (id) => `볼 수 있는 기록 가운데 ID가 “${id}”인 것이 없습니다.`,
  story: {
    askedBy: "요청한 사람",
    resultTo: "결과를 올릴 곳",
    stored: "저장",
    started: "플랫폼에 요청",
    neverStarted: "플랫폼으로 나간 요청이 없습니다.",
    ended: (outcome) => `끝남: ${outcome}`,
    corrected: (outcome) => `플랫폼의 늦은 응답으로 바로잡음: ${outcome}`,
    settled: "확인한 사람",
    takenOver: (times) => `앱이 중단된 뒤 ${times}번 이어받았습니다.`,
    message: "메시지",
    operation: "작업",
    repeats: "다시 보낸 원래 작업",
    repeatedBy: "다시 보낸 작업",
    reason: "적은 이유",
    posts: "이 결과를 알린 글",
    noPosts: "이 결과를 알린 글이 없습니다.",
    posted: "게시함",
    waiting: "게시를 기다리는 중",
    undeliverable: (error) => `전달하지 못함 (${error})`,
    lastFailure: (error) => `마지막 실패: ${error}`,
    mayRepeat: "두 번 보였을 수 있음",
    directMessageTo: "DM 받는 사람",
    directMessage: "DM",
  },
};

export const history = { en, ko };
