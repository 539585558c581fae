import { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import type { SlackWorkspace } from "../../../slack/index.ts";
import { SILENT } from "../../support/bolt-app.ts";
import { bare, bolt } from "./bare-socket.ts";
import { rules } from "./web-client.ts";

const plain = (text: string) => ({ type: "plain_text" as const, text });
const asked = { title: plain("Go?"), text: plain("Sure?"), confirm: plain("Go"), deny: plain("Stay") };

describe("a response_url of the sandbox's Slack", () => {
  async function urlOf(slack: SlackWorkspace) {
    const { payload } = await slack.as("U0JOON").command("/hello", "", { conversation: "C0GENERAL" });
    const url = String(payload["response_url"]);
    return async (content: object) =>
      (await fetch(url, { method: "POST", body: JSON.stringify(content) })).status;
  }

  it("works five times, also in a channel without the bot", async () => {
    const slack = await bare({ delivery: { kind: "http" } });
    const post = await urlOf(slack);
    expect(await post({ text: "for me" })).toBe(200);
    expect(await post({ text: "for all", response_type: "in_channel" })).toBe(200);
    expect(await post({ text: "x", blocks: [{ type: "banner" }] })).toBe(400);
    for (const status of [200, 200, 404]) expect(await post({ text: "more" })).toBe(status);
    expect(slack.messages("C0GENERAL")).toMatchObject([{ text: "for all", author: "U0BOT" }]);
    expect(rules(slack)).toEqual(["invalid_blocks", "used_url"]);
  });

  it("ends after thirty minutes", async () => {
    let nowMs = Date.UTC(2026, 0, 1);
    const slack = await bare({ delivery: { kind: "http" }, now: () => new Date(nowMs) });
    const post = await urlOf(slack);
    nowMs += 30 * 60_000 + 1;
    expect(await post({ text: "late" })).toBe(404);
    expect(rules(slack)).toEqual(["expired_url"]);
  });

  it("can replace and delete the clicked message or ephemeral answer", async () => {
    const row = (text: string) => [
      {
        type: "actions" as const,
        elements: [{ type: "button" as const, action_id: "go", text: plain(text), confirm: asked }],
      },
    ];
    const slack = await bolt((app) => {
      app.command("/hello", async ({ ack }) => await ack({ text: "ask", blocks: row("ask") }));
      app.action("go", async ({ ack, respond, body }) => {
        await ack();
        const isMessage = body.type === "block_actions" && body.message !== undefined;
        await respond(isMessage ? { replace_original: true, text: "replaced" } : { delete_original: true });
      });
    });
    const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, logger: SILENT });
    await client.chat.postMessage({ channel: "C0TESTS", text: "press", blocks: row("press") });
    const joon = slack.as("U0JOON");
    const message = slack.messages("C0TESTS")[0]!;
    await joon.click({ message }, "go");
    await slack.waitFor(() => slack.messages("C0TESTS")[0]?.text === "replaced");
    expect(slack.messages("C0TESTS")[0]?.blocks).toEqual([]);
    await joon.command("/hello");
    const ephemeral = slack.ephemerals("U0JOON")[0]!;
    await expect(slack.as("U0MINA").click({ ephemeral }, "go")).rejects.toThrow("does not see it");
    await joon.click({ ephemeral }, "go");
    await slack.waitFor(() => slack.ephemerals("U0JOON").length === 0);
    expect(slack.findings).toEqual([]);
  });
});
