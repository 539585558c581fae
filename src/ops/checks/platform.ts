import type { Config } from "../../config.ts";
import { maskDigits } from "../../phone-number.ts";
import { clientCodes, createPlatformClient, PlatformError } from "../../platform/index.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { isNobody } from "./settings.ts";

/** The key and secret, by the calls that change nothing and cost nothing. */
export async function* checkPlatform(config: Config, now: () => Date): AsyncGenerator<Finding> {
  const { baseUrl, apiKey, apiSecret, timeoutMs } = config.platform;
  const client = createPlatformClient({
    baseUrl,
    apiKey: apiKey.reveal(),
    apiSecret: apiSecret.reveal(),
    timeoutMs,
    now,
  });
  try {
    yield await attempt("platform channels", problem, async () => {
      const { friends } = await client.listChannels();
      return `messenger channels can be listed (${friends.length} on the first page)`;
    });
    // Without anybody to see them and without the watch, nobody misses the permission.
    const isUsed = !isNobody(config.people.billingViewers) || config.conversations.onCall.length > 0;
    yield await attempt("platform payments", isUsed ? problem : warning, async () => {
      await client.listPayments();
      return "payment methods can be listed";
    });
    yield await attempt("platform prices", problem, async () => {
      await client.listPrices({ limit: 1 });
      return "prices can be listed";
    });
  } finally {
    await client.close();
  }
}

async function attempt(
  about: string,
  onFailure: (about: string, words: string) => Finding,
  call: () => Promise<string>,
): Promise<Finding> {
  try {
    return ok(about, await call());
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const said =
      error.platformMessage === undefined ? "" : `; it says “${maskDigits(error.platformMessage)}”`;
    return onFailure(about, `${error.message}${said}: ${toAdvice(error)}`);
  }
}

const adviceByCode: ReadonlyMap<string, string> = new Map([
  ["InvalidAPIKey", "look at PLATFORM_API_KEY"],
  ["InvalidApiKey", "look at PLATFORM_API_KEY"],
  ["SignatureDoesNotMatch", "look at PLATFORM_API_SECRET, which must belong to the key"],
  ["RequestTimeTooSkewed", "set this machine's clock"],
  [clientCodes.connectionFailed, "look at PLATFORM_BASE_URL and this machine's network"],
  [clientCodes.timedOut, "look at PLATFORM_BASE_URL, this machine's network and PLATFORM_TIMEOUT_MS"],
  [clientCodes.replyUnreadable, "look at PLATFORM_BASE_URL: something else may answer there"],
]);

function toAdvice({ code, status }: PlatformError): string {
  const advice = adviceByCode.get(code);
  if (advice !== undefined) return advice;
  if (status === 403) {
    return "give the key that permission, and allow this machine's address, in the platform's console";
  }
  if (status === 401) return "look at PLATFORM_API_KEY and PLATFORM_API_SECRET";
  if (status === 404) return "look at PLATFORM_BASE_URL: this path is not there";
  return "try again, and look at the platform's state if it stays";
}
