import type { SandboxPlatform, SilencedRequest } from "../../sandbox/platform/index.ts";
import type { AttemptTimer } from "../../src/platform/index.ts";

/** By its signature, which no other attempt has; a request without one by what it asks for. */
const keyOf = ({ method, url, authorization }: SilencedRequest) => authorization ?? `${method} ${url}`;

/** Ends an attempt as timed out when the platform is silent to it, and at no other time, however busy the machine is. */
export function createSilenceTimer(platform: Pick<SandboxPlatform, "onSilence">): AttemptTimer {
  const running = new Map<string, () => void>();
  platform.onSilence((request) => running.get(keyOf(request))?.());
  return (end, _timeoutMs, { method, path, headers }) => {
    const key = keyOf({ method, url: path, authorization: headers["authorization"] });
    running.set(key, end);
    return () => running.delete(key);
  };
}
