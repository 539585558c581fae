import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseManifest } from "../../../slack/manifest.ts";
import { startSlack } from "../../../slack/workspace.ts";

let close: () => Promise<void> = async () => {};
afterEach(async () => await close());

async function ownManifest(): Promise<unknown> {
  return parse(await readFile(new URL("../../../../manifest.yml", import.meta.url), "utf8"));
}

describe("the manifest", () => {
  it("of this app is read whole", async () => {
    const manifest = parseManifest(await ownManifest());
    expect([...manifest.commands.keys()]).toContain("/msg-send");
    expect(manifest.shortcuts.get("send_message")).toBe("global");
    expect(manifest.shortcuts.get("upload_this_file")).toBe("message");
    expect(manifest.scopes.has("chat:write.public")).toBe(true);
    expect(manifest.events).toEqual(new Set(["app_home_opened", "subteam_members_changed", "user_change"]));
    expect([manifest.isInteractive, manifest.hasHomeTab, manifest.hasMessagesTab]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([[null], ["name: x"], [{ features: {} }]])("%j is none", (value) => {
    expect(() => parseManifest(value)).toThrow("not an app manifest");
  });

  it("without interactivity or a Home tab leaves clicks and the tab undelivered", async () => {
    const slack = await startSlack({
      manifest: { oauth_config: { scopes: { bot: ["chat:write"] } } },
      delivery: { kind: "socket" },
    });
    close = slack.close;
    const headers = { authorization: `Bearer ${slack.botToken}`, "content-type": "application/json" };
    const button = { type: "button", action_id: "go", text: { type: "plain_text", text: "Go" } };
    const body = JSON.stringify({
      channel: "C0TESTS",
      text: "x",
      blocks: [{ type: "actions", elements: [button] }],
    });
    await fetch(`${slack.apiUrl}chat.postMessage`, { method: "POST", headers, body });
    const joon = slack.as("U0JOON");
    const click = await joon.click({ message: slack.messages("C0TESTS")[0]! }, "go");
    expect(click).toMatchObject({ ack: null, trouble: expect.stringContaining("not configured") });
    expect((await joon.openHome()).trouble).toContain("no home tab");
    const publish = await fetch(`${slack.apiUrl}views.publish`, {
      method: "POST",
      headers,
      body: JSON.stringify({ user_id: "U0JOON", view: { type: "home", blocks: [] } }),
    });
    expect(await publish.json()).toMatchObject({ ok: false, error: "not_enabled" });
  });
});
