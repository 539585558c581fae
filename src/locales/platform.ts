import type { Translated, Words } from "./words.ts";

const en = {
  title: {
    failing: "🔌 The platform does not answer",
    key: "🔑 The platform refuses the app's key",
    clock: "🕐 The app's clock is wrong",
    balance: "💸 The account's balance is too low",
  },
  says: {
    failing: "Every request has failed for five minutes.",
    key: "Check the key, its secret and its permissions in the platform's console.",
    clock: "The platform refuses the app's requests until the server's clock is set.",
    balance: "Messages are refused until it is recharged in the platform's console.",
  },
  over: {
    failing: "☑️ The platform answers again",
    key: "☑️ The platform accepts the app's key again",
    clock: "☑️ The app's clock is right again",
    balance: "☑️ The account has enough balance again",
  },
  since: "open since",
  overAt: "Resolved",
  refused: (call: string, status: number) => `Refused while ${call} (HTTP ${status})`,
  /** Calls that the platform refused because of the app's key, by the client's operation names. */
  operations: {
    uploadFile: "uploading a file",
    deleteFile: "deleting a file",
    listChannels: "reading messenger channels",
    updateTemplate: "changing a template",
    commentTemplate: "commenting on a template",
    sendMessage: "sending",
    listPrices: "reading prices",
    listPayments: "reading payment methods",
  },
};

const ko: Words<typeof en> = {
  title: {
    failing: "🔌 플랫폼이 응답하지 않습니다",
    key: "🔑 플랫폼이 앱의 API 키를 거부합니다",
    clock: "🕐 앱 서버의 시계가 맞지 않습니다",
    balance: "💸 계정 잔액이 부족합니다",
  },
  says: {
    failing: "5분 동안 보낸 요청이 모두 실패했습니다.",
    key: "플랫폼 콘솔에서 API 키와 시크릿 키, 권한을 확인해 주세요.",
    clock: "플랫폼이 앱의 요청을 거부합니다. 서버의 시계를 맞춰 주세요.",
    balance: "충전할 때까지 메시지가 거부됩니다. 플랫폼 콘솔에서 충전해 주세요.",
  },
  over: {
    failing: "☑️ 플랫폼이 다시 응답합니다",
    key: "☑️ 플랫폼이 앱의 API 키를 다시 받아들입니다",
    clock: "☑️ 앱 서버의 시계가 다시 맞습니다",
    balance: "☑️ 계정 잔액이 다시 충분합니다",
  },
  since: "발생",
  overAt: "해소",
  refused: (call, status) => `${call} 중 거부됨(HTTP ${status})`,
  operations: {
    uploadFile: "파일 업로드",
    deleteFile: "파일 삭제",
    listChannels: "메신저 채널 조회",
    updateTemplate: "템플릿 수정",
    commentTemplate: "템플릿 댓글",
    sendMessage: "발송",
    listPrices: "단가 조회",
    listPayments: "결제 수단 조회",
  },
};

export const platform: Translated<typeof en> = { en, ko };
