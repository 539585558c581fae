import { enCount } from "./format.ts";
import type { Translated, Words } from "./words.ts";

const en = {
  guide: {
    purpose: "shows what you did here.",
    own: "shows what you sent, uploaded and changed, newest first.",
    searchWords: "<search words>",
    search: "searches by recipient (name or last four digits), message type, template, outcome or day.",
    searchExample: "joon refused yesterday",
    failed: "shows what still needs attention: refused, not sent, unknown.",
    all: "shows everybody's, with recipients masked. “all failed” shows what still needs attention.",
    idWords: "<message ID>",
    one: "shows one in full. Find its ID under “Details”.",
    kept: (days: number, months: number) =>
      `Kept here for ${enCount(days, "day")}; the platform keeps its own for ${months} months.`,
  },
  title: {
    own: "Your history",
    ownFailed: "Your history: failed and unknown",
    all: "Everyone's history",
    allFailed: "Everyone's history: failed and unknown",
  },
  details: "Details",
  /** Button on an unknown outcome; replaces `details` and opens the same view, with buttons to report the outcome. */
  answer: "Report…",
  /** Button; short for “Edit and send again…”, which is too wide for a row. */
  edit: "Edit…",
  found: (sought: string) => `Results for “${sought}”`,
  nothingFound: (sought: string) =>
    `No results for “${sought}”. /msg-history help shows what you can search for.`,
  /** `typed`: such as `2-31`. */
  noSuchDay: (typed: string) => `There is no day “${typed}”. Example: 2026-11-21 or 11-21.`,
  masked: "Numbers are masked",
  /** Shown in place of an operation's subject. */
  unreadable: "from another version of the app",
  forgotten: "(taken out of the records on request)",
  empty: "Nothing here yet.",
  emptyFailed: (command: string) => `Nothing needs attention. ${command} shows the rest.`,
  loading: "Reading the history…",
  slow: "The database is slow, so the history could not be read. Please try again in a minute: what isn't there then was not sent.",
  operatorsOnly: "Only operators can see everyone's history. Yours is /msg-history.",
  notFound: (id: string) =>
    `There's no “${id}”, or you don't have access to it. /msg-history lists what you can open.`,
  story: {
    /** Around the author's name: `asked` before it, `askedEnd` and `resultTo` after it. */
    asked: "Requested by ",
    askedEnd: "",
    resultTo: ", result to ",
    started: "Sent to the platform",
    /** Replaces `started` for “not sent”: the request had no effect, even if the platform received it. */
    tried: "Tried, without effect",
    neverStarted: "Nothing was sent to the platform",
    late: (state: string) => `The platform answered late: ${state}`,
    /** Buttons between an act's two steps: the upload of an image, and the message with it. */
    follows: "Image upload",
    followedBy: "Message with it",
    try: (number: number, total: number) => `Try ${number} of ${total}`,
    /** Followed by a person's name. */
    repeatedBy: "sent again by",
    earlier: "Earlier try",
    newer: "Newer try",
    reason: "Reason given",
    posted: "Posted to {where}",
    waiting: "waiting to be posted",
    undeliverable: (error: string) => `could not be posted (Slack: ${error})`,
    lastFailure: (error: string) => `Slack's last answer: ${error}`,
    mayRepeat: "may be there twice",
    /** Appended to a person's name. */
    directMessageOf: "'s direct messages",
    directMessage: "a direct message",
  },
};

const ko: Words<typeof en> = {
  guide: {
    purpose: "내 작업 이력을 보여 줍니다.",
    own: "내 발송·업로드·변경 이력을 최신순으로 보여 줍니다.",
    searchWords: "<검색어>",
    search: "수신자 이름이나 끝 네 자리, 종류, 템플릿, 결과, 날짜로 찾습니다.",
    searchExample: "joon 거부 어제",
    failed: "아직 확인이 필요한 것만 보여 줍니다(거부, 미발송, 결과 미확인).",
    all: "수신자를 가린 전체 이력을 보여 줍니다. “all failed”는 그중 확인이 필요한 것만 보여 줍니다.",
    idWords: "<메시지 ID>",
    one: "“자세히”에 나오는 ID로 한 건을 자세히 보여 줍니다.",
    kept: (days, months) => `여기서는 ${days}일, 플랫폼에서는 ${months}개월 동안 이력을 보관합니다.`,
  },
  title: {
    own: "내 이력",
    ownFailed: "내 이력: 실패·결과 미확인",
    all: "전체 이력",
    allFailed: "전체 이력: 실패·결과 미확인",
  },
  details: "자세히",
  answer: "결과 알리기…",
  edit: "수정…",
  found: (sought) => `“${sought}” 검색 결과`,
  nothingFound: (sought) =>
    `“${sought}” 검색 결과가 없습니다. 찾는 방법은 /msg-history help에서 볼 수 있습니다.`,
  noSuchDay: (typed) => `“${typed}” 날짜는 없습니다. 예: 2026-11-21, 11월 21일.`,
  masked: "번호는 가려서 표시",
  unreadable: "다른 버전의 앱에서 만든 작업",
  forgotten: "(요청에 따라 삭제됨)",
  empty: "아직 이력이 없습니다.",
  emptyFailed: (command) => `확인이 필요한 작업이 없습니다. 나머지는 ${command}에서 볼 수 있습니다.`,
  loading: "이력을 읽고 있습니다…",
  slow: "데이터베이스가 느려 이력을 읽지 못했습니다. 1분 뒤에 다시 시도해 주세요. 그때도 이력에 없으면 보내지 않은 것입니다.",
  operatorsOnly: "전체 이력은 운영자만 볼 수 있습니다. 내 이력은 /msg-history에서 볼 수 있습니다.",
  notFound: (id) => `“${id}” 항목이 없거나 볼 권한이 없습니다. /msg-history에서 확인해 주세요.`,
  story: {
    asked: "",
    askedEnd: " 님이 요청",
    resultTo: ", 결과는 ",
    started: "플랫폼에 보냄",
    tried: "시도했지만 처리되지 않음",
    neverStarted: "플랫폼에 아무것도 보내지 않음",
    late: (state) => `플랫폼이 늦게 응답: ${state}`,
    follows: "이미지 업로드",
    followedBy: "이미지를 쓴 메시지",
    try: (number, total) => `${total}번 중 ${number}번째 시도`,
    repeatedBy: "다시 보낸 사람",
    earlier: "이전 시도",
    newer: "다음 시도",
    reason: "다시 보낸 이유",
    posted: "{where}에 게시",
    waiting: "게시 대기 중",
    undeliverable: (error) => `게시하지 못함(Slack 응답: ${error})`,
    lastFailure: (error) => `마지막 Slack 응답: ${error}`,
    mayRepeat: "두 번 게시되었을 수 있음",
    directMessageOf: " 님의 DM",
    directMessage: "DM",
  },
};

export const history: Translated<typeof en> = { en, ko };
