import { platform } from "node:os";
import type { SendBody } from "../../platform/index.ts";

/** Name and version of the package; a test holds it to that. */
export const sdkVersion = "messaging-chatops/0.1.0";

export type Agent = NonNullable<SendBody["agent"]>;

/** What sends, for the platform's statistics; `appId` where the account has one. */
export function createAgent(appId: string | null): Agent {
  return {
    sdkVersion,
    osPlatform: `${platform()} | ${process.version}`,
    ...(appId === null ? {} : { appId }),
  };
}
