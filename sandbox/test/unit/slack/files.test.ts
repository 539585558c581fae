import { describe, expect, it } from "vitest";
import { textInput } from "../../support/bolt-app.ts";
import { openForm } from "./open-form.ts";

const picture = {
  name: "사진 1.png",
  bytes: new Uint8Array([137, 80, 78, 71, 1, 2, 3, 4]),
  mimetype: "image/png",
};

describe("a file picked in a modal of the sandbox's Slack", () => {
  async function picked() {
    let url = "";
    const form = await openForm([textInput("file", { type: "file_input" })], (app) =>
      app.view("form", async ({ ack, view }) => {
        url = view.state.values["file"]?.["value"]?.files?.[0]?.url_private_download ?? "";
        await ack();
      }),
    );
    await form.joon.fill("file", picture);
    await form.joon.submit();
    const get = (token: string | null = form.slack.botToken) =>
      fetch(url, { headers: token === null ? {} : { authorization: `Bearer ${token}` }, redirect: "manual" });
    return { ...form, get };
  }

  it("is downloaded with the bot token, and without the token a login page comes", async () => {
    const { slack, get } = await picked();
    const reply = await get();
    expect(reply.headers.get("content-type")).toBe("image/png");
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(picture.bytes);
    const page = await get(null);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await page.text()).toMatch(/^<!DOCTYPE html>/);
    expect(slack.findings).toMatchObject([{ rule: "no_token" }]);
  });

  it.each([
    ["slow", Number.POSITIVE_INFINITY, picture.bytes.length],
    ["stalled", 4, 4],
    ["endless", 20, 20],
  ] as const)(
    "downloads under the fault “%s” until %d bytes have come, and gives %d bytes",
    async (kind, awaited, expected) => {
      const { slack, get } = await picked();
      slack.faults.files({ kind, times: 1 });
      let count = 0;
      for await (const piece of (await get()).body ?? []) {
        count += piece.length;
        if (count >= awaited) break;
      }
      expect(count).toBe(expected);
    },
  );
});

describe("a file on a message in the sandbox's Slack", () => {
  it("from a shared conversation is only an id in the payload, and files.info has the rest", async () => {
    const { slack, joon } = await openForm([textInput("a")]);
    const message = joon.upload({ ...picture, conversation: "C0SHARED" });
    const { payload } = await joon.messageShortcut("use_it", message);
    const id = message.files[0]!.id;
    expect(payload["message"]).toMatchObject({ files: [{ id, file_access: "check_file_info" }] });
    expect(JSON.stringify(payload)).not.toContain("url_private");
    const headers = { authorization: `Bearer ${slack.botToken}` };
    const reply = await fetch(`${slack.apiUrl}files.info?file=${id}`, { headers });
    expect(await reply.json()).toMatchObject({ ok: true, file: { id, size: 8, name: picture.name } });
  });

  it("reaches a message shortcut together with the second file of its message, also in a thread", async () => {
    const { joon } = await openForm([textInput("a")]);
    const parent = joon.say("C0TESTS", "two files follow");
    const files = [picture, { ...picture, name: "second.png" }];
    const message = joon.say("C0TESTS", "", { threadTs: parent.ts, files });
    const { payload } = await joon.messageShortcut("use_it", message);
    expect(payload["message"]).toMatchObject({
      thread_ts: parent.ts,
      files: [{ name: picture.name, size: 8, mimetype: "image/png" }, { name: "second.png" }],
    });
  });

  it.each([
    ["a public conversation without the app", "C0GENERAL", false],
    ["a private one without the app", "G0SECRET", false],
    ["a conversation with the app", "C0TESTS", true],
  ])("of %s (%s) can be read by the app: %s", async (_, conversation, isReadable) => {
    const { slack } = await openForm([textInput("a")]);
    const mina = slack.as("U0MINA");
    const { payload } = await mina.messageShortcut("use_it", mina.upload({ ...picture, conversation }));
    // The person sees the file, so the payload tells of it: only whoever asks for its bytes finds out.
    const [file] = Object(payload["message"]).files;
    expect(file).toMatchObject({ name: picture.name, file_access: "visible" });
    const headers = { authorization: `Bearer ${slack.botToken}` };
    const info = await fetch(`${slack.apiUrl}files.info?file=${file.id}`, { headers });
    expect(await info.json()).toMatchObject(isReadable ? { ok: true } : { error: "file_not_found" });
    const reply = await fetch(file.url_private_download, { headers });
    const type = isReadable ? "image/png" : "text/html; charset=utf-8";
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, type]);
  });
});
