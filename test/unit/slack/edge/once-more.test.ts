import { WebAPIRateLimitedError, WebAPIRequestError } from "@slack/web-api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onceMore } from "../../../../src/slack/edge/respond-to.ts";
import { ResponseUrlError } from "../../../../src/slack/edge/slack-error.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call that fails like this, each time in its own way, and is taken then; and when it was made. */
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

describe("what Slack takes nothing of for a moment", () => {
  it.each([
    ["behind it", [1], [0, 1], "taken"],
    ["each time that it says so", [4, 6], [0, 4, 10], "taken"],
    ["no sooner than Slack counts", [0], [0, 1], "taken"],
    ["for as long as Slack's limits last", [60], [0, 60], "taken"],
    ["and not for longer", [61], [0], "limited"],
    ["nor for longer in all", [30, 31], [0, 30], "limited"],
  ])("is asked for once more %s", async (_, limits, made, result) => {
    const { call, madeAtS } = limitedFor(...limits);
    expect(await end(onceMore(call, new AbortController().signal))).toBe(result);
    expect(madeAtS).toEqual(made);
  });

  it("is asked for once more through a response_url too", async () => {
    const { call, madeAtS } = failing(ofResponseUrl("limited", 4));
    expect(await end(onceMore(call, new AbortController().signal))).toBe("taken");
    expect(madeAtS).toEqual([0, 4]);
  });

  it("is not waited for any longer when the app stops, nor after it", async () => {
    const stopping = new AbortController();
    const { call, madeAtS } = limitedFor(30, 30);
    const asked = onceMore(call, stopping.signal).catch(() => "limited");
    await vi.advanceTimersByTimeAsync(5000);
    stopping.abort();
    expect(await asked).toBe("limited");
    expect(await onceMore(call, stopping.signal).catch(() => "limited")).toBe("limited");
    expect(madeAtS).toEqual([0, 5]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("what may have been done", () => {
  const lost = ofResponseUrl("lost");

  it.each([
    ["an answer to a person, until it has a reply", [lost, lost], [0, 1, 6], "taken"],
    ["an answer to a person, as long as one more is left", [lost, lost, lost, lost], [0, 1, 6, 26], "failed"],
    ["no answer that Slack has no place for", [ofResponseUrl("closed")], [0], "failed"],
    ["no answer that Slack refuses", [ofResponseUrl("refused")], [0], "failed"],
    ["no call of Slack's API", [new WebAPIRequestError(new Error("reset"))], [0], "failed"],
  ])("is asked for again: %s", async (_, failures, made, result) => {
    const { call, madeAtS } = failing(...failures);
    expect(await end(onceMore(call, new AbortController().signal))).toBe(result);
    expect(madeAtS).toEqual(made);
  });
});
