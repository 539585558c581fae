import { WebAPIRateLimitedError, WebAPIRequestError } from "@slack/web-api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withRetries } from "../../../../src/slack/edge/respond-to.ts";
import { ResponseUrlError } from "../../../../src/slack/edge/slack-error.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call that fails in these ways in turn and then succeeds, and when it was made. */
function failing(...failures: Error[]) {
  const startedMs = Date.now();
  const madeAtS: number[] = [];
  const call = async () => {
    madeAtS.push((Date.now() - startedMs) / 1000);
    const failure = failures[madeAtS.length - 1];
    if (failure !== undefined) throw failure;
    return "taken";
  };
  return { call, madeAtS };
}

function limitedFor(...seconds: number[]) {
  return failing(...seconds.map((afterS) => new WebAPIRateLimitedError(afterS)));
}

const ofResponseUrl = (kind: ResponseUrlError["kind"], retryAfter = 0) =>
  new ResponseUrlError(kind, { message: kind, retryAfter });

async function end(asked: Promise<string>): Promise<string> {
  const resolved = asked.catch((error: unknown) =>
    error instanceof WebAPIRateLimitedError ? "limited" : "failed",
  );
  await vi.runAllTimersAsync();
  return await resolved;
}

describe("onceMore, after a rate limit", () => {
  it.each([
    ["waits as long as Slack says", [1], [0, 1], "taken"],
    ["waits again for a second limit", [4, 6], [0, 4, 10], "taken"],
    ["waits a second when Slack says 0", [0], [0, 1], "taken"],
    ["waits for a minute", [60], [0, 60], "taken"],
    ["gives up on more than a minute", [61], [0], "limited"],
    ["gives up on more than a minute in all", [30, 31], [0, 30], "limited"],
  ])("%s", async (_, limits, made, result) => {
    const { call, madeAtS } = limitedFor(...limits);
    expect(await end(withRetries(call, new AbortController().signal))).toBe(result);
    expect(madeAtS).toEqual(made);
  });

  it("waits for the limit of a response_url, too", async () => {
    const { call, madeAtS } = failing(ofResponseUrl("limited", 4));
    expect(await end(withRetries(call, new AbortController().signal))).toBe("taken");
    expect(madeAtS).toEqual([0, 4]);
  });

  it("waits no longer once the app stops", async () => {
    const stopping = new AbortController();
    const { call, madeAtS } = limitedFor(30, 30);
    const asked = withRetries(call, stopping.signal).catch(() => "limited");
    await vi.advanceTimersByTimeAsync(5000);
    stopping.abort();
    expect(await asked).toBe("limited");
    expect(await withRetries(call, stopping.signal).catch(() => "limited")).toBe("limited");
    expect(madeAtS).toEqual([0, 5]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("onceMore, after another failure", () => {
  const lost = ofResponseUrl("lost");

  it.each([
    ["repeats a lost answer to a person until it has a reply", [lost, lost], [0, 1, 6], "taken"],
    [
      "gives up on a lost answer to a person after four tries",
      [lost, lost, lost, lost],
      [0, 1, 6, 26],
      "failed",
    ],
    ["doesn't repeat an answer to a closed response_url", [ofResponseUrl("closed")], [0], "failed"],
    ["doesn't repeat an answer that Slack refused", [ofResponseUrl("refused")], [0], "failed"],
    ["doesn't repeat a call of Slack's API", [new WebAPIRequestError(new Error("reset"))], [0], "failed"],
  ])("%s", async (_, failures, made, result) => {
    const { call, madeAtS } = failing(...failures);
    expect(await end(withRetries(call, new AbortController().signal))).toBe(result);
    expect(madeAtS).toEqual(made);
  });
});
