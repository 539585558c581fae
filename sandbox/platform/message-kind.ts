import { validationError } from "./api-error.ts";
import { countTextBytes, type Message } from "./message-schema.ts";

const maxSmsBytes = 90;
const chatTypes = ["ATA", "CTA", "CTI"];
const rcsTypes = ["RCS_SMS", "RCS_LMS", "RCS_MMS", "RCS_TPL"];
const knownTypes = ["SMS", "LMS", "MMS", ...chatTypes, "NSA", ...rcsTypes];

/** Why a message can't be registered: one of the platform's 1xxx codes, and words. */
export type Objection = { code: string; reason: string };

/** The kind of a message: the given type, else detected. Throws a 400 ApiError when neither is possible. */
export function toKind(message: Message): string {
  if (message.type !== undefined) return message.type.toUpperCase();
  if (!message.autoTypeDetect) throw validationError("message.type is required when autoTypeDetect is false");
  if (message.chatOptions !== undefined) return toChatKind(message);
  if (message.portalOptions !== undefined) return "NSA";
  if (message.rcsOptions !== undefined) return toRcsKind(message);
  if (message.imageId !== undefined) return "MMS";
  return isLong(message) ? "LMS" : "SMS";
}

function toChatKind(message: Message): string {
  if (message.chatOptions?.templateId !== undefined) return "ATA";
  return (message.chatOptions?.imageId ?? message.imageId) === undefined ? "CTA" : "CTI";
}

function toRcsKind(message: Message): string {
  if (message.rcsOptions?.templateId !== undefined) return "RCS_TPL";
  if (message.rcsOptions?.mmsType !== undefined || message.imageId !== undefined) return "RCS_MMS";
  return isLong(message) ? "RCS_LMS" : "RCS_SMS";
}

function isLong(message: Message): boolean {
  return message.subject !== undefined || countTextBytes(message.text ?? "") > maxSmsBytes;
}

/** What the kind of a message forbids or misses; null when it is in order. */
export function findKindObjection(message: Message, kind: string): Objection | null {
  if (!knownTypes.includes(kind)) return { code: "1025", reason: "잘못된 메시지 타입입니다." };
  if (kind === "SMS" && message.subject !== undefined) {
    return { code: "1013", reason: "SMS에는 제목을 사용할 수 없습니다." };
  }
  if (message.chatOptions !== undefined && !chatTypes.includes(kind)) {
    return { code: "1033", reason: "메시지 타입과 chatOptions가 맞지 않습니다." };
  }
  return findMissing(message, kind) ?? findLengthObjection(message.text ?? "", kind);
}

function findMissing(message: Message, kind: string): Objection | null {
  const toMissing = (name: string) => ({ code: "1010", reason: `필수 값이 없습니다: ${name}` });
  if ((kind === "SMS" || kind === "LMS") && !message.text) return toMissing("text");
  if (kind === "MMS" && !message.imageId) return toMissing("imageId");
  if (kind === "CTI" && !(message.chatOptions?.imageId ?? message.imageId)) return toMissing("imageId");
  if (chatTypes.includes(kind) && !message.chatOptions) return toMissing("chatOptions");
  if (kind === "NSA" && !message.portalOptions) return toMissing("portalOptions");
  if (rcsTypes.includes(kind) && !message.rcsOptions) return toMissing("rcsOptions");
  return null;
}

function findLengthObjection(text: string, kind: string): Objection | null {
  const characters = [...text].length;
  const isTooLong =
    (kind === "SMS" && countTextBytes(text) > maxSmsBytes) ||
    ((kind === "ATA" || kind === "CTA") && characters > 1000) ||
    (kind === "CTI" && characters > 400);
  return isTooLong ? { code: "1031", reason: "메시지 내용이 너무 깁니다." } : null;
}
