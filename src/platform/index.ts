/**
 * The messaging platform's signed API as a library: eight operations, and for each failure how sure it is that
 * nothing happened. It knows no Slack, no store and no environment.
 *
 * ```ts
 * const client = createPlatformClient({ baseUrl, apiKey, apiSecret, timeoutMs: 10_000 });
 * try {
 *   const result = await client.sendMessage(
 *     { message: { to: "01012345678", from: "0212345678", text: "Hello" } },
 *     { onLateReply: (late) => correct(late) },
 *   );
 *   console.log(result.messageId);
 * } catch (error) {
 *   if (!(error instanceof PlatformError)) throw error;
 *   // error.certainty: "refused", "not_sent", or "unknown" (don't send it again unseen)
 *   console.error(error.message);
 * } finally {
 *   await client.close();
 * }
 * ```
 */

export type { CallOptions, CallRecord, LateReply } from "./call.ts";
export { createPlatformClient, type PlatformClient, type PlatformClientOptions } from "./client.ts";
export { type Certainty, clientCodes, type OperationName, PlatformError } from "./errors.ts";
export { checkFile, type FileRecord, type FileSource, type FileUpload, type UploadedFile } from "./files.ts";
export type { InputIssue, LimitIssue } from "./limits.ts";
export {
  buttonLinkFields,
  buttonTypes,
  countCharacters,
  findStray,
  limits,
  linkFieldsOf,
  maxFileBytesOf,
  textBytes,
} from "./limits.ts";
export type {
  Channel,
  ChannelPage,
  ChannelQuery,
  CountryPrice,
  PaymentList,
  PaymentMethod,
  PaymentQuery,
  PriceCallOptions,
  PriceQuery,
} from "./lists.ts";
export { readAllChannels, readAllPayments, readAllPrices } from "./lists.ts";
export { checkMessage, type Message, type MessageResult, parseSendBody, SendBody } from "./messages.ts";
export type { Deviation } from "./reply.ts";
export { isJsonTooLarge, isRawJsonTooLarge } from "./reply.ts";
export {
  checkTemplateUpdate,
  parseTemplateRecord,
  type TemplateRecord,
  type TemplateUpdate,
  type UpdatedTemplate,
} from "./templates.ts";
export type { AttemptTimer } from "./transport.ts";
