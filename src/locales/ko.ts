import type { Catalogue } from "./catalogue.ts";
import { channels } from "./channels.ts";
import { edge } from "./edge.ts";
import { forms } from "./forms.ts";
import { help } from "./help.ts";
import { history } from "./history.ts";
import { lists } from "./lists.ts";
import { payments } from "./payments.ts";
import { prices } from "./prices.ts";
import { repeat, settle } from "./settle.ts";

export const ko: Catalogue = {
  edge: edge.ko,
  common: forms.ko,
  issues: {
    missing: "입력해 주세요.",
    malformed: "플랫폼이 받는 형식이 아닙니다.",
    tooLong: (size, limit) => `너무 깁니다: ${size}이며 플랫폼의 한도는 ${limit}입니다.`,
    letters: "010-1234-5678, +1 202 555 0123 같은 전화번호도, 테스트 수신자 이름도 아닙니다.",
    notANumber: "전화번호도, 테스트 수신자 이름도 아닙니다.",
    tooShort: "전화번호가 너무 짧습니다.",
    tooLongNumber: "전화번호가 너무 깁니다.",
    noSuchCountry: "이런 국가 번호는 없습니다.",
    unknownSender: "등록된 발신번호 가운데 하나를 골라 주세요.",
    testOnly: (names) =>
      names === ""
        ? "여기서는 테스트 수신자에게만 보낼 수 있습니다."
        : `여기서는 테스트 수신자에게만 보낼 수 있습니다: ${names}.`,
    notAllowed: "메시지를 보낼 권한이 없습니다. 권한은 앱 운영자가 정합니다(SENDERS).",
    country: "국가는 82, 1, 86, 81처럼 국가 번호 숫자로 씁니다.",
    overLimit: (limit) =>
      `오늘 한도인 메시지 ${limit}건을 다 썼습니다. 아무것도 보내지 않았습니다. 자정에 새로 시작합니다.`,
  },
  send: {
    title: "메시지 보내기",
    submit: "계속",
    kind: "종류",
    kinds: { auto: "크기에 따라 자동", SMS: "SMS", LMS: "LMS" },
    kindHint: "자동: 플랫폼이 정합니다. 공개 자료에 따르면 제목 없이 90바이트까지는 SMS입니다.",
    to: "받는 사람",
    toHint: "010-1234-5678이나 +1 202 555 0123 같은 번호, 또는 테스트 수신자 이름.",
    country: "국가",
    countryHint: "+가 없는 번호에만: 국가 번호. 비우면 82(한국).",
    from: "발신번호",
    fromHint: "플랫폼에 등록된 번호로만 보낼 수 있습니다.",
    text: "내용",
    textHint: "최대 2,000바이트: 영문자·숫자는 1, 한글은 2.",
    subject: "제목",
    subjectHint: "최대 40바이트. LMS용이며, 공개 자료에 따르면 SMS에는 쓸 수 없습니다.",
    channel: "결과를 올릴 곳",
    channelHint: "비우면 평소 결과를 올리는 대화, 없으면 나에게 보내는 DM.",
    guide: {
      purpose: "테스트 메시지를 보냅니다.",
      form: "양식을 엽니다.",
      quickWords: "<번호나 이름> <내용>",
      quick: {
        confirm: "테스트 수신자에게는 바로 보내고, 다른 번호는 먼저 확인합니다.",
        "test-only": "테스트 수신자에게 바로 보냅니다. 여기서는 다른 번호로 보낼 수 없습니다.",
      },
      exampleText: "안녕하세요",
      testRecipients: (names) => `테스트 수신자: ${names}.`,
      dailyLimit: (limit) => `하루에 ${limit}건까지 보낼 수 있습니다.`,
      shortcuts:
        "단축키 “Send a message”도 양식을 열고, 메시지 메뉴의 “Send this text”는 그 글을 채워 엽니다.",
    },
    quickNoText: "무슨 내용을 보낼까요? 예: /msg-send 010-1234-5678 안녕하세요",
    quickSending: (recipient, place) =>
      place === "direct_message"
        ? `${recipient}에게 보내는 중입니다. 결과는 DM으로 알려 드립니다.`
        : `${recipient}에게 보내는 중입니다. 결과는 여기나 평소 결과를 올리는 곳에 올립니다.`,
    cut: (longest) =>
      `텍스트를 ${longest.toLocaleString("ko")}자로 잘랐습니다. 입력란에 그보다 길게 담을 수 없습니다.`,
  },
  confirm: {
    title: "정말 보낼까요?",
    submit: "보내기",
    kind: "종류",
    autoKind: (kind) => `자동, 크기로 보아 ${kind}`,
    size: "크기",
    sender: "발신번호",
    recipient: "받는 사람",
    country: "국가",
    subject: "제목",
    text: "내용",
    result: "결과",
    resultUsual: "평소 올리는 대화에",
    resultDirect: "나에게 보내는 DM으로",
    smsTooLong: (size) =>
      `공개 자료에 따르면 SMS는 90바이트까지인데 이 내용은 ${size}입니다. 플랫폼이 거절할 수 있습니다.`,
    costs: "테스트 수신자 목록에 없는 번호입니다. 보내면 비용이 들고 되돌릴 수 없습니다.",
  },
  result: {
    heading: {
      accepted: (kind, to) => `✅ 접수됨: ${kind} → ${to}`,
      refused: (kind, to) => `⛔ 거절됨: ${kind} → ${to}`,
      not_sent: (kind, to) => `↩️ 보내지 않음: ${kind} → ${to}`,
      unknown: (kind, to) => `❓ 결과를 알 수 없음: ${kind} → ${to}`,
    },
    corrected: "🔁 앞서 알린 내용을 바로잡습니다: 플랫폼의 응답이 늦게 왔습니다.",
    acceptedMeans: "플랫폼이 접수해 통신사로 넘깁니다. 도착했는지는 여기서 알 수 없습니다.",
    unknownMeans: "보내졌을 수도, 아닐 수도 있습니다. 앱이 스스로 다시 보내지는 않습니다.",
    from: "발신번호",
    askedBy: "요청한 사람",
    message: "메시지",
    group: "그룹",
    automatic: "메시지",
    editAndSend: "고쳐서 다시 보내기",
    onlyAuthor: "이 메시지를 요청한 사람만 고쳐서 다시 보낼 수 있습니다.",
    noLonger: "이 메시지는 앱의 저장소에 더 이상 없습니다. /msg-send 로 시작해 주세요.",
    platformSays: "플랫폼의 말",
    saysTooMuch: (operation) =>
      `플랫폼의 말에 메시지 내용이 들어 있어 요청한 사람만 볼 수 있습니다: /msg-history ${operation}`,
    code: "코드",
  },
  settle: settle.ko,
  repeat: repeat.ko,
  help: help.ko,
  history: history.ko,
  lists: lists.ko,
  prices: prices.ko,
  payments: payments.ko,
  channels: channels.ko,
  reasons: {
    byCode: {
      FailedToAddMessage: "플랫폼이 메시지를 등록하지 못했습니다. 발신번호가 등록되지 않았을 수 있습니다.",
      NotEnoughBalance: "계정 잔액이 부족합니다.",
      ValidationError: "플랫폼이 잘못된 항목을 찾았습니다.",
      Unauthorized: "플랫폼이 앱의 키를 받지 않았습니다. 앱 운영자가 확인해야 합니다.",
      InvalidAPIKey: "플랫폼이 앱의 키를 모릅니다. 앱 운영자가 확인해야 합니다.",
      InvalidApiKey: "플랫폼이 앱의 키를 모릅니다. 앱 운영자가 확인해야 합니다.",
      SignatureDoesNotMatch: "플랫폼이 앱의 시크릿을 받지 않았습니다. 앱 운영자가 확인해야 합니다.",
      RequestTimeTooSkewed:
        "앱의 시계가 플랫폼이 허용하는 것보다 많이 틀립니다. 앱 운영자가 확인해야 합니다.",
      DuplicatedSignature: "플랫폼이 이 요청의 서명을 이미 보았습니다.",
      Forbidden: "계정이나 앱의 키에 권한이 없습니다.",
      TooManyRequests: "플랫폼이 잠시 요청을 더 받지 않습니다.",
      "1010": "필수 값이 빠졌습니다.",
      "1011": "값의 형식이 틀렸습니다.",
      "1013": "SMS에는 제목을 쓸 수 없습니다.",
      "1014": "제목이 너무 깁니다.",
      "1025": "플랫폼이 모르는 메시지 종류입니다.",
      "1029": "문자 메시지에 쓸 수 없는 글자가 있습니다.",
      "1030": "계정 잔액이 부족합니다.",
      "1031": "종류에 비해 내용이 너무 깁니다.",
      "1058": "이 번호로 보낼 경로가 없습니다.",
      "1060": "차단된 수신자입니다.",
      "1061": "수신을 거부한 번호입니다.",
      "1062": "발신번호가 플랫폼에 등록되어 있지 않습니다.",
      InvalidInput: "메시지가 플랫폼의 한도에 맞지 않습니다.",
      ConnectionFailed: "플랫폼에 연결할 수 없었습니다.",
      ConnectionLost: "플랫폼의 응답이 오기 전에 연결이 끊겼습니다.",
      TimedOut: "플랫폼이 제때 응답하지 않았습니다.",
      Aborted: "앱이 다시 시작되는 중이었습니다.",
      Closed: "앱이 다시 시작되는 중이었습니다.",
      ReplyCut: "플랫폼의 응답이 중간에 끊겼습니다.",
      ReplyTooLarge: "플랫폼의 응답이 너무 커서 읽을 수 없었습니다.",
      ReplyUnreadable: "플랫폼의 응답을 읽을 수 없었습니다.",
      ReplyUseless: "플랫폼의 응답에 결과가 없었습니다.",
      ProcessEnded: "그사이 앱이 다시 시작되었습니다.",
      NotReached: "앞 단계가 접수되지 않아 이 단계는 시작하지 않았습니다.",
      StoreFailed: "앱의 저장소에 문제가 있어 요청을 보내지 않았습니다.",
      TookTooLong: "앱이 Slack에 제때 응답하지 못했습니다.",
      NotAcknowledged: "Slack이 앱의 응답을 받지 않아 실패로 보였습니다.",
      Defect: "앱에서 문제가 생겼습니다.",
    },
    byStatus: (status) => `플랫폼이 HTTP ${status}로 응답했습니다.`,
    other: "플랫폼이 받지 않았습니다.",
  },
};
