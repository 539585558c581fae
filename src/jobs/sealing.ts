import { pause } from "../deadline.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/index.ts";

/** What is recorded so soon after the first is sealed with it. */
const gatherMs = 250;
/** What an instance recorded that was killed then is sealed by the others, or at the next start. */
const idleLookMs = 60_000;
const retryAfterMs = 5000;

/** Seals what the audit recorded, within a second, whichever instance recorded it. With nothing recorded nothing is done. */
export function startSealing({ audit, log }: { audit: Store["audit"]; log: Log }) {
  const ending = new AbortController();
  let wake = () => {};
  const unsubscribe = audit.onRecorded(() => wake());

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      const awake = new AbortController();
      wake = () => awake.abort();
      const isSealed = await sealAll();
      if (isSealed) await pause(idleLookMs, AbortSignal.any([awake.signal, ending.signal]));
      await pause(isSealed ? gatherMs : retryAfterMs, ending.signal);
    }
    await sealAll();
  }

  async function sealAll(): Promise<boolean> {
    try {
      await audit.seal();
      return true;
    } catch (error) {
      log.error({ err: error }, "the audit could not be sealed");
      return false;
    }
  }

  const working = work();
  return {
    /** Seals what was recorded until then. */
    async stop(): Promise<void> {
      unsubscribe();
      ending.abort();
      await working;
    },
  };
}
