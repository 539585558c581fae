import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { WebClient } from "@slack/web-api";
import { describe, expect, it, onTestFinished } from "vitest";
import { renderList } from "../../../../src/lists/list.ts";
import { replaceAnswer, respondTo } from "../../../../src/slack/edge/respond-to.ts";
import { isResponseUrl } from "../../../../src/slack/slack-hosts.ts";

const stopping = new AbortController().signal;
const withApi = (slackApiUrl: string) => ({ stopping, client: new WebClient("xoxb-1", { slackApiUrl }) });

type Reply = { status: number; body: string };

/** A response_url that gives these replies, and keeps what it was sent. */
async function responseUrl(reply: (blocks: string) => Reply) {
  const received: { text: string; blocks: { type: string }[]; response_type: string }[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(JSON.parse(body));
    const { status, body: words } = reply(body);
    response.writeHead(status).end(words);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return { url: `${origin}/response/R1`, asking: withApi(`${origin}/api/`), received };
}

const list = renderList({
  title: "Prices",
  about: [],
  columns: [{ heading: "Country" }, { heading: "SMS" }],
  rows: [
    ["Korea", "20"],
    ["Japan", "105"],
  ],
  empty: [],
  notes: [],
  turns: [],
  buttons: [{ actionId: "prices.page:next", text: "Next", value: "1" }],
});

describe("an answer through a response_url", () => {
  it("is sent to Slack's hosts only", async () => {
    const { url, received } = await responseUrl(() => ({ status: 200, body: "ok" }));
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
  ])("may go to %s: %s", (url, expected) => {
    expect(isResponseUrl(new URL(url), "https://slack.com")).toBe(expected);
  });

  it("is sent once, for the person alone", async () => {
    const { url, asking, received } = await responseUrl(() => ({ status: 200, body: "ok" }));
    await respondTo(asking, url, list);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ response_type: "ephemeral", replace_original: false });
  });

  it.each([
    { status: 400, body: '{"ok":false,"error":"invalid_blocks"}' },
    { status: 500, body: "invalid_blocks" },
    { status: 200, body: '{"ok":false,"error":"invalid_blocks"}' },
  ])("shows a table's rows as lines if Slack refuses the table with HTTP $status", async (refusal) => {
    const { url, asking, received } = await responseUrl((body) =>
      body.includes('"table"') ? refusal : { status: 200, body: "ok" },
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

  it("fails without another try when the response_url is used up", async () => {
    const { url, asking, received } = await responseUrl(() => ({ status: 404, body: "used_url" }));
    await expect(respondTo(asking, url, list)).rejects.toMatchObject({ kind: "closed" });
    expect(received).toHaveLength(1);
  });
});
