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
  details: string;
  outcomes: Record<"accepted" | "refused" | "not_sent" | "unknown" | "under_way", string>;
  settledAs: Record<"arrived" | "did_not_arrive", string>;
  newestFirst: string;
  masked: string;
  /** In the place of what an operation is about. */
  unreadable: string;
  empty: string;
  emptyFailed: (command: string) => string;
  loading: string;
  operatorsOnly: string;
  notFound: (id: string) => string;
  story: {
    askedBy: string;
    resultTo: string;
    stored: string;
    started: string;
    /** Nothing came of it, whether or not the platform heard of it. */
    tried: string;
    neverStarted: string;
    ended: (outcome: string) => string;
    corrected: (outcome: string) => string;
    settled: string;
    takenOver: (times: number) => string;
    message: string;
    operation: string;
    /** The other one of an act's two steps: an upload, and what it is sent with. */
    follows: string;
    followedBy: string;
    repeats: string;
    /** Before the name of who did. */
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
    failed: "shows what was refused, not sent or is unknown, until it is settled or sent again.",
    all: "shows everybody's, with recipients masked; “all failed” shows what failed.",
    idWords: "<message ID>",
    one: "shows all that happened to one; “Details” shows its ID.",
    kept: (days) => (days === 1 ? "It is kept for 1 day." : `It is kept for ${days} days.`),
  },
  title: {
    own: "Your history",
    ownFailed: "Your history: what failed",
    all: "Everybody's history",
    allFailed: "Everybody's history: what failed",
  },
  details: "Details",
  outcomes: {
    accepted: "accepted",
    refused: "refused",
    not_sent: "not sent",
    unknown: "outcome unknown",
    under_way: "under way",
  },
  settledAs: { arrived: "it arrived", did_not_arrive: "it did not arrive" },
  newestFirst: "Newest first",
  masked: "recipients masked",
  unreadable: "(not readable in this version of the app)",
  empty: "Nothing here yet. /msg-help shows what you can do.",
  emptyFailed: (command) => `Nothing failed. ${command} shows the rest.`,
  loading: "Reading the history…",
  operatorsOnly: "Only operators can see everybody's history. Yours is /msg-history.",
  notFound: (id) => `No operation that you can see has the ID “${id}”. /msg-history lists them.`,
  story: {
    askedBy: "Asked by",
    resultTo: "result to",
    stored: "Stored",
    started: "Sent to the platform",
    tried: "Tried, without effect",
    neverStarted: "Nothing was sent to the platform.",
    ended: (outcome) => `Ended: ${outcome}`,
    corrected: (outcome) => `Platform answered late: ${outcome}`,
    settled: "Reported by",
    takenOver: (times) =>
      times === 1
        ? "Taken over once after the app was interrupted."
        : `Taken over ${times} times after the app was interrupted.`,
    message: "Message",
    operation: "Operation",
    follows: "Previous step",
    followedBy: "Next step",
    repeats: "Sends again",
    repeatedBy: "Sent again by",
    reason: "Reason given",
    posts: "Posted to",
    noPosts: "Not posted anywhere yet.",
    posted: "posted",
    waiting: "waiting to be posted",
    undeliverable: (error) => `could not be posted (${error})`,
    lastFailure: (error) => `last failure: ${error}`,
    mayRepeat: "may have appeared twice",
    directMessageTo: "direct message to",
    directMessage: "a direct message",
  },
};

const ko: HistoryWords = {
  guide: {
    purpose: "발송·업로드·변경 이력을 최신순으로 보여 줍니다.",
    own: "내 이력을 보여 줍니다.",
    failed: "거부되거나 보내지 않았거나 결과가 확인되지 않은 것 중 아직 마무리되지 않은 것만 보여 줍니다.",
    all: "모두의 이력을 수신자를 가려 보여 줍니다. “all failed”는 그중 실패한 것만 보여 줍니다.",
    idWords: "<메시지 ID>",
    one: "“자세히”에 나오는 전체 ID로 한 건의 경과를 모두 보여 줍니다.",
    kept: (days) => `이력은 ${days}일 동안 보관합니다.`,
  },
  title: {
    own: "내 이력",
    ownFailed: "내 이력: 실패",
    all: "전체 이력",
    allFailed: "전체 이력: 실패",
  },
  details: "자세히",
  outcomes: {
    accepted: "접수됨",
    refused: "거부됨",
    not_sent: "보내지 않음",
    unknown: "결과 확인 안 됨",
    under_way: "진행 중",
  },
  settledAs: { arrived: "도착함", did_not_arrive: "도착하지 않음" },
  newestFirst: "최신순",
  masked: "수신자 가림",
  unreadable: "(이 버전의 앱에서 읽을 수 없음)",
  empty: "아직 이력이 없습니다. 할 수 있는 일은 /msg-help에서 볼 수 있습니다.",
  emptyFailed: (command) => `실패한 것이 없습니다. 나머지는 ${command}에서 볼 수 있습니다.`,
  loading: "이력을 읽고 있습니다…",
  operatorsOnly: "전체 이력은 운영자만 볼 수 있습니다. 내 이력은 /msg-history에서 볼 수 있습니다.",
  notFound: (id) =>
    `볼 수 있는 작업 중에 ID가 “${id}”인 것이 없습니다. /msg-history에서 목록을 확인해 주세요.`,
  story: {
    askedBy: "요청한 사람",
    resultTo: "결과를 올릴 곳",
    stored: "저장",
    started: "플랫폼에 요청",
    tried: "시도했지만 처리되지 않음",
    neverStarted: "플랫폼에 아무것도 보내지 않았습니다.",
    ended: (outcome) => `종료: ${outcome}`,
    corrected: (outcome) => `플랫폼의 늦은 응답: ${outcome}`,
    settled: "알린 사람",
    takenOver: (times) => `앱이 중단되어 ${times}번 이어받았습니다.`,
    message: "메시지",
    operation: "작업",
    follows: "이전 단계",
    followedBy: "다음 단계",
    repeats: "처음 보낸 작업",
    repeatedBy: "다시 보낸 사람",
    reason: "적은 이유",
    posts: "결과를 올린 곳",
    noPosts: "아직 결과를 올린 곳이 없습니다.",
    posted: "게시함",
    waiting: "게시 대기 중",
    undeliverable: (error) => `게시하지 못함(${error})`,
    lastFailure: (error) => `마지막 실패: ${error}`,
    mayRepeat: "두 번 보였을 수 있음",
    directMessageTo: "DM:",
    directMessage: "DM",
  },
};

export const history = { en, ko };
