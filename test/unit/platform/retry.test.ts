import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Method, retryLimits, toRetryDelayMs } from "../../../src/platform/call.ts";
import { type Certainty, PlatformError } from "../../../src/platform/errors.ts";

type Failure = { certainty: Certainty; code: string; status?: number; retryAfterMs?: number };

function failure(details: Failure): PlatformError {
  return new PlatformError({ operation: "sendMessage", method: "POST", path: "/x", ...details });
}

const notSent: Failure = { certainty: "not_sent", code: "ConnectionFailed" };
const limited: Failure = { certainty: "not_sent", code: "HTTP_429", status: 429, retryAfterMs: 2000 };
const lost: Failure = { certainty: "unknown", code: "ConnectionLost" };
const broken: Failure = { certainty: "unknown", code: "HTTP_500", status: 500 };

describe("toRetryDelayMs", () => {
  it.each<[string, Failure, Method, number, number, number | null]>([
    ["a change that wasn't sent", notSent, "POST", 1, 0, 250],
    ["a second attempt that wasn't sent", notSent, "POST", 2, 300, 500],
    ["a third attempt that wasn't sent", notSent, "POST", 3, 900, null],
    ["a change that was refused", { certainty: "refused", code: "X", status: 400 }, "POST", 1, 0, null],
    ["a change that was lost", lost, "POST", 1, 0, null],
    ["a change that broke the server", broken, "PUT", 1, 0, null],
    ["a deletion that was lost", lost, "DELETE", 1, 0, null],
    ["a change with 429", limited, "POST", 1, 0, 2000],
    ["429 just within the budget", { ...limited, retryAfterMs: 20_000 }, "POST", 1, 10_000, 20_000],
    ["429 beyond the budget", { ...limited, retryAfterMs: 20_000 }, "POST", 1, 10_001, null],
    ["429 without Retry-After", { certainty: "not_sent", code: "HTTP_429", status: 429 }, "PUT", 1, 0, 250],
    ["a read that was lost", lost, "GET", 1, 0, 250],
    ["a read whose reply was cut", { certainty: "unknown", code: "ReplyCut", status: 200 }, "GET", 1, 0, 250],
    ["a read that broke the server", broken, "GET", 1, 0, 250],
    ["a read with 408", { certainty: "unknown", code: "HTTP_408", status: 408 }, "GET", 1, 0, 250],
    ["a read with 503 and Retry-After", { ...broken, status: 503, retryAfterMs: 7000 }, "GET", 1, 0, 7000],
    ["a read that timed out", { certainty: "unknown", code: "TimedOut" }, "GET", 1, 0, null],
    ["a read that was refused", { certainty: "refused", code: "X", status: 403 }, "GET", 1, 0, null],
    [
      "a read that was redirected",
      { certainty: "unknown", code: "HTTP_302", status: 302 },
      "GET",
      1,
      0,
      null,
    ],
    ["a read of garbage", { certainty: "unknown", code: "ReplyUnreadable", status: 200 }, "GET", 1, 0, null],
    ["a local check", { certainty: "not_sent", code: "InvalidInput" }, "POST", 1, 0, null],
    ["an abort", { certainty: "not_sent", code: "Aborted" }, "POST", 1, 0, null],
    ["a closed client", { certainty: "not_sent", code: "Closed" }, "GET", 1, 0, null],
  ])("gives the delay after %s", (_, details, ...[method, attempt, elapsedMs, delayMs]) => {
    expect(toRetryDelayMs({ error: failure(details), method, attempt, elapsedMs }, 0)).toBe(delayMs);
  });

  it("repeats a change only if it certainly wasn't processed, within the limits", () => {
    const details = fc.record({
      certainty: fc.constantFrom<Certainty>("refused", "not_sent", "unknown"),
      code: fc.constantFrom("HTTP_429", "HTTP_500", "ConnectionLost", "ConnectionFailed", "TimedOut"),
      retryAfterMs: fc.nat(60_000),
    });
    const situation = fc.tuple(details, fc.integer({ min: 1, max: 5 }), fc.nat(40_000));
    const method = fc.constantFrom<Method>("POST", "PUT", "DELETE");
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(situation, method, random, ([failed, attempt, elapsedMs], verb, chance) => {
        const delayMs = toRetryDelayMs({ error: failure(failed), method: verb, attempt, elapsedMs }, chance);
        if (delayMs !== null) {
          expect(failed.certainty).toBe("not_sent");
          expect(attempt).toBeLessThan(retryLimits.maxAttempts);
          expect(delayMs).toBeGreaterThanOrEqual(failed.retryAfterMs);
          expect(elapsedMs + delayMs).toBeLessThanOrEqual(retryLimits.longestMs);
        }
      }),
    );
  });
});
