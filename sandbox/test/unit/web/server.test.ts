import { request } from "node:http";
import { WebClient } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { outcome } from "../slack/web-client.ts";
import { act, ask, start } from "./page-server.ts";

const saying = {
  as: "U0JOON",
  act: { act: "say", conversation: "C0TESTS", text: "hi", threadTs: null, files: [] },
};

describe("the page's server", () => {
  it("serves the page, its modules without types, and nothing else of the disk", async () => {
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

  it("lets a person say something, and shows it to the others", async () => {
    const started = await start();
    const reply = await act(started, saying);
    expect(JSON.parse(reply.body)).toMatchObject({ ok: true, trouble: null, snapshot: { me: "U0JOON" } });
    expect(started.slack.messages("C0TESTS")).toMatchObject([{ author: "U0JOON", text: "hi" }]);
    const events = await ask(started, { path: "/events?as=U0MINA" });
    expect(events.body).toMatch(/^event: snapshot\ndata: \{.*"text":"hi"/);
    expect((await ask(started, { path: "/events?as=U0NOBODY" })).status).toBe(404);
  });

  it.each([
    ["another host's name, as DNS rebinding brings", { host: "evil.example:80" }],
    ["no port", { host: "127.0.0.1" }],
    ["another origin", { origin: "http://evil.example" }],
    ["the origin of a sandboxed frame", { origin: "null" }],
    ["the same name on another port", { origin: "http://127.0.0.1:1" }],
    ["a cross-site request", { "sec-fetch-site": "cross-site" }],
    ["another port's page", { "sec-fetch-site": "same-site" }],
    ["a form", { "content-type": "text/plain" }],
    ["a form of its own", { "content-type": "application/x-www-form-urlencoded" }],
  ])("refuses an act with %s", async (_, headers) => {
    const started = await start();
    expect((await act(started, saying, headers)).status).toBe(403);
    expect(started.slack.messages("C0TESTS")).toEqual([]);
  });

  it("refuses an act that names no origin, and the event stream to another origin or host", async () => {
    const started = await start();
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(saying);
    expect((await ask(started, { method: "POST", path: "/act", headers, body })).status).toBe(403);
    for (const forged of [
      { origin: "http://evil.example" },
      { host: "evil.example" },
      { "sec-fetch-site": "cross-site" },
    ]) {
      expect((await ask(started, { path: "/events?as=U0JOON", headers: forged })).status).toBe(403);
    }
  });

  it("follows a link from elsewhere to the page itself, and to nothing else", async () => {
    const started = await start();
    const headers = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await ask(started, { headers })).status).toBe(200);
    expect((await ask(started, { path: "/web/page/main.ts", headers })).status).toBe(403);
  });

  it("refuses what is no act, no JSON and no method", async () => {
    const started = await start();
    const origin = `http://127.0.0.1:${started.port}`;
    expect((await act(started, { as: "U0JOON", act: { act: "explode" } })).status).toBe(400);
    expect((await act(started, { ...saying, as: "U0NOBODY" })).status).toBe(404);
    expect(
      (
        await ask(started, {
          method: "POST",
          path: "/act",
          headers: { origin, "content-type": "application/json" },
          body: "{",
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await ask(started, {
          method: "DELETE",
          path: "/act",
          headers: { origin, "content-type": "application/json" },
        })
      ).status,
    ).toBe(405);
  });

  it("refuses what is no address, and opens no stream for who asks only for its head", async () => {
    const started = await start();
    expect((await ask(started, { path: "//" })).status).toBe(400);
    expect((await ask(started, { method: "HEAD", path: "/events?as=U0JOON" })).status).toBe(404);
  });

  it("says in words why an act is not possible, with no status that a browser logs as an error", async () => {
    const started = await start();
    const reply = await act(started, { as: "U0JOON", act: { act: "submit" } });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body)).toMatchObject({
      ok: false,
      error: expect.stringContaining("no modal open"),
    });
  });

  it("keeps private conversations, ephemerals and modals to their person", async () => {
    const started = await start();
    started.slack.as("U0MINA").say("G0SECRET", "secret words");
    const { snapshot: joon } = JSON.parse((await act(started, saying)).body);
    expect(JSON.stringify(joon)).not.toContain("secret words");
    const { snapshot: mina } = JSON.parse((await act(started, { ...saying, as: "U0MINA" })).body);
    expect(JSON.stringify(mina)).toContain("secret words");
    const { snapshot: guest } = JSON.parse((await act(started, { ...saying, as: "U0GUEST" })).body);
    expect(guest.conversations.map(({ id }: { id: string }) => id)).toEqual(["C0TESTS", "D0GUEST"]);
  });

  it("hands out a picked file as a picture or a download, never as a page", async () => {
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

  it("lets Slack refuse edits where the bot is no member, until all is normal again", async () => {
    const started = await start();
    const client = new WebClient(started.slack.botToken, { slackApiUrl: started.slack.apiUrl });
    const post = { channel: "C0GENERAL", text: "a" };
    const { channel = "", ts = "" } = await client.chat.postMessage(post);
    const edit = () => outcome(client.chat.update({ channel, ts, text: "b" }));
    const trouble = (kind: string) => act(started, { as: "U0JOON", act: { act: "slack", trouble: kind } });
    await trouble("no_edits_outside");
    expect(await edit()).toBe("cant_update_message");
    await trouble("clear");
    expect(await edit()).toBe("ok");
  });

  it("changes the world around the bot", async () => {
    const started = await start();
    const refuse = { act: "platform", mood: "refusing", code: "Forbidden", isOnce: false };
    const reply = await act(started, { as: "U0JOON", act: refuse });
    expect(JSON.parse(reply.body).snapshot.outside.mood).toBe("refusing");
    const prices = await fetch(`${started.platform.url}/pricing/v1/messaging/countries`);
    expect([prices.status, await prices.json()]).toMatchObject([400, { errorCode: "Forbidden" }]);
    await act(started, { as: "U0JOON", act: { act: "platform", mood: "well", isOnce: false } });
    expect((await fetch(`${started.platform.url}/pricing/v1/messaging/countries`)).status).toBe(200);
  });

  it("is the vendors' reviewer, who rejects and asks with words alone", async () => {
    const started = await start();
    const [template] = started.platform.state.templates.values();
    const review = (review: string, comment: string) =>
      act(started, {
        as: "U0JOON",
        act: { act: "vendor", templateId: template?.templateId, vendor: "vendorB", review, comment },
      });
    expect(JSON.parse((await review("reject", " ")).body)).toMatchObject({ ok: false });
    const said = JSON.parse((await review("reject", "Too long")).body).snapshot.outside.templates[0];
    expect(said).toMatchObject({ content: template?.content });
    expect(said.codes[1]).toMatchObject({
      status: "REJECTED",
      comments: [{ isAdmin: true, content: "Too long" }],
    });
    await review("ask", "Why?");
    await review("approve", "");
    expect(template?.codes[1]).toMatchObject({
      status: "APPROVED",
      comments: [{ content: "Too long" }, { content: "Why?" }],
    });
  });

  it("shows the traffic with secrets masked", async () => {
    const started = await start();
    await fetch(`${started.slack.apiUrl}auth.test`, {
      method: "POST",
      headers: { authorization: `Bearer ${started.slack.botToken}` },
    });
    await fetch(`${started.platform.url}/pricing/v1/messaging/countries`, {
      headers: { authorization: started.platform.apiSecret },
    });
    const feed = await new Promise<string>((resolve) => {
      const asked = request(
        { port: started.port, host: "127.0.0.1", path: "/events?as=U0JOON" },
        (response) => {
          let text = "";
          response.on("data", (chunk: Buffer) => {
            text += chunk.toString();
            if (!/event: traffic\ndata: .*\n\n/.test(text)) return;
            response.destroy();
            resolve(text);
          });
        },
      );
      asked.end();
    });
    expect(feed).toContain('"name":"auth.test"');
    expect(feed).toContain('"name":"GET /pricing/v1/messaging/countries"');
    for (const secret of [started.slack.botToken, started.platform.apiSecret])
      expect(feed).not.toContain(secret);
  });
});
