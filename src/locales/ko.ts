import type { Catalogue } from "./catalogue.ts";
import { channels } from "./channels.ts";
import { edge } from "./edge.ts";
import { forms } from "./forms.ts";
import { help } from "./help.ts";
import { history } from "./history.ts";
import { lists } from "./lists.ts";
import { outcomes } from "./outcomes.ts";
import { payments } from "./payments.ts";
import { prices } from "./prices.ts";
import { reasons } from "./reasons.ts";
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
  outcomes: outcomes.ko,
  settle: settle.ko,
  repeat: repeat.ko,
  help: help.ko,
  history: history.ko,
  lists: lists.ko,
  prices: prices.ko,
  payments: payments.ko,
  channels: channels.ko,
  reasons: reasons.ko,
};
