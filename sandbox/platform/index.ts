export type { Fault, Faults, FaultTarget } from "./faults.ts";
export { type MagicRecipient, magicRecipients } from "./magic-recipients.ts";
export type { ReceivedRequest, RequestRecord } from "./request-record.ts";
export { type PlatformOptions, type SandboxPlatform, startPlatform } from "./server.ts";
export type {
  FileType,
  MessageResult,
  PlatformState,
  StoredChannel,
  StoredFile,
  StoredMessage,
  StoredPayment,
  StoredTemplate,
  TemplateCode,
  TemplateComment,
  Vendor,
} from "./state.ts";
