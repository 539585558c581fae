import { z } from "zod";
import { isSurelyOtherNumber, type PhoneNumber } from "../phone-number.ts";
import { type Caller, type CallOptions, toInputError } from "./call.ts";
import { clientCodes, PlatformError } from "./errors.ts";
import {
  ChatButton,
  countCharacters,
  type InputIssue,
  idText,
  limitedText,
  limits,
  linkText,
  toInputIssues,
  tooLong,
} from "./limits.ts";
import {
  createReplyReader,
  optionalId,
  optionalText,
  type ReplyContext,
  toPlainCode,
  toPlatformMessage,
  toUselessError,
} from "./reply.ts";

const text = z.string().optional();
const id = idText.optional();
const requiredText = z.string().min(1);
const flag = z.boolean().optional();
/** Texts under any key (placeholders, custom fields). zod's record would silently drop the key `__proto__`. */
const texts = z.preprocess(
  (value) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? new Map(Object.entries(value)) : value;
  },
  z.map(z.string(), z.string()).transform((map) => Object.fromEntries(map)),
);
/** Values by placeholder, written whole: `#{name}`. */
const variables = texts.optional();
const dateTime = z.iso.datetime({ offset: true }).optional();

const CustomFields = texts.superRefine((fields, context) => {
  for (const [key, value] of Object.entries(fields)) {
    const keySize = countCharacters(key);
    if (keySize > limits.customFieldKeyCharacters) {
      const size = { limit: limits.customFieldKeyCharacters, size: keySize, unit: "characters" } as const;
      context.addIssue(tooLong({ ...size, part: "key" }, [key]));
    }
    const valueSize = countCharacters(value);
    if (valueSize > limits.customFieldValueCharacters) {
      const size = { limit: limits.customFieldValueCharacters, size: valueSize, unit: "characters" } as const;
      context.addIssue(tooLong(size, [key]));
    }
  }
});

const ChatOptions = z.strictObject({
  pfId: id,
  pfGroupId: id,
  title: text,
  adFlag: flag,
  templateId: id,
  /** True turns off the fallback to a text message. */
  disableSms: flag,
  imageId: id,
  variables,
  buttons: z.array(ChatButton).optional(),
});

const PortalOptions = z.strictObject({
  talkId: id,
  templateId: id,
  disableSms: flag,
  variables,
  buttons: z.array(ChatButton.omit({ buttonName: true })).optional(),
});

const RcsButton = z.strictObject({
  buttonType: requiredText,
  link: linkText.optional(),
  latitude: text,
  longitude: text,
  label: text,
  query: text,
  title: text,
  startTime: dateTime,
  endTime: dateTime,
  text: limitedText(limits.textBytes).optional(),
  phone: text,
});

const RcsOptions = z.strictObject({
  brandId: id,
  templateId: id,
  copyAllowed: flag,
  variables,
  mmsType: text,
  commercialType: flag,
  disableSms: flag,
  additionalBody: z
    .array(
      z.strictObject({
        title: requiredText,
        description: requiredText,
        imageId: id,
        buttons: z.array(RcsButton).optional(),
      }),
    )
    .optional(),
  buttons: z.array(RcsButton).optional(),
});

const Message = z.strictObject({
  to: z.string().regex(/^[0-9]+$/),
  from: requiredText,
  text: limitedText(limits.textBytes).optional(),
  type: text,
  country: text,
  subject: limitedText(limits.subjectBytes).optional(),
  imageId: id,
  chatOptions: ChatOptions.optional(),
  portalOptions: PortalOptions.optional(),
  rcsOptions: RcsOptions.optional(),
  customFields: CustomFields.optional(),
  autoTypeDetect: flag,
});
export type Message = z.infer<typeof Message>;

export const SendBody = z.strictObject({
  message: Message,
  strict: flag,
  agent: z.strictObject({ appId: text, osPlatform: text, sdkVersion: text }).optional(),
  allowDuplicates: flag,
});
export type SendBody = z.infer<typeof SendBody>;

const SendReply = z.looseObject({
  groupId: optionalId,
  messageId: optionalId,
  accountId: optionalText,
  statusMessage: optionalText,
  // Accepts numbers too, though the description says string: refusing one would make a paid send unknown.
  statusCode: z.union([z.string().min(1), z.number().transform(String)]),
  to: optionalText,
  from: optionalText,
  type: optionalText,
  country: optionalText,
});
type SendReply = z.infer<typeof SendReply>;

export type MessageResult = SendReply & { messageId: string };

const acceptedStatusCode = "2000";

/** Returns issues with paths such as `text` or `customFields.<key>`, and sizes in the platform's units. */
export function checkMessage(message: unknown): InputIssue[] {
  const result = Message.safeParse(message);
  return result.success ? [] : toInputIssues(result.error, message);
}

/** Parses a send's body, or returns its issues with field names that lack the prefix `message.`. */
export function parseSendBody(body: unknown): { body: SendBody } | { issues: InputIssue[] } {
  const result = SendBody.safeParse(body);
  if (result.success) return { body: result.data };
  const issues = toInputIssues(result.error, body);
  return { issues: issues.map((issue) => ({ ...issue, field: issue.field.replace(/^message\./, "") })) };
}

export async function sendMessage(
  caller: Caller,
  sendBody: SendBody,
  call?: CallOptions<MessageResult>,
): Promise<MessageResult> {
  const identity = { operation: "sendMessage", method: "POST", path: "/messages/v4/send" } as const;
  const read = parseSendBody(sendBody);
  if ("issues" in read) throw toInputError(identity, read.issues);
  const body = JSON.stringify(read.body);
  const { to, country = "82" } = read.body.message;
  const readOwn = (json: unknown, context: ReplyContext) => readResult(json, { ...context, to, country });
  return caller({ ...identity, body: () => body, read: readOwn }, call);
}

const readSendReply = createReplyReader(SendReply);

type AskedContext = ReplyContext & PhoneNumber;

/** Accepts only code 2000 with a message id. In a message result another code is a refusal; elsewhere it is unknown. */
function readResult(json: unknown, context: AskedContext): MessageResult {
  const reply = readSendReply(json, context);
  if (isSurelyOtherNumber(reply.to ?? "", context)) throw toStrayError(context);
  const statusCode = reply.statusCode.trim();
  if (statusCode !== acceptedStatusCode && isMessageResult(reply)) {
    throw new PlatformError({
      ...context.details,
      certainty: "refused",
      code: toPlainCode(statusCode) ?? "StatusCode",
      platformMessage: toPlatformMessage(reply.statusMessage),
      reply,
    });
  }
  if (statusCode !== acceptedStatusCode || !reply.messageId) throw toUselessError(json, context);
  return { ...reply, messageId: reply.messageId };
}

/** Creates the error for another send's reply, which a connection may deliver if an earlier answer came twice. */
function toStrayError({ details, onDeviation }: AskedContext): PlatformError {
  onDeviation({ operation: details.operation, path: "to", problem: "another recipient's" });
  return new PlatformError({ ...details, code: clientCodes.replyUseless });
}

function isMessageResult({ statusCode, statusMessage, messageId, groupId }: SendReply): boolean {
  return (
    /^\d{4}$/.test(statusCode.trim()) && [statusMessage, messageId, groupId].some((field) => field?.trim())
  );
}
