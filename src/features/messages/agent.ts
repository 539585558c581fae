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

/** As it leaves: what this app says of itself, whatever somebody wrote or another version stored. */
export function withAgent({ agent, ...body }: SendBody, own: Agent): SendBody {
  return { ...body, agent: { ...agent, ...own } };
}

/** Keeps of its agent only what leaves beside this app's own: that was typed, and is shown. */
export function withTypedAgent({ agent = {}, ...body }: SendBody, own: Agent): SendBody {
  const typed = Object.entries(agent).filter(([name]) => !Object.hasOwn(own, name));
  return typed.length === 0 ? body : { ...body, agent: Object.fromEntries(typed) };
}
