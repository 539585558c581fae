import { ApiError } from "./api-error.ts";
import { addReference } from "./files.ts";
import { toMessageId } from "./ids.ts";
import { findKindObjection, type Objection, toKind } from "./message-kind.ts";
import { type Message, sendBody } from "./message-schema.ts";
import { createRoute, noQuery } from "./route.ts";
import type { MessageResult, PlatformState } from "./state.ts";

/** The trailing space is the platform's own. */
const accepted = { statusCode: "2000", statusMessage: "정상 접수(이통사로 접수 예정) " };

export const sendMessage = createRoute({
  method: "POST",
  path: "/messages/v4/send",
  body: sendBody,
  query: noQuery,
  run({ state, body, now, registration }) {
    const { message } = body;
    const kind = toKind(message);
    const objection = findKindObjection(message, kind) ?? findUnknownReference(message, state);
    if (objection !== null) throw toRefusal(objection, message.to);
    const count = state.nextCount();
    const result: MessageResult = {
      groupId: toMessageId("G4V", now, count),
      messageId: toMessageId("M4V", now, count),
      accountId: state.accountId,
      ...(registration ?? accepted),
      to: message.to,
      from: message.from,
      type: kind,
      country: message.country,
    };
    // Any other code than 2000 means that the message was not accepted, so it isn't kept.
    if (result.statusCode === accepted.statusCode)
      keep(state, { result, request: body, at: now.toISOString() });
    return result;
  },
});

/** The first reference of a message to something that this account doesn't have. */
function findUnknownReference(message: Message, state: PlatformState): Objection | null {
  const { chatOptions } = message;
  if (!state.senderNumbers.includes(message.from)) {
    return { code: "1062", reason: "등록되지 않은 발신번호입니다." };
  }
  if (listImageIds(message).some((imageId) => !state.files.has(imageId))) {
    return { code: "1034", reason: "존재하지 않는 이미지 아이디입니다." };
  }
  if (chatOptions?.pfId !== undefined && !state.channels.some(({ pfId }) => pfId === chatOptions.pfId)) {
    return { code: "1041", reason: "유효하지 않은 채널 아이디입니다." };
  }
  if (chatOptions?.templateId !== undefined && !state.templates.has(chatOptions.templateId)) {
    return { code: "1042", reason: "유효하지 않은 템플릿 아이디입니다." };
  }
  return null;
}

function listImageIds(message: Message): string[] {
  const cards = message.rcsOptions?.additionalBody ?? [];
  return [message.imageId, message.chatOptions?.imageId, ...cards.map((card) => card.imageId)].filter(
    (imageId) => imageId !== undefined,
  );
}

function keep(
  state: PlatformState,
  stored: { result: MessageResult; request: { message: Message }; at: string },
): void {
  state.messages.push(stored);
  for (const imageId of listImageIds(stored.request.message)) {
    addReference(state, imageId, stored.result.messageId);
  }
}

/** The platform names the recipient in its words, in full; whoever shows them has to mask it. */
function toRefusal(objection: Objection, to: string): ApiError {
  return new ApiError(
    400,
    "FailedToAddMessage",
    `${objection.reason} (statusCode: ${objection.code}, 수신번호: ${to})`,
  );
}
