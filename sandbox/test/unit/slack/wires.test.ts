import { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { aModal, SILENT, textInput } from "../../support/bolt-app.ts";
import { bolt as start } from "./bare-socket.ts";

describe.each(["socket", "http"] as const)("a Bolt app over %s", (kind) => {
  it("acknowledges a command with a text only that person sees", async () => {
    const slack = await start(
      (app) => {
        app.command("/hello", async ({ ack, command }) => {
          await ack(`hello ${command.user_name}: ${command.text} in ${command.channel_name}`);
        });
      },
      { delivery: { kind } },
    );
    const delivery = await slack.as("U0JOON").command("/hello", "a <b> & c", { conversation: "C0TESTS" });
    expect(delivery.ack?.status).toBe(200);
    expect(delivery.trouble).toBeNull();
    expect(slack.ephemerals("U0JOON")).toMatchObject([
      { text: "hello joon.park: a &lt;b&gt; &amp; c in sms-tests", source: "ack", conversation: "C0TESTS" },
    ]);
    expect(slack.messages("C0TESTS")).toEqual([]);
    expect(slack.findings).toEqual([]);
  });

  it("plays open, fill, errors, push, clear of a modal stack", async () => {
    const seen: unknown[] = [];
    const slack = await start(
      (app) => {
        app.command("/form", async ({ ack, body, client }) => {
          await ack();
          await client.views.open({ trigger_id: body.trigger_id, view: aModal("first") });
        });
        app.view("first", async ({ ack, view }) => {
          const name = view.state.values["name"]?.["value"]?.value;
          seen.push(name);
          if (name === "bad") await ack({ response_action: "errors", errors: { name: "not bad" } });
          else await ack({ response_action: "push", view: aModal("second", [textInput("more")]) });
        });
        app.view("second", async ({ ack }) => await ack({ response_action: "clear" }));
        app.view({ callback_id: "second", type: "view_closed" }, async ({ ack }) => await ack());
      },
      { delivery: { kind } },
    );
    const joon = slack.as("U0JOON");
    await joon.command("/form");
    await slack.waitFor(() => joon.views().length === 1, { what: "the modal" });
    expect(await joon.submit()).toMatchObject({ kind: "client_error", errors: { name: /required/ } });
    await joon.fill("name", "bad");
    expect(await joon.submit()).toMatchObject({ kind: "errors", errors: { name: "not bad" } });
    await joon.fill("name", "good");
    expect(await joon.submit()).toMatchObject({ kind: "pushed" });
    expect(joon.views().map(({ callbackId }) => callbackId)).toEqual(["first", "second"]);
    await joon.back();
    expect(joon.views()).toMatchObject([
      { callbackId: "first", values: { name: { value: { value: "good" } } } },
    ]);
    await joon.submit();
    await joon.fill("more", "x");
    expect(await joon.submit()).toMatchObject({ kind: "cleared" });
    expect(joon.views()).toEqual([]);
    expect(seen).toEqual(["bad", "good", "good"]);
    expect(slack.findings).toEqual([]);
  });

  it("carries shortcuts, suggestions and view_closed", async () => {
    const closed: string[] = [];
    const slack = await start(
      (app) => {
        app.shortcut("open_it", async ({ ack, shortcut, client }) => {
          await ack();
          const find = textInput("find", { type: "external_select", min_query_length: 1 });
          await client.views.open({ trigger_id: shortcut.trigger_id, view: aModal("finder", [find]) });
        });
        app.options("value", async ({ ack }) => {
          await ack({ options: [{ text: { type: "plain_text", text: "Korea" }, value: "82" }] });
        });
        app.view({ callback_id: "finder", type: "view_closed" }, async ({ ack, body }) => {
          closed.push(body.user.id);
          await ack();
        });
      },
      { delivery: { kind } },
    );
    const mina = slack.as("U0MINA");
    await mina.shortcut("open_it");
    await slack.waitFor(() => mina.views().length === 1, { what: "the finder" });
    expect(await mina.suggest("find", "k")).toMatchObject([{ value: "82" }]);
    await mina.closeView();
    expect(closed).toEqual(["U0MINA"]);
    expect(slack.findings).toEqual([]);
  });

  it("carries clicks, responses and updates of a message", async () => {
    const slack = await start(
      (app) => {
        app.action("press", async ({ ack, respond, body, client }) => {
          await ack();
          await respond({ text: "for you alone" });
          if (body.type !== "block_actions" || body.message === undefined) return;
          await client.chat.update({ channel: body.channel?.id ?? "", ts: body.message.ts, text: "pressed" });
        });
      },
      { delivery: { kind } },
    );
    const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, logger: SILENT });
    await client.chat.postMessage({
      channel: "C0TESTS",
      text: "press it",
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        {
          type: "actions",
          block_id: "row",
          elements: [
            { type: "button", action_id: "press", text: { type: "plain_text", text: "Press" }, value: "7" },
          ],
        },
      ],
    });
    const [message] = slack.messages("C0TESTS");
    await slack.as("U0MINA").click({ message: message! }, "press");
    await slack.waitFor(() => slack.messages("C0TESTS")[0]?.text === "pressed");
    expect(slack.ephemerals("U0MINA")).toMatchObject([{ text: "for you alone", source: "response_url" }]);
    expect(slack.messages("C0TESTS")[0]?.blocks).toEqual([]);
    expect(slack.findings).toEqual([]);
  });
});
