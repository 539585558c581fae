import { readOffset } from "../../clocks.ts";
import type { Config } from "../../config.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const replyLimitMs = 10_000;
/** A machine that keeps time is within this. */
const noticedMs = 5000;
/** By the platform's public record; its description doesn't say. */
const platformAllowsMs = 15 * 60_000;
/** Slack's deliveries are refused by Bolt when they look older than this, which they do only to a clock that is ahead. */
const slackAllowsMs = 5 * 60_000;

/** The platform refuses a signature, and the bot a delivery of Slack's, whose time is too far off. */
export async function* checkClock(config: Config, now: () => Date): AsyncGenerator<Finding> {
  const isSigned = config.slack.appToken === null;
  yield await compare(now, {
    whose: "the platform's",
    url: config.platform.baseUrl,
    isRefused: (skewMs) => Math.abs(skewMs) > platformAllowsMs,
    consequence: "the platform refuses every signature",
  });
  yield await compare(now, {
    whose: "Slack's",
    url: new URL("api.test", config.slack.apiUrl).href,
    isRefused: (skewMs) => isSigned && skewMs > slackAllowsMs,
    consequence: "Slack's deliveries are refused as too old",
  });
}

type Other = { whose: string; url: string; isRefused: (skewMs: number) => boolean; consequence: string };

async function compare(now: () => Date, other: Other): Promise<Finding> {
  const about = "clock";
  const { whose, url, isRefused, consequence } = other;
  const skewMs = await readSkewMs(url, now);
  if (skewMs === null) return warning(about, `not compared with ${whose}: no answer that names the time`);
  const difference = `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? "ahead of" : "behind"} ${whose}`;
  const advice = "set this machine's clock by a time server";
  if (isRefused(skewMs)) return problem(about, `${difference}, so that ${consequence}: ${advice}`);
  if (Math.abs(skewMs) > noticedMs) return warning(about, `${difference}: ${advice}`);
  return ok(about, `agrees with ${whose}`);
}

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

/** How far this machine's clock is ahead, at the least; null when no reply named a time. */
export function toSkewMs(
  dateHeader: string | null,
  times: { sentMs: number; receivedMs: number },
): number | null {
  const offset = readOffset(dateHeader, times);
  return offset && 0 - Math.min(Math.max(0, offset.fromMs), offset.toMs);
}
