export type { Fault } from "./faults.ts";
export { magicRecipients } from "./magic-recipients.ts";
export type { ReceivedRequest, RequestRecord } from "./request-record.ts";
export { type PlatformOptions, type SandboxPlatform, type SilencedRequest, startPlatform } from "./server.ts";
