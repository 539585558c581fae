import { get } from "node:http";
import { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { outcome } from "../slack/web-client.ts";
import { act, ask, start } from "./page-server.ts";

const saying = {
  as: "U0JOON",
  act: { act: "say", conversation: "C0TESTS", text: "hi", threadTs: null, files: [] },
};

describe("the server of the sandbox's page", () => {
  it("serves the page, its modules without types, and no other file of the disk", async () => {
    const started = await start();
    const index = await ask(started, {});
    expect(index.status).toBe(200);
    expect(index.body).toContain("/web/page/main.ts");
    expect(String(index.headers["content-security-policy"])).toContain("script-src 'self'");
    expect(index.body).not.toMatch(/<script(?![^>]*src=)/);
    const module = await ask(started, { path: "/web/page/state.ts" });
    expect(module.headers["content-type"]).toContain("text/javascript");
    expect(module.body).not.toContain("type PageState");
    const preact = await ask(started, { path: "/packages/preact/hooks.js" });
    expect(preact.body).toContain('"/packages/preact.js"');
    for (const path of [
      "/package.json",
      "/web/server.ts",
      "/web/page/../server.ts",
      "/web/page/%2e%2e/server.ts",
      "/packages/zod.js",
    ]) {
      expect((await ask(started, { path })).status, path).toBe(404);
    }
  });

  it.each([
    ["another host's name, as in DNS rebinding", { host: "evil.example:80" }],
    ["no port in the Host header", { host: "127.0.0.1" }],
    ["another origin", { origin: "http://evil.example" }],
    ["the origin of a sandboxed frame", { origin: "null" }],
    ["the same name on another port", { origin: "http://127.0.0.1:1" }],
    ["a cross-site request", { "sec-fetch-site": "cross-site" }],
    ["another port's page", { "sec-fetch-site": "same-site" }],
    ["the content type text/plain", { "content-type": "text/plain" }],
    ["the content type of an HTML form", { "content-type": "application/x-www-form-urlencoded" }],
  ])("refuses an act from the page with %s", async (_, headers) => {
    const started = await start();
    expect((await act(started, saying, headers)).status).toBe(403);
    expect(started.slack.messages("C0TESTS")).toEqual([]);
  });

  it("refuses an act without an Origin header", async () => {
    const headers = { "content-type": "application/json" };
    const forged = { method: "POST", path: "/act", headers, body: JSON.stringify(saying) };
    expect((await ask(await start(), forged)).status).toBe(403);
  });

  it.each([{ origin: "http://evil.example" }, { host: "evil.example" }, { "sec-fetch-site": "cross-site" }])(
    "refuses the event stream to a request with %j",
    async (headers) => {
      expect((await ask(await start(), { path: "/events?as=U0JOON", headers })).status).toBe(403);
    },
  );

  it("answers a link from another site with the page itself, and with nothing else", async () => {
    const started = await start();
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await ask(started, { headers })).status).toBe(200);
    expect((await ask(started, { path: "/web/page/main.ts", headers })).status).toBe(403);
  });

  it("answers an invalid act, JSON, method, address or person with its error status", async () => {
    const started = await start();
    const headers = { origin: `http://127.0.0.1:${started.port}`, "content-type": "application/json" };
    const statusOf = async (asked: Parameters<typeof ask>[1]) => (await ask(started, asked)).status;
    expect((await act(started, { as: "U0JOON", act: { act: "explode" } })).status).toBe(400);
    expect((await act(started, { ...saying, as: "U0NOBODY" })).status).toBe(404);
    expect(await statusOf({ method: "POST", path: "/act", headers, body: "{" })).toBe(400);
    expect(await statusOf({ method: "DELETE", path: "/act", headers })).toBe(405);
    expect(await statusOf({ path: "//" })).toBe(400);
    expect(await statusOf({ method: "HEAD", path: "/events?as=U0JOON" })).toBe(404);
    expect(await statusOf({ path: "/events?as=U0NOBODY" })).toBe(404);
  });

  it("answers an impossible act with an error text and status 200, so that the browser logs nothing", async () => {
    const started = await start();
    const reply = await act(started, { as: "U0JOON", act: { act: "submit" } });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toMatchObject({
      ok: false,
      error: expect.stringContaining("no modal open"),
    });
  });

  it("sends private conversations, ephemeral answers and modals only to their own person", async () => {
    const started = await start();
    started.slack.as("U0MINA").say("G0SECRET", "secret words");
    const { snapshot: joon } = JSON.parse((await act(started, saying)).body);
    expect(JSON.stringify(joon)).not.toContain("secret words");
    const { snapshot: mina } = JSON.parse((await act(started, { ...saying, as: "U0MINA" })).body);
    expect(JSON.stringify(mina)).toContain("secret words");
    const { snapshot: guest } = JSON.parse((await act(started, { ...saying, as: "U0GUEST" })).body);
    expect(guest.conversations.map(({ id }: { id: string }) => id)).toEqual(["C0TESTS", "D0GUEST"]);
  });

  it("serves a picked file as a picture or a download, and never as a page", async () => {
    const started = await start();
    const files = [
      { name: "a.html", mimetype: "text/html", base64: btoa("<script>1</script>") },
      { name: "a.png", mimetype: "image/png", base64: btoa("png") },
    ];
    await act(started, { ...saying, act: { ...saying.act, files } });
    const [html, png] = started.slack.messages("C0TESTS").flatMap((message) => message.files);
    const page = await ask(started, { path: `/files/${html?.id}` });
    expect(page.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": "attachment",
      "x-content-type-options": "nosniff",
    });
    expect((await ask(started, { path: `/files/${png?.id}` })).headers["content-type"]).toBe("image/png");
    expect((await ask(started, { path: "/files/F0NONE" })).status).toBe(404);
  });

  it("sets a fault of the platform and of Slack, and clears it again", async () => {
    const started = await start();
    const change = (wanted: object) => act(started, { as: "U0JOON", act: { isOnce: false, ...wanted } });
    const prices = async () => (await fetch(`${started.platform.url}/pricing/v1/messaging/countries`)).status;
    await change({ act: "platform", mood: "refusing", code: "Forbidden" });
    expect(await prices()).toBe(400);
    await change({ act: "platform", mood: "well" });
    expect(await prices()).toBe(200);
    const { chat } = new WebClient(started.slack.botToken, { slackApiUrl: started.slack.apiUrl });
    const { channel = "", ts = "" } = await chat.postMessage({ channel: "C0GENERAL", text: "a" });
    await change({ act: "slack", trouble: "no_edits_outside" });
    expect(await outcome(chat.update({ channel, ts, text: "b" }))).toBe("cant_update_message");
    await change({ act: "slack", trouble: "clear" });
    expect(await outcome(chat.update({ channel, ts, text: "b" }))).toBe("ok");
  });

  it("sends the traffic with all secrets masked", async () => {
    const started = await start();
    await fetch(`${started.slack.apiUrl}auth.test`, {
      method: "POST",
      headers: { authorization: `Bearer ${started.slack.botToken}` },
    });
    await fetch(`${started.platform.url}/pricing/v1/messaging/countries`, {
      headers: { authorization: started.platform.apiSecret },
    });
    const feed = await new Promise<string>((resolve) => {
      const address = { port: started.port, host: "127.0.0.1", path: "/events?as=U0JOON" };
      get(address, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => {
          text += chunk.toString();
          if (!/event: traffic\ndata: .*\n\n/.test(text)) return;
          response.destroy();
          resolve(text);
        });
      });
    });
    expect(feed).toContain('"name":"auth.test"');
    expect(feed).toContain('"name":"GET /pricing/v1/messaging/countries"');
    for (const secret of [started.slack.botToken, started.platform.apiSecret])
      expect(feed).not.toContain(secret);
  });
});
