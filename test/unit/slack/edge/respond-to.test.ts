import { text } from "node:stream/consumers";
import { WebAPIRateLimitedError, WebAPIRequestError, WebClient } from "@slack/web-api";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { renderList } from "../../../../src/lists/list.ts";
import { replaceAnswer, respondTo, withRetries } from "../../../../src/slack/edge/respond-to.ts";
import { ResponseUrlError } from "../../../../src/slack/edge/slack-error.ts";
import { isResponseUrl } from "../../../../src/slack/slack-hosts.ts";
import { serve } from "../loopback.ts";

const withApi = (slackApiUrl: string) => ({
  stopping: new AbortController().signal,
  client: new WebClient("xoxb-1", { slackApiUrl }),
});

/** A response_url that gives these replies, and keeps what it was sent. */
async function responseUrl(reply: (blocks: string) => [status: number, body: string] = () => [200, "ok"]) {
  const received: { text: string; blocks: { type: string }[]; response_type: string }[] = [];
  const { origin, apiUrl } = await serve(async (request, response) => {
    const body = await text(request);
    received.push(JSON.parse(body));
    const [status, words] = reply(body);
    response.writeHead(status).end(words);
  });
  return { url: `${origin}/response/R1`, asking: withApi(apiUrl), received };
}

const list = renderList({
  ...{ title: "Prices", about: [], columns: [{ heading: "Country" }, { heading: "SMS" }], turns: [] },
  rows: Object.entries({ Korea: "20", Japan: "105" }),
  buttons: [{ actionId: "prices.page:next", text: "Next", value: "1" }],
});

describe("an answer to a response_url", () => {
  it("is sent only to Slack's hosts", async () => {
    const { url, received } = await responseUrl();
    const answer = respondTo(withApi("https://slack.com/api/"), url, list);
    await expect(answer).rejects.toMatchObject({ kind: "refused" });
    expect(received).toEqual([]);
  });

  it.each([
    ["https://hooks.slack.com/commands/T1/1/x", true],
    ["https://hooks.slack-gov.com/actions/T1/1/x", true],
    ["https://hooks.slack.com/services/T9/B9/x", false],
    ["https://files.slack.com/commands/T1/1/x", false],
    ["https://hooks.slack.com.evil.example/commands/x", false],
    ["http://hooks.slack.com/commands/x", false],
    ["https://hooks.slack.com:8443/commands/x", false],
  ])("may be sent to %s: %s", (url, expected) => {
    expect(isResponseUrl(new URL(url), "https://slack.com")).toBe(expected);
  });

  it("is sent once, and shown only to the person", async () => {
    const { url, asking, received } = await responseUrl();
    await respondTo(asking, url, list);
    expect(received).toMatchObject([{ response_type: "ephemeral", replace_original: false }]);
  });

  it.each([
    [400, '{"ok":false,"error":"invalid_blocks"}'],
    [500, "invalid_blocks"],
    [200, '{"ok":false,"error":"invalid_blocks"}'],
  ])("shows a table's rows as lines if Slack refuses the table with HTTP %i", async (status, words) => {
    const { url, asking, received } = await responseUrl((body) =>
      body.includes('"table"') ? [status, words] : [200, "ok"],
    );
    await replaceAnswer(asking, url, list);
    expect(received.map(({ blocks }) => blocks.map(({ type }) => type))).toEqual([
      ["rich_text", "table", "actions"],
      ["rich_text", "rich_text", "actions"],
    ]);
    expect(received[1]).toMatchObject({ replace_original: true });
    expect(received[1]).not.toHaveProperty("response_type");
    expect(JSON.stringify(received[1])).toContain("105");
  });

  it("fails without a second try if the response_url is used up", async () => {
    const { url, asking, received } = await responseUrl(() => [404, "used_url"]);
    await expect(respondTo(asking, url, list)).rejects.toMatchObject({ kind: "closed" });
    expect(received).toHaveLength(1);
  });
});

describe("withRetries, which repeats calls to Slack,", () => {
  /** A call that fails in these ways in turn and then succeeds, and after how many seconds it was made. */
  function failing(failures: readonly Error[]) {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const startedMs = performance.now();
    const madeAtS: number[] = [];
    const stopping = new AbortController();
    const call = async () => {
      madeAtS.push((performance.now() - startedMs) / 1000);
      const failure = failures[madeAtS.length - 1];
      if (failure !== undefined) throw failure;
      return "taken";
    };
    const ask = () =>
      withRetries(call, stopping.signal).catch((error: unknown) =>
        error instanceof WebAPIRateLimitedError ? "limited" : "failed",
      );
    return { ask, stopping, madeAtS };
  }

  const limits = (...seconds: number[]) => seconds.map((afterS) => new WebAPIRateLimitedError(afterS));
  const ofResponseUrl = (kind: ResponseUrlError["kind"], retryAfter = 0) =>
    new ResponseUrlError(kind, { message: kind, retryAfter });
  const losses = (times: number) => Array.from({ length: times }, () => ofResponseUrl("lost"));

  it.each([
    ["waits as long as Slack's limit says", limits(1), [0, 1], "taken"],
    ["waits as long as a second limit says too", limits(4, 6), [0, 4, 10], "taken"],
    ["waits a second if Slack's limit says 0", limits(0), [0, 1], "taken"],
    ["waits a full minute if Slack's limit says so", limits(60), [0, 60], "taken"],
    ["gives up if Slack's limit is longer than a minute", limits(61), [0], "limited"],
    ["gives up if several limits take more than a minute together", limits(30, 31), [0, 30], "limited"],
    ["waits for the limit of a response_url, too", [ofResponseUrl("limited", 4)], [0, 4], "taken"],
    ["repeats a lost answer to a person until it has a reply", losses(2), [0, 1, 6], "taken"],
    ["gives up on a lost answer to a person after four tries", losses(4), [0, 1, 6, 26], "failed"],
    ["doesn't repeat an answer to a closed response_url", [ofResponseUrl("closed")], [0], "failed"],
    ["doesn't repeat an answer that Slack refused", [ofResponseUrl("refused")], [0], "failed"],
    ["doesn't repeat a call of Slack's API", [new WebAPIRequestError(new Error("reset"))], [0], "failed"],
  ])("%s", async (_, failures, made, result) => {
    const { ask, madeAtS } = failing(failures);
    const asked = ask();
    await vi.runAllTimersAsync();
    expect(await asked).toBe(result);
    expect(madeAtS).toEqual(made);
  });

  it("stops waiting as soon as the app stops", async () => {
    const { ask, stopping, madeAtS } = failing(limits(30, 30));
    const asked = ask();
    await vi.advanceTimersByTimeAsync(5000);
    stopping.abort();
    expect(await asked).toBe("limited");
    expect(await ask()).toBe("limited");
    expect(madeAtS).toEqual([0, 5]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
