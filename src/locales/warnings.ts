import type { Translated, Words } from "./words.ts";

/** Likely mistakes in a message, shown before it is sent; they never prevent sending. */
const en = {
  overRecord: (kind: string, size: string, limit: string) =>
    `The text has ${size}: ${kind} usually takes at most ${limit}.`,
  notCarried: (characters: string) =>
    `Text messages can't show ${characters}, which may arrive as something else.`,
  unfilled: (placeholders: string) => `Variables not filled in: ${placeholders}`,
  templateUnseen: (id: string) => `This app doesn't know the template “${id}”. Check its ID.`,
  /** Followed by source and time of the observation, like each warning about an observed template. */
  templateStatus: (vendor: string, status: string) => `The platform may refuse this. ${vendor}: ${status}`,
  templateVariables: (names: string) => `The template has no such variables: ${names}`,
  imageDeleted: (name: string) => `The image “${name}” is deleted. Choose another one.`,
  templateChanged: "The template's content has changed since this message was written",
  /** Doubt about a number typed with spaces before the text: `010 1234 5678 Hello`. */
  numberEnd: "Does the number end where it should? Check recipient and text.",
  secondRecipient: (name: string) =>
    `Is “${name}” another recipient? Here it's part of the text. Recipients need a comma between them.`,
  nightAdvert: "It is night in Korea (21:00 to 08:00), when advertisements are not allowed.",
};

const ko: Words<typeof en> = {
  overRecord: (kind, size, limit) => `내용이 ${size}입니다. ${kind} 한도는 보통 ${limit}입니다.`,
  notCarried: (characters) => `문자 메시지에서는 “${characters}” 대신 다른 글자가 도착할 수 있습니다.`,
  unfilled: (placeholders) => `채우지 않은 변수: ${placeholders}`,
  templateUnseen: (id) => `이 앱에서 확인된 적 없는 템플릿입니다(“${id}”). ID를 확인해 주세요.`,
  templateStatus: (vendor, status) => `플랫폼이 거부할 수 있습니다. ${vendor} 템플릿 상태: ${status}`,
  templateVariables: (names) => `템플릿에 없는 변수: ${names}`,
  imageDeleted: (name) => `“${name}” 이미지가 삭제되었습니다. 다른 이미지를 골라 주세요.`,
  templateChanged: "메시지를 작성한 뒤에 템플릿 내용이 바뀐 것으로 확인되었습니다",
  numberEnd: "전화번호와 내용이 제대로 나뉘었나요? 수신자와 내용을 확인해 주세요.",
  secondRecipient: (name) =>
    `“${name}”도 수신자인가요? 지금은 내용에 들어 있습니다. 수신자 사이에는 쉼표를 넣어 주세요.`,
  nightAdvert: "지금은 광고를 보낼 수 없는 시간대입니다(한국 시간 21시~다음 날 8시).",
};

export const warnings: Translated<typeof en> = { en, ko };
