import type { Config } from "../../config.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const replyLimitMs = 10_000;
/** A machine that keeps time is within this. */
const noticedMs = 5000;
/** Less makes nothing late: of the 3 s that a delivery has, one is its timestamp's and another is for the way. */
const lateMs = 1000;
/** By the platform's public record; its description doesn't say. */
const platformAllowsMs = 15 * 60_000;
/** Slack's deliveries are refused by Bolt when they look older than this. */
const slackAllowsMs = 5 * 60_000;

/** The platform refuses a signature, and the bot a delivery of Slack's, whose time is too far off. */
export async function* checkClock(config: Config, now: () => Date): AsyncGenerator<Finding> {
  const isSigned = config.slack.appToken === null;
  yield await compare(now, {
    whose: "the platform's",
    url: config.platform.baseUrl,
    allowedMs: platformAllowsMs,
    consequence: "the platform refuses every signature",
  });
  yield await compare(now, {
    whose: "Slack's",
    url: new URL("api.test", config.slack.apiUrl).href,
    allowedMs: isSigned ? slackAllowsMs : Number.POSITIVE_INFINITY,
    consequence: "Slack's deliveries are refused as too old",
    ...(isSigned && { early: "acts are refused as late for a while after each start" }),
  });
}

type Other = { whose: string; url: string; allowedMs: number; consequence: string; early?: string };

async function compare(now: () => Date, other: Other): Promise<Finding> {
  const about = "clock";
  const { whose, url, allowedMs, consequence, early } = other;
  const skewMs = await readSkewMs(url, now);
  if (skewMs === null) return warning(about, `not compared with ${whose}: no answer that names the time`);
  const difference = `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? "ahead of" : "behind"} ${whose}`;
  const advice = "set this machine's clock by a time server";
  if (Math.abs(skewMs) > allowedMs) return problem(about, `${difference}, so that ${consequence}: ${advice}`);
  if (skewMs >= lateMs && early !== undefined)
    return warning(about, `${difference}, so that ${early}: ${advice}`);
  if (Math.abs(skewMs) > noticedMs) return warning(about, `${difference}: ${advice}`);
  return ok(about, `agrees with ${whose}`);
}

/** How far this machine's clock is ahead, at the least; null when no reply named a time. */
async function readSkewMs(url: string, now: () => Date): Promise<number | null> {
  const sentMs = now().getTime();
  try {
    const reply = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(replyLimitMs) });
    const receivedMs = now().getTime();
    await reply.body?.cancel();
    return toSkewMs(reply.headers.get("date"), { sentMs, receivedMs });
  } catch {
    return null;
  }
}

/** A Date header has whole seconds and was written somewhere between sending and receiving. */
export function toSkewMs(
  dateHeader: string | null,
  { sentMs, receivedMs }: { sentMs: number; receivedMs: number },
): number | null {
  const theirMs = Date.parse(dateHeader ?? "");
  if (Number.isNaN(theirMs)) return null;
  if (sentMs > theirMs + 1000) return sentMs - (theirMs + 1000);
  return receivedMs < theirMs ? receivedMs - theirMs : 0;
}
